//! Executes the instructions of the frame on top: the inner loop of the interpreter.
//!
//! The frequent instructions are executed in [`Machine::run_frame`] itself or inlined there; the others are
//! in functions by concern, so that the loop stays small.

use super::arith::{self, Value};
use super::choices;
use super::code::{CONSTANT, Code, Inst, Src};
use super::inputs::InputKind;
use super::machine::{Machine, NUMBERS, Stop};
use super::memory::Origin;
use super::outcome::*;
use super::shadow::View;
use crate::ir::*;
use crate::property::{Checks, Ints, ViolationKind};
use std::rc::Rc;

/// The frame on top, as its instructions see it.
#[derive(Clone, Copy)]
struct Context<'c> {
    code: &'c Code,
    /// Its first register.
    base: usize,
    /// The errors that end the run; mathematical integers do not overflow.
    checks: Checks,
    is_math: bool,
}

impl Machine<'_> {
    /// Runs the frame on top until another one is on top or the program ends.
    pub(super) fn run_frame<const FOLLOWED: bool>(&mut self) -> Result<Option<Outcome>, Stop> {
        let Some(frame) = self.frames.last() else { return Ok(Some(Outcome::Finished(0))) };
        let code = Rc::clone(&frame.code);
        let mut pc = frame.pc;
        let traced = self.config.trace && !frame.is_model;
        let (function, covered) = (frame.function, self.coverage.is_some() && !frame.is_model);
        let is_math = self.config.ints == Ints::Math;
        let checks = Checks { overflow: self.config.checks.overflow && !is_math, ..self.config.checks };
        let cx = Context { code: &code, base: frame.base, checks, is_math };
        loop {
            if self.steps >= self.next_look
                && let Some(limit) = self.look_at_limits()
            {
                return Ok(Some(limit));
            }
            self.steps += 1;
            // Every body ends in a return; a jump leads to an instruction.
            let Some(inst) = code.insts.get(pc) else {
                let end = code.positions.last().copied().unwrap_or(Pos::NOWHERE);
                return self.leave(None, None, end);
            };
            let asked = if FOLLOWED { self.follow(&cx, pc, inst) } else { 0 };
            match inst {
                Inst::Move(dst, value) => {
                    let value = self.get(&cx, *value);
                    self.set(&cx, *dst, value);
                }
                Inst::Integer(op, ty, dst, left, right) => {
                    let operands = (self.get(&cx, *left), self.get(&cx, *right));
                    let value = self.integer(&cx, pc, (*op, *ty), operands)?;
                    self.set(&cx, *dst, value);
                    let coverage = self.coverage.as_mut().filter(|_| covered && ty.signed);
                    if let Some(coverage) = coverage {
                        coverage.note_size(function, pc, value.bits);
                    }
                }
                Inst::Compare(op, ty, dst, left, right) => {
                    let (left, right) = (self.get(&cx, *left), self.get(&cx, *right));
                    if *ty == Scalar::Ptr && left.bits >> 32 != right.bits >> 32 {
                        self.memory.note_comparison(*op, left.bits, right.bits);
                    }
                    let bits = u64::from(arith::compare(*op, *ty, left.bits, right.bits));
                    self.set(&cx, *dst, Value { bits, undefined: left.undefined || right.undefined });
                }
                Inst::Convert(from, to, dst, value) => {
                    let value = self.convert(&cx, pc, (*from, *to), self.get(&cx, *value))?;
                    self.set(&cx, *dst, value);
                }
                Inst::Elem(dst, start, index, stride) => {
                    let value = self.element(&cx, pc, (*start, *index, *stride))?;
                    self.set(&cx, *dst, value);
                }
                Inst::Field(dst, start, offset) => {
                    let start = self.get(&cx, *start);
                    let bits = self.memory.offset(start.bits, i64::from(*offset));
                    self.set(&cx, *dst, Value { bits, ..start });
                }
                Inst::Load(dst, address, ty) => {
                    let value = self.load(self.get(&cx, *address), *ty, code.positions[pc])?;
                    self.set(&cx, *dst, value);
                }
                Inst::Store(address, value, ty) => {
                    let (address, value) = (self.get(&cx, *address), self.get(&cx, *value));
                    self.check_defined(address, "an address", code.positions[pc])?;
                    if let Err(fault) = self.store_scalar(address.bits, value, *ty) {
                        return Err(self.stop(fault, code.positions[pc]));
                    }
                }
                Inst::Bound(index, count) => self.bound(&cx, pc, (*index, *count))?,
                Inst::Branch(cond, to) => {
                    let cond = self.get(&cx, *cond);
                    if cond.undefined {
                        self.check_defined(cond, "a branch", code.positions[pc])?;
                    }
                    if covered && let Some(coverage) = &mut self.coverage {
                        coverage.note_branch(function, pc, cond.bits != 0);
                    }
                    if traced {
                        self.record(Event::Branch { pos: code.positions[pc], taken: cond.bits != 0 });
                    }
                    if cond.bits == 0 {
                        pc = *to as usize;
                        continue;
                    }
                }
                Inst::Jump(to) => {
                    pc = *to as usize;
                    continue;
                }
                Inst::Call(_) | Inst::Return(_) | Inst::ReturnObject(..) => {
                    return self.change_frame(&cx, pc, inst);
                }
                _ => self.rare(&cx, pc, inst)?,
            }
            if FOLLOWED || traced {
                self.executed::<FOLLOWED>(&cx, pc, inst, asked);
            }
            pc += 1;
        }
    }

    /// The shadow of an instruction, before it is executed. Returns how many inputs there were.
    #[inline(never)]
    fn follow(&mut self, cx: &Context<'_>, pc: usize, inst: &Inst) -> usize {
        let site = self.site(pc);
        if let Some(shadow) = &mut self.shadow {
            let mut view = View {
                memory: &mut self.memory,
                registers: &self.registers,
                code: cx.code,
                base: cx.base,
                checks: cx.checks,
                is_math: cx.is_math,
                site,
            };
            match inst {
                Inst::Return(value) => {
                    shadow.returned = value.and_then(|value| shadow.operand(&view, value));
                }
                _ => shadow.follow(&mut view, inst),
            }
        }
        self.asked()
    }

    /// What is recorded of an instruction after it.
    #[inline(never)]
    fn executed<const FOLLOWED: bool>(&mut self, cx: &Context<'_>, pc: usize, inst: &Inst, asked: usize) {
        if FOLLOWED {
            self.confirm(cx, inst, asked);
        }
        if self.config.trace && self.frames.last().is_some_and(|frame| !frame.is_model) {
            self.record_set(inst, cx.base, cx.code.positions[pc]);
        }
    }

    /// The shadow of an instruction after it: its result may be an input, or not what its shadow says.
    fn confirm(&mut self, cx: &Context<'_>, inst: &Inst, asked: usize) {
        let (dst, ty) = match inst {
            Inst::Load(dst, _, ty) | Inst::BeginVar(dst, ty) => (cx.base + *dst as usize, *ty),
            _ => return,
        };
        let value = self.registers[dst];
        let is_input = self.asked() == asked + 1;
        if let Some(shadow) = &mut self.shadow {
            if is_input {
                shadow.set(dst, shadow.input(asked));
            }
            shadow.confirm(dst, value, ty);
        }
    }

    /// The value of a register or constant.
    #[inline(always)]
    fn get(&self, cx: &Context<'_>, Src(index): Src) -> Value {
        match index & CONSTANT == 0 {
            true => self.registers[cx.base + index as usize],
            false => cx.code.constants[(index & !CONSTANT) as usize],
        }
    }

    /// Sets a register.
    #[inline(always)]
    fn set(&mut self, cx: &Context<'_>, register: u32, value: Value) {
        self.registers[cx.base + register as usize] = value;
    }

    /// Integer arithmetic.
    #[inline(always)]
    fn integer(
        &self,
        cx: &Context<'_>,
        pc: usize,
        (op, ty): (BinaryOp, IntType),
        (left, right): (Value, Value),
    ) -> Result<Value, Stop> {
        let undefined = left.undefined || right.undefined;
        if cx.is_math && !arith::is_exact(op, ty, left.bits, right.bits) {
            return Err(Box::new(Outcome::Limit(NUMBERS)));
        }
        let (bits, wrong) = arith::integer(op, ty, left.bits, right.bits);
        if let Some(kind) = wrong {
            self.wrong_arithmetic(cx, pc, kind, (op, ty), (left, right))?;
        }
        Ok(Value { bits, undefined })
    }

    /// Arithmetic without a defined result: the end of the run, if that is checked.
    #[cold]
    fn wrong_arithmetic(
        &self,
        cx: &Context<'_>,
        pc: usize,
        kind: ViolationKind,
        (op, ty): (BinaryOp, IntType),
        (left, right): (Value, Value),
    ) -> Result<(), Stop> {
        let pos = cx.code.positions[pc];
        let is_checked = match kind {
            ViolationKind::Overflow => cx.checks.overflow && !left.undefined && !right.undefined,
            _ => cx.checks.arithmetic,
        };
        if is_checked {
            return Err(self.bad_arithmetic(kind, op, ty, left, right, pos));
        }
        match kind {
            ViolationKind::BadShift if right.bits >= u64::from(ty.bits) => {
                return Err(self.undefined_behavior("a shift by the width of a number or more", pos));
            }
            // Unchecked, the left shift of a negative number is a multiplication.
            ViolationKind::BadShift if !arith::is_exact(op, ty, left.bits, right.bits) => {
                self.wrong_arithmetic(cx, pc, ViolationKind::Overflow, (op, ty), (left, right))?;
            }
            ViolationKind::DivisionByZero => {
                return Err(self.violation(kind, "division by zero".to_string(), pos, Vec::new()));
            }
            _ => {}
        }
        Ok(())
    }

    /// The address of an element.
    #[inline(always)]
    fn element(
        &self,
        cx: &Context<'_>,
        pc: usize,
        (start, index, stride): (Src, Src, Src),
    ) -> Result<Value, Stop> {
        let (start, index) = (self.get(cx, start), self.get(cx, index));
        let by = (index.bits as i64).wrapping_mul(self.get(cx, stride).bits as i64);
        let bits = self.memory.offset(start.bits, by);
        let undefined = start.undefined || index.undefined;
        if cx.checks.pointers && !undefined {
            self.check_moved(start.bits, by, cx.code.positions[pc])?;
        }
        Ok(Value { bits, undefined })
    }

    /// An index lies within its array.
    #[inline(always)]
    fn bound(&self, cx: &Context<'_>, pc: usize, (index, count): (Src, Src)) -> Result<(), Stop> {
        let (index, count) = (self.get(cx, index), self.get(cx, count));
        // As an unsigned number, a negative index is not below the count.
        match index.bits >= count.bits && cx.checks.bounds {
            true => self.out_of_array(index, count, cx.code.positions[pc]),
            false => Ok(()),
        }
    }

    /// An index outside of its array. One that is not initialized is reported where it is used.
    #[cold]
    fn out_of_array(&self, index: Value, count: Value, pos: Pos) -> Result<(), Stop> {
        if index.undefined && self.config.checks.uninitialized {
            return Ok(());
        }
        let message = format!("index {} of an array of {} elements", index.bits as i64, count.bits as i64);
        Err(self.violation(ViolationKind::IndexOutOfBounds, message, pos, Vec::new()))
    }

    /// A pointer stays in its object, or one past the end, when it is moved.
    #[cold]
    fn check_moved(&self, address: u64, by: i64, pos: Pos) -> Result<(), Stop> {
        let message = match self.memory.living_size(address) {
            Some((size, offset)) => {
                let moved = i128::from(offset) + i128::from(by);
                if (0..=i128::from(size)).contains(&moved) {
                    return Ok(());
                }
                format!("a pointer is moved to offset {moved} of an object of {size} bytes")
            }
            None if address == 0 && by != 0 => format!("the null pointer is moved by {by} bytes"),
            None => return Ok(()),
        };
        Err(self.violation(ViolationKind::PointerOutOfBounds, message, pos, Vec::new()))
    }

    /// A conversion between scalar types.
    #[inline(always)]
    fn convert(
        &mut self,
        cx: &Context<'_>,
        pc: usize,
        (from, to): (Scalar, Scalar),
        value: Value,
    ) -> Result<Value, Stop> {
        if let (true, Scalar::Int(from), Scalar::Int(to)) = (cx.is_math, from, to)
            && to != IntType::BOOL
            && !to.holds(arith::number(value.bits, from))
        {
            return Err(Box::new(Outcome::Limit(NUMBERS)));
        }
        if let (Scalar::Float(_), Scalar::Int(to)) = (from, to)
            && !arith::is_convertible(value.float(), to)
        {
            let text = "a floating value becomes an integer that cannot hold it".to_string();
            let pos = cx.code.positions[pc];
            return Err(match cx.checks.conversions && !value.undefined {
                true => self.violation(ViolationKind::FloatConversion, text, pos, Vec::new()),
                false => Box::new(Outcome::Unsupported(text, pos)),
            });
        }
        let bits = match (from, to) {
            (Scalar::Ptr, Scalar::Int(int)) => {
                if value.bits >> 32 != 0 && int != IntType::BOOL {
                    self.memory.note_choice(choices::ADDRESS);
                }
                self.memory.number_of(value.bits)
            }
            (Scalar::Int(_), Scalar::Ptr) => self.memory.pointer_of(value.bits),
            _ => arith::convert(from, to, value.bits),
        };
        Ok(Value { bits, ..value })
    }

    /// A call or a return: another frame is on top afterwards, or the program ends.
    fn change_frame(&mut self, cx: &Context<'_>, pc: usize, inst: &Inst) -> Result<Option<Outcome>, Stop> {
        match inst {
            Inst::Call(index) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = pc + 1;
                }
                let call = &cx.code.calls[*index as usize];
                self.call(cx.code, call, cx.base, cx.code.positions[pc])
            }
            Inst::Return(value) => {
                let value = value.map(|value| self.get(cx, value));
                self.leave(value, None, cx.code.positions[pc])
            }
            Inst::ReturnObject(address, size) => {
                let address = self.get(cx, *address);
                self.leave(None, Some((address.bits, *size)), cx.code.positions[pc])
            }
            _ => Ok(None),
        }
    }

    /// The instructions that are less frequent, by concern.
    #[inline(never)]
    fn rare(&mut self, cx: &Context<'_>, pc: usize, inst: &Inst) -> Result<(), Stop> {
        match inst {
            Inst::Unary(..) | Inst::Floating(..) | Inst::PtrDiff(..) => self.compute(cx, pc, inst),
            Inst::BeginVar(..)
            | Inst::BeginSlot(_)
            | Inst::BeginVla(..)
            | Inst::EndVar(_)
            | Inst::End(_)
            | Inst::Alloca(..) => self.local(cx, pc, inst),
            Inst::Assume(_) | Inst::Fail(_) | Inst::Unreachable | Inst::Unsupported(_) => {
                self.claim(cx, cx.code.positions[pc], inst)
            }
            _ => self.access_bytes(cx, cx.code.positions[pc], inst),
        }
    }

    /// Arithmetic other than of two integers.
    fn compute(&mut self, cx: &Context<'_>, pc: usize, inst: &Inst) -> Result<(), Stop> {
        match inst {
            Inst::Unary(op, ty, dst, value) => {
                let value = self.get(cx, *value);
                let bits = match (op, ty) {
                    (UnaryOp::Neg, Scalar::Float(_)) => (-value.float()).to_bits(),
                    (UnaryOp::Neg, Scalar::Int(int)) => {
                        self.integer(cx, pc, (BinaryOp::Sub, *int), (Value::new(0), value))?.bits
                    }
                    (_, Scalar::Int(int)) => arith::extend(!value.bits, *int),
                    _ => value.bits,
                };
                self.set(cx, *dst, Value { bits, ..value });
            }
            Inst::Floating(op, ty, dst, left, right) => {
                let (left, right) = (self.get(cx, *left), self.get(cx, *right));
                let result = arith::floating(*op, *ty, left.float(), right.float());
                let undefined = left.undefined || right.undefined;
                self.set(cx, *dst, Value { bits: result.to_bits(), undefined });
            }
            Inst::PtrDiff(dst, left, right, stride) => {
                let (left, right) = (self.get(cx, *left), self.get(cx, *right));
                let bytes = self.pointer_difference(left, right);
                let count = bytes.checked_div(self.get(cx, *stride).bits as i64).unwrap_or(0);
                let undefined = left.undefined || right.undefined;
                self.set(cx, *dst, Value { bits: count as u64, undefined });
            }
            _ => {}
        }
        Ok(())
    }

    /// How many bytes there are between two addresses.
    fn pointer_difference(&mut self, left: Value, right: Value) -> i64 {
        if left.bits >> 32 == right.bits >> 32 {
            return (left.bits as i64).wrapping_sub(right.bits as i64);
        }
        self.memory.note_choice(choices::ORDER);
        let (left, right) = (self.memory.number_of(left.bits), self.memory.number_of(right.bits));
        (left as i64).wrapping_sub(right as i64)
    }

    /// Bit-fields, and blocks of bytes.
    fn access_bytes(&mut self, cx: &Context<'_>, pos: Pos, inst: &Inst) -> Result<(), Stop> {
        match inst {
            Inst::LoadBits(dst, address, ty, bits) => {
                let value = self.load_bits(self.get(cx, *address), *ty, *bits, pos)?;
                self.set(cx, *dst, value);
            }
            Inst::StoreBits(address, value, bits) => {
                let (address, value) = (self.get(cx, *address), self.get(cx, *value));
                self.check_defined(address, "an address", pos)?;
                if let Err(fault) = self.store_bits(address.bits, value, *bits) {
                    return Err(self.stop(fault, pos));
                }
            }
            Inst::Copy(to, from, size) => {
                let (to, from) = (self.get(cx, *to), self.get(cx, *from));
                self.check_defined(to, "an address", pos)?;
                self.check_defined(from, "an address", pos)?;
                if let Err(fault) = self.memory.copy(to.bits, from.bits, *size) {
                    return Err(self.stop(fault, pos));
                }
            }
            Inst::Zero(address, size) => {
                let address = self.get(cx, *address);
                if let Err(fault) = self.memory.fill(address.bits, *size, 0) {
                    return Err(self.stop(fault, pos));
                }
            }
            Inst::Outside => self.memory.note_choice(choices::OUTSIDE),
            Inst::Padding(address, from, to) => {
                let address = self.get(cx, *address);
                self.memory.note_padding(address.bits, *from, *to);
            }
            _ => {}
        }
        Ok(())
    }

    /// Begin and end of locals.
    fn local(&mut self, cx: &Context<'_>, pc: usize, inst: &Inst) -> Result<(), Stop> {
        let pos = cx.code.positions[pc];
        match inst {
            Inst::BeginVar(dst, ty) => {
                let value = self.input(InputKind::Uninitialized, *ty, pos);
                self.set(cx, *dst, Value { undefined: true, ..value });
            }
            Inst::BeginSlot(slot) => {
                let size = self.slot_size(*slot);
                self.begin_slot(cx, *slot, size, pos)?;
            }
            Inst::BeginVla(slot, count, stride) => {
                let (count, stride) = (self.get(cx, *count), self.get(cx, *stride));
                let size = self.array_size(cx, count.bits as i64, stride.bits as i64, pos)?;
                self.begin_slot(cx, *slot, size, pos)?;
            }
            Inst::EndVar(dst) => self.set(cx, *dst, Value { undefined: true, ..Value::new(0) }),
            Inst::End(slot) => {
                let register = cx.base + (cx.code.first_slot + slot.0) as usize;
                let address = self.registers[register].bits;
                if address != 0 {
                    self.memory.end(address, pos);
                }
            }
            Inst::Alloca(dst, size) => {
                let address = self.create(self.get(cx, *size).bits, Origin::Alloca, pos)?;
                if let Some(frame) = self.frames.last_mut() {
                    frame.allocas.push(address);
                }
                self.set(cx, *dst, Value::new(address));
            }
            _ => {}
        }
        Ok(())
    }

    /// The size of an array of variable length, whose length must not be negative.
    fn array_size(&self, cx: &Context<'_>, count: i64, stride: i64, pos: Pos) -> Result<u64, Stop> {
        match count.checked_mul(stride).and_then(|size| u64::try_from(size).ok()) {
            Some(size) => Ok(size),
            None if cx.checks.memory => {
                let message = format!("an array of {count} elements");
                Err(self.violation(ViolationKind::Misuse, message, pos, Vec::new()))
            }
            None => Err(self.undefined_behavior("the length of an array is negative", pos)),
        }
    }

    /// Assumptions, failed assertions, and what must not or cannot be executed.
    fn claim(&mut self, cx: &Context<'_>, pos: Pos, inst: &Inst) -> Result<(), Stop> {
        let (kind, message) = match inst {
            Inst::Assume(cond) => {
                let cond = self.get(cx, *cond);
                self.check_defined(cond, "an assumption", pos)?;
                return match cond.bits {
                    0 => Err(Box::new(Outcome::Infeasible(pos))),
                    _ => Ok(()),
                };
            }
            Inst::Fail(_) if !cx.checks.assertions => {
                return Err(Box::new(self.ended(Outcome::Aborted, pos)));
            }
            Inst::Fail(index) => match &cx.code.failures[*index as usize] {
                Failure::Assertion(text) if text.is_empty() => {
                    (ViolationKind::Assertion, "assertion does not hold".to_string())
                }
                Failure::Assertion(text) => {
                    (ViolationKind::Assertion, format!("assertion `{text}` does not hold"))
                }
                Failure::ErrorCall(name) => (ViolationKind::ErrorCall, format!("call of {name}")),
            },
            Inst::Unsupported(index) => {
                let reason = cx.code.reasons[*index as usize].clone();
                return Err(Box::new(Outcome::Unsupported(reason, pos)));
            }
            _ => {
                let message = "execution comes to a place marked as unreachable".to_string();
                (ViolationKind::Misuse, message)
            }
        };
        Err(self.violation(kind, message, pos, Vec::new()))
    }

    /// Records the new value of a variable of the program.
    fn record_set(&mut self, inst: &Inst, base: usize, pos: Pos) {
        let dst = match inst {
            Inst::Move(dst, _)
            | Inst::Unary(_, _, dst, _)
            | Inst::Integer(_, _, dst, ..)
            | Inst::Floating(_, _, dst, ..)
            | Inst::Compare(_, _, dst, ..)
            | Inst::Convert(_, _, dst, _)
            | Inst::Elem(dst, ..)
            | Inst::Field(dst, ..)
            | Inst::PtrDiff(dst, ..)
            | Inst::Load(dst, ..)
            | Inst::LoadBits(dst, ..) => *dst,
            _ => return,
        };
        self.record_register(dst, base, pos);
    }

    #[cold]
    fn bad_arithmetic(
        &self,
        kind: ViolationKind,
        op: BinaryOp,
        ty: IntType,
        left: Value,
        right: Value,
        pos: Pos,
    ) -> Stop {
        let (left, right) = (arith::number(left.bits, ty), right.bits as i64);
        let sign = match op {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            _ => ">>",
        };
        let message = match kind {
            ViolationKind::DivisionByZero => format!("division by zero: {left} {sign} 0"),
            ViolationKind::BadShift if arith::is_negative_shift(op, ty, left as u64) => {
                format!("left shift of the negative number {left}")
            }
            ViolationKind::BadShift => format!("shift of a number of {} bits by {right}", ty.bits),
            _ => format!("signed overflow: {left} {sign} {right} does not fit in {} bits", ty.bits),
        };
        self.violation(kind, message, pos, Vec::new())
    }

    fn slot_size(&self, slot: SlotId) -> u64 {
        let function = match self.frames.last().and_then(|frame| frame.function) {
            Some(function) => &self.program.functions[function.index()],
            None => &self.program.start,
        };
        function.slots[slot.index()].size.unwrap_or(0)
    }

    fn begin_slot(&mut self, cx: &Context<'_>, slot: SlotId, size: u64, pos: Pos) -> Result<(), Stop> {
        let register = cx.base + (cx.code.first_slot + slot.0) as usize;
        let old = self.registers[register].bits;
        if old != 0 {
            self.memory.end(old, pos);
        }
        let address = self.create(size, Origin::Local, pos)?;
        self.registers[register] = Value::new(address);
        Ok(())
    }
}
