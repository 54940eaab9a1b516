//! Writes that happen or not depending on earlier iterations, as in `if (!seen[x]) seen[x] = 1;`.
//!
//! Whether an iteration writes is an unknown function of it. The third pass over the loop states what it is,
//! given the writes of earlier iterations: a recurrence, which has a solution.

use crate::ir::IntType;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::facts::range::Range;
use crate::symbolic::loops::summary::Plan;
use crate::symbolic::store::arrays::{Array, Unwritten};
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use cfp_solver::{Op, Symbol, Term};

impl Executor<'_> {
    /// Havocs the classes whose earlier contents decide whether an iteration writes: with the contents before
    /// the loop, each would seem to be the first one.
    pub(crate) fn guess_contents(&mut self, state: &mut State, plan: &mut Plan) {
        plan.guesses.clear();
        for &(object, class) in &plan.guarded {
            let before = self.contents(state, object, class);
            let parts = self.parts_of_place(object, class);
            let array = self.heap.arrays.havoc(&mut self.heap.prover.logic, before, class, parts, None);
            if let Array::Havoc { now, .. } = self.arrays.get(array) {
                plan.guesses.extend(now.iter().filter_map(Unwritten::symbol));
            }
            state.memory.insert((object, class), array);
        }
    }

    /// Whether an iteration writes: a function of it, given by a recurrence.
    pub(crate) fn unknown_guard(&mut self) -> Term {
        let happens = self.logic.unknown_in("happens", Range::of(IntType::BOOL));
        let one = self.logic.int(1);
        equal(&mut self.logic, happens, one)
    }

    /// Whether last writers are named where the place does not determine the iteration. Without indices,
    /// nothing is known of them.
    pub(crate) fn has_last_writers(&self) -> bool {
        self.logic.is_on(Technique::LastWriters) && !self.arrays.is_weak()
    }

    /// Whether one of the functions is applied in a formula.
    pub(crate) fn mentions_any(&self, formula: Term, functions: &[Symbol]) -> bool {
        let terms = self.logic.brackets.terms();
        let is_one = |term: &Term| matches!(terms.op(*term), Op::Apply(own) if functions.contains(&own));
        !functions.is_empty() && terms.reachable(&[formula]).iter().any(is_one)
    }
}
