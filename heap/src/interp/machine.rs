//! The state of a run: memory, registers, frames, inputs, trace.

use super::arena::Arena;
use super::arith::{self, Value};
use super::code::{Addresses, Code, compile};
use super::coverage::Coverage;
use super::inputs::{InputKind, InputRecord, Inputs, Request};
use super::memory::{Fault, Memory, Origin};
use super::models::again::Traces;
use super::models::{self, Model};
use super::outcome::*;
use super::shadow::{Path, Shadow, Source};
use crate::ir::*;
use crate::libc::internal::{MAY_FAIL, RUN_PREFIX, is_stream_part, run_name};
use crate::libc::{self, CtypeTable};
use crate::property::{Checks, Ints, Leaks, ViolationKind};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

/// The configuration of a run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which errors end it.
    pub checks: Checks,
    /// How many steps it may take.
    pub steps: u64,
    /// How many inputs it may receive; they are recorded.
    pub inputs: usize,
    /// The deadline.
    pub deadline: Option<Instant>,
    /// How much memory the program may use, in bytes.
    pub memory: u64,
    /// How deeply calls may be nested.
    pub depth: usize,
    /// Whether to record the last steps.
    pub trace: bool,
    /// Whether an allocation may fail: then an input decides.
    pub failing_allocation: bool,
    /// The function to run in place of `main`; its parameters are inputs.
    pub entry: Option<FuncId>,
    /// The semantics of integers.
    pub ints: Ints,
    /// Patterns of the names of functions without a body that are inputs, as in
    /// [`Task`](crate::analysis::Task).
    pub input_functions: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            checks: Checks::default(),
            steps: 1_000_000_000,
            inputs: 1 << 18,
            deadline: None,
            memory: 1 << 30,
            depth: 100_000,
            trace: false,
            failing_allocation: false,
            entry: None,
            ints: Ints::Machine,
            input_functions: Vec::new(),
        }
    }
}

/// The limit that runs with mathematical integers reach.
pub(super) const NUMBERS: &str = "the size of numbers";

/// Why a run stops; boxed because it is large and happens once.
pub(super) type Stop = Box<Outcome>;

/// An active call.
pub(super) struct Frame {
    /// None for code that runs before `main`.
    pub(super) function: Option<FuncId>,
    pub(super) code: Rc<Code>,
    pub(super) pc: usize,
    pub(super) base: usize,
    pub(super) result: Option<(u32, Scalar)>,
    pub(super) object: Option<(u64, u64)>,
    pub(super) called_from: Pos,
    pub(super) allocas: Vec<u64>,
    /// Whether its function is a model, whose steps are not reported.
    pub(super) is_model: bool,
}

pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) config: &'p Config,
    pub(super) memory: Memory<'p>,
    pub(super) output: Vec<u8>,
    /// The addresses of the structures that the caller of the entry function gives, unless that is `main`.
    pub(super) held: Vec<u64>,
    /// The memory of memory managers.
    pub(super) arena: Option<Arena>,
    /// Tables of the library that are in memory, with their addresses.
    pub(super) library_objects: Vec<(CtypeTable, u64)>,
    /// The address of the list of environment variables, if the program has asked for it.
    pub(super) environment: Option<u64>,
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
    pub(super) steps: u64,
    /// The step before which the limits are checked next.
    pub(super) next_look: u64,
    /// Whether there are models in C.
    has_models: bool,
    /// The branches that were taken, if somebody wants to know.
    pub(super) coverage: Option<&'p mut Coverage>,
    /// The symbolic values, if the run is followed.
    pub(super) shadow: Option<Box<Shadow>>,
    /// What the last library call did to `errno`.
    pub(super) errno: Errno,
    /// What the program has done to the outside.
    pub(super) traces: Traces,
}

/// What a library call does to `errno`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Errno {
    /// It may store any number but 0: an input.
    Any,
    /// It leaves it alone.
    Kept,
    /// It stores this number.
    Set(i32),
    /// This is not modelled.
    NotKnown,
}

