//! Calls: functions of the program, which are followed, and functions that no file defines.

use super::exec::{Executor, InputSite, Jump, Suspicion};
use super::memory::{Base, Origin, equal, ite};
use super::state::{Frame, State, Value};
use crate::interp::{Leaks, ViolationKind, has_model};
use crate::ir::*;
use crate::library;
use cfp_solver::{Op, Term};

/// Calls that may be under way at once.
const MAX_CALLS: usize = 40;

/// Where allocation fails because no machine has so much memory, as in the interpreter.
const LARGEST_BLOCK: i64 = 1 << 31;

impl<'p> Executor<'p> {
    pub(super) fn call(
        &mut self,
        mut state: State,
        result: &CallResult,
        callee: &Callee,
        args: &[Arg],
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let Callee::Direct(function) = callee else {
            self.gap(pos, "a function is called through a pointer");
            return None;
        };
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            match arg {
                Arg::Scalar(operand, _) => values.push(self.operand(&mut state, operand, pos)),
                Arg::Object(..) => {
                    self.gap(pos, "an object is passed to a function");
                    return None;
                }
            }
        }
        let program = self.program;
        let called = &program.functions[function.index()];
        let Some(body) = &called.body else {
            return self.library_call(state, result, called, &values, pos);
        };
        if state.frames.len() >= MAX_CALLS || state.frames.iter().any(|frame| frame.function == *function) {
            self.gap(pos, format!("{} is recursive, or calls are nested too deeply", called.name));
            return None;
        }
        let mut frame = Frame {
            function: *function,
            vars: vec![None; called.vars.len()],
            slots: vec![None; called.slots.len()],
            allocas: Vec::new(),
        };
        for ((param, value), arg) in called.params.iter().zip(values).zip(args) {
            match param {
                Param::Var(var) => {
                    if !matches!(arg, Arg::Scalar(_, ty) if *ty == called.vars[var.index()].ty) {
                        self.gap(pos, "a function is called with something else than it takes");
                        return None;
                    }
                    frame.vars[var.index()] = Some(value);
                }
                Param::Slot(_) => {
                    self.gap(pos, "an object is passed to a function");
                    return None;
                }
            }
        }
        state.frames.push(frame);
        let mut inner = Vec::new();
        let fallen = self.block(body, state, &mut inner);
        let returns = fallen.map(|state| (Jump::Return(None), state)).into_iter().chain(inner);
        let mut end: Option<State> = None;
        for (jump, mut state) in returns {
            let Jump::Return(value) = jump else {
                jumps.push((jump, state));
                continue;
            };
            let frame = state.frames.pop().expect("the frame of the call");
            for object in frame.slots.into_iter().flatten().chain(frame.allocas) {
                self.end_object(&mut state, object);
            }
            if let CallResult::Var(var) = result {
                // Without a result, it is as if nobody had set the variable.
                state.frame().vars[var.index()] = value;
            }
            end = Some(self.join(end, state));
        }
        end
    }

    /// A function that no file defines.
    fn library_call(
        &mut self,
        mut state: State,
        result: &CallResult,
        called: &Function,
        values: &[Value],
        pos: Pos,
    ) -> Option<State> {
        let name = library::canonical_name(&called.name);
        let number = |index: usize| match values.get(index) {
            Some(Value::Number(term)) => Some(*term),
            _ => None,
        };
        let value = match name {
            "malloc" | "calloc" => {
                let size = match (name, number(0), number(1)) {
                    ("malloc", Some(size), _) => size,
                    ("calloc", Some(count), Some(size)) => self.product(count, size),
                    _ => self.logic.unknown("size"),
                };
                Some(self.allocate(&mut state, size, &called.name, pos))
            }
            "free" => {
                let Some(&Value::Pointer(object, offset)) = values.first() else {
                    self.gap(pos, "something unknown is freed");
                    return None;
                };
                self.free(&mut state, object, offset, pos);
                None
            }
            "exit" | "_exit" | "abort" | "_Exit" => {
                if (name != "abort" || self.checks.leaks == Leaks::Any) && self.quiet == 0 {
                    self.ends.push((pos, state));
                }
                return None;
            }
            "printf" | "fprintf" | "puts" | "putchar" | "fflush" | "fputs" | "perror" => {
                let text = if name == "fprintf" { values.get(1) } else { values.first() };
                let others = if name == "fprintf" { 2 } else { 1 };
                let is_good = match name {
                    "putchar" | "fflush" => true,
                    "printf" | "fprintf" => self.is_plain_format(text, values.get(others..).unwrap_or(&[])),
                    _ => text.and_then(|text| self.literal(text)).is_some(),
                };
                if !is_good {
                    self.gap(pos, "text is printed that is not known");
                }
                match result {
                    CallResult::Var(_) => Some(self.unknown_value(Scalar::INT, "printed")),
                    _ => None,
                }
            }
            "abs" => {
                let value = number(0).unwrap_or_else(|| self.logic.unknown("number"));
                let zero = self.logic.int(0);
                let is_math = self.logic.is_math;
                let least = self.logic.int(IntType::INT.min() as i64);
                let has_positive = match is_math {
                    true => self.logic.terms().bool(true),
                    false => self.logic.terms().gt(&[value, least]),
                };
                let text = "the absolute value is too large";
                self.require(
                    &mut state,
                    has_positive,
                    Suspicion { kind: ViolationKind::Overflow, pos, text },
                );
                let (positive, negated) =
                    (self.logic.terms().ge(&[value, zero]), self.logic.plus(zero, value, -1));
                Some(Value::Number(super::memory::ite(&mut self.logic, positive, value, negated)))
            }
            _ if has_model(&called.name) && !library::is_input(&called.name) => {
                self.gap(pos, format!("there is no model of {name}"));
                return None;
            }
            _ => match result {
                CallResult::Var(var) => {
                    let function = &self.program.functions[state.frame().function.index()];
                    Some(self.input(function.vars[var.index()].ty, &called.name, pos))
                }
                CallResult::None => None,
                CallResult::Object(..) => {
                    self.gap(pos, "an object is returned");
                    return None;
                }
            },
        };
        if let (CallResult::Var(var), Some(value)) = (result, value) {
            state.frame().vars[var.index()] = Some(value);
        }
        Some(state)
    }

    fn input(&mut self, ty: Scalar, name: &str, pos: Pos) -> Value {
        let value = self.value_of_type(ty, name);
        let term = match value {
            Value::Number(term) | Value::Pointer(term, _) => term,
        };
        if let Op::Symbol(function) | Op::Apply(function) = self.logic.terms().op(term) {
            self.inputs.push(InputSite { pos, function, count: self.counts.last().copied() });
        }
        value
    }

    /// A new block, or nothing if it is too large or there may be nothing left.
    fn allocate(&mut self, state: &mut State, size: Term, name: &str, pos: Pos) -> Value {
        let base = if library::canonical_name(name) == "calloc" { Base::Zero } else { Base::Unset };
        let object = self.new_object(state, Origin::Heap, size, pos, base);
        let most = self.logic.int(LARGEST_BLOCK);
        let mut succeeds = self.logic.terms().lt(&[size, most]);
        if self.logic.is_math {
            // What no machine can be asked for.
            let zero = self.logic.int(0);
            let natural = self.logic.terms().le(&[zero, size]);
            succeeds = self.logic.terms().and(&[natural, succeeds]);
        }
        if self.logic.follows(&state.path, succeeds) {
            succeeds = self.logic.terms().bool(true);
        }
        if self.failing_allocation
            && let Value::Number(fails) = self.input(Scalar::Int(IntType::BOOL), name, pos)
        {
            let fails = self.truth(fails);
            let not = self.logic.terms().not(fails);
            succeeds = self.logic.terms().and(&[succeeds, not]);
        }
        if self.logic.terms().op(succeeds) == Op::True {
            return self.address(object);
        }
        let mut target = self.newest(object);
        let (number, zero) = (self.number_of(&target), self.logic.int(0));
        target.here = self.logic.negated(succeeds);
        self.set_alive(state, &target, false);
        Value::Pointer(ite(&mut self.logic, succeeds, number, zero), zero)
    }

    /// The text of a string literal.
    fn literal(&mut self, value: &Value) -> Option<&'p [u8]> {
        let Value::Pointer(object, offset) = *value else { return None };
        let terms = self.logic.terms();
        let (object, offset) = (terms.as_constant(object)?.to_i64()?, terms.as_constant(offset)?.to_i64()?);
        let index = self.globals.iter().position(|global| i64::from(global.0) == object)?;
        let global = &self.program.globals[index];
        let Init::Bytes(bytes) = &global.init else { return None };
        let text = bytes.get(usize::try_from(offset).ok()?..).filter(|_| global.constant)?;
        let end = text.iter().position(|&byte| byte == 0)?;
        Some(&text[..end])
    }

    /// Whether a text asks for as many numbers as there are, and for nothing else.
    fn is_plain_format(&mut self, text: Option<&Value>, rest: &[Value]) -> bool {
        let Some(text) = text.and_then(|text| self.literal(text)) else { return false };
        let mut wanted = 0;
        let mut bytes = text.iter();
        while let Some(byte) = bytes.next() {
            if *byte != b'%' {
                continue;
            }
            match bytes.find(|byte| **byte != b'l') {
                Some(b'%') => {}
                Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'c') => wanted += 1,
                _ => return false,
            }
        }
        wanted == rest.len() && rest.iter().all(|value| matches!(value, Value::Number(_)))
    }

    fn free(&mut self, state: &mut State, object: Term, offset: Term, pos: Pos) {
        if !self.is_known(state, object) {
            self.gap(pos, "something unknown is freed");
            return;
        }
        let zero = self.logic.int(0);
        let text = "something is freed that is not the start of allocated memory";
        let suspicion = Suspicion { kind: ViolationKind::InvalidFree, pos, text };
        let at_start = equal(&mut self.logic, offset, zero);
        self.require(state, at_start, suspicion);
        let targets = self.targets(state, object);
        // The null pointer, or one of these.
        let mut known = vec![equal(&mut self.logic, object, zero)];
        known.extend(targets.iter().map(|target| target.here));
        let known = self.logic.any(&known);
        self.require(state, known, suspicion);
        for target in targets {
            let elsewhere = self.logic.negated(target.here);
            if self.object(target.object).origin != Origin::Heap {
                self.require(state, elsewhere, suspicion);
                continue;
            }
            let alive = self.is_alive(state, &target);
            let first_time = self.logic.any(&[elsewhere, alive]);
            let suspicion = Suspicion { kind: ViolationKind::DoubleFree, pos, text: "memory is freed twice" };
            self.require(state, first_time, suspicion);
            self.set_alive(state, &target, false);
        }
    }
}
