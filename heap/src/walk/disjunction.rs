//! Disjunctions: finite sets of states of a simpler domain, joined only past a limit.
//!
//! A statement may split a state, as unfolding a list segment does; the join of two sets is their union. Past
//! the limit, the newest state is joined with the one before it.

use super::fixpoint::{Widening, solve};
use super::{Call, Domain, Jumps, leave};
use crate::ir::{Callee, Function, Loop, Operand, Pos, ReturnValue, Stmt};

/// A domain whose transfer functions may split a state.
pub trait Splitting<'p>: Widening<'p> {
    /// The effect of a straight-line statement, one state per case; none if no execution continues.
    fn cases(&mut self, stmt: &'p Stmt, state: Self::State) -> Vec<Self::State>;
}

/// Limit on rounds of a fixpoint iteration over disjunctions.
const MAX_ROUNDS: usize = 100;

/// The disjunctive completion of a domain.
#[derive(Debug)]
pub struct Disjunctions<D> {
    /// The domain of the single states.
    pub base: D,
    /// Limit on the states of a set.
    pub most: usize,
}

impl<'p, D: Splitting<'p>> Disjunctions<D> {
    /// Joins states until the limit is met.
    fn limited(&mut self, mut states: Vec<D::State>) -> Option<Vec<D::State>> {
        while states.len() > self.most.max(1) {
            let last = states.pop().expect("more than one state");
            let before = states.pop().expect("more than one state");
            states.push(self.base.join(before, last));
        }
        (!states.is_empty()).then_some(states)
    }

    /// Executes each state separately by a function of the base domain.
    fn each(
        &mut self,
        states: Vec<D::State>,
        jumps: &mut Jumps<'p, Self>,
        mut run: impl FnMut(&mut D, D::State, &mut Jumps<'p, D>) -> Option<D::State>,
    ) -> Option<Vec<D::State>> {
        let mut found = Vec::new();
        for state in states {
            let mut inner = Vec::new();
            found.extend(run(&mut self.base, state, &mut inner));
            jumps.extend(inner.into_iter().map(|(jump, state)| (jump, vec![state])));
        }
        self.limited(found)
    }
}

impl<'p, D: Splitting<'p>> Domain<'p> for Disjunctions<D> {
    type State = Vec<D::State>;
    type Value = D::Value;
    /// An operand and its position: it is evaluated again in each state.
    type Condition = (&'p Operand, Pos);
    type Arguments = D::Arguments;

    fn gap(&mut self, pos: Pos, text: &str) {
        self.base.gap(pos, text);
    }

    fn begin(&mut self, stmt: &'p Stmt, states: &mut Self::State) -> bool {
        states.iter_mut().all(|state| self.base.begin(stmt, state))
    }

    fn transfer(&mut self, stmt: &'p Stmt, states: Self::State) -> Option<Self::State> {
        let mut found = Vec::new();
        for state in states {
            found.extend(self.base.cases(stmt, state));
        }
        self.limited(found)
    }

    fn condition(&mut self, _: &mut Self::State, operand: &'p Operand, pos: Pos) -> Self::Condition {
        (operand, pos)
    }

    fn assume(
        &mut self,
        states: &Self::State,
        condition: Self::Condition,
        holds: bool,
    ) -> Option<Self::State> {
        let mut found = Vec::new();
        for state in states {
            let mut state = state.clone();
            let condition = self.base.condition(&mut state, condition.0, condition.1);
            found.extend(self.base.assume(&state, condition, holds));
        }
        self.limited(found)
    }

    fn join(&mut self, mut one: Self::State, other: Self::State) -> Self::State {
        one.extend(other);
        self.limited(one).expect("sets of states are not empty")
    }

    fn returned(
        &mut self,
        states: &mut Self::State,
        value: &'p ReturnValue,
        pos: Pos,
    ) -> Option<Self::Value> {
        // The result of a set is known if all states agree on it; otherwise the states are joined first.
        let values: Vec<_> = states.iter_mut().map(|state| self.base.returned(state, value, pos)).collect();
        if values.iter().all(|value| *value == values[0]) {
            return values[0];
        }
        let all = std::mem::take(states);
        let mut all = all.into_iter();
        let first = all.next()?;
        let mut joined = all.fold(first, |one, other| self.base.join(one, other));
        let value = self.base.returned(&mut joined, value, pos);
        states.push(joined);
        value
    }

    fn run_loop(
        &mut self,
        inner: &'p Loop,
        states: Self::State,
        pos: Pos,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Self::State> {
        let solution = solve(self, inner, states, MAX_ROUNDS);
        if !solution.is_stable {
            self.gap(pos, "no loop invariant found");
        }
        leave(self, solution.iteration.exits, jumps)
    }

    fn run_call(
        &mut self,
        callee: &'p Callee,
        call: Call<'p>,
        states: Self::State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Self::State> {
        self.each(states, jumps, |base, state, jumps| base.run_call(callee, call, state, jumps))
    }

    fn library_call(
        &mut self,
        call: Call<'p>,
        function: &'p Function,
        arguments: &Self::Arguments,
        states: Self::State,
        jumps: &mut Jumps<'p, Self>,
    ) -> Option<Self::State> {
        self.each(states, jumps, |base, state, jumps| {
            base.library_call(call, function, arguments, state, jumps)
        })
    }
}

impl<'p, D: Splitting<'p>> Widening<'p> for Disjunctions<D> {
    fn set_quiet(&mut self, is_quiet: bool) {
        self.base.set_quiet(is_quiet);
    }

    /// States included in a state of the head are dropped. Others are kept while the limit allows, and then
    /// widened with the last one, so chains stabilise if those of the base domain do.
    fn widen(&mut self, inner: &'p Loop, head: &Self::State, next: &Self::State) -> Option<Self::State> {
        let (mut widened, mut is_changed) = (head.clone(), false);
        for state in next {
            if widened.iter().any(|known| self.base.widen(inner, known, state).is_none()) {
                continue;
            }
            is_changed = true;
            if widened.len() < self.most {
                widened.push(state.clone());
            } else if let Some(last) = widened.pop() {
                let wider = self.base.widen(inner, &last, state).unwrap_or(last);
                widened.push(wider);
            }
        }
        is_changed.then_some(widened)
    }
}
