//! The shadow of each instruction.

use super::arithmetic::{Operation, compared};
use super::path::{Condition, Role, Test};
use super::sum::Sum;
use super::{Shade, Shadow, Symbolic};
use crate::interp::arith::{self, Value};
use crate::interp::code::{CONSTANT, Code, Inst, Src};
use crate::interp::memory::Memory;
use crate::ir::*;
use crate::property::Checks;
use std::rc::Rc;

/// The machine before an instruction, as its shadow sees it.
pub(in crate::interp) struct View<'m, 'p> {
    pub(in crate::interp) memory: &'m mut Memory<'p>,
    pub(in crate::interp) registers: &'m [Value],
    pub(in crate::interp) code: &'m Code,
    pub(in crate::interp) base: usize,
    pub(in crate::interp) checks: Checks,
    pub(in crate::interp) is_math: bool,
    /// Identifies the instruction; the lowest four bits are for its conditions.
    pub(in crate::interp) site: u64,
}

/// The conditions of an instruction, apart from those of arithmetic.
const ACCESS: u64 = 6;
const TRUTH: u64 = 8;
const BOUND: u64 = 9;

impl View<'_, '_> {
    fn value(&self, Src(index): Src) -> Value {
        match index & CONSTANT == 0 {
            true => self.registers[self.base + index as usize],
            false => self.code.constants[(index & !CONSTANT) as usize],
        }
    }

    /// The register that is read, if it is one.
    fn register(&self, Src(index): Src) -> Option<usize> {
        (index & CONSTANT == 0).then_some(self.base + index as usize)
    }
}

/// The number that a value is.
fn number(value: Value, ty: Scalar) -> i128 {
    match ty {
        Scalar::Int(int) => arith::number(value.bits, int),
        _ => i128::from(value.bits),
    }
}

impl Shadow {
    /// The shade of an operand.
    pub(in crate::interp) fn operand(&self, view: &View<'_, '_>, source: Src) -> Shade {
        view.register(source).and_then(|register| self.get(register))
    }

    /// The sum for an operand.
    fn sum(&mut self, view: &View<'_, '_>, source: Src, ty: Scalar) -> Sum {
        match self.operand(view, source) {
            Some(value) => self.sum_of(&value, view.site + TRUTH),
            None => Sum::constant(number(view.value(source), ty)),
        }
    }

    fn is_symbolic(&self, view: &View<'_, '_>, source: Src) -> bool {
        self.operand(view, source).is_some()
    }

    /// Follows an instruction that is about to be executed, unless it is a call or a return.
    pub(in crate::interp) fn follow(&mut self, view: &mut View<'_, '_>, inst: &Inst) {
        let (dst, shade) = match *inst {
            Inst::Move(dst, value) => (dst, self.operand(view, value)),
            Inst::Unary(op, Scalar::Int(ty), dst, value) => (dst, self.unary(view, (op, ty), value)),
            Inst::Integer(op, ty, dst, left, right) => (dst, self.binary(view, (op, ty), (left, right))),
            Inst::Compare(op, ty, dst, left, right) => (dst, self.comparison(view, (op, ty), (left, right))),
            Inst::Convert(from, to, dst, value) => (dst, self.conversion(view, (from, to), value)),
            Inst::Elem(dst, start, index, stride) => (dst, self.element(view, (start, index, stride))),
            Inst::Field(dst, start, offset) => (dst, self.field(view, start, offset)),
            Inst::PtrDiff(dst, left, right, stride) => (dst, self.difference(view, (left, right, stride))),
            Inst::Load(dst, address, ty) => (dst, self.load(view, address, ty)),
            Inst::LoadBits(dst, address, ..) => {
                self.access(view, address, 1);
                (dst, None)
            }
            Inst::Unary(_, _, dst, _)
            | Inst::Floating(_, _, dst, ..)
            | Inst::BeginVar(dst, _)
            | Inst::EndVar(dst)
            | Inst::Alloca(dst, _) => (dst, None),
            _ => return self.effect(view, inst),
        };
        self.set(view.base + dst as usize, shade);
    }

    /// Instructions without a result.
    fn effect(&mut self, view: &mut View<'_, '_>, inst: &Inst) {
        match *inst {
            Inst::Store(address, value, ty) => {
                let size = view.memory.size_of(ty);
                self.access(view, address, size);
                let shade = self.operand(view, value).filter(|_| !matches!(ty, Scalar::Float(_)));
                let at = view.value(address).bits;
                if let Some(cells) = &mut view.memory.cells {
                    cells.set(at, size, shade);
                }
            }
            Inst::StoreBits(address, ..) => {
                const MOST_BYTES: u64 = 9;
                self.access(view, address, 1);
                let at = view.value(address).bits;
                if let Some(cells) = &mut view.memory.cells {
                    cells.clear(at, MOST_BYTES);
                }
            }
            Inst::Bound(index, count) if view.checks.bounds => self.bound(view, index, count),
            Inst::Branch(cond, _) => self.branch(view, cond, Role::Decision),
            Inst::Assume(cond) => self.branch(view, cond, Role::Assumption),
            _ => {}
        }
    }

