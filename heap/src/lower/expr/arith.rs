//! Operators and conversions.

use super::parts::Use;
use crate::clang::{BinaryOp as COp, Constant, Cursor, Kind, TypeKind, UnaryOp as CUnary};
use crate::ir::*;
use crate::lower::function::{FunctionLowering, Place};

impl<'u> FunctionLowering<'_, '_, 'u> {
    /// The type of a value.
    pub(in crate::lower) fn operand_type(&self, operand: Operand) -> Scalar {
        match operand {
            Operand::Var(var) => self.function.vars[var.index()].ty,
            Operand::Int(_, ty) => Scalar::Int(ty),
            Operand::Float(_, ty) => Scalar::Float(ty),
            Operand::Null | Operand::Global(_) | Operand::Slot(_) | Operand::Func(_) => Scalar::Ptr,
            Operand::Undef(ty) => ty,
        }
    }

    pub(in crate::lower) fn zero_of(&self, ty: Scalar) -> Operand {
        match ty {
            Scalar::Int(int) => Operand::Int(0, int),
            Scalar::Float(float) => Operand::Float(0.0, float),
            Scalar::Ptr => Operand::Null,
        }
    }

    /// A constant of the compiler as a value of a type.
    pub(in crate::lower) fn constant(&mut self, constant: Constant, ty: Scalar) -> Operand {
        match (constant, ty) {
            (Constant::Int(value), Scalar::Int(IntType::BOOL)) => {
                Operand::Int(i128::from(value != 0), IntType::BOOL)
            }
            (Constant::Int(value), Scalar::Int(int)) => Operand::Int(int.wrap(value), int),
            (Constant::Int(value), Scalar::Float(float)) => Operand::Float(value as f64, float),
            (Constant::Float(value), Scalar::Float(float)) => Operand::Float(value, float),
            (Constant::Int(0), Scalar::Ptr) => Operand::Null,
            (Constant::Int(value), Scalar::Ptr) => {
                let int = self.unit.linker.target.size();
                self.convert(Operand::Int(int.wrap(value), int), Scalar::Int(int), Scalar::Ptr)
            }
            (Constant::Float(_), _) => {
                self.unsupported("a floating constant of an unknown type");
                Operand::Undef(ty)
            }
        }
    }

    /// The value of an expression: a constant if it is one, a new temporary otherwise.
    pub(in crate::lower) fn compute(&mut self, expr: Expr, ty: Scalar) -> Operand {
        // The compiler evaluates the initialisers of static objects.
        if let Some(constant) = fold(&expr, self.scopes.is_empty()) {
            return constant;
        }
        let uses_long_double = match expr {
            Expr::Unary(_, ty, _) | Expr::Binary(_, ty, ..) | Expr::Compare(_, ty, ..) => is_long_double(ty),
            Expr::Convert { from, to, .. } => is_long_double(from) || is_long_double(to),
            _ => false,
        };
        if uses_long_double {
            self.unsupported("arithmetic of type long double");
            return Operand::Undef(ty);
        }
        let dst = self.temp(ty);
        self.emit(StmtKind::Assign { dst, value: expr });
        Operand::Var(dst)
    }

    /// Converts a value between scalar types.
    pub(in crate::lower) fn convert(&mut self, value: Operand, from: Scalar, to: Scalar) -> Operand {
        if from == to {
            return value;
        }
        let size = Scalar::Int(self.unit.linker.target.size());
        match (from, to) {
            (_, Scalar::Int(IntType::BOOL)) => {
                let zero = self.zero_of(from);
                let holds = self.compute(Expr::Compare(CompareOp::Ne, from, value, zero), Scalar::INT);
                self.compute(Expr::Convert { from: Scalar::INT, to, value: holds }, to)
            }
            (Scalar::Ptr, Scalar::Int(_)) if to != size => {
                let address = self.compute(Expr::Convert { from, to: size, value }, size);
                self.convert(address, size, to)
            }
            (Scalar::Int(_), Scalar::Ptr) if from != size => {
                let address = self.convert(value, from, size);
                self.convert(address, size, Scalar::Ptr)
            }
            _ => self.compute(Expr::Convert { from, to, value }, to),
        }
    }

