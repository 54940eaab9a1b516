//! The machine that runs the register form.

use super::arith::{self, Value};
use super::code::{Addresses, CONSTANT, CallArg, CallInfo, Code, Inst, Src, Target, compile};
use super::inputs::{InputKind, InputRecord, Inputs, Request};
use super::memory::{Fault, Memory, Origin};
use super::models::{self, Model};
use super::outcome::*;
use crate::ir::*;
use crate::library;
use std::collections::VecDeque;
use std::rc::Rc;

/// How a run goes.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which errors end it.
    pub checks: Checks,
    /// How many steps it may take.
    pub steps: u64,
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
}

impl Default for Config {
    fn default() -> Config {
        Config {
            checks: Checks::default(),
            steps: 1_000_000_000,
            memory: 1 << 30,
            depth: 100_000,
            trace: false,
            failing_allocation: false,
            entry: None,
        }
    }
}

/// Why a run stops; boxed because it is large and happens once.
pub(super) type Stop = Box<Outcome>;

struct Frame {
    /// Nothing for what runs before `main`.
    function: Option<FuncId>,
    code: Rc<Code>,
    pc: usize,
    base: usize,
    result: Option<(u32, Scalar)>,
    object: Option<(u64, u64)>,
    called_from: Pos,
    allocas: Vec<u64>,
}

pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) config: &'p Config,
    pub(super) memory: Memory,
    pub(super) output: Vec<u8>,
    /// Objects that library functions keep: by name, their address.
    pub(super) library_objects: Vec<(&'static str, u64)>,
    inputs: &'p mut dyn Inputs,
    records: Vec<InputRecord>,
    trace: VecDeque<Event>,
    addresses: Addresses,
    codes: Vec<Option<Rc<Code>>>,
    models: Vec<Option<Model>>,
    registers: Vec<Value>,
    frames: Vec<Frame>,
    steps: u64,
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
        trace: machine.trace.into(),
        steps: machine.steps,
    }
}