    /// Records that an index lies within its array.
    fn bound(&mut self, view: &View<'_, '_>, index: Src, count: Src) {
        if self.is_symbolic(view, index) || self.is_symbolic(view, count) {
            let long = Scalar::Int(IntType { bits: 64, signed: true });
            let (index, count) = (self.sum(view, index, long), self.sum(view, count, long));
            let below = count.plus(&index, -1).and_then(|rest| rest.plus_constant(-1));
            self.not_negative([Some(index), below], view.site + BOUND);
        }
    }

    /// Records that sums are not negative, as they are in runs that go on.
    fn not_negative(&mut self, sums: [Option<Sum>; 2], site: u64) {
        for (index, sum) in sums.into_iter().enumerate() {
            if let Some(sum) = sum {
                self.step(Condition { sum, test: Test::NotNegative }, site + index as u64, Role::Decision);
            }
        }
    }

    fn branch(&mut self, view: &View<'_, '_>, cond: Src, role: Role) {
        let Some(value) = self.operand(view, cond) else { return };
        let condition = truth(&value);
        // What differs from the run was not followed somewhere.
        let holds = condition.test.holds(self.path.value(&condition.sum));
        if holds == (view.value(cond).bits != 0) {
            self.step(condition, view.site, role);
        }
    }

    fn unary(&mut self, view: &View<'_, '_>, (op, ty): (UnaryOp, IntType), value: Src) -> Shade {
        if !self.is_symbolic(view, value) {
            return None;
        }
        let sum = self.sum(view, value, Scalar::Int(ty));
        let result = match op {
            UnaryOp::Neg => self.operate(operation(view, BinaryOp::Sub, ty), &Sum::constant(0), &sum),
            // All bits: -1 - x, or the greatest number - x.
            _ => Sum::constant(if ty.signed { -1 } else { ty.max() }).plus(&sum, -1),
        };
        Shadow::shade(result)
    }

    fn binary(
        &mut self,
        view: &View<'_, '_>,
        (op, ty): (BinaryOp, IntType),
        (left, right): (Src, Src),
    ) -> Shade {
        if !self.is_symbolic(view, left) && !self.is_symbolic(view, right) {
            return None;
        }
        let (left, right) = (self.sum(view, left, Scalar::Int(ty)), self.sum(view, right, Scalar::Int(ty)));
        Shadow::shade(self.operate(operation(view, op, ty), &left, &right))
    }

    fn comparison(
        &mut self,
        view: &View<'_, '_>,
        (op, ty): (CompareOp, Scalar),
        (left, right): (Src, Src),
    ) -> Shade {
        let shades = (self.operand(view, left), self.operand(view, right));
        if shades == (None, None) || matches!(ty, Scalar::Float(_)) {
            return None;
        }
        // A truth that is compared with zero or one is a truth.
        if let (Some(value), None) = &shades
            && let Symbolic::Truth(condition) = &**value
            && let (CompareOp::Eq | CompareOp::Ne, bits @ (0 | 1)) = (op, view.value(right).bits)
        {
            let is_same = (op == CompareOp::Eq) == (bits == 1);
            let condition = if is_same { condition.clone() } else { condition.negated() };
            return Some(Rc::new(Symbolic::Truth(condition)));
        }
        let (left, right) = (self.sum(view, left, ty), self.sum(view, right, ty));
        let condition =
            compared(op, &left, &right).filter(|condition| condition.sum.as_constant().is_none())?;
        Some(Rc::new(Symbolic::Truth(condition)))
    }

    fn conversion(&mut self, view: &View<'_, '_>, (from, to): (Scalar, Scalar), value: Src) -> Shade {
        let shade = self.operand(view, value)?;
        match (from, to, &*shade) {
            (Scalar::Int(_), Scalar::Int(IntType::BOOL), _) => Some(Rc::new(Symbolic::Truth(truth(&shade)))),
            (Scalar::Int(_), Scalar::Int(_), Symbolic::Truth(_)) => Some(shade),
            (Scalar::Int(_), Scalar::Int(to), Symbolic::Number(sum)) => {
                Shadow::shade(self.wrapped(sum.clone(), to))
            }
            _ => None,
        }
    }

    fn element(&mut self, view: &View<'_, '_>, (start, index, stride): (Src, Src, Src)) -> Shade {
        if !self.is_symbolic(view, start) && !self.is_symbolic(view, index) {
            return None;
        }
        let long = Scalar::Int(IntType { bits: 64, signed: true });
        let stride = view.value(stride).bits as i64;
        let by = (view.value(index).bits as i64).wrapping_mul(stride);
        let moved = view.memory.offset(view.value(start).bits, by);
        let (start, index) = (self.sum(view, start, Scalar::Ptr), self.sum(view, index, long));
        let sum = start.plus(&index, i128::from(stride))?;
        // An address that is too far from its object is another number.
        Shadow::shade(Some(sum).filter(|sum| self.path.value(sum) == i128::from(moved)))
    }