    pub(in crate::lower) fn unary(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        let Some(&child) = cursor.children().first() else {
            return self.unsupported_value(cursor, "an operator without operand");
        };
        match cursor.unary_op() {
            CUnary::Plus | CUnary::Extension | CUnary::Real => self.rvalue(child),
            CUnary::Minus | CUnary::BitNot => {
                let value = self.rvalue(child);
                self.pos = self.unit.pos(cursor);
                let op = if cursor.unary_op() == CUnary::Minus { UnaryOp::Neg } else { UnaryOp::Not };
                self.compute(Expr::Unary(op, ty, value), ty)
            }
            CUnary::Not => {
                let value = self.rvalue(child);
                let from = self.operand_type(value);
                let zero = self.zero_of(from);
                self.compute(Expr::Compare(CompareOp::Eq, from, value, zero), Scalar::INT)
            }
            CUnary::AddressOf => match self.kind_of(child) {
                TypeKind::Function => self.function_address(child),
                _ => self.address(child),
            },
            CUnary::Dereference => {
                let addr = self.dereferenced(child, Use::Access);
                self.pos = self.unit.pos(cursor);
                self.load_place(Place::Memory { addr, bits: None }, ty, cursor.ctype().is_volatile())
            }
            CUnary::PostIncrement | CUnary::PostDecrement => self.step(cursor, child, Wanted::Old),
            CUnary::PreIncrement | CUnary::PreDecrement => self.step(cursor, child, Wanted::New),
            // Of a real number, the other part is zero; a complex one is not supported, and says so itself.
            CUnary::Imag => {
                self.rvalue(child);
                self.zero_of(ty)
            }
            CUnary::Other => self.unsupported_value(cursor, "an operator of an unknown kind"),
        }
    }

    /// Whether an expression assigns to a scalar.
    pub(in crate::lower) fn is_scalar_update(&self, cursor: Cursor<'u>) -> bool {
        let updates = match cursor.kind() {
            Kind::CompoundAssign => true,
            Kind::Binary => cursor.binary_op() == COp::Assign,
            Kind::Unary => matches!(
                cursor.unary_op(),
                CUnary::PostIncrement | CUnary::PostDecrement | CUnary::PreIncrement | CUnary::PreDecrement
            ),
            _ => false,
        };
        updates && self.scalar_of(cursor).is_some()
    }

    /// Such an assignment, whose value is not used.
    pub(in crate::lower) fn update(&mut self, cursor: Cursor<'u>) {
        match (cursor.kind(), &cursor.children()[..]) {
            (Kind::CompoundAssign, _) => {
                self.compound_assign(cursor, false);
            }
            (Kind::Binary, &[left, right]) => {
                self.assignment(cursor, left, right, false);
            }
            (_, &[child]) => {
                self.step(cursor, child, Wanted::Nothing);
            }
            _ => self.unsupported("an assignment of an unknown form"),
        }
    }

    /// `++` and `--`.
    fn step(&mut self, cursor: Cursor<'u>, child: Cursor<'u>, wanted: Wanted) -> Operand {
        let place = self.place(child);
        self.step_at(cursor, child, place, wanted)
    }

    /// The same where the place is known.
    pub(in crate::lower) fn step_at(
        &mut self,
        cursor: Cursor<'u>,
        child: Cursor<'u>,
        place: Place,
        wanted: Wanted,
    ) -> Operand {
        let up = matches!(cursor.unary_op(), CUnary::PostIncrement | CUnary::PreIncrement);
        let Some(ty) = self.scalar_of(child) else {
            return self.unsupported_value(cursor, "an operator on a non-scalar type");
        };
        let volatile = child.ctype().is_volatile();
        self.pos = self.unit.pos(cursor);
        let mut old = self.load_place(place, ty, volatile);
        if wanted == Wanted::Old
            && let Place::Var(_) = place
        {
            let copy = self.temp(ty);
            self.emit(StmtKind::Assign { dst: copy, value: Expr::Use(old) });
            old = Operand::Var(copy);
        }
        let new = match ty {
            Scalar::Ptr => {
                let one = self.offset(1);
                let elem = self.pointee_of(child);
                self.element(old, one, elem, !up)
            }
            Scalar::Float(float) => {
                let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
                self.compute(Expr::Binary(op, ty, old, Operand::Float(1.0, float)), ty)
            }
            Scalar::Int(int) => {
                let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
                let wide = promoted(int, place);
                let value = self.convert(old, ty, Scalar::Int(wide));
                let value = self.compute(
                    Expr::Binary(op, Scalar::Int(wide), value, Operand::Int(1, wide)),
                    Scalar::Int(wide),
                );
                self.convert(value, Scalar::Int(wide), ty)
            }
        };
        self.store_place(place, new, ty, volatile);
        match wanted {
            Wanted::Old => old,
            Wanted::New => self.stored(place, new, ty),
            Wanted::Nothing => new,
        }
    }

