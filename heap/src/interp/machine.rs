//! The machine that runs the register form.

use super::arith::{self, Value};
use super::choices;
use super::code::{Addresses, CONSTANT, Code, Inst, Src, compile};
use super::inputs::{InputKind, InputRecord, Inputs, Request};
use super::memory::{Fault, Memory, Origin};
use super::models::{self, Model};
use super::outcome::*;
use crate::ir::*;
use crate::libc::internal::{MAY_FAIL, RUN_PREFIX, is_stream_part, run_name};
use crate::libc::{self, CtypeTable};
use crate::property::{Checks, Ints, Leaks, ViolationKind};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

/// How a run goes.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which errors end it.
    pub checks: Checks,
    /// How many steps it may take.
    pub steps: u64,
    /// When it ends at the latest, whatever it is doing.
    pub deadline: Option<Instant>,
    /// How much memory the program may have, in bytes.
    pub memory: u64,
    /// How deeply calls may be nested.
    pub depth: usize,
    /// Whether to record the last steps.
    pub trace: bool,
    /// Whether an allocation may fail: then an input decides.
    pub failing_allocation: bool,
    /// The function to run in place of `main`; its parameters are inputs.
    pub entry: Option<FuncId>,
    /// What integers are.
    pub ints: Ints,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            checks: Checks::default(),
            steps: 1_000_000_000,
            deadline: None,
            memory: 1 << 30,
            depth: 100_000,
            trace: false,
            failing_allocation: false,
            entry: None,
            ints: Ints::Machine,
        }
    }
}

/// The limit that runs with mathematical integers reach.
pub(super) const NUMBERS: &str = "the size of numbers";

/// Why a run stops; boxed because it is large and happens once.
pub(super) type Stop = Box<Outcome>;

/// A call that is under way.
pub(super) struct Frame {
    /// Nothing for what runs before `main`.
    pub(super) function: Option<FuncId>,
    pub(super) code: Rc<Code>,
    pub(super) pc: usize,
    pub(super) base: usize,
    pub(super) result: Option<(u32, Scalar)>,
    pub(super) object: Option<(u64, u64)>,
    pub(super) called_from: Pos,
    pub(super) allocas: Vec<u64>,
    /// Whether its function is a model: nobody wants to know how it does its work.
    pub(super) is_model: bool,
}

pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) config: &'p Config,
    pub(super) memory: Memory<'p>,
    pub(super) output: Vec<u8>,
    /// Tables of the library that are in memory, with their addresses.
    pub(super) library_objects: Vec<(CtypeTable, u64)>,
    pub(super) inputs: &'p mut dyn Inputs,
    records: Vec<InputRecord>,
    pub(super) arguments: Vec<Vec<u8>>,
    trace: VecDeque<Event>,
    pub(super) addresses: Addresses,
    codes: Vec<Option<Rc<Code>>>,
    pub(super) models: Vec<Option<Model>>,
    /// For each function the one that is called in its place: of library functions under another name, the
    /// stub or model.
    pub(super) library: Vec<FuncId>,
    pub(super) registers: Vec<Value>,
    pub(super) frames: Vec<Frame>,
    steps: u64,
    /// The step before which the limits are looked at next.
    next_look: u64,
    /// Whether there are models in C.
    has_models: bool,
}

/// Runs a program.
///
/// ```
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
///
/// let text = "int __VERIFIER_nondet_int(void); int main(void) { return 100 / __VERIFIER_nondet_int(); }";
/// // Nothing to show where the library that reads C is missing.
/// if let Ok(loaded) = load(&[Source::text("divide.c", text)]) {
///     let outcome = |input| run(&loaded.program, &Config::default(), &mut ScriptedInputs::new([input])).outcome;
///     assert_eq!(outcome(7), Outcome::Finished(14));
///     assert!(matches!(outcome(0), Outcome::Violation(_)));
/// }
/// ```
pub fn run(program: &Program, config: &Config, inputs: &mut dyn Inputs) -> Run {
    let mut machine = Machine::new(program, config, inputs);
    let outcome = match machine.set_up() {
        Ok(()) => machine.execute(),
        Err(stop) => *stop,
    };
    Run {
        outcome,
        output: machine.output,
        inputs: machine.records,
        arguments: machine.arguments,
        trace: machine.trace.into(),
        steps: machine.steps,
        choice: machine.memory.choice.get(),
    }
}

