//! Regions: which cells a loop may have written when the place does not determine the iteration (thesis,
//! section 4.4: stores that are not distinct across iterations).
//!
//! The contents of such cells are unknown, but the set of cells can often be bounded. The second pass
//! proposes a candidate: `exists k' < k. path(k') and guard(k') and place(k') = p`, as a bracket. Updates
//! that are regions themselves, such as those of inner loops, take part with both of their bounds. The third
//! pass checks by induction that cells outside the upper bound were not written, and that cells inside the
//! lower bound were. If the check fails, the candidate is dropped and all cells of the class are havocked.

use crate::bracket::Pair;
use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::choice::same_place;
use crate::symbolic::loops::candidates::Tried;
use crate::symbolic::loops::summary::{Key, Plan};
use crate::symbolic::memory::writes::Written;
use crate::symbolic::store::effects::Write;
use crate::symbolic::store::place::Class;
use crate::symbolic::store::region::Region;
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use cfp_solver::{Op, Sort, Term};
use fxhash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// Limits on the writes of an iteration to one class, and on the path formulas used as premises.
const MAX_WRITES: usize = 4;
const MAX_PREMISES: usize = 8;

/// Limit on the literals of a region.
const MAX_LITERALS: usize = 8;

/// A region over the number of completed iterations.
#[derive(Clone)]
pub(crate) struct GrowingRegion {
    count: Term,
    region: Region,
}