    /// The value of an assignment: what the place holds now.
    fn stored(&mut self, place: Place, value: Operand, ty: Scalar) -> Operand {
        match place {
            Place::Var(var) => Operand::Var(var),
            Place::Memory { bits: None, .. } => value,
            // A bit-field may have lost bits.
            Place::Memory { .. } => self.load_place(place, ty, false),
        }
    }

    pub(in crate::lower) fn binary(&mut self, cursor: Cursor<'u>, ty: Scalar) -> Operand {
        let children = cursor.children();
        let [left, right] = children[..] else {
            return self.unsupported_value(cursor, "an operator of an unknown form");
        };
        let op = match cursor.binary_op() {
            COp::Comma => {
                self.effect(left);
                return self.rvalue(right);
            }
            COp::Assign => return self.assignment(cursor, left, right, true),
            COp::LogicalAnd => return self.logical(left, right, true),
            COp::LogicalOr => return self.logical(left, right, false),
            COp::Lt => return self.comparison(cursor, CompareOp::Lt, left, right),
            COp::Le => return self.comparison(cursor, CompareOp::Le, left, right),
            COp::Gt => return self.comparison(cursor, CompareOp::Gt, left, right),
            COp::Ge => return self.comparison(cursor, CompareOp::Ge, left, right),
            COp::Eq => return self.comparison(cursor, CompareOp::Eq, left, right),
            COp::Ne => return self.comparison(cursor, CompareOp::Ne, left, right),
            op => match arithmetic(op) {
                Some(op) => op,
                None => return self.unsupported_value(cursor, "an operator of an unknown kind"),
            },
        };
        let is_pointer = [left, right].map(|side| self.kind_of(side) == TypeKind::Pointer);
        let first = self.rvalue(left);
        let second = self.rvalue(right);
        self.pos = self.unit.pos(cursor);
        match (op, is_pointer[0], is_pointer[1]) {
            (BinaryOp::Sub, true, true) => {
                let ptrdiff = Scalar::Int(self.unit.linker.target.ptrdiff());
                let elem = self.pointee_of(left);
                let stride = self.size_operand(elem);
                let value = self.compute(Expr::PtrDiff { left: first, right: second, stride }, ptrdiff);
                self.convert(value, ptrdiff, ty)
            }
            (BinaryOp::Add | BinaryOp::Sub, true, false) => {
                let elem = self.pointee_of(left);
                self.element(first, second, elem, op == BinaryOp::Sub)
            }
            (BinaryOp::Add, false, true) => {
                let elem = self.pointee_of(right);
                self.element(second, first, elem, false)
            }
            (_, false, false) => self.compute(Expr::Binary(op, ty, first, second), ty),
            _ => self.unsupported_value(cursor, "an operator of an unknown form"),
        }
    }

    fn comparison(
        &mut self,
        cursor: Cursor<'u>,
        op: CompareOp,
        left: Cursor<'u>,
        right: Cursor<'u>,
    ) -> Operand {
        let first = self.rvalue(left);
        let second = self.rvalue(right);
        self.pos = self.unit.pos(cursor);
        let (ty, other) = (self.operand_type(first), self.operand_type(second));
        let second = self.convert(second, other, ty);
        self.compute(Expr::Compare(op, ty, first, second), Scalar::INT)
    }