/// Runs a program.
///
/// ```
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
///
/// let text = "int __VERIFIER_nondet_int(void); int main(void) { return 100 / __VERIFIER_nondet_int(); }";
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load(&[Source::text("divide.c", text)]) {
///     let outcome = |input| {
///         let mut inputs = ScriptedInputs::new([input]);
///         run(&loaded.program, &Config::default(), &mut inputs).outcome
///     };
///     assert_eq!(outcome(7), Outcome::Finished(14));
///     assert!(matches!(outcome(0), Outcome::Violation(_)));
/// }
/// ```
pub fn run(program: &Program, config: &Config, inputs: &mut dyn Inputs) -> Run {
    let (library, codes) = (library_functions(program), vec![None; program.functions.len()]);
    let mut machine = Machine::with(program, config, inputs, library, codes);
    let outcome = machine.outcome();
    machine.finish(outcome)
}

/// Many runs of one program: what they share is computed once, and each notes which branches it takes.
pub struct Session<'p> {
    program: &'p Program,
    library: Vec<FuncId>,
    codes: Vec<Option<Rc<Code>>>,
    coverage: Coverage,
}

impl<'p> Session<'p> {
    /// Prepares runs.
    pub fn new(program: &'p Program) -> Session<'p> {
        Session {
            program,
            library: library_functions(program),
            codes: vec![None; program.functions.len()],
            coverage: Coverage::default(),
        }
    }

    /// The next run.
    pub fn run(&mut self, config: &Config, inputs: &mut dyn Inputs) -> Run {
        self.next(config, inputs, false).0
    }

    /// The next run, with the conditions on its inputs that it met. This is slower.
    pub fn follow(&mut self, config: &Config, inputs: &mut dyn Inputs) -> (Run, Path) {
        self.next(config, inputs, true)
    }

    fn next(&mut self, config: &Config, inputs: &mut dyn Inputs, is_followed: bool) -> (Run, Path) {
        self.coverage.clear();
        let (library, codes) = (std::mem::take(&mut self.library), std::mem::take(&mut self.codes));
        let mut machine = Machine::with(self.program, config, inputs, library, codes);
        machine.coverage = Some(&mut self.coverage);
        if is_followed {
            machine.shadow = Some(Box::default());
            machine.memory.cells = Some(Box::default());
        }
        let outcome = machine.outcome();
        (self.library, self.codes) =
            (std::mem::take(&mut machine.library), std::mem::take(&mut machine.codes));
        let path = machine.shadow.take().map(|shadow| shadow.path);
        (machine.finish(outcome), path.unwrap_or_default())
    }

    /// The branches of the last run.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
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
    fn with(
        program: &'p Program,
        config: &'p Config,
        inputs: &'p mut dyn Inputs,
        library: Vec<FuncId>,
        codes: Vec<Option<Rc<Code>>>,
    ) -> Machine<'p> {
        Machine {
            program,
            config,
            memory: Memory::new(program, config.memory),
            output: Vec::new(),
            library_objects: Vec::new(),
            environment: None,
            inputs,
            records: Vec::new(),
            arguments: Vec::new(),
            trace: VecDeque::new(),
            addresses: Addresses { globals: Vec::new(), functions: Vec::new() },
            codes,
            models: vec![None; program.functions.len()],
            library,
            held: Vec::new(),
            arena: None,
            registers: Vec::new(),
            frames: Vec::new(),
            steps: 0,
            next_look: 0,
            has_models: program.functions.iter().any(|function| function.role == Role::Model),
            coverage: None,
            shadow: None,
            errno: Errno::Any,
            traces: Traces::default(),
        }
    }

    fn outcome(&mut self) -> Outcome {
        match self.set_up() {
            Ok(()) => self.execute(),
            Err(stop) => *stop,
        }
    }

    fn finish(self, outcome: Outcome) -> Run {
        Run {
            outcome,
            output: self.output,
            inputs: self.records,
            arguments: self.arguments,
            trace: self.trace.into(),
            steps: self.steps,
            choice: self.memory.choice.get(),
        }
    }

    /// A new object.
    pub(super) fn create(&mut self, size: u64, origin: Origin, pos: Pos) -> Result<u64, Stop> {
        let pos = self.own_pos(pos);
        self.memory.create(size, origin, pos).map_err(|_| Box::new(Outcome::Limit("memory")))
    }

    /// Asks for an input.
    pub(super) fn input(&mut self, kind: InputKind, ty: Scalar, pos: Pos) -> Value {
        self.input_within(kind, ty, None, pos)
    }

