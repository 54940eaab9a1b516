//! The analysis: operands, arithmetic and memory accesses on one symbolic heap.

use super::abstraction::Setting;
use super::heap::{Atom, Header, Heap, Value, Var};
use super::lin::Lin;
use super::rearrange::{Names, are_in_one_piece, expose};
use crate::analysis::{LoopInvariant, Task};
use crate::ir::{
    Access, BinaryOp, CompareOp, Expr, FuncId, Function, IntType, Live, Operand, Pos, Scalar, Stmt, UnaryOp,
    VarId,
};
use std::collections::BTreeMap;
use std::time::Instant;

/// The variable with the result of a function.
pub(super) const RESULT: VarId = VarId(u32::MAX);

/// An address that nothing has: what `sbrk` returns if it fails.
pub(super) const NO_ADDRESS: i128 = u64::MAX as i128;

/// The analysis of a program.
pub(super) struct Multiword<'p> {
    pub(super) task: Task<'p>,
    pub(super) setting: Setting,
    pub(super) names: Names,
    pub(super) live: BTreeMap<FuncId, Live>,
    /// The statement that is executed.
    pub(super) stmt: Option<&'p Stmt>,
    pub(super) deadline: Option<Instant>,
    pub(super) work: u64,
    /// Why there is no proof.
    pub(super) gap: Option<(Pos, String)>,
    pub(super) invariants: BTreeMap<Pos, LoopInvariant>,
    /// The most symbolic heaps at the head of a loop.
    pub(super) most_states: usize,
    /// The most iterations of a loop.
    pub(super) most_rounds: usize,
    pub(super) has_widening: bool,
}

impl<'p> Multiword<'p> {
    pub(super) fn header(&self) -> &Header {
        &self.setting.header
    }

    /// Ends the analysis without a proof.
    pub(super) fn refuse(&mut self, pos: Pos, text: impl Into<String>) {
        self.gap.get_or_insert_with(|| (pos, text.into()));
    }

