//! Checks that the third pass over a loop confirms what the first two assumed about carried values, growth
//! and effects (see [`summary`](super::summary)). Assumptions that are not inductive are dropped.

use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::choice::{equal, same_place};
use crate::symbolic::loops::carried::Change;
use crate::symbolic::loops::summary::{Failure, Key, Pass, Plan, Refusal};
use crate::symbolic::store::effects::{Effect, Effects, Progression};
use crate::symbolic::store::state::State;
use cfp_solver::{Int, Op, Symbol, Term};
use fxhash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Executor<'_> {
    /// Checks the assumptions of a round against the third pass, and returns the equations that the pass
    /// gives.
    pub(crate) fn check_round(
        &mut self,
        plan: &mut Plan,
        begin: &State,
        next: &mut State,
        effects: &BTreeMap<Key, Arc<Effects>>,
        went_on: &[Term],
        growths: &[(Symbol, Option<Int>, Option<Int>)],
    ) -> Result<Vec<Term>, Failure> {
        if self.limits.reached.is_some() {
            return Err(Failure::Never(Refusal::Never("as a limit was reached")));
        }
        self.find_cells(begin, next, plan, Pass::Later)?;
        if !self.keeps_sizes(begin, next) {
            return Err(Failure::Never(Refusal::Never(
                "as the sizes of blocks depend on earlier iterations",
            )));
        }
        let mut equations = Vec::new();
        let mut is_again = false;
        for index in 0..plan.carried.len() {
            let carried = plan.carried[index].clone();
            let Some(after) = self.carried_value(next, &carried.carrier) else {
                return Err(Failure::Never(Refusal::Never("as a variable may be uninitialized in it")));
            };
            for (place, (part, &after)) in carried.parts.iter().zip(&after).enumerate() {
                let claim = self.next_claim(part, after, plan.iteration);
                if matches!(part.change, Some(Change::Free(_))) {
                    equations.push(claim);
                    is_again |= !self.keeps_interval(plan, &carried.carrier, place, after, &next.path);
                } else if !self.logic.follows(&next.path, claim) {
                    log::debug!("closed form refuted: {}", self.logic.terms().display(claim));
                    let candidate = plan.candidate(&carried.carrier, place);
                    candidate.is_free = true;
                    candidate.sum.reject();
                    is_again = true;
                }
            }
        }
        if !self.keeps_growths(plan, next, growths) {
            plan.has_growth = false;
            is_again = true;
        }
        let mut premises = next.path.clone();
        premises.extend(&equations);
        let refuted = went_on.iter().find(|&&claim| !self.logic.follows(&premises, claim));
        if let Some(&refuted) = refuted {
            log::debug!("iteration facts not inductive: {}", self.logic.terms().display(refuted));
            if !plan.has_equations {
                return Err(Failure::Never(Refusal::Never(
                    "as what holds in its iterations is not inductive",
                )));
            }
            plan.has_equations = false;
            is_again = true;
        }
        let changed = self.changed_cells(begin, next);
        for key in &changed {
            if plan.unknown.contains(key) {
                is_again |= !self.keeps_region(plan, begin, next, *key);
                continue;
            }
            match effects.get(key) {
                Some(expected) => match self.compare_effects(plan, begin, next, *key, expected) {
                    Some(claims) => equations.extend(claims),
                    None => is_again = true,
                },
                None => match self.effects(begin, next, *key, plan) {
                    Some(found) if found.list.is_empty() => {}
                    _ => {
                        plan.unknown.insert(*key);
                        is_again = true;
                    }
                },
            }
        }
        for key in effects.keys().filter(|key| !changed.contains(key)) {
            log::debug!("no writes to {key:?} in the third pass");
            plan.unknown.insert(*key);
            is_again = true;
        }
        if is_again { Err(Failure::Again) } else { Ok(equations) }
    }

    /// Whether each iteration changes carried values as little and as much as was assumed.
    fn keeps_growths(
        &mut self,
        plan: &Plan,
        next: &mut State,
        growths: &[(Symbol, Option<Int>, Option<Int>)],
    ) -> bool {
        for (function, low, high) in growths {
            for carried in &plan.carried {
                let after = self.carried_value(next, &carried.carrier).unwrap_or_default();
                for (part, &after) in carried.parts.iter().zip(&after) {
                    if part.change != Some(Change::Free(*function)) {
                        continue;
                    }
                    let step = self.logic.plus(after, part.now, -1);
                    let (low, high) = (low.clone(), high.clone());
                    let mut claims = Vec::new();
                    if let Some(low) = low {
                        let low = self.logic.int(low);
                        claims.push(self.logic.at_most(low, step));
                    }
                    if let Some(high) = high {
                        let high = self.logic.int(high);
                        claims.push(self.logic.at_most(step, high));
                    }
                    let claim = self.logic.all(&claims);
                    if !self.logic.follows(&next.path, claim) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether an iteration gives new members of families the sizes that were assumed for all members.
    fn keeps_sizes(&mut self, begin: &State, next: &State) -> bool {
        begin.families.iter().all(|family| match (begin.sizes.get(family), next.sizes.get(family)) {
            (Some(&assumed), Some(&found)) => {
                let same = equal(&mut self.logic, assumed, found);
                self.logic.terms().op(same) == Op::True || self.logic.follows(&next.path, same)
            }
            _ => true,
        })
    }

    /// Compares the effects of the third pass with those of the second. Returns equations for values that
    /// depend on earlier iterations.
    fn compare_effects(
        &mut self,
        plan: &mut Plan,
        begin: &State,
        next: &State,
        key: Key,
        expected: &Effects,
    ) -> Option<Vec<Term>> {
        let (is_recurring, is_guarded) = (plan.recurring.remove(&key), plan.guarded.remove(&key));
        let found = self.effects(begin, next, key, plan);
        if is_recurring {
            plan.recurring.insert(key);
        }
        if is_guarded {
            plan.guarded.insert(key);
        }
        // Overlapping writes are ordered. If the second pass took them for disjoint, reads ignored the order.
        let found = found.filter(|found| {
            found.list.len() == expected.list.len() && (expected.is_ordered || !found.is_ordered)
        });
        let Some(found) = found else {
            plan.unknown.insert(key);
            return None;
        };
        let mut equations = Vec::new();
        for (left, right) in found.list.iter().zip(&expected.list) {
            // Rename both to the iteration itself and the bound variables of one of them.
            let names: Vec<Term> = [plan.iteration]
                .into_iter()
                .chain(left.bounds[1..].iter().map(|bound| bound.variable))
                .collect();
            let is_other = left.bounds.len() != right.bounds.len() || left.is_forgotten != right.is_forgotten;
            if is_other || !left.has_inverse_of(right) {
                plan.unknown.insert(key);
                return None;
            }
            let mut renamed = [left, right].map(|effect| {
                let own: FxHashMap<Term, Term> =
                    effect.bounds.iter().map(|bound| bound.variable).zip(names.iter().copied()).collect();
                effect.substitute(&mut self.logic, &own)
            });
            let [left, right] = &mut renamed;
            let (mut same, mut premises) = (Vec::new(), next.path.clone());
            for (one, other) in left.place.iter().zip(&right.place) {
                let Some(claims) = self.same_progressions(one, other) else {
                    plan.unknown.insert(key);
                    return None;
                };
                same.extend(claims);
            }
            for (one, other) in left.bounds.iter().zip(&right.bounds).skip(1) {
                let (Some(one), Some(other)) = (one.count, other.count) else { continue };
                same.push(equal(&mut self.logic, one, other));
            }
            let claim = self.logic.all(&same);
            let happens = left.happens(&mut self.logic, plan.count);
            premises.extend(&happens[1..]);
            if !self.logic.follows(&premises, claim) {
                plan.unknown.insert(key);
                return None;
            }
            let guards = self.logic.terms().eq(left.guard, right.guard);
            if is_guarded && left.bounds.len() == 1 && !left.is_forgotten {
                // Earlier iterations determine whether this one writes.
                let Some(guard) = self.found_guard(plan, &premises, (right.guard, left.guard)) else {
                    plan.unknown.insert(key);
                    return None;
                };
                equations.push(guard);
            } else if !self.logic.follows(&premises, guards) {
                log::debug!("guards depend on earlier iterations: {}", self.logic.terms().display(guards));
                let is_new = !is_guarded && left.bounds.len() == 1 && self.has_last_writers();
                _ = if is_new { plan.guarded.insert(key) } else { plan.unknown.insert(key) };
                return None;
            }
            // An unknown value stands for any.
            if left.is_forgotten {
                continue;
            }
            let mut values = Vec::new();
            for (&one, &other) in left.value.iter().zip(&right.value) {
                values.push(equal(&mut self.logic, one, other));
            }
            let values = self.logic.all(&values);
            if is_recurring {
                if left.bounds.len() == 1 {
                    equations.push(self.logic.implied(left.guard, values));
                }
                continue;
            }
            premises.push(left.guard);
            if !self.logic.follows(&premises, values) {
                log::debug!("values depend on earlier iterations: {}", self.logic.terms().display(values));
                plan.recurring.insert(key);
                return None;
            }
        }
        Some(equations)
    }

    /// Whether different effects never write the same cell, in any two iterations.
    pub(crate) fn are_apart(&mut self, list: &[Effect], plan: &Plan, path: &[Term]) -> bool {
        for (index, left) in list.iter().enumerate() {
            for right in &list[index + 1..] {
                // Rename the bound variables of both apart.
                let mut formulas = Vec::new();
                let mut places = Vec::new();
                for effect in [left, right] {
                    let mut renaming = FxHashMap::default();
                    for bound in &effect.bounds {
                        let name = self.logic.terms().constant("some iteration", cfp_solver::Sort::Int);
                        renaming.insert(bound.variable, name);
                    }
                    let effect = effect.substitute(&mut self.logic, &renaming);
                    formulas.extend(effect.happens(&mut self.logic, plan.count));
                    // Facts of every iteration hold for both.
                    let own = FxHashMap::from_iter([(plan.iteration, effect.bounds[0].variable)]);
                    formulas.extend(path.iter().map(|&formula| self.logic.substitute(formula, &own)));
                    places.push(effect.places(&mut self.logic));
                }
                formulas.push(same_place(&mut self.logic, &places[0], &places[1]));
                if !self.logic.can_hold(&formulas).is_no() {
                    return false;
                }
            }
        }
        true
    }

    /// What makes two parts of a place the same; nothing if they differ in kind.
    fn same_progressions(&mut self, one: &Progression, other: &Progression) -> Option<Vec<Term>> {
        if one.steps != other.steps {
            return None;
        }
        let mut same = vec![equal(&mut self.logic, one.start, other.start)];
        match (&one.counter, &other.counter) {
            (None, None) => {}
            (Some(one), Some(other)) if one.function == other.function && one.times == other.times => {
                same.push(equal(&mut self.logic, one.shift, other.shift));
            }
            _ => return None,
        }
        match (&one.key, &other.key) {
            (None, None) => {}
            (Some(one), Some(other))
                if (one.function, one.variable) == (other.function, other.variable)
                    && one.times == other.times =>
            {
                same.push(equal(&mut self.logic, one.shift, other.shift));
                for (&one, &other) in one.args.iter().zip(&other.args) {
                    same.push(equal(&mut self.logic, one, other));
                }
            }
            _ => return None,
        }
        Some(same)
    }
}
