//! The symbolic heap as a domain of the [walker](crate::walk): one state per program point stands for all
//! paths to it.

use crate::ir::{Callee, Function, Loop, Operand, Pos, ReturnValue, Stmt};
use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::exec::stacks::call_stack::Argument;
use crate::symbolic::store::state::State;
use crate::symbolic::store::value::Value;
use crate::walk::fixpoint::Widening;
use crate::walk::{Call, Domain};
use cfp_solver::Term;

/// A condition and its negation.
#[derive(Clone, Copy)]
pub(crate) struct Condition {
    holds: Term,
    fails: Term,
}

impl<'p> Domain<'p> for Executor<'p> {
    type State = State;
    type Value = Value;
    type Condition = Condition;
    type Arguments = [Argument];

    fn gap(&mut self, pos: Pos, text: &str) {
        self.heap.gap(pos, text);
    }

    fn begin(&mut self, stmt: &'p Stmt, state: &mut State) -> bool {
        self.begin_statement(stmt, state)
    }

    fn transfer(&mut self, stmt: &'p Stmt, state: State) -> Option<State> {
        self.transfer_statement(stmt, state)
    }

    fn condition(&mut self, state: &mut State, operand: &'p Operand, pos: Pos) -> Condition {
        let holds = self.truth_of(state, operand, pos);
        Condition { holds, fails: self.logic.negated(holds) }
    }

    fn assume(&mut self, state: &State, condition: Condition, holds: bool) -> Option<State> {
        let mut side = state.clone();
        side.assume(&mut self.logic, if holds { condition.holds } else { condition.fails });
        self.logic.can_be_taken(&side.path).then_some(side)
    }

    fn join(&mut self, one: State, other: State) -> State {
        self.join_states(one, other)
    }

    fn returned(&mut self, state: &mut State, value: &'p ReturnValue, pos: Pos) -> Option<Value> {
        match value {
            ReturnValue::None => None,
            ReturnValue::Scalar(operand) => Some(self.operand(state, operand, pos)),
            ReturnValue::Object(operand, ty) => {
                let from = self.pointer(state, operand, pos);
                self.return_object(state, from, *ty, pos);
                None
            }
        }
    }

    fn run_loop(
        &mut self,
        inner: &'p Loop,
        state: State,
        pos: Pos,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        debug_assert_eq!(self.check_state(&state), Ok(()));
        let earlier = jumps.len();
        let end = self.execute_loop(inner, state, pos, jumps);
        debug_assert_eq!(self.check_ends(&end, &jumps[earlier..]), Ok(()));
        end
    }

    fn run_call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        state: State,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        debug_assert_eq!(self.check_state(&state), Ok(()));
        let earlier = jumps.len();
        let end = self.call(state, call.result, callee, call.args, call.pos, jumps);
        debug_assert_eq!(self.check_ends(&end, &jumps[earlier..]), Ok(()));
        end
    }

    fn library_call(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        arguments: &[Argument],
        state: State,
        jumps: &mut Vec<(Jump, State)>,
    ) -> Option<State> {
        self.call_library(state, call.result, function, (call.args, arguments), call.pos, jumps)
    }
}

impl Executor<'_> {
    /// Checks the invariants of the states in which a piece of code ends.
    fn check_ends(&self, end: &Option<State>, jumps: &[(Jump, State)]) -> Result<(), String> {
        self.heap.check_states(end.iter().chain(jumps.iter().map(|(_, state)| state)))
    }
}

impl<'p> Widening<'p> for Executor<'p> {
    fn set_quiet(&mut self, is_quiet: bool) {
        if is_quiet {
            self.findings.quiet += 1;
        } else {
            self.findings.quiet -= 1;
        }
    }

    fn widen(&mut self, inner: &'p Loop, head: &State, next: &State) -> Option<State> {
        self.havoc_changed(inner, head, next)
    }
}