    pub(super) fn function(&self, heap: &Heap) -> &'p Function {
        let current = heap.calls.last().expect("a call is under way");
        &self.task.program.functions[current.index()]
    }

    pub(super) fn var(&self, heap: &Heap, id: VarId) -> Var {
        Var { depth: heap.depth(), id }
    }

    pub(super) fn set(&self, heap: &mut Heap, id: VarId, value: Value) {
        let var = self.var(heap, id);
        heap.vars.insert(var, value);
    }

    /// An integer of which only the type is known.
    pub(super) fn any(&mut self, heap: &mut Heap, ty: IntType) -> Lin {
        self.between(heap, ty.min(), ty.max())
    }

    /// An integer in a range.
    pub(super) fn between(&mut self, heap: &mut Heap, low: i128, high: i128) -> Lin {
        let lin = Lin::of(self.names.fresh());
        heap.facts.insert(lin.plus_constant(-low));
        heap.facts.insert(Lin::constant(high).minus(&lin));
        lin
    }

    /// An address of which nothing is known.
    pub(super) fn wild(&mut self, heap: &mut Heap) -> Value {
        let sym = self.names.fresh();
        heap.wild.insert(sym);
        Value::Ptr(Lin::of(sym))
    }

    /// The value of an operand; nothing if it was never set.
    pub(super) fn operand(&mut self, heap: &mut Heap, operand: &Operand, pos: Pos) -> Option<Value> {
        let value = match operand {
            Operand::Var(id) => heap.vars.get(&self.var(heap, *id)).cloned().unwrap_or(Value::Unset),
            Operand::Int(value, _) => Value::Num(Lin::constant(*value)),
            Operand::Null => Value::Ptr(Lin::constant(0)),
            Operand::Global(id) => Value::Ptr(Lin::of(super::lin::Sym(id.0))),
            Operand::Slot(_) | Operand::Func(_) => self.wild(heap),
            Operand::Float(..) | Operand::Undef(_) => Value::Unset,
        };
        if value == Value::Unset {
            self.refuse(pos, "a value that is not known, or not set");
            return None;
        }
        Some(value)
    }

    fn number(&mut self, heap: &mut Heap, operand: &Operand, pos: Pos) -> Option<Lin> {
        match self.operand(heap, operand, pos)? {
            Value::Num(lin) => Some(lin),
            _ => {
                self.refuse(pos, "an address as a number");
                None
            }
        }
    }

    fn address(&mut self, heap: &mut Heap, operand: &Operand, pos: Pos) -> Option<Lin> {
        match self.operand(heap, operand, pos)? {
            Value::Ptr(lin) => Some(lin),
            _ => {
                self.refuse(pos, "a number as an address");
                None
            }
        }
    }

    /// `dst = value`, one heap per case.
    pub(super) fn assign(&mut self, mut heap: Heap, dst: VarId, value: &Expr, pos: Pos) -> Vec<Heap> {
        if let Expr::Compare(op, ty, left, right) = value {
            return self.compare(heap, dst, (*op, *ty), [left, right], pos);
        }
        let Some(value) = self.expression(&mut heap, value, pos) else { return Vec::new() };
        self.set(&mut heap, dst, value);
        vec![heap]
    }

    fn expression(&mut self, heap: &mut Heap, value: &Expr, pos: Pos) -> Option<Value> {
        match value {
            Expr::Use(operand) => self.operand(heap, operand, pos),
            Expr::Unary(op, Scalar::Int(ty), operand) => {
                let value = self.number(heap, operand, pos)?;
                let result = match op {
                    UnaryOp::Neg => value.negated(),
                    UnaryOp::Not => value.negated().plus_constant(-1),
                };
                self.wrapped(heap, result, *ty, pos).map(Value::Num)
            }
            Expr::Binary(op, Scalar::Int(ty), left, right) => {
                let (left, right) = (self.number(heap, left, pos)?, self.number(heap, right, pos)?);
                self.binary(heap, (*op, *ty), &left, &right, pos).map(Value::Num)
            }
            Expr::Convert { from: Scalar::Int(_), to: Scalar::Int(ty), value } => {
                let (ty, value) = (*ty, self.number(heap, value, pos)?);
                if heap.is_within(self.header(), &value, ty.min(), ty.max()) {
                    return Some(Value::Num(value));
                }
                if let Some(constant) = value.as_constant() {
                    return Some(Value::Num(Lin::constant(ty.wrap(constant))));
                }
                if self.task.checks.conversions {
                    self.refuse(pos, "a conversion that may change the number");
                    return None;
                }
                Some(Value::Num(self.any(heap, ty)))
            }
            Expr::Convert { from: Scalar::Ptr, to: Scalar::Ptr, value } => self.operand(heap, value, pos),
            Expr::Convert { from: Scalar::Int(_), to: Scalar::Ptr, value } => {
                match self.number(heap, value, pos)?.as_constant() {
                    Some(0) => Some(Value::Ptr(Lin::constant(0))),
                    Some(-1 | NO_ADDRESS) => Some(Value::Ptr(Lin::constant(NO_ADDRESS))),
                    _ => Some(self.wild(heap)),
                }
            }
            Expr::Convert { from: Scalar::Ptr, to: Scalar::Int(ty), value } => {
                self.address(heap, value, pos)?;
                Some(Value::Num(self.any(heap, *ty)))
            }
            Expr::Elem { base, index, stride, .. } => {
                let base = self.address(heap, base, pos)?;
                let (index, stride) = (self.number(heap, index, pos)?, self.number(heap, stride, pos)?);
                let Some(stride) = stride.as_constant() else {
                    self.refuse(pos, "an array of variable length");
                    return None;
                };
                Some(self.moved(heap, &base, &index.times(stride)))
            }
            Expr::Field { base, offset, .. } => {
                let base = self.address(heap, base, pos)?;
                Some(self.moved(heap, &base, &Lin::constant(i128::from(*offset))))
            }
            _ => {
                self.refuse(pos, "arithmetic that is not modelled");
                None
            }
        }
    }

    /// An address that was moved. If it may leave its object, nothing is known about it.
    fn moved(&mut self, heap: &mut Heap, base: &Lin, by: &Lin) -> Value {
        let target = base.plus(by);
        if target == *base || are_in_one_piece(heap, base, &target, &self.setting.header) {
            return Value::Ptr(target);
        }
        self.wild(heap)
    }

    /// The result of an operation of a type. Unsigned numbers wrap around: then only the type is known.
    fn wrapped(&mut self, heap: &mut Heap, result: Lin, ty: IntType, pos: Pos) -> Option<Lin> {
        if heap.is_within(self.header(), &result, ty.min(), ty.max()) {
            return Some(result);
        }
        if ty.signed {
            self.refuse(pos, "arithmetic that may overflow");
            return None;
        }
        match result.as_constant() {
            Some(constant) => Some(Lin::constant(ty.wrap(constant))),
            None => Some(self.any(heap, ty)),
        }
    }

    fn binary(
        &mut self,
        heap: &mut Heap,
        (op, ty): (BinaryOp, IntType),
        left: &Lin,
        right: &Lin,
        pos: Pos,
    ) -> Option<Lin> {
        let result = match (op, left.as_constant(), right.as_constant()) {
            (BinaryOp::Add, ..) => left.plus(right),
            (BinaryOp::Sub, ..) => left.minus(right),
            (BinaryOp::Mul, Some(by), _) if by.abs() < TOO_LARGE => right.times(by),
            (BinaryOp::Mul, _, Some(by)) if by.abs() < TOO_LARGE => left.times(by),
            (BinaryOp::Shl, _, Some(by)) if !ty.signed && (0..32).contains(&by) => left.times(1 << by),
            (BinaryOp::Div | BinaryOp::Rem, _, Some(by)) if by > 0 => {
                return self.divided(heap, (op, ty), left, by, pos);
            }
            (BinaryOp::And, _, Some(mask)) | (BinaryOp::And, Some(mask), _) if mask >= 0 => {
                return Some(self.between(heap, 0, mask));
            }
            (BinaryOp::Shr, _, Some(by)) if !ty.signed && (0..i128::from(ty.bits)).contains(&by) => {
                return Some(self.any(heap, ty));
            }
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..) => return Some(self.any(heap, ty)),
            _ => {
                self.refuse(pos, "arithmetic that is not modelled");
                return None;
            }
        };
        self.wrapped(heap, result, ty, pos)
    }

    /// Division of a number that is not negative by a constant.
    fn divided(
        &mut self,
        heap: &mut Heap,
        (op, ty): (BinaryOp, IntType),
        left: &Lin,
        by: i128,
        pos: Pos,
    ) -> Option<Lin> {
        if !heap.is_at_least_zero(self.header(), left) {
            self.refuse(pos, "a division of a number that may be negative");
            return None;
        }
        let quotient = self.between(heap, 0, ty.max() / by);
        let rest = left.minus(&quotient.times(by));
        heap.facts.insert(rest.clone());
        heap.facts.insert(Lin::constant(by - 1).minus(&rest));
        heap.facts.retain(|fact| fact.as_constant().is_none());
        Some(if op == BinaryOp::Div { quotient } else { rest })
    }

    /// A comparison: the cases in which it holds and in which it does not.
    fn compare(
        &mut self,
        mut heap: Heap,
        dst: VarId,
        (op, ty): (CompareOp, Scalar),
        [left, right]: [&Operand; 2],
        pos: Pos,
    ) -> Vec<Heap> {
        let values = (self.operand(&mut heap, left, pos), self.operand(&mut heap, right, pos));
        let (Some(left), Some(right)) = values else { return Vec::new() };
        let says = match (&left, &right) {
            (Value::Num(_), Value::Num(_)) => matches!(ty, Scalar::Int(_)),
            (Value::Ptr(left), Value::Ptr(right)) => self.is_telling(&heap, op, left, right),
            _ => {
                self.refuse(pos, "a comparison of an address with a number");
                return Vec::new();
            }
        };
        let (Some(left), Some(right)) = (left.lin(), right.lin()) else { return Vec::new() };
        let mut cases = Vec::new();
        for holds in [true, false] {
            let (mut heap, own) = (heap.clone(), if holds { op } else { negated(op) });
            if ty == Scalar::Ptr && own == CompareOp::Eq {
                self.note_equal(&mut heap, left, right, says);
            }
            let case = if says { self.assume_comparison(heap, (own, ty), left, right) } else { Some(heap) };
            if let Some(mut case) = case {
                self.set(&mut case, dst, Value::Num(Lin::constant(i128::from(holds))));
                cases.push(case);
            }
        }
        cases
    }

    /// Whether the result of a comparison of addresses says something about them. The end of an object may be
    /// the address of another one, but cannot be used as such.
    fn is_telling(&self, heap: &Heap, op: CompareOp, left: &Lin, right: &Lin) -> bool {
        let mut symbols = left.symbols().chain(right.symbols());
        if symbols.any(|sym| heap.wild.contains(&sym)) {
            return false;
        }
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            // The order of addresses that have nothing to do with each other is never needed.
            return left.symbols().any(|sym| right.mentions(sym))
                || left.as_constant().is_some()
                || right.as_constant().is_some();
        }
        let global = |lin: &Lin| lin.symbols().find(|sym| sym.0 < self.setting.globals);
        global(left) == global(right) || (is_proper(heap, left) && is_proper(heap, right))
    }

    /// If an address equals one that was computed, it may be the end of an object as well, unless it is known
    /// as that of a part of the memory.
    fn note_equal(&self, heap: &mut Heap, left: &Lin, right: &Lin, says: bool) {
        if !says {
            let mut symbols = left.symbols().chain(right.symbols());
            heap.touched = symbols.find(|sym| sym.0 < self.setting.globals).or(heap.touched);
            return;
        }
        if is_proper(heap, left) && is_proper(heap, right) {
            return;
        }
        for lin in [left, right] {
            if let Some(sym) = lin.as_symbol()
                && !heap.atoms.iter().any(|atom| atom.start() == lin)
            {
                heap.derived.insert(sym);
            }
        }
    }

    fn assume_comparison(
        &self,
        heap: Heap,
        (op, ty): (CompareOp, Scalar),
        left: &Lin,
        right: &Lin,
    ) -> Option<Heap> {
        let (header, globals) = (self.header(), self.setting.globals);
        // Different addresses: what follows from the order of these is never needed.
        let is_pair = left.as_symbol().is_some() && right.as_symbol().is_some();
        let is_pair = is_pair && left != right && ty == Scalar::Ptr;
        let at_least = |low: &Lin, high: &Lin, by: i128| high.minus(low).plus_constant(-by);
        match op {
            CompareOp::Eq => heap.assume_zero(header, &left.minus(right), globals),
            CompareOp::Ne if is_pair => {
                let mut heap = heap;
                heap.apart.insert(left.minus(right));
                Some(heap)
            }
            CompareOp::Ne => heap.assume_not_zero(header, &left.minus(right), globals),
            CompareOp::Lt => heap.assume_at_least_zero(header, &at_least(left, right, 1), globals),
            CompareOp::Le => heap.assume_at_least_zero(header, &at_least(left, right, 0), globals),
            CompareOp::Gt => heap.assume_at_least_zero(header, &at_least(right, left, 1), globals),
            CompareOp::Ge => heap.assume_at_least_zero(header, &at_least(right, left, 0), globals),
        }
    }

    /// The executions in which an operand is not zero, or is.
    pub(super) fn assumed(
        &mut self,
        mut heap: Heap,
        operand: &Operand,
        holds: bool,
        pos: Pos,
    ) -> Option<Heap> {
        let value = self.operand(&mut heap, operand, pos)?;
        let (header, globals) = (*self.header(), self.setting.globals);
        match (&value, holds) {
            (Value::Ptr(lin), _) if lin.symbols().any(|sym| heap.wild.contains(&sym)) => Some(heap),
            (Value::Ptr(lin) | Value::Num(lin), true) => heap.assume_not_zero(&header, lin, globals),
            (Value::Ptr(lin) | Value::Num(lin), false) => heap.assume_zero(&header, lin, globals),
            (Value::Unset, _) => None,
        }
    }

    /// The cell of an access, in all cases; nothing if the access may be invalid.
    fn accessed(
        &mut self,
        mut heap: Heap,
        addr: &Operand,
        access: &Access,
        pos: Pos,
    ) -> Option<Vec<(Heap, usize)>> {
        if access.bits.is_some() || access.volatile || matches!(access.ty, Scalar::Float(_)) {
            self.refuse(pos, "an access to what is no plain integer or address");
            return None;
        }
        let at = self.address(&mut heap, addr, pos)?;
        let bytes = i128::from(self.task.program.target.size_of(access.ty));
        let header = *self.header();
        let cases = if at.symbols().any(|sym| heap.wild.contains(&sym)) {
            None
        } else {
            expose(heap.clone(), &at, bytes, &header, &mut self.names)
        };
        if cases.is_none() {
            let shown = super::print::describe(self, &heap);
            let touched = self.touched(&heap);
            self.refuse(pos, format!("an access that may be outside of the known memory{touched}: {shown}"));
        }
        cases
    }

    /// What may be the reason of a failure: a block that seemed to end at another object.
    pub(super) fn touched(&self, heap: &Heap) -> String {
        let global = heap.touched.and_then(|sym| self.task.program.globals.get(sym.0 as usize));
        global.map_or(String::new(), |global| {
            format!(", after a block was taken to end where {} is, which is another object", global.name)
        })
    }

    pub(super) fn load(
        &mut self,
        heap: Heap,
        dst: VarId,
        (addr, access): (&Operand, &Access),
        pos: Pos,
    ) -> Vec<Heap> {
        let Some(cases) = self.accessed(heap, addr, access, pos) else { return Vec::new() };
        let mut done = Vec::new();
        for (mut heap, index) in cases {
            let Atom::Cell { ty, value, .. } = heap.atoms[index].clone() else { continue };
            if value == Value::Unset || ty != access.ty {
                self.refuse(pos, "a read of memory that was not set, or set as another type");
                return Vec::new();
            }
            self.set(&mut heap, dst, value);
            done.push(heap);
        }
        done
    }

    pub(super) fn store(
        &mut self,
        mut heap: Heap,
        (addr, access): (&Operand, &Access),
        value: &Operand,
        pos: Pos,
    ) -> Vec<Heap> {
        let Some(value) = self.operand(&mut heap, value, pos) else { return Vec::new() };
        if matches!((&value, access.ty), (Value::Num(_), Scalar::Ptr) | (Value::Ptr(_), Scalar::Int(_))) {
            self.refuse(pos, "a value that is stored as one of another type");
            return Vec::new();
        }
        // Rearranging may replace symbols, also in the value: it is kept in a variable.
        let kept = self.var(&heap, RESULT);
        heap.vars.insert(kept, value);
        let Some(cases) = self.accessed(heap, addr, access, pos) else { return Vec::new() };
        let mut done = Vec::new();
        for (mut heap, index) in cases {
            let value = heap.vars.remove(&kept).unwrap_or(Value::Unset);
            if let Atom::Cell { ty, value: cell, .. } = &mut heap.atoms[index] {
                (*ty, *cell) = (access.ty, value);
            }
            done.push(heap);
        }
        done
    }
}

/// Whether an address is that of an object, and not one that was computed.
fn is_proper(heap: &Heap, lin: &Lin) -> bool {
    lin.as_constant().is_some() || lin.as_symbol().is_some_and(|sym| !heap.derived.contains(&sym))
}

/// Limit on factors in programs.
const TOO_LARGE: i128 = 1 << 40;

fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}
