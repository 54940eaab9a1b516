//! The domain as a user of the [walker](crate::walk).

use super::domain::{Counters, Invariant, Point};
use super::state::State;
use crate::ir::{
    Arg, CallResult, Callee, Failure, FuncId, Function, Local, Loop, Operand, Param, Pos, ReturnValue,
    Scalar, Stmt, StmtKind,
};
use crate::libc::{self, Id};
use crate::property::ViolationKind;
use crate::walk::fixpoint::{Widening, solve};
use crate::walk::{Call, Domain, Jump, Jumps, block, leave};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Limit on statements executed, each times the number of segments.
const MAX_WORK: u64 = 200_000;

/// Limit on segments. There are few where the program keeps its pointers in order, and else one for each set
/// of pointers.
const MAX_SEGMENTS: usize = 64;

/// Limit on the depth of calls.
const MAX_DEPTH: u32 = 30;

/// Limit on rounds of a fixpoint iteration.
const MAX_ROUNDS: usize = 40;

impl<'p> Domain<'p> for Counters<'p> {
    type State = State;
    /// The result of a function is in a variable of its frame.
    type Value = ();
    type Condition = Operand;
    type Arguments = ();

    fn gap(&mut self, pos: Pos, text: &str) {
        self.gap.get_or_insert_with(|| (pos, text.to_string()));
    }

    fn begin(&mut self, stmt: &'p Stmt, state: &mut State) -> bool {
        let segments = state.shape.vectors().count();
        self.work += 1 + segments as u64;
        if self.work > MAX_WORK || segments > MAX_SEGMENTS {
            self.gap(stmt.pos, "too many statements or list segments");
        }
        if !matches!(stmt.kind, StmtKind::If { .. } | StmtKind::Assign { .. }) {
            state.guards.clear();
        }
        self.forget_dead(Point::Before(stmt), state);
        self.gap.is_none()
    }

    fn transfer(&mut self, stmt: &'p Stmt, mut state: State) -> Option<State> {
        let pos = stmt.pos;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let guards = self.passed_guards(&state, value);
                state.guards.clear();
                self.compute(&mut state, *dst, value, pos)?;
                for (holds, guard) in guards {
                    let mut guard = State::clone(&guard);
                    if self.compute(&mut guard, *dst, value, pos).is_some() {
                        state.guards.insert((self.var(&state, *dst), holds), Rc::new(guard));
                    }
                }
                Some(state)
            }
            StmtKind::Load { dst, addr, access } => self.load(state, *dst, *addr, *access, pos),
            StmtKind::Store { addr, value, access } => self.store(state, *addr, *value, *access, pos),
            StmtKind::Begin(Local::Var(id)) | StmtKind::End(Local::Var(id)) => {
                let var = self.var(&state, *id);
                state.forget(var);
                Some(state)
            }
            StmtKind::Assume(operand) => {
                let condition = self.condition(&mut state, operand, pos);
                self.assume(&state, condition, true)
            }
            StmtKind::Fail { failure } => {
                let kind = match failure {
                    Failure::Assertion(_) => ViolationKind::Assertion,
                    Failure::ErrorCall(_) => ViolationKind::ErrorCall,
                };
                // If assertions are not checked, they end the program as `abort` does.
                match self.task.checks.asks_for(kind) {
                    true => self.violate(pos, kind),
                    false => self.abort(&state, pos),
                }
                None
            }
            _ => {
                self.gap(pos, "memory that is no list node");
                None
            }
        }
    }

    fn condition(&mut self, state: &mut State, operand: &'p Operand, pos: Pos) -> Operand {
        if let Operand::Var(id) = operand
            && matches!(self.type_of(state, *id), Scalar::Int(_))
            && !state.integers.contains(&self.var(state, *id))
        {
            self.violate(pos, ViolationKind::Uninitialized);
        }
        *operand
    }

    fn assume(&mut self, state: &State, condition: Operand, holds: bool) -> Option<State> {
        self.assume_operand(state, condition, holds)
    }

    fn join(&mut self, one: State, other: State) -> State {
        one.join(other)
    }

    fn returned(&mut self, state: &mut State, value: &'p ReturnValue, pos: Pos) -> Option<()> {
        match value {
            ReturnValue::None => {}
            ReturnValue::Scalar(operand) => self.keep_result(state, *operand, pos)?,
            ReturnValue::Object(..) => self.gap(pos, "a function that returns an object"),
        }
        None
    }

    fn run_loop(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let function = *state.calls.last().expect("a call is under way");
        let solution = solve(self, inner, state, MAX_ROUNDS);
        if !solution.is_stable {
            self.gap(pos, "no loop invariant found");
        }
        if self.quiet == 0 {
            let (state, rounds, visible) = (solution.head, solution.rounds, inner.visible.clone());
            let begins_at_head = inner.begins_at_head();
            let entry = Invariant { pos, function, state, visible, begins_at_head, rounds };
            self.invariants.entry(pos).or_default().push(entry);
        }
        leave(self, solution.iteration.exits, jumps)
    }

    fn run_call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        state: State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let Callee::Direct(id) = callee else {
            self.gap(call.pos, "a call through a pointer");
            return None;
        };
        let function = &self.task.program.functions[id.index()];
        if let CallResult::Var(var) = call.result
            && self.task.program.types.scalar(function.ty.result) != Some(self.type_of(&state, *var))
        {
            self.gap(call.pos, "a result of another type");
            return None;
        }
        let Some(body) = &function.body else {
            return self.library_call(call, function, &(), state, jumps);
        };
        if state.calls.contains(id) || state.depth() >= MAX_DEPTH {
            self.gap(call.pos, "recursion");
            return None;
        }
        let result = match call.result {
            CallResult::None => None,
            CallResult::Var(var) => Some(*var),
            CallResult::Object(..) => {
                self.gap(call.pos, "a function that returns an object");
                return None;
            }
        };
        let inside = self.enter_frame(state, *id, function, call.args, call.pos)?;
        let mut inner = Vec::new();
        let fallen = block(self, body, inside, &mut inner);
        let returned = inner.into_iter().filter(|(jump, _)| matches!(jump, Jump::Return(_)));
        let ends = returned.map(|(_, state)| state).chain(fallen).collect::<Vec<_>>();
        let end = ends.into_iter().reduce(State::join)?;
        self.leave_frame(end, result, call.pos)
    }

    fn library_call(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        _: &(),
        mut state: State,
        _: &mut Jumps<'p, Self>,
    ) -> Option<State> {
        let (name, pos) = (libc::canonical_name(&function.name), call.pos);
        let sizes = call.args.iter().map(|arg| match arg {
            Arg::Scalar(Operand::Int(size, _), _) => u64::try_from(*size).ok(),
            _ => None,
        });
        let size = sizes.collect::<Option<Vec<_>>>().map(|sizes| sizes.into_iter().product::<u64>());
        match (libc::id(name), call.args) {
            (Some(id @ (Id::Malloc | Id::Calloc)), _) if size == Some(self.node.size) => {
                return self.allocate(state, call.result, id == Id::Calloc, pos);
            }
            (Some(Id::Free), [Arg::Scalar(operand, _)]) => return self.free(state, *operand, pos),
            (Some(Id::Exit), _) => {
                self.end(&state, pos);
                return None;
            }
            (Some(Id::Abort), _) => {
                self.abort(&state, pos);
                return None;
            }
            (None, []) if libc::is_input(&function.name) => {}
            _ => {
                self.gap(pos, "a call of a library function");
                return None;
            }
        }
        if let CallResult::Var(id) = *call.result {
            match self.type_of(&state, id) {
                Scalar::Int(ty) => self.set(&mut state, id, None, ty),
                Scalar::Float(_) | Scalar::Ptr => {
                    self.gap(pos, "an input that is no integer");
                    return None;
                }
            }
        }
        Some(state)
    }
}