    fn field(&mut self, view: &View<'_, '_>, start: Src, offset: u32) -> Shade {
        if !self.is_symbolic(view, start) {
            return None;
        }
        Shadow::shade(self.sum(view, start, Scalar::Ptr).plus_constant(offset.into()))
    }

    fn difference(&mut self, view: &View<'_, '_>, (left, right, stride): (Src, Src, Src)) -> Shade {
        if !self.is_symbolic(view, left) && !self.is_symbolic(view, right) {
            return None;
        }
        let stride = i128::from(view.value(stride).bits as i64);
        let (left, right) = (self.sum(view, left, Scalar::Ptr), self.sum(view, right, Scalar::Ptr));
        Shadow::shade(left.plus(&right, -1).filter(|_| stride != 0)?.divided(stride))
    }

    /// Records that an access is inside of its object.
    fn access(&mut self, view: &View<'_, '_>, address: Src, size: u64) {
        let at = view.value(address);
        let has_size = self.sizes.contains_key(&(at.bits >> 32));
        if has_size || self.is_symbolic(view, address) {
            let (start, size) = (self.sum(view, address, Scalar::Ptr), Sum::constant(size.into()));
            self.block(view.memory, (at.bits, &start), &size, view.site + ACCESS);
        }
    }

    /// Records that a block, at an address and its sum, is inside of its object.
    pub(super) fn block(&mut self, memory: &Memory<'_>, (at, start): (u64, &Sum), size: &Sum, site: u64) {
        let Some((room, offset)) = memory.living_size(at) else { return };
        let first = i128::from(at) - i128::from(offset);
        let room = self.sizes.get(&(at >> 32)).cloned().unwrap_or(Sum::constant(room.into()));
        let before = start.plus_constant(-first);
        let end = start.plus(size, 1).and_then(|end| end.plus_constant(-first));
        self.not_negative([before, end.and_then(|end| room.plus(&end, -1))], site);
    }

    fn load(&mut self, view: &View<'_, '_>, address: Src, ty: Scalar) -> Shade {
        let size = view.memory.size_of(ty);
        self.access(view, address, size);
        match ty {
            Scalar::Float(_) => None,
            _ => self.cell(view.memory, view.value(address).bits, size, ty),
        }
    }

    /// The shade of a place in memory, as a value of a type.
    pub(super) fn cell(&mut self, memory: &Memory<'_>, at: u64, size: u64, ty: Scalar) -> Shade {
        let cells = memory.cells.as_ref()?.within(at, size);
        let whole = match cells.as_slice() {
            [] => return None,
            [(start, length, value)] if (*start, *length) == (at, size) => match &**value {
                Symbolic::Truth(_) => return Some(Rc::clone(value)),
                Symbolic::Number(sum) => sum.clone(),
            },
            [(start, length, value)] if *start <= at && start + length >= at + size => {
                self.part(value, (at - start) as u32)?
            }
            _ => self.composed(memory, at, size)?,
        };
        match ty {
            Scalar::Int(int) => Shadow::shade(self.wrapped(whole, int)),
            _ => Shadow::shade(Some(whole)),
        }
    }

    /// A number without its lowest bytes.
    fn part(&mut self, value: &Symbolic, bytes: u32) -> Option<Sum> {
        let Symbolic::Number(sum) = value else { return None };
        let unsigned = IntType { bits: 64, signed: false };
        let operation = Operation { op: BinaryOp::Shr, ty: unsigned, is_checked: false, site: 0 };
        self.operate(operation, sum, &Sum::constant((8 * bytes).into()))
    }

    /// A number that is read from bytes that were written one by one.
    fn composed(&mut self, memory: &Memory<'_>, at: u64, size: u64) -> Option<Sum> {
        let byte = IntType { bits: 8, signed: false };
        let mut whole = Sum::constant(0);
        for index in 0..size {
            let cell = self.cell(memory, at + index, 1, Scalar::Int(byte));
            let part = match cell.as_deref() {
                Some(Symbolic::Number(sum)) => sum.clone(),
                Some(Symbolic::Truth(_)) => return None,
                None => Sum::constant(memory.peek(at + index)?.into()),
            };
            whole = whole.plus(&part, 1 << (8 * index))?;
        }
        Some(whole)
    }

    /// Forgets the shade of a result that is not the value of the register.
    pub(in crate::interp) fn confirm(&mut self, register: usize, value: Value, ty: Scalar) {
        if let Some(Symbolic::Number(sum)) = self.get(register).as_deref()
            && self.path.value(sum) != number(value, ty)
        {
            self.set(register, None);
        }
    }
}

/// The condition that a value is not zero.
fn truth(value: &Symbolic) -> Condition {
    match value {
        Symbolic::Truth(condition) => condition.clone(),
        Symbolic::Number(sum) => Condition { sum: sum.clone(), test: Test::NotZero },
    }
}

fn operation(view: &View<'_, '_>, op: BinaryOp, ty: IntType) -> Operation {
    Operation { op, ty, is_checked: view.checks.overflow || view.is_math, site: view.site }
}
