//! Trip counts in closed form. If the exits of a loop determine its trip count, the term replaces the unknown
//! behind the loop.

use crate::symbolic::exec::executor::{Executor, Jump};
use crate::symbolic::facts::choice::{choose, equal};
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use cfp_solver::{Int, Op, Sort, Term};
use std::time::Instant;

/// Limit on the path formulas of an exit that are tried.
const MAX_EXIT_TESTS: usize = 6;

impl Executor<'_> {
    /// The trip count as a term, if all exits of the loop determine it.
    pub(crate) fn trip_count(&mut self, count: Term, exits: &[(Option<Jump>, State)]) -> Option<Term> {
        if !self.logic.is_on(Technique::TripCounts) {
            return None;
        }
        let start = Instant::now();
        let known = self.solved_count(count, exits);
        self.logic.count_use(Technique::TripCounts, known.is_some(), start);
        known
    }

    fn solved_count(&mut self, count: Term, exits: &[(Option<Jump>, State)]) -> Option<Term> {
        let (_, first) = exits.first()?;
        let mut candidates = Vec::new();
        for &formula in first.path.iter().rev().take(MAX_EXIT_TESTS) {
            candidates.extend(self.count_of_test(count, formula));
        }
        let zero = self.logic.int(0);
        for candidate in candidates {
            let is_positive = self.logic.at_most(zero, candidate);
            let capped = choose(&mut self.logic, is_positive, &[candidate], &[zero])[0];
            for known in [candidate, capped] {
                let same = equal(&mut self.logic, count, known);
                if exits.iter().all(|(_, state)| self.logic.follows(&state.path, same)) {
                    return Some(known);
                }
            }
        }
        None
    }

    /// The least count at which a test on it fails.
    fn count_of_test(&mut self, count: Term, formula: Term) -> Option<Term> {
        let terms = self.logic.terms();
        let (is_negated, inner) = match terms.op(formula) {
            Op::Not => (true, terms.args(formula)[0]),
            _ => (false, formula),
        };
        let args = terms.args(inner).to_vec();
        let [left, right] = args[..] else { return None };
        if terms.sort(left) != Sort::Int {
            return None;
        }
        // The least amount by which the left side is below the right side when the test fails.
        let (left, right, shift) = match (terms.op(inner), is_negated) {
            (Op::Lt, true) | (Op::Ge, false) => (right, left, 0),
            (Op::Le, true) | (Op::Gt, false) => (right, left, 1),
            (Op::Ge, true) | (Op::Lt, false) => (left, right, 1),
            (Op::Gt, true) | (Op::Le, false) => (left, right, 0),
            (Op::Eq, false) | (Op::Distinct, true) => (left, right, 0),
            _ => return None,
        };
        let difference = self.logic.plus(right, left, -1);
        let (start, step) = self.logic.as_progression(difference, count)?;
        let needed = self.logic.int(shift);
        let missing = self.logic.plus(needed, start, -1);
        if step.is_zero() {
            return None;
        }
        // start + step * count >= shift
        if step.is_negative() {
            let zero = self.logic.int(0);
            let turned = self.logic.plus(zero, missing, -1);
            return Some(self.logic.quotient(turned, &step.abs()));
        }
        let round = self.logic.int(&step - &Int::ONE);
        let raised = self.logic.plus(missing, round, 1);
        Some(self.logic.quotient(raised, &step))
    }
}