impl<'p> Counters<'p> {
    /// The state at the start of a function.
    fn enter_frame(
        &mut self,
        mut state: State,
        id: FuncId,
        function: &'p Function,
        args: &'p [Arg],
        pos: Pos,
    ) -> Option<State> {
        let outer = state.clone();
        state.calls.push(id);
        if function.params.len() != args.len() {
            self.gap(pos, "a call with a different number of arguments");
            return None;
        }
        for (param, arg) in function.params.iter().zip(args) {
            let (Param::Var(param), Arg::Scalar(operand, ty)) = (param, arg) else {
                self.gap(pos, "an object as an argument");
                return None;
            };
            if function.vars[param.index()].ty != *ty {
                self.gap(pos, "an argument of another type");
                return None;
            }
            let param = self.var(&state, *param);
            self.pass(&outer, &mut state, param, *operand, pos)?;
        }
        Some(state)
    }
}

impl<'p> Widening<'p> for Counters<'p> {
    fn set_quiet(&mut self, is_quiet: bool) {
        if is_quiet {
            self.quiet += 1;
        } else {
            self.quiet -= 1;
        }
    }

    fn widen(&mut self, inner: &'p Loop, head: &State, next: &State) -> Option<State> {
        let mut next = next.clone();
        self.forget_dead(Point::Head(inner), &mut next);
        if head.includes(&next) {
            return None;
        }
        let joined = head.clone().join(next);
        let shape = head.shape.clone().widen(&joined.shape, &self.thresholds);
        let mut widened = State { shape, guards: BTreeMap::new(), ..joined };
        self.restrict_to_types(&mut widened);
        Some(widened)
    }
}
