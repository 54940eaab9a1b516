//! Candidate invariants for loop-carried numbers that are not linear: the number is a sum, or it stays in a
//! constant interval.
//!
//! A candidate is assumed in the next round of passes, and dropped if an iteration does not preserve it.

use crate::symbolic::exec::executor::Executor;
use crate::symbolic::loops::carried::{Carrier, Change, free_functions};
use crate::symbolic::loops::strategy::variable_text;
use crate::symbolic::loops::summary::Plan;
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use cfp_solver::{Int, Term};
use std::time::Instant;

/// A candidate that is tried at most once.
#[derive(Clone, Default)]
pub(crate) enum Tried<T> {
    /// Not tried yet.
    #[default]
    Open,
    Assumed(T),
    /// Checked and dropped.
    Rejected,
}

impl<T> Tried<T> {
    /// The candidate, while it is assumed.
    pub(crate) fn assumed(&self) -> Option<&T> {
        match self {
            Tried::Assumed(value) => Some(value),
            _ => None,
        }
    }

    /// Drops the candidate if it is assumed.
    pub(crate) fn reject(&mut self) {
        if matches!(self, Tried::Assumed(_)) {
            *self = Tried::Rejected;
        }
    }
}

/// The candidates for one carried number.
pub(crate) struct NumberCandidate {
    carrier: Carrier,
    /// Index into the carrier's numbers.
    place: usize,
    /// Classified as linear by an earlier pass, which a later pass refuted.
    pub(crate) is_free: bool,
    /// A sum over the iterations, as a term over the iteration.
    pub(crate) sum: Tried<Term>,
    /// Least and greatest value.
    interval: Tried<(Int, Int)>,
}

impl Plan {
    /// The candidates for a number, created on first use.
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
    /// Sets the value of every carried number in iteration `k` according to the current candidates.
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
            let what = self.carrier_text(plan, &carried.carrier);
            let place = self.loops.place();
            self.begin_loss(place, format!("{what} has no closed form in this loop"));
            self.plan_carried(&mut carried, plan.iteration);
            self.logic.set_loss(None);
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

    /// A carried value in words.
    fn carrier_text(&self, plan: &Plan, carrier: &Carrier) -> String {
        match (carrier, plan.function) {
            (Carrier::Var(var), Some(function)) => {
                variable_text(&self.program.functions[function.index()].vars[var.index()])
            }
            (Carrier::Alive(_), _) => "the lifetime of an object".to_string(),
            _ => "a value in memory".to_string(),
        }
    }

    fn between(&mut self, low: &Int, number: Term, high: &Int) -> Term {
        let (low, high) = (self.logic.int(low.clone()), self.logic.int(high.clone()));
        let parts = [self.logic.at_most(low, number), self.logic.at_most(number, high)];
        self.logic.all(&parts)
    }

    /// Proposes sums and intervals for free numbers. Returns whether there is a new candidate.
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
                    log::debug!("candidate sum: {}", self.logic.terms().display(total));
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

    /// Whether an iteration preserves the interval of a number; if not, the candidate is dropped.
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
