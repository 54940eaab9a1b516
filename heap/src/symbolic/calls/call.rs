//! Calls of program functions, direct and through pointers: inlining, argument passing, and results.

use crate::ir::*;
use crate::property::ViolationKind;
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::exec::stacks::call_stack::{Argument, function_number};
use crate::symbolic::facts::choice::equal;
use crate::symbolic::findings::sink::Suspicion;
use crate::symbolic::store::place::{Base, Origin};
use crate::symbolic::store::state::{Frame, State};
use crate::symbolic::store::value::{Pointer, Value};
use crate::walk::{self, Call};
use cfp_solver::{Op, Term};
use std::collections::BTreeSet;

/// Limit on the depth of the call stack.
const MAX_CALLS: usize = 60;

/// Limit on the recursion depth of one function.
const MAX_RECURSION: usize = 24;

/// A recursive call may spend this fraction of the effort before its recursion counts as unbounded.
const RECURSION_SHARE: u64 = 4;

/// Limit on the possible targets of an indirect call.
const MAX_CANDIDATES: usize = 16;

impl<'p> Executor<'p> {
    pub(crate) fn call(
        &mut self,
        mut state: State,
        result: &'p CallResult,
        callee: &Callee,
        args: &'p [Arg],
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(match arg {
                Arg::Scalar(operand, ty) => Argument::Scalar(self.operand(&mut state, operand, pos), *ty),
                Arg::Object(operand, _) => Argument::Object(self.pointer(&mut state, operand, pos)),
            });
        }
        let pointer = match callee {
            Callee::Direct(function) => {
                return self.call_function(state, result, *function, (args, &values), pos, jumps);
            }
            Callee::Pointer(operand, _) => self.pointer(&mut state, operand, pos),
        };
        let Some(candidates) =
            self.called_functions(pointer.object).filter(|functions| functions.len() <= MAX_CANDIDATES)
        else {
            self.gap(pos, "unresolved indirect call");
            return None;
        };
        let (zero, mut known) = (self.logic.int(0), Vec::new());
        for &function in &candidates {
            let number = self.logic.int(function_number(function));
            known.push(equal(&mut self.logic, pointer.object, number));
        }
        let (is_function, is_start) = (self.logic.any(&known), equal(&mut self.logic, pointer.offset, zero));
        let claim = self.logic.all(&[is_function, is_start]);
        let text = "call through a pointer that may not point to a function";
        self.require(&mut state, claim, Suspicion { kind: ViolationKind::BadCall, pos, text });
        let mut end = None;
        for (function, is_called) in candidates.into_iter().zip(known) {
            let mut side = state.clone();
            side.assume(&mut self.logic, is_called);
            if self.logic.terms().op(is_called) != Op::True && self.logic.can_hold(&side.path).is_no() {
                continue;
            }
            if let Some(after) = self.call_function(side, result, function, (args, &values), pos, jumps) {
                end = Some(walk::joined(self, end, after));
            }
        }
        end
    }

    /// The functions that a pointer's object may be, by the shape of its term; `None` for an unresolved
    /// pointer.
    fn called_functions(&mut self, object: Term) -> Option<Vec<FuncId>> {
        let (mut found, mut seen, mut pending) = (BTreeSet::new(), BTreeSet::new(), vec![object]);
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            let terms = self.logic.terms();
            if let Some(value) = terms.as_constant(term) {
                let number = value.to_i64()?;
                if number < 0 {
                    found.insert(FuncId(u32::try_from(-1 - number).ok()?));
                }
            } else if terms.op(term) == Op::Ite {
                pending.extend_from_slice(&terms.args(term)[1..]);
            } else {
                return None;
            }
        }
        Some(found.into_iter().collect())
    }

    pub(crate) fn call_function(
        &mut self,
        state: State,
        result: &'p CallResult,
        function: FuncId,
        (args, values): (&'p [Arg], &[Argument]),
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let called = &self.program.functions[function.index()];
        let is_model = called.role == Role::Model && !called.internal && self.model_calls.is_empty();
        if called.body.is_none() || is_model {
            let call = Call { result, args, pos };
            return walk::Domain::library_call(self, call, called, values, state, jumps);
        }
        self.call_defined(state, result, function, values, pos, jumps)
    }

    /// Calls a function that has a body.
    pub(crate) fn call_defined(
        &mut self,
        mut state: State,
        result: &'p CallResult,
        function: FuncId,
        values: &[Argument],
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        let program = self.program;
        let called = &program.functions[function.index()];
        let Some(body) = &called.body else {
            self.gap(pos, format!("call of {}, which has no body", called.name));
            return None;
        };
        let target = match result {
            CallResult::Object(operand, _) => Some(self.pointer(&mut state, operand, pos)),
            _ => None,
        };
        if let CallResult::Var(var) = result {
            let caller = &program.functions[state.frame().function.index()];
            let given = program.types.scalar(called.ty.result);
            if given.is_some_and(|given| given != caller.vars[var.index()].ty) {
                self.gap(pos, "call with a result type other than that of the function");
                return None;
            }
        }
        let mut end: Option<State> = None;
        for (value, mut state) in self.returns(state, function, body, (values, target), pos, jumps)? {
            if let CallResult::Var(var) = result {
                // A function that returns without a value leaves the variable uninitialised.
                state.frame().vars[var.index()] = value;
            }
            end = Some(walk::joined(self, end, state));
        }
        end
    }

    /// The states after the returns of a call: by summary, by inlining, or by contract if the recursion is
    /// not bounded.
    fn returns(
        &mut self,
        state: State,
        function: FuncId,
        body: &'p [Stmt],
        (values, target): (&[Argument], Option<Pointer>),
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<Vec<(Option<Value>, State)>> {
        if self.is_on_trial(function) {
            let (state, value) = self.call_on_trial(state, values, pos)?;
            return Some(vec![(value, state)]);
        }
        if target.is_none()
            && let Some(done) = self.call_summarized(&state, function, values, pos)
        {
            return Some(done.into_iter().collect());
        }
        let depth = state.frames.iter().filter(|frame| frame.function == function).count();
        let was_endless = self.calls.endless.contains(&function);
        if depth == 0 {
            self.calls.efforts.insert(function, self.logic.effort());
        }
        let begun = self.calls.efforts.get(&function).copied().unwrap_or(0);
        let is_long = depth > 1 && self.logic.effort() > begun + self.limits.effort / RECURSION_SHARE;
        let is_deep = depth >= MAX_RECURSION || is_long || depth > 0 && was_endless;
        if is_deep || state.frames.len() >= MAX_CALLS {
            // Remember it: inlining it again from every active call would take too long.
            self.calls.endless.insert(function);
            let name = &self.program.functions[function.index()].name;
            let text = format!("recursion of {name}: depth not bounded, and no inductive contract found");
            self.gap(pos, text);
            return None;
        }
        let contract = |executor: &mut Executor<'p>, state: &State| {
            let (state, value) = executor.call_by_contract(state, function, values, pos)?;
            Some(vec![(value, state)])
        };
        if depth == 0
            && was_endless
            && let Some(done) = contract(self, &state)
        {
            return Some(done);
        }
        let (begin, before, jumped) = (state.clone(), self.mark(), jumps.len());
        let followed = self.enter(state, function, body, (values, target), pos, jumps);
        // If there is no contract, keep the findings of the inlined calls.
        if depth == 0
            && !was_endless
            && self.calls.endless.contains(&function)
            && let Some(done) = contract(self, &begin)
        {
            self.roll_back(before);
            jumps.truncate(jumped);
            return Some(done);
        }
        followed
    }

    /// Calls a function for its value, which is returned rather than assigned.
    pub(crate) fn call_for_value(
        &mut self,
        state: State,
        function: FuncId,
        values: &[Argument],
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<(State, Option<Value>)> {
        let program = self.program;
        let body = program.functions[function.index()].body.as_ref()?;
        let mut end: Option<State> = None;
        for (value, mut state) in self.returns(state, function, body, (values, None), pos, jumps)? {
            // Store the value in an unnamed variable, so that joining the states joins it too.
            state.frame().vars.push(value);
            end = Some(walk::joined(self, end, state));
        }
        let mut state = end?;
        let value = state.frame().vars.pop().flatten();
        Some((state, value))
    }

    /// Inlines a function and returns the states after its returns; `None` if it cannot be inlined.
    fn enter(
        &mut self,
        mut state: State,
        function: FuncId,
        body: &'p [Stmt],
        (values, target): (&[Argument], Option<Pointer>),
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<Vec<(Option<Value>, State)>> {
        let program = self.program;
        let called = &program.functions[function.index()];
        state.frames.push(Frame {
            function,
            vars: vec![None; called.vars.len()],
            slots: vec![None; called.slots.len()],
            allocas: Vec::new(),
            result: target,
        });
        for (param, value) in called.params.iter().zip(values) {
            match (param, value) {
                (Param::Var(var), Argument::Scalar(value, ty)) if *ty == called.vars[var.index()].ty => {
                    state.frame().vars[var.index()] = Some(*value);
                }
                (Param::Slot(slot), Argument::Object(from)) => {
                    let slot_info = &called.slots[slot.index()];
                    let bytes = slot_info.size.unwrap_or(0);
                    let size = self.logic.int(bytes);
                    let object = self.new_object(&mut state, Origin::Local, size, pos, Base::Unset);
                    self.objects[object.0 as usize - 1].ty = Some(slot_info.ty);
                    state.frame().slots[slot.index()] = Some(object);
                    let Value::Pointer(to) = self.address(&state, object) else { continue };
                    self.copy_object(&mut state, to, *from, slot_info.ty, bytes, pos);
                }
                _ => {
                    self.gap(pos, "call with arguments that do not match the parameters");
                    return None;
                }
            }
        }
        let mut inner = Vec::new();
        if called.role == Role::Model {
            self.model_calls.push(pos);
        }
        let fallen = walk::block(self, body, state, &mut inner);
        if called.role == Role::Model {
            self.model_calls.pop();
        }
        let returns = fallen.map(|state| (Jump::Return(None), state)).into_iter().chain(inner);
        let mut ends = Vec::new();
        for (jump, mut state) in returns {
            let Jump::Return(value) = jump else {
                jumps.push((jump, state));
                continue;
            };
            let frame = state.frames.pop().expect("the frame of the call");
            for object in frame.slots.into_iter().flatten().chain(frame.allocas) {
                self.end_object(&mut state, object);
            }
            ends.push((value, state));
        }
        Some(ends)
    }

    /// Copies a returned object to its destination before the locals end.
    pub(crate) fn return_object(&mut self, state: &mut State, from: Pointer, ty: TypeId, pos: Pos) {
        let Some(to) = state.frame().result else { return };
        match self.program.types.size(ty, self.program.target) {
            Some(size) => self.copy_object(state, to, from, ty, size, pos),
            None => self.gap(pos, "returned object of unknown size"),
        }
    }
}