    /// Asks for an input in a range, if one is given: any other number is reduced modulo its size.
    pub(super) fn input_within(
        &mut self,
        kind: InputKind,
        ty: Scalar,
        range: Option<(i128, i128)>,
        pos: Pos,
    ) -> Value {
        let kind = match kind {
            InputKind::Function(name) => self.named_input(name),
            other => other,
        };
        if let (InputKind::Library(_), Scalar::Int(IntType { bits: 9.., .. })) = (&kind, ty) {
            let numbers = self.library_numbers();
            self.inputs.library_call(&numbers);
        }
        let request = Request { kind, ty, pos: self.user_pos(pos) };
        let value = self.inputs.value(&request);
        let (value, bits) = match ty {
            Scalar::Int(int) => {
                let value = int.wrap(value);
                let value = match range {
                    Some((low, high)) => low + (value - low).rem_euclid(high - low + 1),
                    None => value,
                };
                (value, value as u64)
            }
            Scalar::Float(_) => (value, value as u64),
            Scalar::Ptr => (value, self.memory.pointer_of(value as u64)),
        };
        if let (Some(shadow), Scalar::Int(int)) = (&mut self.shadow, ty) {
            let range = range.unwrap_or((int.min(), int.max()));
            shadow.add_input(Source::Input(self.records.len()), range, value);
        }
        let record = InputRecord { request, value };
        if self.config.trace {
            self.record(Event::Input(record.clone()));
        }
        self.records.push(record);
        Value::new(bits)
    }

    /// Whether a function without a body gives inputs of the program.
    pub(super) fn is_input(&self, name: &str) -> bool {
        libc::is_input(name) || self.config.input_functions.iter().any(|pattern| libc::matches(pattern, name))
    }

    /// The current position: a step of a model is attributed to the call of the model, but a callback into
    /// the program keeps its own position.
    fn own_pos(&self, pos: Pos) -> Pos {
        let models = self.frames.iter().rev().take_while(|frame| frame.is_model);
        models.last().map_or(pos, |frame| frame.called_from)
    }

    /// A position in the program: an event in a model is attributed to the call of the model.
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

    /// What the model of `errno` that is running stores, if the call before it decides that.
    pub(super) fn error_of_call(&self, pos: Pos) -> Result<Option<Value>, Stop> {
        let number = match self.errno {
            Errno::Any => return Ok(None),
            Errno::Kept | Errno::NotKnown => 0,
            Errno::Set(number) => number,
        };
        let model = self.frames.last().and_then(|frame| frame.function);
        match model.map(|model| self.program.functions[model.index()].name.as_str()) {
            Some(MAY_FAIL) if self.errno == Errno::NotKnown => {
                let reason = "errno after a function of floating numbers".to_string();
                Err(Box::new(Outcome::Unsupported(reason, self.own_pos(pos))))
            }
            Some(MAY_FAIL) => Ok(Some(Value::new(number as u64))),
            _ => Ok(None),
        }
    }