    /// `&&` and `||`: the right side is evaluated only if the left side does not decide.
    fn logical(&mut self, left: Cursor<'u>, right: Cursor<'u>, is_and: bool) -> Operand {
        let result = self.temp(Scalar::INT);
        let pos = self.pos;
        let cond = self.condition(left);
        let decided = self.nested(|this| {
            let value = this.int(i128::from(!is_and));
            this.assign(result, value);
        });
        let other = self.nested(|this| {
            let value = this.condition(right);
            let value = match is_truth(right) {
                // C++ has a type for truth values.
                true => {
                    let ty = this.operand_type(value);
                    this.convert(value, ty, Scalar::INT)
                }
                false => {
                    let ty = this.operand_type(value);
                    let zero = this.zero_of(ty);
                    this.compute(Expr::Compare(CompareOp::Ne, ty, value, zero), Scalar::INT)
                }
            };
            this.assign(result, value);
        });
        let (then, otherwise) = if is_and { (other, decided) } else { (decided, other) };
        self.pos = pos;
        self.emit(StmtKind::If { cond, then, otherwise });
        Operand::Var(result)
    }

    fn assignment(
        &mut self,
        cursor: Cursor<'u>,
        left: Cursor<'u>,
        right: Cursor<'u>,
        wanted: bool,
    ) -> Operand {
        let Some(ty) = self.scalar_of(left) else {
            return self.unsupported_value(cursor, "an assignment of a non-scalar type");
        };
        let value = self.converted(right, ty);
        let place = self.place(left);
        self.pos = self.unit.pos(cursor);
        self.store_place(place, value, ty, left.ctype().is_volatile());
        if wanted { self.stored(place, value, ty) } else { value }
    }

    /// `x += y` and its relatives. The compiler converts the right side to the type in which the operation is
    /// done; for shifts that is the promoted type of the left side.
    pub(in crate::lower) fn compound_assign(&mut self, cursor: Cursor<'u>, wanted: bool) -> Operand {
        let children = cursor.children();
        let ([left, right], Some(op)) = (&children[..], arithmetic(cursor.binary_op())) else {
            return self.unsupported_value(cursor, "an assignment of an unknown form");
        };
        let second = self.rvalue(*right);
        let place = self.place(*left);
        self.compound_at(cursor, *left, op, (second, place), wanted)
    }

    /// The same where the place and the value of the right side are known.
    pub(in crate::lower) fn compound_at(
        &mut self,
        cursor: Cursor<'u>,
        left: Cursor<'u>,
        op: BinaryOp,
        (second, place): (Operand, Place),
        wanted: bool,
    ) -> Operand {
        let Some(ty) = self.scalar_of(left) else {
            return self.unsupported_value(cursor, "an assignment of a non-scalar type");
        };
        let volatile = left.ctype().is_volatile();
        self.pos = self.unit.pos(cursor);
        let old = self.load_place(place, ty, volatile);
        let new = match ty {
            Scalar::Ptr => {
                let elem = self.pointee_of(left);
                self.element(old, second, elem, op == BinaryOp::Sub)
            }
            _ => {
                let wide = match (op, ty) {
                    (BinaryOp::Shl | BinaryOp::Shr, Scalar::Int(int)) => Scalar::Int(promoted(int, place)),
                    _ => self.operand_type(second),
                };
                let first = self.convert(old, ty, wide);
                let value = self.compute(Expr::Binary(op, wide, first, second), wide);
                self.convert(value, wide, ty)
            }
        };
        self.store_place(place, new, ty, volatile);
        if wanted { self.stored(place, new, ty) } else { new }
    }
}

/// What is asked of `++` and `--` besides the change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Wanted {
    Old,
    New,
    Nothing,
}

fn is_long_double(ty: Scalar) -> bool {
    ty == Scalar::Float(FloatType::F80)
}

/// The type in which an integer of this type is computed with: at least `int`.
fn promoted(int: IntType, place: Place) -> IntType {
    let narrow = match place {
        Place::Memory { bits: Some(bits), .. } => bits.width < 32 || (bits.width == 32 && int.signed),
        _ => int.bits < 32,
    };
    if narrow { IntType::INT } else { int }
}

pub(in crate::lower) fn arithmetic(op: COp) -> Option<BinaryOp> {
    Some(match op {
        COp::Mul => BinaryOp::Mul,
        COp::Div => BinaryOp::Div,
        COp::Rem => BinaryOp::Rem,
        COp::Add => BinaryOp::Add,
        COp::Sub => BinaryOp::Sub,
        COp::Shl => BinaryOp::Shl,
        COp::Shr => BinaryOp::Shr,
        COp::And => BinaryOp::And,
        COp::Xor => BinaryOp::Xor,
        COp::Or => BinaryOp::Or,
        _ => return None,
    })
}

