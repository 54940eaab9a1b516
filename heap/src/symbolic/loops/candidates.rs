//! What is guessed of numbers that a loop carries and that are not linear: that they are sums, or stay
//! between two constants.
//!
//! A guess is used in the next round of passes, and given up if an iteration does not keep it.

use crate::symbolic::exec::executor::Executor;
use crate::symbolic::loops::carried::{Carrier, Change, free_functions};
use crate::symbolic::loops::summary::Plan;
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use cfp_solver::{Int, Term};
use std::time::Instant;

/// Something that is tried once.
#[derive(Clone, Default)]
pub(crate) enum Tried<T> {
    /// Nobody has looked yet.
    #[default]
    Open,
    Assumed(T),
    /// It is not so.
    Rejected,
}

impl<T> Tried<T> {
    /// What is assumed.
    pub(crate) fn assumed(&self) -> Option<&T> {
        match self {
            Tried::Assumed(value) => Some(value),
            _ => None,
        }
    }

    /// Gives up what was assumed.
    pub(crate) fn reject(&mut self) {
        if matches!(self, Tried::Assumed(_)) {
            *self = Tried::Rejected;
        }
    }
}

/// What is guessed of one number.
pub(crate) struct NumberCandidate {
    carrier: Carrier,
    /// Which one of the carrier's numbers.
    place: usize,
    /// It is not linear, although it looked so.
    pub(crate) is_free: bool,
    /// A sum over the iterations, as a term over the iteration.
    pub(crate) sum: Tried<Term>,
    /// It stays from the first to the second.
    interval: Tried<(Int, Int)>,
}

impl Plan {
    /// What is guessed of a number.
    pub(crate) fn candidate(&mut self, carrier: &Carrier, place: usize) -> &mut NumberCandidate {
        let known = self
            .candidates
            .iter()
            .position(|candidate| candidate.carrier == *carrier && candidate.place == place);
        let index = known.unwrap_or_else(|| {
            self.candidates.push(NumberCandidate {
                carrier: carrier.clone(),
                place,
                is_free: false,
                sum: Tried::Open,
                interval: Tried::Open,
            });
            self.candidates.len() - 1
        });
        &mut self.candidates[index]
    }
}

impl Executor<'_> {
    /// The values of all that is carried in iteration `k`, as they are guessed to be.
    pub(crate) fn plan_values(&mut self, plan: &mut Plan) {
        for index in 0..plan.carried.len() {
            let mut carried = plan.carried[index].clone();
            for place in 0..carried.parts.len() {
                let candidate = plan.candidate(&carried.carrier, place);
                let part = &mut carried.parts[place];
                if candidate.is_free || !matches!(part.change, Some(Change::Linear(_))) {
                    part.change = candidate.sum.assumed().copied().map(Change::Sum);
                }
            }
            self.plan_carried(&mut carried, plan.iteration);
            for place in 0..carried.parts.len() {
                let part = &carried.parts[place];
                if let Some((low, high)) = plan.candidate(&carried.carrier, place).interval.assumed().cloned()
                    && matches!(part.change, Some(Change::Free(_)))
                {
                    let fact = self.between(&low, part.now, &high);
                    self.logic.add_fact_about(part.now, fact);
                }
            }
            plan.carried[index] = carried;
        }
    }

    fn between(&mut self, low: &Int, number: Term, high: &Int) -> Term {
        let (low, high) = (self.logic.int(low.clone()), self.logic.int(high.clone()));
        let parts = [self.logic.at_most(low, number), self.logic.at_most(number, high)];
        self.logic.all(&parts)
    }

    /// Looks for free numbers that are sums, or are set to constants only. Whether there are new guesses.
    pub(crate) fn find_candidates(&mut self, plan: &mut Plan, entry: &State, next: &mut State) -> bool {
        if !self.logic.is_on(Technique::Candidates) {
            return false;
        }
        let start = Instant::now();
        let free = free_functions(&plan.carried);
        let each = next.path[entry.path.len()..].to_vec();
        let mut is_new = false;
        for carried in plan.carried.clone() {
            let Some(after) = self.carried_value(next, &carried.carrier) else { continue };
            for (place, (part, &after)) in carried.parts.iter().zip(&after).enumerate() {
                if !matches!(part.change, Some(Change::Free(_))) {
                    continue;
                }
                let iteration = plan.iteration;
                let candidate = plan.candidate(&carried.carrier, place);
                if matches!(candidate.sum, Tried::Open)
                    && let Some(total) = self.as_sum(part, after, iteration, &free, (&entry.path, &each))
                {
                    log::debug!("a sum: {}", self.logic.terms().display(total));
                    candidate.sum = Tried::Assumed(total);
                    is_new = true;
                }
                if matches!(candidate.interval, Tried::Open)
                    && let Some(interval) = self.constants_between(part, after)
                {
                    candidate.interval = Tried::Assumed(interval);
                    is_new = true;
                }
            }
        }
        self.logic.count_use(Technique::Candidates, is_new, start);
        is_new
    }

    /// Whether a number stays in the interval that is guessed for it; if not, the guess is given up.
    pub(crate) fn keeps_interval(
        &mut self,
        plan: &mut Plan,
        carrier: &Carrier,
        place: usize,
        after: Term,
        path: &[Term],
    ) -> bool {
        let candidate = plan.candidate(carrier, place);
        let Some((low, high)) = candidate.interval.assumed().cloned() else { return true };
        let stays = self.between(&low, after, &high);
        let is_kept = self.logic.follows(path, stays);
        if !is_kept {
            candidate.interval.reject();
        }
        is_kept
    }
}