impl Executor<'_> {
    /// Proposes regions for classes with unknown contents, from the second pass over a loop.
    pub(crate) fn find_regions(&mut self, plan: &mut Plan, begin: &State, next: &State) {
        if !self.logic.is_on(Technique::Regions) {
            return;
        }
        for key in plan.unknown.clone() {
            if key.1 == Class::Alive || plan.regions.contains_key(&key) {
                continue;
            }
            let start = Instant::now();
            let candidate = self.candidate_region(plan, begin, next, key);
            self.logic.count_use(Technique::Regions, candidate.is_some(), start);
            plan.regions.insert(key, candidate.map_or(Tried::Rejected, Tried::Assumed));
        }
    }

    /// The cells that earlier iterations may and must have written, if all writes of an iteration are known.
    fn candidate_region(
        &mut self,
        plan: &Plan,
        begin: &State,
        next: &State,
        key: Key,
    ) -> Option<GrowingRegion> {
        let written = self.written(*next.memory.get(&key)?, begin.memory.get(&key).copied())?;
        let (writes, regions) = (written.writes, written.regions);
        if !(1..=MAX_WRITES).contains(&(writes.len() + regions.len())) {
            return None;
        }
        let parts_of_place = self.parts_of_place(key.0, key.1);
        let place = Region::variables(&mut self.logic, parts_of_place);
        let count = self.logic.terms().constant("iterations", Sort::Int);
        let mut variables = vec![plan.iteration];
        let own = &next.path[begin.path.len().min(next.path.len())..];
        let mut cases: Vec<Pair> = Vec::with_capacity(writes.len() + regions.len());
        for write in &writes {
            variables.extend(write.bounds.iter().map(|bound| bound.variable));
            let mut parts = write.conditions(&mut self.logic);
            parts.push(same_place(&mut self.logic, &write.place, &place));
            let mut moving = write.place.clone();
            moving.push(write.guard);
            parts.extend(self.premises_about(&moving, own, plan));
            let case = self.logic.all(&parts);
            cases.push(Pair { may: case, must: case });
        }
        for region in &regions {
            let premises = self.premises_about(&[region.written.may], own, plan);
            let is_there = self.logic.all(&premises);
            let written = region.at(&mut self.logic, &place);
            cases.push(written.map(|half| self.logic.all(&[is_there, half])));
        }
        variables.sort_unstable();
        variables.dedup();
        let zero = self.logic.int(0);
        let began = [self.logic.at_most(zero, plan.iteration), self.logic.below(plan.iteration, count)];
        let began = self.logic.all(&began);
        let [may, must] = [|pair: &Pair| pair.may, |pair: &Pair| pair.must].map(|half| {
            let either: Vec<Term> = cases.iter().map(half).collect();
            let either = self.logic.any(&either);
            self.logic.all(&[began, either])
        });
        let mut written = self.logic.some(&variables, may);
        if must != may {
            written.must = self.logic.some(&variables, must).must;
        }
        let terms = self.logic.terms();
        let before = terms.reachable(&[may, must]);
        // Quantifier elimination must have removed every term that depends on the iteration.
        let is_known = |term: &Term| !matches!(terms.op(*term), Op::Symbol(_)) || before.contains(term);
        let reached = terms.reachable(&[written.may, written.must]);
        let is_closed =
            reached.iter().all(is_known) && !variables.iter().any(|variable| reached.contains(variable));
        if !is_closed || terms.op(written.may) == Op::True {
            return None;
        }
        // A disjunctive region splits every later read into cases, which costs more than it gains.
        let literals = match terms.op(written.may) {
            Op::And => terms.args(written.may),
            _ => &[written.may],
        };
        let is_literal = |term: &Term| !matches!(terms.op(*term), Op::And | Op::Or | Op::Ite);
        if literals.len() > MAX_LITERALS || !literals.iter().all(is_literal) {
            return None;
        }
        log::debug!("candidate region: {}", terms.display(written.may));
        Some(GrowingRegion { count, region: Region { place, written } })
    }

    /// Path formulas whose iteration-dependent parts all occur in terms of a write.
    fn premises_about(&mut self, terms: &[Term], path: &[Term], plan: &Plan) -> Vec<Term> {
        let own: FxHashSet<Term> = self.moving_parts(terms, plan.iteration).into_iter().collect();
        let mut found = Vec::new();
        for &formula in path {
            let parts = self.moving_parts(&[formula], plan.iteration);
            if !parts.is_empty() && parts.iter().all(|part| own.contains(part)) {
                found.push(formula);
            }
        }
        found.truncate(MAX_PREMISES);
        found
    }

    /// The iteration, and uninterpreted functions applied to it, in some terms.
    fn moving_parts(&mut self, roots: &[Term], iteration: Term) -> Vec<Term> {
        let terms = self.logic.terms();
        let moves = |term: Term| {
            term == iteration
                || matches!(terms.op(term), Op::Apply(_)) && terms.mentions(&[term], [iteration])
        };
        terms.reachable(roots).into_iter().filter(|&term| moves(term)).collect()
    }

    /// The region of a class after a number of iterations, if one is assumed.
    pub(crate) fn region_after(&mut self, plan: &Plan, key: Key, iterations: Term) -> Option<Region> {
        let growing = plan.regions.get(&key)?.assumed()?.clone();
        let values = FxHashMap::from_iter([(growing.count, iterations)]);
        Some(growing.region.substitute(&mut self.logic, &values))
    }

    /// Whether the third pass preserves the region assumed for a class; if not, the region is dropped.
    ///
    /// By induction on the number of iterations: cells outside `may` have not been written, because `may`
    /// only grows and covers what an iteration writes; cells inside `must` are initialised, because `must` is
    /// empty at first, and an iteration adds only cells that it writes.
    pub(crate) fn keeps_region(&mut self, plan: &mut Plan, begin: &State, next: &State, key: Key) -> bool {
        let next_iteration = self.logic.plus_constant(plan.iteration, 1);
        let Some(now) = self.region_after(plan, key, plan.iteration) else { return true };
        let Some(after) = self.region_after(plan, key, next_iteration) else { return true };
        let array = next.memory.get(&key).copied();
        let written = array.and_then(|array| self.written(array, begin.memory.get(&key).copied()));
        let Some(written) = written.filter(|written| self.covers(&now, &after, written, &next.path)) else {
            log::debug!("region of {key:?} dropped: writes outside of it");
            plan.regions.insert(key, Tried::Rejected);
            return false;
        };
        if self.must_be_written(plan, key, (&now, &after), &written, (begin, next)) {
            return true;
        }
        let falsity = self.logic.terms().bool(false);
        if let Some(Tried::Assumed(growing)) = plan.regions.get_mut(&key) {
            growing.region.written = Pair { must: falsity, ..growing.region.written };
        }
        false
    }

    /// Whether the upper bound of a region only grows and covers all writes of an iteration.
    fn covers(&mut self, now: &Region, after: &Region, written: &Written, path: &[Term]) -> bool {
        let grows = self.logic.implied(now.written.may, after.written.may);
        if !self.logic.follows(path, grows) {
            return false;
        }
        let covers_region = |region: &Region| {
            let inner = region.at(&mut self.logic, &after.place);
            let is_covered = self.logic.implied(inner.may, after.written.may);
            self.logic.follows(path, is_covered)
        };
        if !written.regions.iter().all(covers_region) {
            return false;
        }
        written.writes.iter().all(|write| {
            let mut premises = path.to_vec();
            premises.extend(write.conditions(&mut self.logic));
            let may = after.at(&mut self.logic, &write.place).may;
            self.logic.follows(&premises, may)
        })
    }

    /// Whether all cells of the lower bound are initialised.
    fn must_be_written(
        &mut self,
        plan: &Plan,
        key: Key,
        (now, after): (&Region, &Region),
        written: &Written,
        (begin, next): (&State, &State),
    ) -> bool {
        if self.logic.terms().op(after.written.must) == Op::False {
            return true;
        }
        let (zero, one) = (self.logic.int(0), self.logic.int(1));
        let Some(first) = self.region_after(plan, key, zero) else { return true };
        // The loop may end at once: what holds only where it goes on is no premise here.
        let none = self.logic.negated(first.written.must);
        if !self.logic.follows(&begin.path, none) {
            return false;
        }
        let mut cases = vec![now.written.must];
        for region in &written.regions {
            cases.push(region.at(&mut self.logic, &after.place).must);
        }
        let is_set = |write: &&Write| write.bounds.is_empty() && write.value.last() == Some(&one);
        for write in written.writes.iter().filter(is_set) {
            let here = same_place(&mut self.logic, &write.place, &after.place);
            cases.push(self.logic.all(&[write.guard, here]));
        }
        let is_written = self.logic.any(&cases);
        let claim = self.logic.implied(after.written.must, is_written);
        self.logic.follows(&next.path, claim)
    }
}