    /// The numbers among the arguments of the library function that is running.
    fn library_numbers(&self) -> Vec<i128> {
        let models = self.frames.iter().rev().take_while(|frame| frame.is_model);
        let Some((frame, function)) = models.last().and_then(|frame| Some((frame, frame.function?))) else {
            return Vec::new();
        };
        let function = &self.program.functions[function.index()];
        let number = |param: &Param| match param {
            Param::Var(var) => {
                let int = function.vars[var.index()].ty.as_int()?;
                Some(arith::number(self.registers[frame.base + var.index()].bits, int))
            }
            Param::Slot(_) => None,
        };
        function.params.iter().filter_map(number).collect()
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

    /// An invalid access, which ends the run.
    #[cold]
    pub(super) fn stop(&self, fault: Fault, pos: Pos) -> Stop {
        match self.config.checks.asks_for(fault.kind) {
            true => self.violation(fault.kind, fault.message, pos, fault.notes),
            false => self.undefined_behavior(&fault.message, pos),
        }
    }

    /// The end of a run by an error that nobody asked for: what machines do after it is not modelled.
    #[cold]
    pub(super) fn undefined_behavior(&self, message: &str, pos: Pos) -> Stop {
        let reason = format!("what follows undefined behavior ({message})");
        Box::new(Outcome::Unsupported(reason, self.own_pos(pos)))
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

    /// How many inputs there were.
    pub(super) fn asked(&self) -> usize {
        self.records.len()
    }

    fn execute(&mut self) -> Outcome {
        let is_followed = self.shadow.is_some();
        loop {
            match if is_followed { self.run_frame::<true>() } else { self.run_frame::<false>() } {
                Ok(None) => {}
                Ok(Some(outcome)) => return outcome,
                Err(stop) => return *stop,
            }
        }
    }

    /// The limit on steps or time that is reached, if any. The clock is read from time to time.
    #[cold]
    pub(super) fn look_at_limits(&mut self) -> Option<Outcome> {
        const STEPS_BETWEEN: u64 = 1 << 16;
        if self.steps >= self.config.steps {
            return Some(Outcome::Limit("steps"));
        }
        if self.records.len() >= self.config.inputs {
            return Some(Outcome::Limit("inputs"));
        }
        if self.config.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Outcome::Limit("time"));
        }
        self.next_look = self.config.steps.min(self.steps + STEPS_BETWEEN);
        None
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

    /// Whether a function is executed that is not `main`: it has a caller.
    pub(super) fn has_caller(&self) -> bool {
        self.config.entry.is_some_and(|entry| Some(entry) != self.program.main)
    }

    pub(super) fn check_defined(&self, value: Value, use_as: &str, pos: Pos) -> Result<(), Stop> {
        if value.undefined && self.config.checks.uninitialized {
            let message = format!("{use_as} depends on an uninitialized value");
            return Err(self.violation(ViolationKind::Uninitialized, message, pos, Vec::new()));
        }
        Ok(())
    }

    /// The values of the variables of all functions that are being executed, without temporaries. Behind
    /// the entry function, what it has returned.
    fn named_registers(&self) -> impl Iterator<Item = u64> + use<'_, 'p> {
        let results = if self.frames.is_empty() { self.registers.as_slice() } else { &[] };
        let frames = self.frames.iter().filter_map(|frame| Some((frame.base, frame.function?)));
        let named = frames.flat_map(move |(base, id)| {
            let function = &self.program.functions[id.index()];
            let vars = (0..function.vars.len()).filter(|&var| function.is_named(VarId(var as u32)));
            vars.map(move |var| &self.registers[base + var])
        });
        named.chain(results).map(|value| value.bits)
    }

    /// The end of the program: memory that is still allocated may be an error, and so may open streams.
    pub(super) fn ended(&self, outcome: Outcome, pos: Pos) -> Outcome {
        let Checks { leaks, streams, .. } = self.config.checks;
        let is_lost = leaks != Leaks::Any;
        if is_lost && outcome == Outcome::Aborted {
            return outcome;
        }
        // What the caller has is not lost, and it may be freed after the return.
        let is_lost = is_lost || !self.held.is_empty();
        let roots: Vec<u64> = self.named_registers().chain(self.held.iter().copied()).collect();
        let not_ended = |origin: Origin, is_asked: bool| match is_asked {
            true => self.memory.not_ended(origin, &roots, is_lost),
            false => Vec::new(),
        };
        let left = not_ended(Origin::Heap, leaks != Leaks::Off);
        let open = not_ended(Origin::Stream, streams);
        if left.is_empty() && open.is_empty() {
            return outcome;
        }
        let sites = |objects: &[(Pos, u64)], text: &str| {
            let mut sites: Vec<Pos> = objects.iter().map(|(site, _)| *site).collect();
            sites.sort_unstable();
            sites.dedup();
            sites.into_iter().map(|site| (site, text.to_string())).collect()
        };
        if left.is_empty() {
            let message = match open.len() {
                1 => "a stream is not closed".to_string(),
                count => format!("{count} streams are not closed"),
            };
            return *self.violation(ViolationKind::OpenStream, message, pos, sites(&open, "opened here"));
        }
        let total: u64 = left.iter().map(|(_, size)| size).sum();
        let message = match left.len() {
            1 => format!("memory leak: a block of {total} bytes is not freed"),
            count => format!("memory leak: {count} blocks of {total} bytes in all are not freed"),
        };
        *self.violation(ViolationKind::Leak, message, pos, sites(&left, "allocated here"))
    }
}
