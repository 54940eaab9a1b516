//! Overflow-checking arithmetic: `__builtin_add_overflow` and its relatives.
//!
//! The mathematical result is truncated to the type of the destination; the call returns whether truncation
//! changed it. Operands of up to 32 bits are computed in 64 bits, where nothing overflows; wider ones in a
//! type that holds both, with a separate overflow test.

use crate::clang::Cursor;
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place};

const I64: IntType = IntType { bits: 64, signed: true };
const U64: IntType = IntType { bits: 64, signed: false };

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// `__builtin_add_overflow(left, right, &result)`
    pub(in crate::lower) fn overflow_call(&mut self, op: BinaryOp, arguments: &[Cursor<'u>]) -> Operand {
        let pos = self.pos;
        let truth = IntType::BOOL;
        let &[left, right, result] = arguments else {
            self.unsupported("overflow-checking arithmetic of an unknown form");
            return Operand::Undef(Scalar::Int(truth));
        };
        let types = [self.scalar_of(left), self.scalar_of(right), self.unit.scalar(self.pointee_of(result))];
        let [left, right, addr] = [left, right, result].map(|argument| self.rvalue(argument));
        self.pos = pos;
        let [Some(Scalar::Int(first)), Some(Scalar::Int(second)), Some(Scalar::Int(kept))] = types else {
            self.unsupported("overflow-checking arithmetic on non-integers");
            return Operand::Undef(Scalar::Int(truth));
        };
        let Some((wide, is_exact)) = common_type(op, first, second, kept) else {
            self.unsupported("overflow-checking arithmetic on incompatible types");
            return Operand::Undef(Scalar::Int(truth));
        };
        let left = self.convert(left, Scalar::Int(first), Scalar::Int(wide));
        let right = self.convert(right, Scalar::Int(second), Scalar::Int(wide));
        let value = self.wrapping(op, wide, left, right);
        let overflows = self.temp(Scalar::INT);
        match is_exact {
            true => {
                let no = self.int(0);
                self.assign(overflows, no);
            }
            false => self.overflow_test(op, wide, [left, right, value], overflows),
        }
        let cut = self.cut(value, wide, kept, overflows);
        self.store_place(Place::Memory { addr, bits: None }, cut, Scalar::Int(kept), false);
        self.convert(Operand::Var(overflows), Scalar::INT, Scalar::Int(truth))
    }

    /// The result modulo the range of the type; that of signed numbers is found with unsigned ones.
    fn wrapping(&mut self, op: BinaryOp, wide: IntType, left: Operand, right: Operand) -> Operand {
        let [from, unsigned] = [wide, U64].map(Scalar::Int);
        let [left, right] = [left, right].map(|value| self.convert(value, from, unsigned));
        let value = self.compute(Expr::Binary(op, unsigned, left, right), unsigned);
        self.convert(value, unsigned, from)
    }

    /// Sets a variable to whether the result differs from the exact one.
    fn overflow_test(&mut self, op: BinaryOp, wide: IntType, values: [Operand; 3], overflows: VarId) {
        let [left, right, value] = values;
        let (ty, zero) = (Scalar::Int(wide), Operand::Int(0, wide));
        // Adding a number that is not negative must not give less, and so on.
        let (up, down) = match op {
            BinaryOp::Mul => return self.product_test(wide, values, overflows),
            BinaryOp::Add => (CompareOp::Lt, CompareOp::Gt),
            _ => (CompareOp::Gt, CompareOp::Lt),
        };
        let is_up = self.compute(Expr::Compare(CompareOp::Ge, ty, right, zero), Scalar::INT);
        let [then, otherwise] =
            [up, down].map(|compare| self.nested(|this| this.set_if(overflows, compare, ty, value, left)));
        self.emit(StmtKind::If { cond: is_up, then, otherwise });
    }

    /// The same for a product: dividing it by the left factor must give the right one.
    fn product_test(&mut self, wide: IntType, [left, right, value]: [Operand; 3], overflows: VarId) {
        let ty = Scalar::Int(wide);
        let number = |value: i128| Operand::Int(value, wide);
        let is_zero = self.compute(Expr::Compare(CompareOp::Eq, ty, left, number(0)), Scalar::INT);
        let then = self.nested(|this| this.assign(overflows, Operand::Int(0, IntType::INT)));
        let mut otherwise = self.nested(|this| {
            let back = this.compute(Expr::Binary(BinaryOp::Div, ty, value, left), ty);
            this.set_if(overflows, CompareOp::Ne, ty, back, right);
        });
        if wide.signed {
            // The least number divided by -1 would overflow itself.
            otherwise = self.nested(|this| {
                let is_minus = this.compute(Expr::Compare(CompareOp::Eq, ty, left, number(-1)), Scalar::INT);
                let least = number(wide.min());
                let then = this.nested(|this| this.set_if(overflows, CompareOp::Eq, ty, right, least));
                this.emit(StmtKind::If { cond: is_minus, then, otherwise });
            });
        }
        self.emit(StmtKind::If { cond: is_zero, then, otherwise });
    }

    /// Sets a variable to the result of a comparison.
    fn set_if(&mut self, dst: VarId, op: CompareOp, ty: Scalar, left: Operand, right: Operand) {
        let holds = self.compute(Expr::Compare(op, ty, left, right), Scalar::INT);
        self.assign(dst, holds);
    }

    /// A value in the type that it is kept in; notes it if the value is another one then.
    fn cut(&mut self, value: Operand, wide: IntType, kept: IntType, overflows: VarId) -> Operand {
        let [from, to] = [wide, kept].map(Scalar::Int);
        let cut = self.convert(value, from, to);
        let back = self.convert(cut, to, from);
        let mut tests = vec![Expr::Compare(CompareOp::Ne, from, back, value)];
        // Of the same width, a number may keep its bits and change its sign.
        match (wide.signed, kept.signed) {
            (true, false) => tests.push(Expr::Compare(CompareOp::Lt, from, value, Operand::Int(0, wide))),
            (false, true) => tests.push(Expr::Compare(CompareOp::Lt, to, cut, Operand::Int(0, kept))),
            _ => {}
        }
        for test in tests {
            let cond = self.compute(test, Scalar::INT);
            let then = self.nested(|this| this.assign(overflows, Operand::Int(1, IntType::INT)));
            self.emit(StmtKind::If { cond, then, otherwise: Vec::new() });
        }
        cut
    }
}

/// The type to compute in, and whether every result fits in it. None if some result does not and might fit in
/// the type it is kept in.
fn common_type(op: BinaryOp, first: IntType, second: IntType, kept: IntType) -> Option<(IntType, bool)> {
    let is_narrow = |ty: IntType| ty.bits <= 32;
    let fits = |ty: IntType, wide: IntType| wide.holds(ty.min()) && wide.holds(ty.max());
    if is_narrow(first) && is_narrow(second) {
        let are_unsigned = !first.signed && !second.signed && op == BinaryOp::Mul;
        return Some((if are_unsigned { U64 } else { I64 }, true));
    }
    if fits(first, I64) && fits(second, I64) {
        return fits(kept, I64).then_some((I64, false));
    }
    let are_unsigned = !first.signed && !second.signed;
    let may_be_negative = op == BinaryOp::Sub;
    (are_unsigned && (!kept.signed || !may_be_negative)).then_some((U64, false))
}