/// Whether an expression gives 0 or 1 only.
fn is_truth(cursor: Cursor<'_>) -> bool {
    match cursor.kind() {
        Kind::Paren => cursor.children().first().is_some_and(|&child| is_truth(child)),
        Kind::Unary => cursor.unary_op() == CUnary::Not,
        Kind::Binary => matches!(
            cursor.binary_op(),
            COp::Lt | COp::Le | COp::Gt | COp::Ge | COp::Eq | COp::Ne | COp::LogicalAnd | COp::LogicalOr
        ),
        _ => false,
    }
}

/// The constant that an expression over constants is, if it has a value and no error. Compilers let a shift
/// that loses bits pass in the initialiser of a static object.
fn fold(expr: &Expr, is_static: bool) -> Option<Operand> {
    let in_range = |value: i128, int: IntType| match int.holds(value) {
        true => Some(Operand::Int(value, int)),
        false if !int.signed => Some(Operand::Int(int.wrap(value), int)),
        false => None,
    };
    match *expr {
        Expr::Convert { to: Scalar::Int(to), value: Operand::Int(value, _), .. } => {
            Some(Operand::Int(to.wrap(value), to))
        }
        Expr::Convert { to: Scalar::Ptr, value: Operand::Int(0, _), .. } => Some(Operand::Null),
        Expr::Convert { to: Scalar::Int(to), value: Operand::Null, .. } => Some(Operand::Int(0, to)),
        Expr::Convert { to: Scalar::Float(FloatType::F64), value: Operand::Int(value, _), .. } => {
            Some(Operand::Float(value as f64, FloatType::F64))
        }
        Expr::Convert { to: Scalar::Float(FloatType::F32), value: Operand::Int(value, _), .. } => {
            Some(Operand::Float(f64::from(value as f32), FloatType::F32))
        }
        Expr::Convert {
            to: Scalar::Float(to @ (FloatType::F32 | FloatType::F64)),
            value: Operand::Float(value, from),
            ..
        } if from != FloatType::F80 => {
            Some(Operand::Float(if to == FloatType::F32 { f64::from(value as f32) } else { value }, to))
        }
        Expr::Unary(UnaryOp::Neg, Scalar::Int(int), Operand::Int(value, _)) => in_range(-value, int),
        Expr::Unary(UnaryOp::Not, Scalar::Int(int), Operand::Int(value, _)) => {
            Some(Operand::Int(int.wrap(!value), int))
        }
        Expr::Unary(UnaryOp::Neg, Scalar::Float(float), Operand::Float(value, _)) => {
            Some(Operand::Float(-value, float))
        }
        Expr::Binary(op, Scalar::Int(int), Operand::Int(left, _), Operand::Int(right, _)) => {
            let shift = u32::try_from(right).ok().filter(|&shift| shift < u32::from(int.bits));
            let value = match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left.checked_mul(right)?,
                BinaryOp::Div if right != 0 => left / right,
                BinaryOp::Rem if right != 0 && int.holds(left / right) => left % right,
                BinaryOp::Shl if is_static => int.wrap(left << shift?),
                BinaryOp::Shl if int.signed && left < 0 => return None,
                BinaryOp::Shl => left << shift?,
                BinaryOp::Shr => left >> shift?,
                BinaryOp::And => left & right,
                BinaryOp::Or => left | right,
                BinaryOp::Xor => left ^ right,
                BinaryOp::Div | BinaryOp::Rem => return None,
            };
            in_range(value, int)
        }
        Expr::Compare(op, Scalar::Int(_), Operand::Int(left, _), Operand::Int(right, _)) => {
            let holds = match op {
                CompareOp::Eq => left == right,
                CompareOp::Ne => left != right,
                CompareOp::Lt => left < right,
                CompareOp::Le => left <= right,
                CompareOp::Gt => left > right,
                CompareOp::Ge => left >= right,
            };
            Some(Operand::Int(i128::from(holds), IntType::INT))
        }
        _ => None,
    }
}
