//! Order-independent reductions: greatest and least value, bit operations, sums.
//!
//! The result of such a reduction depends only on the multiset of values it folds. So two reductions by the
//! same operation are equal if they fold the same multiset, in whatever order and from whatever places. That
//! holds if for *any* measure `w` of values the sums of `w(x)` over all folded values are equal: a query
//! about sums with an uninterpreted function `w`. Each loop's reductions are compared in this way with those
//! of earlier loops; if they match, the results are equal.

use crate::symbolic::exec::executor::Executor;
use crate::symbolic::exec::stacks::loop_stack::{EndedReduction, ReductionKind};
use crate::symbolic::facts::choice::equal;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use crate::symbolic::loops::carried::{Carried, Carrier, Change, free_functions};
use crate::symbolic::store::state::State;
use crate::techniques::Technique;
use cfp_solver::{Op, Term};
use fxhash::FxHashMap;
use std::time::Instant;

/// Limit on earlier reductions that one is compared with.
const MAX_COMPARED: usize = 4;

/// Limit on the operands of one operation.
const MAX_OPERANDS: usize = 8;

/// A number that a loop folds values into.
pub(crate) struct Reduction {
    carrier: Carrier,
    /// Index into the carrier's numbers.
    place: usize,
    kind: ReductionKind,
    /// The values folded in one iteration, over the iteration.
    elements: Vec<Term>,
}

/// What is known about a loop where it ends.
pub(crate) struct Ended<'a> {
    pub(crate) iteration: Term,
    pub(crate) count: Term,
    /// Facts that hold in every iteration but the last, over the iteration.
    pub(crate) each: &'a [Term],
}

