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

/// A condition for writes.
pub(crate) struct SharedGuard {
    /// In the second pass, where the contents of memory are guessed.
    guessed: Term,
    /// The formula that stands for it.
    stands: Term,
    /// In the third pass.
    found: Option<Term>,
}

impl Executor<'_> {
    /// Havocs the classes whose earlier contents decide whether an iteration writes: with the contents before
    /// the loop, each would seem to be the first one.
    pub(crate) fn guess_contents(&mut self, state: &mut State, plan: &mut Plan) {
        plan.guesses.clear();
        plan.guards.clear();
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

    /// Whether an iteration writes: a function of it, given by a recurrence. Writes that the second pass
    /// makes under the same condition share it.
    pub(crate) fn shared_guard(&mut self, plan: &mut Plan, guard: Term) -> Term {
        if let Some(known) = plan.guards.iter().find(|known| known.guessed == guard) {
            return known.stands;
        }
        let happens = self.logic.unknown_in("happens", Range::of(IntType::BOOL));
        let one = self.logic.int(1);
        let stands = equal(&mut self.logic, happens, one);
        plan.guards.push(SharedGuard { guessed: guard, stands, found: None });
        stands
    }

    /// What a shared guard is, by the third pass. Nothing if it is something else for another write.
    pub(crate) fn found_guard(
        &mut self,
        plan: &mut Plan,
        premises: &[Term],
        (stands, found): (Term, Term),
    ) -> Option<Term> {
        let shared = plan.guards.iter_mut().find(|shared| shared.stands == stands)?;
        let first = *shared.found.get_or_insert(found);
        let same = self.logic.terms().eq(first, found);
        if first != found && !self.logic.follows(premises, same) {
            return None;
        }
        Some(self.logic.terms().eq(stands, first))
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