/// The function that is called for each one.
fn library_functions(program: &Program) -> Vec<FuncId> {
    let bodies = program.library_bodies();
    let functions = program.functions.iter().enumerate();
    let called = functions.map(|(index, function)| {
        let name = libc::canonical_name(&function.name);
        let is_library = function.body.is_none() || function.role == Role::Model;
        let exact = bodies.get(run_name(name).as_str()).filter(|_| is_library);
        match exact.or(bodies.get(name).filter(|_| function.body.is_none())) {
            Some(&body) => body,
            None => FuncId(index as u32),
        }
    });
    called.collect()
}

impl<'p> Machine<'p> {
    fn new(program: &'p Program, config: &'p Config, inputs: &'p mut dyn Inputs) -> Machine<'p> {
        let functions = program.functions.len();
        Machine {
            program,
            config,
            memory: Memory::new(program, config.memory),
            output: Vec::new(),
            library_objects: Vec::new(),
            inputs,
            records: Vec::new(),
            arguments: Vec::new(),
            trace: VecDeque::new(),
            addresses: Addresses { globals: Vec::new(), functions: Vec::new() },
            codes: vec![None; functions],
            models: vec![None; functions],
            library: library_functions(program),
            registers: Vec::new(),
            frames: Vec::new(),
            steps: 0,
            next_look: 0,
            has_models: program.functions.iter().any(|function| function.role == Role::Model),
        }
    }

    /// A new object.
    pub(super) fn create(&mut self, size: u64, origin: Origin, pos: Pos) -> Result<u64, Stop> {
        let pos = self.own_pos(pos);
        self.memory.create(size, origin, pos).map_err(|_| Box::new(Outcome::Limit("memory")))
    }

    /// Asks for an input.
    pub(super) fn input(&mut self, kind: InputKind, ty: Scalar, pos: Pos) -> Value {
        let kind = match kind {
            InputKind::Function(name) => self.named_input(name),
            other => other,
        };
        let request = Request { kind, ty, pos: self.user_pos(pos) };
        let value = self.inputs.value(&request);
        let (value, bits) = match ty {
            Scalar::Int(int) => {
                let value = int.wrap(value);
                (value, value as u64)
            }
            Scalar::Float(_) => (value, value as u64),
            Scalar::Ptr => (value, self.memory.pointer_of(value as u64)),
        };
        let record = InputRecord { request, value };
        if self.config.trace {
            self.record(Event::Input(record.clone()));
        }
        self.records.push(record);
        Value::new(bits)
    }

    /// Where the program is: what a model does is done where it is called, but what the program does when a
    /// model calls it is its own.
    fn own_pos(&self, pos: Pos) -> Pos {
        let models = self.frames.iter().rev().take_while(|frame| frame.is_model);
        models.last().map_or(pos, |frame| frame.called_from)
    }

    /// A place as the program knows it: what happens in a model happens where it is called.
    fn user_pos(&self, pos: Pos) -> Pos {
        let is_model = |frame: &&Frame| {
            frame.function.is_some_and(|called| self.program.functions[called.index()].role == Role::Model)
        };
        match self.has_models {
            true => self.frames.iter().find(is_model).map_or(pos, |frame| frame.called_from),
            false => pos,
        }
    }

    /// What the result of a function without a body is to the program: the functions that models ask are not
    /// its own.
    fn named_input(&self, name: String) -> InputKind {
        let models = self.frames.iter().rev().take_while(|frame| frame.is_model);
        let model = models.last().and_then(|frame| frame.function);
        let scanned = || InputKind::Library(libc::Id::Scanf.name().to_string());
        match model.map(|function| self.program.functions[function.index()].name.as_str()) {
            Some(MAY_FAIL) => InputKind::Library("errno".to_string()),
            Some(model) if is_stream_part(model) => scanned(),
            Some(model) => InputKind::Library(model.strip_prefix(RUN_PREFIX).unwrap_or(model).to_string()),
            None if is_stream_part(&name) => scanned(),
            None => InputKind::Function(name),
        }
    }

    pub(super) fn record(&mut self, event: Event) {
        const MOST: usize = 100_000;
        if self.trace.len() >= MOST {
            self.trace.pop_front();
        }
        self.trace.push_back(event);
    }

    pub(super) fn code(&mut self, function: FuncId) -> Option<Rc<Code>> {
        let index = function.index();
        if let Some(code) = &self.codes[index] {
            return Some(Rc::clone(code));
        }
        let info = &self.program.functions[index];
        let body = info.body.as_ref()?;
        // The machine's own model is faster.
        if info.role == Role::Model && models::find(&info.name).is_some() {
            return None;
        }
        let code = Rc::new(compile(self.program, info, body, &self.addresses));
        self.codes[index] = Some(Rc::clone(&code));
        Some(code)
    }

    /// A bad access as the end of the run.
    pub(super) fn stop(&self, fault: Fault, pos: Pos) -> Stop {
        self.violation(fault.kind, fault.message, pos, fault.notes)
    }

    /// A bad access: the end of the run, or without effect if nobody asks for it. (On other machines it has
    /// one.)
    #[cold]
    pub(super) fn bad_access(&self, fault: Fault, pos: Pos) -> Result<(), Stop> {
        if self.config.checks.memory {
            return Err(self.stop(fault, pos));
        }
        self.memory.note_choice(choices::ERROR);
        Ok(())
    }

    pub(super) fn violation(
        &self,
        kind: ViolationKind,
        message: String,
        pos: Pos,
        notes: Vec<(Pos, String)>,
    ) -> Stop {
        const MOST: usize = 100;
        let pos = self.own_pos(pos);
        let frames = self.frames.iter().rev().skip_while(|frame| frame.is_model).take(MOST);
        let stack = frames.filter_map(|frame| Some((frame.function?, frame.called_from))).collect();
        Box::new(Outcome::Violation(Box::new(Violation { kind, message, pos, notes, stack })))
    }

    fn execute(&mut self) -> Outcome {
        loop {
            match self.run_frame() {
                Ok(None) => {}
                Ok(Some(outcome)) => return outcome,
                Err(stop) => return *stop,
            }
        }
    }

    /// The limit on steps or time that is reached, if one is. The clock is looked at now and then.
    #[cold]
    fn look_at_limits(&mut self) -> Option<Outcome> {
        const STEPS_BETWEEN: u64 = 1 << 16;
        if self.steps >= self.config.steps {
            return Some(Outcome::Limit("steps"));
        }
        if self.config.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Outcome::Limit("time"));
        }
        self.next_look = self.config.steps.min(self.steps + STEPS_BETWEEN);
        None
    }

    /// Runs the frame on top until another one is on top or the program ends.
    fn run_frame(&mut self) -> Result<Option<Outcome>, Stop> {
        let Some(frame) = self.frames.last() else { return Ok(Some(Outcome::Finished(0))) };
        let code = Rc::clone(&frame.code);
        let base = frame.base;
        let mut pc = frame.pc;
        let is_math = self.config.ints == Ints::Math;
        let checks = Checks { overflow: self.config.checks.overflow && !is_math, ..self.config.checks };
        let traced = self.config.trace && !frame.is_model;
        macro_rules! get {
            ($src:expr) => {{
                let Src(index) = $src;
                match index & CONSTANT == 0 {
                    true => self.registers[base + index as usize],
                    false => code.constants[(index & !CONSTANT) as usize],
                }
            }};
        }
        macro_rules! set {
            ($reg:expr, $bits:expr, $undefined:expr) => {
                self.registers[base + $reg as usize] = Value { bits: $bits, undefined: $undefined }
            };
        }
        macro_rules! pos {
            () => {
                code.positions[pc]
            };
        }
        loop {
            if self.steps >= self.next_look
                && let Some(limit) = self.look_at_limits()
            {
                return Ok(Some(limit));
            }
            self.steps += 1;
            // Every body ends in a return; a jump leads to an instruction.
            let Some(inst) = code.insts.get(pc) else {
                return self.leave(None, None);
            };
            match inst {
                Inst::Move(dst, value) => {
                    let value = get!(*value);
                    set!(*dst, value.bits, value.undefined);
                }
                Inst::Integer(op, ty, dst, left, right) => {
                    let (left, right) = (get!(*left), get!(*right));
                    let undefined = left.undefined || right.undefined;
                    if is_math && !arith::is_exact(*op, *ty, left.bits, right.bits) {
                        return Ok(Some(Outcome::Limit(NUMBERS)));
                    }
                    let (bits, wrong) = arith::integer(*op, *ty, left.bits, right.bits);
                    if let Some(kind) = wrong {
                        let is_checked = match kind {
                            ViolationKind::Overflow => checks.overflow && !undefined,
                            _ => checks.arithmetic,
                        };
                        if is_checked {
                            return Err(self.bad_arithmetic(kind, *op, *ty, left, right, pos!()));
                        }
                        if kind == ViolationKind::BadShift {
                            self.memory.note_choice(choices::ERROR);
                        }
                        if kind == ViolationKind::DivisionByZero {
                            let message = "division by zero".to_string();
                            return Err(self.violation(kind, message, pos!(), Vec::new()));
                        }
                    }
                    set!(*dst, bits, undefined);
                }
                Inst::Compare(op, ty, dst, left, right) => {
                    let (left, right) = (get!(*left), get!(*right));
                    if *ty == Scalar::Ptr && left.bits >> 32 != right.bits >> 32 {
                        self.memory.note_comparison(*op, left.bits, right.bits);
                    }
                    let holds = arith::compare(*op, *ty, left.bits, right.bits);
                    set!(*dst, u64::from(holds), left.undefined || right.undefined);
                }
                Inst::Elem(dst, start, index, stride) => {
                    let (start, index, stride) = (get!(*start), get!(*index), get!(*stride));
                    let by = (index.bits as i64).wrapping_mul(stride.bits as i64);
                    set!(*dst, self.memory.offset(start.bits, by), start.undefined || index.undefined);
                }
                Inst::Field(dst, start, offset) => {
                    let start = get!(*start);
                    set!(*dst, self.memory.offset(start.bits, i64::from(*offset)), start.undefined);
                }
                Inst::Load(dst, address, ty) => {
                    let address = get!(*address);
                    let value = self.load(address, *ty, pos!())?;
                    set!(*dst, value.bits, value.undefined);
                }
                Inst::Store(address, value, ty) => {
                    let (address, value) = (get!(*address), get!(*value));
                    self.check_defined(address, "an address", pos!())?;
                    if let Err(fault) = self.store_scalar(address.bits, value, *ty) {
                        self.bad_access(fault, pos!())?;
                    }
                }
                Inst::Branch(cond, to) => {
                    let cond = get!(*cond);
                    if cond.undefined {
                        self.check_defined(cond, "a decision", pos!())?;
                    }
                    if traced {
                        self.record(Event::Branch { pos: pos!(), taken: cond.bits != 0 });
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
                Inst::Unary(op, ty, dst, value) => {
                    let value = get!(*value);
                    let bits = match (op, ty) {
                        (UnaryOp::Neg, Scalar::Float(_)) => (-value.float()).to_bits(),
                        (UnaryOp::Neg, Scalar::Int(int)) => {
                            if is_math && !arith::is_exact(BinaryOp::Sub, *int, 0, value.bits) {
                                return Ok(Some(Outcome::Limit(NUMBERS)));
                            }
                            let (bits, wrong) = arith::integer(BinaryOp::Sub, *int, 0, value.bits);
                            if wrong.is_some() && checks.overflow && !value.undefined {
                                let zero = Value::new(0);
                                let kind = ViolationKind::Overflow;
                                return Err(self.bad_arithmetic(
                                    kind,
                                    BinaryOp::Sub,
                                    *int,
                                    zero,
                                    value,
                                    pos!(),
                                ));
                            }
                            bits
                        }
                        (_, Scalar::Int(int)) => arith::extend(!value.bits, *int),
                        _ => value.bits,
                    };
                    set!(*dst, bits, value.undefined);
                }
                Inst::Floating(op, ty, dst, left, right) => {
                    let (left, right) = (get!(*left), get!(*right));
                    let result = arith::floating(*op, *ty, left.float(), right.float());
                    set!(*dst, result.to_bits(), left.undefined || right.undefined);
                }
                Inst::Convert(from, to, dst, value) => {
                    let value = get!(*value);
                    if let (true, Scalar::Int(from), Scalar::Int(to)) = (is_math, from, to)
                        && *to != IntType::BOOL
                        && !to.holds(arith::number(value.bits, *from))
                    {
                        return Ok(Some(Outcome::Limit(NUMBERS)));
                    }
                    if let (Scalar::Float(_), Scalar::Int(to)) = (from, to)
                        && !arith::is_convertible(value.float(), *to)
                    {
                        let text = "a floating value becomes an integer that cannot hold it";
                        return Ok(Some(Outcome::Unsupported(text.to_string(), pos!())));
                    }
                    let bits = match (from, to) {
                        (Scalar::Ptr, Scalar::Int(int)) => {
                            if value.bits >> 32 != 0 && *int != IntType::BOOL {
                                self.memory.note_choice(choices::ADDRESS);
                            }
                            self.memory.number_of(value.bits)
                        }
                        (Scalar::Int(_), Scalar::Ptr) => self.memory.pointer_of(value.bits),
                        _ => arith::convert(*from, *to, value.bits),
                    };
                    set!(*dst, bits, value.undefined);
                }
                Inst::PtrDiff(dst, left, right, stride) => {
                    let (left, right, stride) = (get!(*left), get!(*right), get!(*stride));
                    let bytes = match left.bits >> 32 == right.bits >> 32 {
                        true => (left.bits as i64).wrapping_sub(right.bits as i64),
                        false => {
                            self.memory.note_choice(choices::ORDER);
                            let (left, right) =
                                (self.memory.number_of(left.bits), self.memory.number_of(right.bits));
                            (left as i64).wrapping_sub(right as i64)
                        }
                    };
                    let count = bytes.checked_div(stride.bits as i64).unwrap_or(0);
                    set!(*dst, count as u64, left.undefined || right.undefined);
                }
                Inst::LoadBits(dst, address, ty, bits) => {
                    let address = get!(*address);
                    let value = self.load_bits(address, *ty, *bits, pos!())?;
                    set!(*dst, value.bits, value.undefined);
                }
                Inst::StoreBits(address, value, bits) => {
                    let (address, value) = (get!(*address), get!(*value));
                    self.check_defined(address, "an address", pos!())?;
                    if let Err(fault) = self.store_bits(address.bits, value, *bits) {
                        self.bad_access(fault, pos!())?;
                    }
                }
                Inst::Copy(to, from, size) => {
                    let (to, from) = (get!(*to), get!(*from));
                    self.check_defined(to, "an address", pos!())?;
                    self.check_defined(from, "an address", pos!())?;
                    if let Err(fault) = self.memory.copy(to.bits, from.bits, *size) {
                        self.bad_access(fault, pos!())?;
                    }
                }
                Inst::Zero(address, size) => {
                    let address = get!(*address);
                    if let Err(fault) = self.memory.fill(address.bits, *size, 0) {
                        self.bad_access(fault, pos!())?;
                    }
                }
                Inst::Outside => self.memory.note_choice(choices::OUTSIDE),
                Inst::Padding(address, from, to) => {
                    let address = get!(*address);
                    self.memory.note_padding(address.bits, *from, *to);
                }
                Inst::Call(index) => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.pc = pc + 1;
                    }
                    let call = &code.calls[*index as usize];
                    if let Some(outcome) = self.call(&code, call, base, pos!())? {
                        return Ok(Some(outcome));
                    }
                    return Ok(None);
                }
                Inst::BeginVar(dst, ty) => {
                    let value = self.input(InputKind::Uninitialized, *ty, pos!());
                    set!(*dst, value.bits, true);
                }
                Inst::BeginSlot(slot) => {
                    let size = self.slot_size(*slot);
                    self.begin_slot(&code, base, *slot, size, pos!())?;
                }
                Inst::BeginVla(slot, count, stride) => {
                    let (count, stride) = (get!(*count), get!(*stride));
                    let size = (count.bits as i64).checked_mul(stride.bits as i64);
                    let size = match size.and_then(|size| u64::try_from(size).ok()) {
                        Some(size) => size,
                        None if checks.memory => {
                            let message = format!("an array of {} elements", count.bits as i64);
                            return Err(self.violation(ViolationKind::Misuse, message, pos!(), Vec::new()));
                        }
                        None => {
                            self.memory.note_choice(choices::ERROR);
                            0
                        }
                    };
                    self.begin_slot(&code, base, *slot, size, pos!())?;
                }
                Inst::End(slot) => {
                    let register = base + (code.first_slot + slot.0) as usize;
                    let address = self.registers[register].bits;
                    if address != 0 {
                        self.memory.end(address, pos!());
                    }
                }
                Inst::Alloca(dst, size) => {
                    let size = get!(*size);
                    let address = self.create(size.bits, Origin::Alloca, pos!())?;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.allocas.push(address);
                    }
                    set!(*dst, address, false);
                }
                Inst::Return(value) => {
                    let value = value.map(|value| get!(value));
                    return self.leave(value, None);
                }
                Inst::ReturnObject(address, size) => {
                    let address = get!(*address);
                    return self.leave(None, Some((address.bits, *size)));
                }
                Inst::Assume(cond) => {
                    let cond = get!(*cond);
                    self.check_defined(cond, "an assumption", pos!())?;
                    if cond.bits == 0 {
                        return Ok(Some(Outcome::Infeasible(pos!())));
                    }
                }
                Inst::Fail(_) if !checks.assertions => {
                    return Ok(Some(self.ended(Outcome::Aborted, pos!())));
                }
                Inst::Fail(index) => {
                    let (kind, message) = match &code.failures[*index as usize] {
                        Failure::Assertion(text) if text.is_empty() => {
                            (ViolationKind::Assertion, "assertion does not hold".to_string())
                        }
                        Failure::Assertion(text) => {
                            (ViolationKind::Assertion, format!("assertion `{text}` does not hold"))
                        }
                        Failure::ErrorCall(name) => (ViolationKind::ErrorCall, format!("call of {name}")),
                    };
                    return Err(self.violation(kind, message, pos!(), Vec::new()));
                }
                Inst::Unreachable => {
                    let message = "execution comes to a place marked as unreachable".to_string();
                    return Err(self.violation(ViolationKind::Misuse, message, pos!(), Vec::new()));
                }
                Inst::Unsupported(index) => {
                    return Ok(Some(Outcome::Unsupported(code.reasons[*index as usize].clone(), pos!())));
                }
            }
            if traced {
                self.record_set(inst, base, pos!());
            }
            pc += 1;
        }
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

    pub(super) fn record_register(&mut self, register: u32, base: usize, pos: Pos) {
        let Some(function) =
            self.frames.last().filter(|frame| !frame.is_model).and_then(|frame| frame.function)
        else {
            return;
        };
        let Some(var) = self.program.functions[function.index()].vars.get(register as usize) else { return };
        let Some(name) = &var.name else { return };
        let value = self.show(self.registers[base + register as usize], var.ty);
        self.record(Event::Set { pos, name: name.clone(), value });
    }

    fn show(&self, value: Value, ty: Scalar) -> String {
        match ty {
            Scalar::Int(int) => arith::number(value.bits, int).to_string(),
            Scalar::Float(_) => value.float().to_string(),
            Scalar::Ptr if value.bits == 0 => "null".to_string(),
            Scalar::Ptr => self.memory.show_address(value.bits),
        }
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
            ViolationKind::BadShift => format!("shift of a number of {} bits by {right}", ty.bits),
            _ => format!("signed overflow: {left} {sign} {right} does not fit in {} bits", ty.bits),
        };
        self.violation(kind, message, pos, Vec::new())
    }

    pub(super) fn check_defined(&self, value: Value, use_as: &str, pos: Pos) -> Result<(), Stop> {
        if value.undefined && self.config.checks.uninitialized {
            let message = format!("{use_as} depends on a value that nobody set");
            return Err(self.violation(ViolationKind::Uninitialized, message, pos, Vec::new()));
        }
        Ok(())
    }

    fn slot_size(&self, slot: SlotId) -> u64 {
        let function = match self.frames.last().and_then(|frame| frame.function) {
            Some(function) => &self.program.functions[function.index()],
            None => &self.program.start,
        };
        function.slots[slot.index()].size.unwrap_or(0)
    }

    fn begin_slot(
        &mut self,
        code: &Code,
        base: usize,
        slot: SlotId,
        size: u64,
        pos: Pos,
    ) -> Result<(), Stop> {
        let register = base + (code.first_slot + slot.0) as usize;
        let old = self.registers[register].bits;
        if old != 0 {
            self.memory.end(old, pos);
        }
        let address = self.create(size, Origin::Local, pos)?;
        self.registers[register] = Value::new(address);
        Ok(())
    }

    /// The end of the program: what is left behind may be an error.
    pub(super) fn ended(&self, outcome: Outcome, pos: Pos) -> Outcome {
        let lost = match (self.config.checks.leaks, &outcome) {
            (Leaks::Off, _) | (Leaks::Lost, Outcome::Aborted) => return outcome,
            (Leaks::Lost, _) => true,
            (Leaks::Any, _) => false,
        };
        let roots: Vec<u64> = self.registers.iter().map(|value| value.bits).collect();
        let left = self.memory.unfreed(&roots, lost);
        let Some(&(first, size)) = left.first() else { return outcome };
        let total: u64 = left.iter().map(|(_, size)| size).sum();
        let message = match left.len() {
            1 => format!("{size} bytes are allocated and never freed"),
            count => format!("{total} bytes in {count} blocks are allocated and never freed"),
        };
        let notes = vec![(first, "allocated here".to_string())];
        *self.violation(ViolationKind::Leak, message, pos, notes)
    }
}