impl Executor<'_> {
    /// The operation and operands by which an iteration folds values into a number, if it does.
    pub(crate) fn as_reduction(&mut self, now: Term, after: Term) -> Option<(ReductionKind, Vec<Term>)> {
        if let Some((kind, element)) = as_extremum(&mut self.logic, now, after) {
            return Some((kind, vec![element]));
        }
        let Op::Apply(function) = self.logic.terms().op(after) else { return None };
        let is_idempotent = self.is_idempotent(function)?;
        let (mut pending, mut elements, mut times) = (vec![after], Vec::new(), 0);
        while let Some(term) = pending.pop() {
            if term == now {
                times += 1;
            } else if self.logic.terms().op(term) == Op::Apply(function) {
                pending.extend_from_slice(self.logic.terms().args(term));
            } else {
                elements.push(term);
            }
        }
        let is_clean = elements.iter().all(|&element| !self.logic.mentions(element, now));
        let is_fold = times == 1 && is_clean && elements.len() <= MAX_OPERANDS;
        is_fold.then_some((ReductionKind::Bits { function, is_idempotent }, elements))
    }

    /// The reductions of a loop, found in the state before the next iteration. The folded values must not
    /// depend on carried numbers that have no closed form.
    pub(crate) fn reductions(&mut self, carried: &[Carried], next: &mut State) -> Vec<Reduction> {
        let mut found = Vec::new();
        let free = free_functions(carried);
        for carried in carried {
            let Some(after) = self.carried_value(next, &carried.carrier) else { continue };
            for (place, (part, &after)) in carried.parts.iter().zip(&after).enumerate() {
                let reduced = match &part.change {
                    Some(Change::Sum(_)) => Some((ReductionKind::Sum, Vec::new())),
                    Some(Change::Free(_)) => self.as_reduction(part.now, after),
                    _ => None,
                };
                let Some((kind, elements)) = reduced else { continue };
                let inside = self.logic.terms().reachable(&elements);
                let depends = inside.iter().any(|&term| {
                    matches!(self.logic.terms().op(term), Op::Apply(symbol) if free.contains(&symbol))
                });
                if !depends {
                    found.push(Reduction { carrier: carried.carrier.clone(), place, kind, elements });
                }
            }
        }
        found
    }

    /// Behind a loop: equates the result of each reduction with that of an earlier one over the same
    /// multiset.
    pub(crate) fn recognize_reductions(
        &mut self,
        reductions: &[Reduction],
        carried: &[Carried],
        ended: &Ended<'_>,
        state: &mut State,
    ) {
        if !self.logic.is_on(Technique::Reductions) {
            return;
        }
        for reduction in reductions {
            let begun = Instant::now();
            let Some(part) = carried
                .iter()
                .find(|carried| carried.carrier == reduction.carrier)
                .map(|carried| carried.parts[reduction.place].clone())
            else {
                continue;
            };
            let Some(mut values) = self.carried_value(state, &reduction.carrier) else { continue };
            let last = FxHashMap::from_iter([(ended.iteration, ended.count)]);
            let at_end = self.logic.substitute(part.now, &last);
            // An exit in the middle of an iteration may have folded one more value.
            if values[reduction.place] != at_end {
                continue;
            }
            let value = self.logic.simplified(&state.path, at_end);
            let total = match reduction.kind {
                ReductionKind::Sum => Some(value),
                _ => self.measure_of_reduction(reduction, part.start, ended, &state.path),
            };
            let known = total.and_then(|total| self.reduced_before(reduction.kind, total, &state.path));
            if let (None, Some(total)) = (known, total)
                && self.findings.quiet == 0
                && self.logic.iterations.is_empty()
            {
                self.loops.reduced.push(EndedReduction {
                    kind: reduction.kind,
                    total,
                    value,
                    path: state.path.clone(),
                });
            }
            self.logic.count_use(Technique::Reductions, known.is_some(), begun);
            let value = known.unwrap_or(value);
            if value != at_end {
                values[reduction.place] = value;
                self.set_carried(state, &reduction.carrier, values);
            }
        }
    }

    /// The sum of the measures of all values that a loop has folded.
    fn measure_of_reduction(
        &mut self,
        reduction: &Reduction,
        start: Term,
        ended: &Ended<'_>,
        path: &[Term],
    ) -> Option<Term> {
        let measure = match self.loops.measure {
            Some(measure) => measure,
            None => {
                let measure = self.logic.plain_function("measure", 1, Range::default());
                *self.loops.measure.insert(measure)
            }
        };
        let zero = self.logic.int(0);
        let mut total = zero;
        if !self.is_folded_again(reduction, start, ended, path) {
            total = self.logic.terms().apply(measure, &[start]);
        }
        for &element in &reduction.elements {
            let summand = self.logic.terms().apply(measure, &[element]);
            let bounds = (zero, ended.count);
            let sum = self.logic.sum_over(summand, ended.iteration, bounds, path, ended.each)?;
            let sum = self.logic.simplified(path, sum);
            total = self.logic.plus(total, sum, 1);
        }
        Some(total)
    }

    /// Whether the initial value occurs again in the first iteration and, the operation being idempotent,
    /// counts once.
    fn is_folded_again(
        &mut self,
        reduction: &Reduction,
        start: Term,
        ended: &Ended<'_>,
        path: &[Term],
    ) -> bool {
        let [element] = reduction.elements[..] else { return false };
        if !reduction.kind.is_idempotent() {
            return false;
        }
        let zero = self.logic.int(0);
        let first = self.logic.substitute(element, &FxHashMap::from_iter([(ended.iteration, zero)]));
        let parts = [equal(&mut self.logic, first, start), self.logic.below(zero, ended.count)];
        let claim = self.logic.all(&parts);
        self.logic.follows(path, claim)
    }

    /// The result of an earlier reduction over the same multiset.
    fn reduced_before(&mut self, kind: ReductionKind, total: Term, path: &[Term]) -> Option<Term> {
        let mut compared = 0;
        for index in (0..self.loops.reduced.len()).rev() {
            let reduced = &self.loops.reduced[index];
            if reduced.kind != kind || !path.starts_with(&reduced.path) {
                continue;
            }
            compared += 1;
            if compared > MAX_COMPARED {
                break;
            }
            let (other, value) = (reduced.total, reduced.value);
            let same = equal(&mut self.logic, total, other);
            log::debug!("same multiset as an earlier reduction? {}", self.logic.terms().display(same));
            if self.logic.follows(path, same) {
                return Some(value);
            }
        }
        None
    }
}

/// Matches `after` as the maximum or minimum of `now` and a term that does not depend on it.
fn as_extremum(logic: &mut Logic, now: Term, after: Term) -> Option<(ReductionKind, Term)> {
    if logic.terms().op(after) != Op::Ite {
        return None;
    }
    let args = logic.terms().args(after);
    let (mut condition, mut then, mut otherwise) = (args[0], args[1], args[2]);
    if logic.terms().op(condition) == Op::Not {
        condition = logic.terms().args(condition)[0];
        (then, otherwise) = (otherwise, then);
    }
    let element = match (then == now, otherwise == now) {
        (true, false) => otherwise,
        (false, true) => then,
        _ => return None,
    };
    let (op, left, right) = logic.comparison(condition)?;
    if op == Op::Eq || logic.mentions(element, now) {
        return None;
    }
    // The condition tells which one is smaller. If they are equal, the choice does not matter.
    let difference = logic.plus(left, right, -1);
    let (mine, theirs) = (logic.plus(now, element, -1), logic.plus(element, now, -1));
    let smaller = match difference {
        _ if difference == mine => now,
        _ if difference == theirs => element,
        _ => return None,
    };
    Some((if then == smaller { ReductionKind::Least } else { ReductionKind::Greatest }, element))
}