impl<'p> Machine<'p> {
    fn new(program: &'p Program, config: &'p Config, inputs: &'p mut dyn Inputs) -> Machine<'p> {
        let functions = program.functions.len();
        Machine {
            program,
            config,
            memory: Memory::new(program.target, config.memory),
            output: Vec::new(),
            library_objects: Vec::new(),
            inputs,
            records: Vec::new(),
            trace: VecDeque::new(),
            addresses: Addresses { globals: Vec::new(), functions: Vec::new() },
            codes: vec![None; functions],
            models: vec![None; functions],
            registers: Vec::new(),
            frames: Vec::new(),
            steps: 0,
        }
    }

    /// Functions, globals, the arguments of the program; then the first frames.
    fn set_up(&mut self) -> Result<(), Stop> {
        for (index, function) in self.program.functions.iter().enumerate() {
            let address = self.create(0, Origin::Function(FuncId(index as u32)), function.pos)?;
            self.addresses.functions.push(address);
        }
        for global in &self.program.globals {
            // Constants are written once below, so they are made constant in the end.
            let address = self.create(global.size, Origin::Global, global.pos)?;
            self.addresses.globals.push(address);
        }
        for index in 0..self.program.globals.len() {
            self.set_up_global(index)?;
        }
        let entry = self.config.entry.or(self.program.main);
        let Some(entry) = entry else {
            let pos = self.program.start.pos;
            return Err(Box::new(Outcome::Unsupported("the program has no main function".to_string(), pos)));
        };
        let function = &self.program.functions[entry.index()];
        let Some(code) = self.code(entry) else {
            let reason = format!("the function {} has no body", function.name);
            return Err(Box::new(Outcome::Unsupported(reason, function.pos)));
        };
        let args = match Some(entry) == self.program.main {
            true => self.main_arguments(entry)?,
            false => self.entry_arguments(entry)?,
        };
        self.push_frame(Some(entry), code, None, None, function.pos)?;
        self.set_arguments(entry, &args)?;
        if self.program.start.body.as_ref().is_some_and(|body| !body.is_empty()) {
            let start = &self.program.start;
            let body = start.body.as_ref().map_or(&[][..], |body| body);
            let code = compile(self.program, start, &body.to_vec(), &self.addresses);
            self.push_frame(None, Rc::new(code), None, None, start.pos)?;
        }
        Ok(())
    }

    fn set_up_global(&mut self, index: usize) -> Result<(), Stop> {
        let program = self.program;
        let global = &program.globals[index];
        let address = self.addresses.globals[index];
        let stop = |fault: Fault| {
            Box::new(Outcome::Unsupported(
                format!("an initialiser that does not fit: {}", fault.message),
                global.pos,
            ))
        };
        match &global.init {
            Init::Unknown => {
                // Somebody else has set it, to what is an input; most of a large one is zero.
                const MOST: u64 = 4096;
                self.memory.fill(address, global.size, 0).map_err(stop)?;
                let byte = Scalar::Int(IntType { bits: 8, signed: false });
                for at in 0..global.size.min(MOST) {
                    let value = self.input(InputKind::Extern(global.name.clone()), byte, global.pos);
                    let cell = self.memory.offset(address, at as i64);
                    self.memory.write(cell, 1, value.bits, false).map_err(stop)?;
                }
            }
            Init::Bytes(bytes) => {
                for (at, &byte) in bytes.iter().enumerate() {
                    let cell = self.memory.offset(address, at as i64);
                    self.memory.write(cell, 1, u64::from(byte), false).map_err(stop)?;
                }
            }
            Init::Cells(cells) => {
                self.memory.fill(address, global.size, 0).map_err(stop)?;
                for cell in cells {
                    let place = self.memory.offset(address, cell.offset as i64);
                    let value = match cell.value {
                        Operand::Int(value, _) => value as u64,
                        Operand::Float(value, _) => value.to_bits(),
                        Operand::Global(global) => self.addresses.globals[global.index()],
                        Operand::Func(function) => self.addresses.functions[function.index()],
                        _ => 0,
                    };
                    let value = match cell.value {
                        Operand::Global(_) | Operand::Func(_) => self.memory.offset(value, cell.addend),
                        _ => value,
                    };
                    let value = match (cell.value, cell.access.ty) {
                        (Operand::Global(_) | Operand::Func(_), Scalar::Int(_)) => {
                            self.memory.number_of(value)
                        }
                        _ => value,
                    };
                    match cell.access.bits {
                        Some(bits) => self.store_bits(place, Value::new(value), bits).map_err(stop)?,
                        None => self.store_scalar(place, Value::new(value), cell.access.ty).map_err(stop)?,
                    }
                }
            }
        }
        if global.constant && self.config.checks.memory {
            self.memory.make_constant(address);
        }
        Ok(())
    }

    fn main_arguments(&mut self, main: FuncId) -> Result<Vec<(Value, Scalar)>, Stop> {
        let function = &self.program.functions[main.index()];
        if function.params.is_empty() {
            return Ok(Vec::new());
        }
        let pos = function.pos;
        let arguments = self.inputs.arguments();
        let pointer = u64::from(self.program.target.pointer_bytes);
        let argv = self.create((arguments.len() as u64 + 1) * pointer, Origin::Global, pos)?;
        for (index, argument) in arguments.iter().enumerate() {
            let text = self.new_bytes(argument, pos)?;
            let cell = self.memory.offset(argv, (index as u64 * pointer) as i64);
            self.memory.write_pointer(cell, text, false).map_err(|fault| self.stop(fault, pos))?;
        }
        let last = self.memory.offset(argv, (arguments.len() as u64 * pointer) as i64);
        self.memory.write_pointer(last, 0, false).map_err(|fault| self.stop(fault, pos))?;
        Ok(vec![(Value::new(arguments.len() as u64), Scalar::INT), (Value::new(argv), Scalar::Ptr)])
    }

    /// An object with a string and its zero byte.
    pub(super) fn new_bytes(&mut self, bytes: &[u8], pos: Pos) -> Result<u64, Stop> {
        let address = self.create(bytes.len() as u64 + 1, Origin::Global, pos)?;
        for (index, &byte) in bytes.iter().chain(&[0]).enumerate() {
            let cell = self.memory.offset(address, index as i64);
            self.memory.write(cell, 1, u64::from(byte), false).map_err(|fault| self.stop(fault, pos))?;
        }
        Ok(address)
    }

    fn entry_arguments(&mut self, entry: FuncId) -> Result<Vec<(Value, Scalar)>, Stop> {
        let function = &self.program.functions[entry.index()];
        let mut args = Vec::new();
        for param in &function.params {
            let Param::Var(var) = param else {
                let reason = "a record as parameter of the function to run".to_string();
                return Err(Box::new(Outcome::Unsupported(reason, function.pos)));
            };
            let info = &function.vars[var.index()];
            let kind = InputKind::Parameter(info.name.clone().unwrap_or_default());
            let value = self.input(kind, info.ty, function.pos);
            args.push((value, info.ty));
        }
        Ok(args)
    }

    /// A new object.
    pub(super) fn create(&mut self, size: u64, origin: Origin, pos: Pos) -> Result<u64, Stop> {
        self.memory.create(size, origin, pos).map_err(|_| Box::new(Outcome::Limit("memory")))
    }

    /// Asks for an input.
    pub(super) fn input(&mut self, kind: InputKind, ty: Scalar, pos: Pos) -> Value {
        let request = Request { kind, ty, pos };
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

    fn record(&mut self, event: Event) {
        const MOST: usize = 100_000;
        if self.trace.len() >= MOST {
            self.trace.pop_front();
        }
        self.trace.push_back(event);
    }

    fn code(&mut self, function: FuncId) -> Option<Rc<Code>> {
        let index = function.index();
        if let Some(code) = &self.codes[index] {
            return Some(Rc::clone(code));
        }
        let info = &self.program.functions[index];
        let body = info.body.as_ref()?;
        let code = Rc::new(compile(self.program, info, body, &self.addresses));
        self.codes[index] = Some(Rc::clone(&code));
        Some(code)
    }

    fn push_frame(
        &mut self,
        function: Option<FuncId>,
        code: Rc<Code>,
        result: Option<(u32, Scalar)>,
        object: Option<(u64, u64)>,
        called_from: Pos,
    ) -> Result<(), Stop> {
        if self.frames.len() >= self.config.depth {
            return Err(Box::new(Outcome::Limit("depth of calls")));
        }
        let base = self.registers.len();
        self.registers.resize(base + code.registers as usize, Value { bits: 0, undefined: true });
        for slot in code.first_slot..code.registers {
            self.registers[base + slot as usize] = Value::new(0);
        }
        self.frames.push(Frame {
            function,
            code,
            pc: 0,
            base,
            result,
            object,
            called_from,
            allocas: Vec::new(),
        });
        Ok(())
    }

    /// Puts arguments into the parameters of the frame on top.
    fn set_arguments(&mut self, function: FuncId, args: &[(Value, Scalar)]) -> Result<(), Stop> {
        let info = &self.program.functions[function.index()];
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (base, first_slot) = (frame.base, frame.code.first_slot);
        for (index, param) in info.params.iter().enumerate() {
            let arg = args.get(index).copied();
            match (param, arg) {
                (Param::Var(var), Some((value, ty))) => {
                    let wanted = info.vars[var.index()].ty;
                    // Without a prototype, the types may differ.
                    let bits = if ty == wanted { value.bits } else { arith::convert(ty, wanted, value.bits) };
                    self.registers[base + var.index()] = Value { bits, ..value };
                }
                (Param::Var(_), None) => {}
                (Param::Slot(slot), arg) => {
                    let size = info.slots[slot.index()].size.unwrap_or(0);
                    let address = self.create(size, Origin::Local, info.pos)?;
                    self.registers[base + (first_slot + slot.0) as usize] = Value::new(address);
                    if let Some((from, _)) = arg {
                        self.memory
                            .copy(address, from.bits, size)
                            .map_err(|fault| self.stop(fault, info.pos))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A bad access as the end of the run.
    pub(super) fn stop(&self, fault: Fault, pos: Pos) -> Stop {
        self.violation(fault.kind, fault.message, pos, fault.notes)
    }

    pub(super) fn violation(
        &self,
        kind: ViolationKind,
        message: String,
        pos: Pos,
        notes: Vec<(Pos, String)>,
    ) -> Stop {
        const MOST: usize = 100;
        let frames = self.frames.iter().rev().take(MOST);
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

    /// Runs the frame on top until another one is on top or the program ends.
    fn run_frame(&mut self) -> Result<Option<Outcome>, Stop> {
        let Some(frame) = self.frames.last() else { return Ok(Some(Outcome::Finished(0))) };
        let code = Rc::clone(&frame.code);
        let base = frame.base;
        let mut pc = frame.pc;
        let checks = self.config.checks;
        let (most_steps, traced) = (self.config.steps, self.config.trace);
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
            self.steps += 1;
            if self.steps > most_steps {
                return Ok(Some(Outcome::Limit("steps")));
            }
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
                    let (bits, wrong) = arith::integer(*op, *ty, left.bits, right.bits);
                    if let Some(kind) = wrong {
                        let is_checked = match kind {
                            ViolationKind::Overflow => checks.overflow && !undefined,
                            _ => checks.arithmetic,
                        };
                        if is_checked {
                            return Err(self.bad_arithmetic(kind, *op, *ty, left, right, pos!()));
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
                    if let Err(fault) = self.store_scalar(address.bits, value, *ty)
                        && checks.memory
                    {
                        return Err(self.stop(fault, pos!()));
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
                    let bits = match (from, to) {
                        (Scalar::Ptr, Scalar::Int(_)) => self.memory.number_of(value.bits),
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
                    if let Err(fault) = self.store_bits(address.bits, value, *bits)
                        && checks.memory
                    {
                        return Err(self.stop(fault, pos!()));
                    }
                }
                Inst::Copy(to, from, size) => {
                    let (to, from) = (get!(*to), get!(*from));
                    self.check_defined(to, "an address", pos!())?;
                    self.check_defined(from, "an address", pos!())?;
                    if let Err(fault) = self.memory.copy(to.bits, from.bits, *size)
                        && checks.memory
                    {
                        return Err(self.stop(fault, pos!()));
                    }
                }
                Inst::Zero(address, size) => {
                    let address = get!(*address);
                    if let Err(fault) = self.memory.fill(address.bits, *size, 0)
                        && checks.memory
                    {
                        return Err(self.stop(fault, pos!()));
                    }
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
                        None => 0,
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

    fn record_register(&mut self, register: u32, base: usize, pos: Pos) {
        let Some(function) = self.frames.last().and_then(|frame| frame.function) else { return };
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
            Scalar::Ptr => {
                let (_, offset) = self.memory.locate(value.bits);
                format!("object {} + {offset}", value.bits >> 32)
            }
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

    fn check_defined(&self, value: Value, use_as: &str, pos: Pos) -> Result<(), Stop> {
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

    /// Reads a scalar; bytes without a value get one.
    pub(super) fn load(&mut self, address: Value, ty: Scalar, pos: Pos) -> Result<Value, Stop> {
        if address.undefined {
            self.check_defined(address, "an address", pos)?;
        }
        let size = self.program.target.size_of(ty);
        let read = match ty {
            Scalar::Ptr => self.memory.read_pointer(address.bits),
            Scalar::Float(FloatType::F80) => {
                return Err(Box::new(Outcome::Unsupported(
                    "arithmetic of type long double".to_string(),
                    pos,
                )));
            }
            _ => self.memory.read(address.bits, size),
        };
        let mut read = match read {
            Ok(read) => read,
            Err(fault) if self.config.checks.memory => return Err(self.stop(fault, pos)),
            Err(_) => return Ok(self.input(InputKind::BadRead, ty, pos)),
        };
        if read.open {
            let chosen = self.input(InputKind::Uninitialized, ty, pos);
            let bits = match ty {
                Scalar::Ptr => self.memory.number_of(chosen.bits),
                Scalar::Float(FloatType::F32) => u64::from((chosen.float() as f32).to_bits()),
                _ => chosen.bits,
            };
            self.memory.choose(address.bits, size, bits);
            let again = match ty {
                Scalar::Ptr => self.memory.read_pointer(address.bits),
                _ => self.memory.read(address.bits, size),
            };
            read = again.map_err(|fault| self.stop(fault, pos))?;
        }
        let bits = match ty {
            Scalar::Int(IntType::BOOL) => u64::from(read.bits != 0),
            Scalar::Int(int) => arith::extend(read.bits, int),
            Scalar::Float(FloatType::F32) => f64::from(f32::from_bits(read.bits as u32)).to_bits(),
            _ => read.bits,
        };
        Ok(Value { bits, undefined: read.undefined })
    }

    /// Writes a scalar.
    pub(super) fn store_scalar(&mut self, address: u64, value: Value, ty: Scalar) -> Result<(), Fault> {
        match ty {
            Scalar::Int(int) => self.memory.write(address, int.bytes(), value.bits, value.undefined),
            Scalar::Float(FloatType::F32) => {
                let bits = u64::from((value.float() as f32).to_bits());
                self.memory.write(address, 4, bits, value.undefined)
            }
            Scalar::Float(_) => self.memory.write(address, 8, value.bits, value.undefined),
            Scalar::Ptr => self.memory.write_pointer(address, value.bits, value.undefined),
        }
    }

    /// The bytes that a bit-field lies in, as a number; it may need nine.
    fn bit_bytes(&mut self, address: u64, bits: BitField) -> Result<(u128, bool), Fault> {
        let count = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
        let mut number = 0u128;
        let mut undefined = false;
        for index in 0..count {
            let read = self.memory.read(self.memory.offset(address, i64::from(index)), 1)?;
            number |= u128::from(read.bits) << (8 * index);
            undefined |= read.undefined;
        }
        Ok((number, undefined))
    }

    fn load_bits(&mut self, address: Value, ty: Scalar, bits: BitField, pos: Pos) -> Result<Value, Stop> {
        self.check_defined(address, "an address", pos)?;
        let (number, undefined) = match self.bit_bytes(address.bits, bits) {
            Ok(found) => found,
            Err(fault) if self.config.checks.memory => return Err(self.stop(fault, pos)),
            Err(_) => return Ok(self.input(InputKind::BadRead, ty, pos)),
        };
        let field = (number >> bits.shift) as u64;
        let signed = matches!(ty, Scalar::Int(IntType { signed: true, .. }));
        let bits = arith::extend(field, IntType { bits: bits.width, signed });
        Ok(Value { bits, undefined })
    }

    fn store_bits(&mut self, address: u64, value: Value, bits: BitField) -> Result<(), Fault> {
        let (old, _) = self.bit_bytes(address, bits)?;
        let mask = ((1u128 << bits.width) - 1) << bits.shift;
        let new = (old & !mask) | ((u128::from(value.bits) << bits.shift) & mask);
        let count = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
        for index in 0..count {
            let byte = (new >> (8 * index)) as u8;
            let cell = self.memory.offset(address, i64::from(index));
            self.memory.write(cell, 1, u64::from(byte), value.undefined)?;
        }
        Ok(())
    }

    fn call(&mut self, code: &Code, call: &CallInfo, base: usize, pos: Pos) -> Result<Option<Outcome>, Stop> {
        let get = |registers: &[Value], Src(index): Src| match index & CONSTANT == 0 {
            true => registers[base + index as usize],
            false => code.constants[(index & !CONSTANT) as usize],
        };
        let function = match call.callee {
            Target::Direct(function) => function,
            Target::Pointer(pointer) => {
                let pointer = get(&self.registers, pointer);
                self.check_defined(pointer, "a call", pos)?;
                let (object, offset) = self.memory.locate(pointer.bits);
                match object.origin {
                    Origin::Function(function) if offset == 0 => function,
                    _ => {
                        let what =
                            if pointer.bits == 0 { "a null pointer" } else { "a pointer to no function" };
                        let message = format!("call through {what}");
                        return Err(self.violation(ViolationKind::BadCall, message, pos, Vec::new()));
                    }
                }
            }
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(match arg {
                CallArg::Scalar(value, ty) => (get(&self.registers, *value), *ty),
                CallArg::Object(address) => (get(&self.registers, *address), Scalar::Ptr),
            });
        }
        let object = call.object.map(|(address, size)| (get(&self.registers, address).bits, size));
        if let Some(code) = self.code(function) {
            if self.config.trace {
                self.record(Event::Enter { pos, function });
            }
            self.push_frame(Some(function), code, call.result, object, pos)?;
            self.set_arguments(function, &args)?;
            return Ok(None);
        }
        let result = self.external(function, &args, call.result.map(|(_, ty)| ty), pos);
        let value = match result {
            Ok(value) => value,
            // The program ends by itself: that is no error yet, but something may be left behind.
            Err(stop) => {
                return match *stop {
                    outcome @ (Outcome::Finished(_) | Outcome::Aborted) => Ok(Some(self.ended(outcome, pos))),
                    _ => Err(stop),
                };
            }
        };
        if let Some((register, _)) = call.result {
            self.registers[base + register as usize] = value;
            if self.config.trace {
                self.record_register(register, base, pos);
            }
        }
        Ok(None)
    }

    /// Calls a function without a body: its model, or an input of its type.
    fn external(
        &mut self,
        function: FuncId,
        args: &[(Value, Scalar)],
        result: Option<Scalar>,
        pos: Pos,
    ) -> Result<Value, Stop> {
        let program = self.program;
        let name = &program.functions[function.index()].name;
        let model = match self.models[function.index()] {
            Some(model) => model,
            None => {
                let model = models::find(library::canonical_name(name)).unwrap_or(models::unknown);
                self.models[function.index()] = Some(model);
                model
            }
        };
        model(self, &models::Call { name, args, result, pos })
    }

    /// Returns from the frame on top.
    fn leave(&mut self, value: Option<Value>, object: Option<(u64, u64)>) -> Result<Option<Outcome>, Stop> {
        let Some(frame) = self.frames.last() else { return Ok(Some(Outcome::Finished(0))) };
        let pos = frame.code.positions.last().copied().unwrap_or(frame.called_from);
        // The result is copied before the locals end.
        if let (Some((from, size)), Some((to, room))) = (object, frame.object) {
            self.memory.copy(to, from, size.min(room)).map_err(|fault| self.stop(fault, pos))?;
        }
        let Some(frame) = self.frames.pop() else { return Ok(None) };
        for slot in frame.code.first_slot..frame.code.registers {
            let address = self.registers[frame.base + slot as usize].bits;
            if address != 0 {
                self.memory.end(address, pos);
            }
        }
        for address in &frame.allocas {
            self.memory.end(*address, pos);
        }
        self.registers.truncate(frame.base);
        if self.config.trace
            && let Some(function) = frame.function
        {
            self.record(Event::Leave { function });
        }
        let Some(caller) = self.frames.last() else {
            let code = value.map_or(0, |value| value.bits as i32);
            return Ok(Some(self.ended(Outcome::Finished(code), pos)));
        };
        if let Some((register, ty)) = frame.result {
            let base = caller.base;
            let value = match value {
                Some(value) => value,
                None => Value { undefined: true, ..self.input(InputKind::Uninitialized, ty, pos) },
            };
            self.registers[base + register as usize] = value;
            if self.config.trace {
                self.record_register(register, base, frame.called_from);
            }
        }
        Ok(None)
    }

    /// The end of the program: what is left behind may be an error.
    fn ended(&self, outcome: Outcome, pos: Pos) -> Outcome {
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
