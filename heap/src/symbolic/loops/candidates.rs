//! Candidate invariants for loop-carried numbers that are not linear: the number is a sum, or it stays in a
//! constant interval.
//!
//! A candidate is assumed in the next round of passes, and dropped if an iteration does not preserve it.

use crate::symbolic::exec::executor::Executor;
use crate::symbolic::loops::carried::{Carried, Carrier, Change, Part, free_functions};
use crate::symbolic::loops::strategy::variable_text;
use crate::symbolic::loops::summary::Plan;
use crate::symbolic::store::place::Class;
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use cfp_solver::{Int, Term};
use std::collections::BTreeSet;
use std::time::Instant;

/// Limit on bounds that are tried for a number on each side.
const MAX_BOUNDS: usize = 12;

/// Limit on terms that are searched for such bounds.
const MAX_NEAR: usize = 60;

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

    /// Proposes closed forms for unsigned numbers in memory, from the first pass.
    pub(crate) fn propose_progressions(&mut self, plan: &mut Plan, carried: &Carried, after: &[Term]) {
        for (place, (part, &after)) in carried.parts.iter().zip(after).enumerate() {
            let iteration = plan.iteration;
            let candidate = plan.candidate(&carried.carrier, place);
            if part.change.is_none()
                && matches!(candidate.sum, Tried::Open)
                && let Some(total) = self.unsigned_progression(part, after, iteration)
            {
                candidate.sum = Tried::Assumed(total);
            }
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
                if matches!(candidate.interval, Tried::Open) {
                    let is_number = match &carried.carrier {
                        Carrier::Var(_) => carried.parts.len() == 1,
                        Carrier::Cell(_, class, _) => matches!(class, Class::Int(_)) && place == 0,
                        Carrier::Alive(_) => false,
                    };
                    let interval = self.constants_between(part, after).or_else(|| match is_number {
                        true => self.preserved_interval(part, after, (&next.path, &each)),
                        false => None,
                    });
                    is_new |= interval.is_some();
                    candidate.interval = interval.map_or(Tried::Rejected, Tried::Assumed);
                }
            }
        }
        self.logic.count_use(Technique::Candidates, is_new, start);
        is_new
    }

    /// An interval that contains the first value of a number and that an iteration preserves, with bounds
    /// that the iteration compares the number with, or divides it by.
    fn preserved_interval(
        &mut self,
        part: &Part,
        after: Term,
        (path, each): (&[Term], &[Term]),
    ) -> Option<(Int, Int)> {
        let start = self.logic.terms().as_constant(part.start)?.clone();
        let (least, greatest) = (part.range.low.clone()?, part.range.high.clone()?);
        let bounds = self.bounds_near(part.now, after, each);
        let mut path = path.to_vec();
        let mut preserved = |this: &mut Self, bound: &Int, is_low: bool| {
            let bound = this.logic.int(bound.clone());
            let claim = |this: &mut Self, number| match is_low {
                true => this.logic.at_most(bound, number),
                false => this.logic.at_most(number, bound),
            };
            let (before, after) = (claim(this, part.now), claim(this, after));
            path.push(before);
            let is_preserved = this.logic.follows(&path, after);
            if !is_preserved {
                path.pop();
            }
            is_preserved
        };
        let below: Vec<&Int> =
            bounds.iter().rev().filter(|bound| **bound <= start).take(MAX_BOUNDS).collect();
        let mut above = bounds.iter().filter(|bound| **bound >= start).take(MAX_BOUNDS);
        let mut low = below.iter().find(|bound| preserved(self, bound, true));
        let high = above.find(|bound| preserved(self, bound, false)).cloned();
        // One bound may need the other.
        if low.is_none() && high.is_some() {
            low = below.iter().find(|bound| preserved(self, bound, true));
        }
        let low = low.map(|&low| low.clone());
        let is_bounded = low.is_some() || high.is_some();
        is_bounded.then(|| (low.unwrap_or(least), high.unwrap_or(greatest)))
    }

    /// The constants that an iteration combines with a number, and their neighbours, in order.
    fn bounds_near(&mut self, number: Term, after: Term, each: &[Term]) -> BTreeSet<Int> {
        let mut roots = each.to_vec();
        roots.push(after);
        let reached = self.logic.terms().reachable(&roots);
        let terms = self.logic.terms();
        // What is computed from the number in a few steps. A choice may be the number in another type.
        let mut near = vec![number];
        for _ in 0..4 {
            for &term in &reached {
                let is_next = terms.args(term).iter().any(|arg| near.contains(arg));
                if is_next && !near.contains(&term) && near.len() < MAX_NEAR {
                    near.push(term);
                }
            }
        }
        let mut found = BTreeSet::new();
        for constant in
            near.iter().flat_map(|&term| terms.args(term)).filter_map(|&arg| terms.as_constant(arg))
        {
            for constant in [constant.clone(), -constant.clone()] {
                found.extend([&constant - &Int::ONE, &constant + &Int::ONE, constant]);
            }
        }
        found.insert(Int::ZERO);
        found
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
