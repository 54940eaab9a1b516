//! Sums over iterations: reductions such as `s += a[i]`, counters of selected iterations, and their behaviour
//! when arrays are permuted.
//!
//! For each summand `h` there is one uninterpreted function `P` with `P(x + 1) = P(x) + h(x)` for all
//! integers `x`, so that the sum of `h` from `a` to `b - 1` is `P(b) - P(a)`. Summands are normalised:
//! position `x` is the first place in memory that the summand reads. Loops that run upwards or downwards,
//! start elsewhere, or come later then share one function. A summand that is conditional on an interval of
//! positions is split into a sum over each part. This makes reductions of permuted arrays equal.
//!
//! If `h` is always 0 or 1, then `P` counts, and each value between `P(a)` and `P(b)` is reached at exactly
//! one counted position: the inverse of the counter.

use crate::symbolic::facts::choice::{choose, ite};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::{Int, Op, Sort, Symbol, Term};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Limit on the depth of nested conditions in a summand.
const MAX_DEPTH: usize = 10;

/// Limit on the entries of a table that is summed between unknown bounds.
const MAX_ENTRIES: usize = 64;

/// The prefix sums of a summand.
pub(crate) struct Sum {
    pub(crate) function: Symbol,
    /// Over [`Sums::position`].
    pub(crate) summand: Term,
    /// Lower and upper bound of the summand, where known.
    pub(crate) low: Option<Int>,
    pub(crate) high: Option<Int>,
    /// The position at which a value is reached, if the summand is 0 or 1; created on demand.
    pub(crate) inverse: Option<Symbol>,
    /// The index of the sum that counts exactly the other positions.
    pub(crate) complement: Option<usize>,
}

/// The premises of a summation.
struct Known {
    path: Vec<Term>,
    /// Premises about each summand, over the variable.
    each: Vec<Term>,
}

/// The positions at which a comparison with the position holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interval {
    Point(Term),
    From(Term),
    Before(Term),
}

/// All sums of an analysis.
#[derive(Default)]
pub(crate) struct Sums {
    pub(crate) position: Option<Term>,
    pub(crate) variable: Option<Term>,
    pub(crate) triangular: Option<Symbol>,
    pub(crate) sums: Vec<Sum>,
    pub(crate) by_summand: FxHashMap<Term, usize>,
    pub(crate) by_function: FxHashMap<Symbol, usize>,
}

impl Logic {
    /// The difference of a conditional number and a term that may occur in all its branches; nothing if the
    /// term does not cancel.
    pub(crate) fn increment(&mut self, after: Term, before: Term) -> Option<Term> {
        let difference = self.plus(after, before, -1);
        let found =
            if self.mentions(difference, before) { self.pushed(after, before, 0)? } else { difference };
        (!self.mentions(found, before)).then_some(found)
    }

    fn pushed(&mut self, after: Term, before: Term, depth: usize) -> Option<Term> {
        let difference = self.plus(after, before, -1);
        if !self.mentions(difference, before) {
            return Some(difference);
        }
        if self.terms().op(after) != Op::Ite || depth > MAX_DEPTH {
            return None;
        }
        let args = self.terms().args(after);
        let (condition, then, otherwise) = (args[0], args[1], args[2]);
        let then = self.pushed(then, before, depth + 1)?;
        let otherwise = self.pushed(otherwise, before, depth + 1)?;
        Some(ite(self, condition, then, otherwise))
    }

    /// Whether a term occurs in another.
    pub(crate) fn mentions(&mut self, term: Term, part: Term) -> bool {
        self.terms().mentions(&[term], [part])
    }

    /// The sum of a summand over `variable` from `from` up to, but excluding, `to`. The path must imply `from
    /// <= to`. `each` holds for all values of the variable in between.
    pub(crate) fn sum_over(
        &mut self,
        summand: Term,
        variable: Term,
        (from, to): (Term, Term),
        path: &[Term],
        each: &[Term],
    ) -> Option<Term> {
        // Rename the variable: it may occur in the bounds.
        let bound = match self.sums.variable {
            Some(bound) => bound,
            None => {
                let bound = self.terms().constant("summed", Sort::Int);
                *self.sums.variable.insert(bound)
            }
        };
        let renaming = FxHashMap::from_iter([(variable, bound)]);
        let summand = self.substitute(summand, &renaming);
        let each = each.iter().map(|&formula| self.substitute(formula, &renaming)).collect();
        let known = Known { path: path.to_vec(), each };
        self.sum_parts(summand, bound, (from, to), &known, 0)
    }

    fn sum_parts(
        &mut self,
        summand: Term,
        variable: Term,
        (from, to): (Term, Term),
        known: &Known,
        depth: usize,
    ) -> Option<Term> {
        if depth > MAX_DEPTH {
            return None;
        }
        let (mut products, mut constant) = linear(self.terms(), summand);
        if let Some((counted, times)) = self.counted_cases(&products, &constant) {
            (products, constant) = (BTreeMap::from([(counted, times)]), Int::ZERO);
        }
        let (zero, length) = (self.int(0), self.plus(to, from, -1));
        let mut total = self.plus(zero, length, constant);
        for (part, factor) in products {
            let sum = self.sum_of_part(part, variable, (from, to), known, depth)?;
            total = self.plus(total, sum, factor);
        }
        Some(total)
    }

    /// A summand that chooses between zero and another constant, as a multiple of how often the condition
    /// holds or fails. For example, -1 plus 1 where it holds counts how often it fails.
    fn counted_cases(&mut self, products: &BTreeMap<Term, Int>, constant: &Int) -> Option<(Term, Int)> {
        let (&part, factor) = products.first_key_value().filter(|_| products.len() == 1)?;
        let (condition, then, otherwise) = self.as_conditional(part).filter(|_| !constant.is_zero())?;
        let mut values = Vec::with_capacity(2);
        for side in [then, otherwise] {
            values.push(self.terms().as_constant(side)? * factor + constant);
        }
        let (zero, one) = (self.int(0), self.int(1));
        match (values[0].is_zero(), values[1].is_zero()) {
            (true, false) => Some((self.terms().ite(condition, zero, one), values.swap_remove(1))),
            (false, true) => Some((self.terms().ite(condition, one, zero), values.swap_remove(0))),
            _ => None,
        }
    }

    /// The sum of one monomial of a summand. If it is conditional on the position, then it is split into
    /// cases.
    fn sum_of_part(
        &mut self,
        part: Term,
        variable: Term,
        (from, to): (Term, Term),
        known: &Known,
        depth: usize,
    ) -> Option<Term> {
        if !self.mentions(part, variable) {
            let length = self.plus(to, from, -1);
            return Some(self.expanded_product(part, length));
        }
        if part == variable {
            // 0 + 1 + ... + (t - 1) is an unknown T(t) with 2 T(t) = t t - t.
            let triangular = self.triangular();
            let [start, end] = [from, to].map(|number| self.terms().apply(triangular, &[number]));
            return Some(self.plus(end, start, -1));
        }
        let (entries, rest) = self.as_table(part, variable);
        if entries.len() > MAX_DEPTH {
            return self.sum_of_table(&entries, rest, variable, (from, to), known, depth);
        }
        let mut inside = known.path.clone();
        inside.extend(&known.each);
        inside.extend([self.at_most(from, variable), self.below(variable, to)]);
        // The bounds of the summation decide some conditions.
        let settled = self.without_decided(&inside, part, variable);
        if settled != part {
            return self.sum_parts(settled, variable, (from, to), known, depth + 1);
        }
        if let Some((condition, interval)) = self.condition_on_position(part, variable) {
            let [here, elsewhere] = [true, false].map(|holds| self.with_condition(part, condition, holds));
            return match interval {
                Interval::Point(point) => {
                    let other = self.negated(condition);
                    inside.push(other);
                    let elsewhere = self.without_decided(&inside, elsewhere, variable);
                    let all = self.sum_parts(elsewhere, variable, (from, to), known, depth + 1)?;
                    let correction = self.correction(here, elsewhere, variable, point, (from, to), known);
                    Some(self.plus(all, correction, 1))
                }
                Interval::From(start) => {
                    let start = self.clamp(start, from, to, &known.path);
                    let before = self.sum_parts(elsewhere, variable, (from, start), known, depth + 1)?;
                    let after = self.sum_parts(here, variable, (start, to), known, depth + 1)?;
                    Some(self.plus(before, after, 1))
                }
                Interval::Before(end) => {
                    let end = self.clamp(end, from, to, &known.path);
                    let before = self.sum_parts(here, variable, (from, end), known, depth + 1)?;
                    let after = self.sum_parts(elsewhere, variable, (end, to), known, depth + 1)?;
                    Some(self.plus(before, after, 1))
                }
            };
        }
        if let Some((condition, then, otherwise)) = self.as_conditional(part)
            && let Some(sum) = self.sum_of_counts(condition, then, otherwise, variable, (from, to))
        {
            return Some(sum);
        }
        self.sum_of_one(part, variable, from, to)
    }

    /// Views a summand as a table: its values at constant positions, and the summand elsewhere.
    fn as_table(&mut self, part: Term, variable: Term) -> (BTreeMap<Int, Term>, Term) {
        let (mut entries, mut rest) = (BTreeMap::new(), part);
        while self.terms().op(rest) == Op::Ite {
            let args = self.terms().args(rest);
            let (condition, then, otherwise) = (args[0], args[1], args[2]);
            let Some(Interval::Point(point)) = self.interval(condition, variable) else { break };
            let Some(point) = self.terms().as_constant(point).cloned() else { break };
            if self.mentions(then, variable) {
                break;
            }
            // The first condition that holds decides.
            entries.entry(point).or_insert(then);
            rest = otherwise;
        }
        (entries, rest)
    }

    /// The sum over a table: the sum of what is elsewhere, corrected at each entry. No question is needed,
    /// because entries are at constant positions.
    fn sum_of_table(
        &mut self,
        entries: &BTreeMap<Int, Term>,
        rest: Term,
        variable: Term,
        (from, to): (Term, Term),
        known: &Known,
        depth: usize,
    ) -> Option<Term> {
        let is_known = self.terms().is_constant(from) && self.terms().is_constant(to);
        if !is_known && entries.len() > MAX_ENTRIES {
            return None;
        }
        let all = self.sum_parts(rest, variable, (from, to), known, depth + 1)?;
        let (mut products, mut constant) = linear(self.terms(), all);
        let zero = self.int(0);
        for (point, &here) in entries {
            let point = self.int(point.clone());
            let parts = [self.at_most(from, point), self.below(point, to)];
            let is_in = self.all(&parts);
            let elsewhere = self.substitute(rest, &FxHashMap::from_iter([(variable, point)]));
            let difference = self.plus(here, elsewhere, -1);
            let correction = choose(self, is_in, &[difference], &[zero])[0];
            let (more, number) = linear(self.terms(), correction);
            for (unknown, factor) in more {
                *products.entry(unknown).or_insert(Int::ZERO) += factor;
            }
            constant += number;
        }
        products.retain(|_, factor| !factor.is_zero());
        let products: Vec<(Term, Int)> = products.into_iter().collect();
        Some(self.sum(&products, &constant))
    }

    /// The correction of a sum if the summand at one position, which may lie outside of the bounds, differs.
    fn correction(
        &mut self,
        here: Term,
        elsewhere: Term,
        variable: Term,
        point: Term,
        (from, to): (Term, Term),
        known: &Known,
    ) -> Term {
        let at_point = FxHashMap::from_iter([(variable, point)]);
        let [here, elsewhere] = [here, elsewhere].map(|summand| self.substitute(summand, &at_point));
        let parts = [self.at_most(from, point), self.below(point, to)];
        let is_in = self.all(&parts);
        let path: Vec<Term> = known.path.iter().copied().chain([is_in]).collect();
        let [here, elsewhere] = [here, elsewhere].map(|summand| self.simplified(&path, summand));
        let (difference, zero) = (self.plus(here, elsewhere, -1), self.int(0));
        let correction = choose(self, is_in, &[difference], &[zero])[0];
        self.settled(&known.path, correction)
    }

    /// The comparisons in a term in which the variable has coefficient 1 or -1, outermost first.
    pub(crate) fn comparisons(&mut self, term: Term, variable: Term) -> Vec<(Term, Interval)> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = std::collections::VecDeque::from([term]);
        while let Some(term) = pending.pop_front() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(interval) = self.interval(term, variable) {
                found.push((term, interval));
            }
            pending.extend(self.terms().args(term).to_vec());
        }
        found
    }

    /// A condition on the position in a term, and where it holds.
    fn condition_on_position(&mut self, term: Term, variable: Term) -> Option<(Term, Interval)> {
        self.comparisons(term, variable).into_iter().next()
    }

    /// A term with one condition decided.
    fn with_condition(&mut self, term: Term, condition: Term, holds: bool) -> Term {
        let truth = self.terms().bool(holds);
        self.substitute(term, &FxHashMap::from_iter([(condition, truth)]))
    }

    /// A term without the conditions on the position that the premises decide.
    fn without_decided(&mut self, premises: &[Term], term: Term, variable: Term) -> Term {
        let mut term = term;
        for (condition, _) in self.comparisons(term, variable) {
            let opposite = self.negated(condition);
            if self.follows_at_once(premises, condition) {
                term = self.with_condition(term, condition, true);
            } else if self.follows_at_once(premises, opposite) {
                term = self.with_condition(term, condition, false);
            }
        }
        term
    }

    /// The sum of a choice between two constants: counts how often the condition holds, or how often it
    /// fails.
    fn sum_of_counts(
        &mut self,
        condition: Term,
        then: Term,
        otherwise: Term,
        variable: Term,
        (from, to): (Term, Term),
    ) -> Option<Term> {
        let then = self.terms().as_constant(then).cloned()?;
        let otherwise = self.terms().as_constant(otherwise).cloned()?;
        let (one, zero) = (self.int(1), self.int(0));
        let length = self.plus(to, from, -1);
        let (counted, base, times) = if then.is_zero() {
            (self.terms().ite(condition, zero, one), Int::ZERO, otherwise)
        } else {
            (self.terms().ite(condition, one, zero), otherwise.clone(), then - otherwise)
        };
        let count = self.sum_of_one(counted, variable, from, to)?;
        let base = self.plus(zero, length, base);
        Some(self.plus(base, count, times))
    }

    /// Views a term as a conditional number: the condition without negation, and both values.
    fn as_conditional(&mut self, term: Term) -> Option<(Term, Term, Term)> {
        if self.terms().op(term) != Op::Ite {
            return None;
        }
        let args = self.terms().args(term);
        let (condition, then, otherwise) = (args[0], args[1], args[2]);
        Some(match self.terms().op(condition) {
            Op::Not => (self.terms().args(condition)[0], otherwise, then),
            _ => (condition, then, otherwise),
        })
    }

    /// Clamps a number to an interval.
    fn clamp(&mut self, number: Term, low: Term, high: Term, path: &[Term]) -> Term {
        let mut result = number;
        for (bound, is_low) in [(high, false), (low, true)] {
            let is_outside = if is_low { self.below(result, bound) } else { self.below(bound, result) };
            let is_inside = self.negated(is_outside);
            if !self.follows(path, is_inside) {
                let clamped = choose(self, is_outside, &[bound], &[result])[0];
                result = self.settled(path, clamped);
            }
        }
        result
    }

    /// The positions at which a comparison of the variable with an independent term holds.
    fn interval(&mut self, comparison: Term, variable: Term) -> Option<Interval> {
        let (op, left, right) = self.comparison(comparison)?;
        let (value, is_upper) = self.solved(left, right, variable)?;
        Some(match (op, is_upper) {
            (Op::Eq, _) => Interval::Point(value),
            (Op::Lt, true) => Interval::Before(value),
            (_, true) => Interval::Before(self.plus_constant(value, 1)),
            (Op::Lt, false) => Interval::From(self.plus_constant(value, 1)),
            (_, false) => Interval::From(value),
        })
    }

    /// Solves a relation in which the variable has coefficient 1 or -1: the term that it is compared with,
    /// and whether the variable is on the left.
    fn solved(&mut self, left: Term, right: Term, variable: Term) -> Option<(Term, bool)> {
        let difference = self.plus(left, right, -1);
        let (mut products, constant) = linear(self.terms(), difference);
        let factor = products.remove(&variable)?;
        if !factor.abs().is_one() {
            return None;
        }
        let rest: Vec<(Term, Int)> = products.into_iter().collect();
        let rest = self.sum(&rest, &constant);
        if self.mentions(rest, variable) {
            return None;
        }
        let zero = self.int(0);
        // variable + rest, or -variable + rest, compared with 0
        Some(if factor.is_one() { (self.plus(zero, rest, -1), true) } else { (rest, false) })
    }

    /// The sum of an atomic summand.
    fn sum_of_one(&mut self, summand: Term, variable: Term, from: Term, to: Term) -> Option<Term> {
        let (turn, shift) = self.position_of(summand, variable);
        let position = self.sum_position();
        // position = turn * variable + shift
        let back = if turn > 0 { self.plus(position, shift, -1) } else { self.plus(shift, position, -1) };
        let canonical = self.substitute(summand, &FxHashMap::from_iter([(variable, back)]));
        let function = self.sum_function(canonical);
        let (start, end) = if turn > 0 {
            (self.plus(from, shift, 1), self.plus(to, shift, 1))
        } else {
            // from shift - to + 1 up to shift - from
            let (low, high) = (self.plus(shift, to, -1), self.plus(shift, from, -1));
            (self.plus_constant(low, 1), self.plus_constant(high, 1))
        };
        let (upper, lower) = (self.terms().apply(function, &[end]), self.terms().apply(function, &[start]));
        Some(self.plus(upper, lower, -1))
    }

    /// The first position that a summand reads, as a function of the variable: direction and distance.
    fn position_of(&mut self, summand: Term, variable: Term) -> (i64, Term) {
        let zero = self.int(0);
        let mut inside = self.terms().reachable(&[summand]);
        inside.sort_unstable();
        for term in inside {
            if !matches!(self.terms().op(term), Op::Apply(_)) {
                continue;
            }
            for argument in self.terms().args(term).to_vec() {
                let Some((start, step)) = self.as_progression(argument, variable) else { continue };
                let (products, constant) = linear(self.terms(), start);
                if step.is_zero() || !products.values().all(|factor| step.divides(factor)) {
                    continue;
                }
                let length = step.abs();
                let exact: Vec<(Term, Int)> = products
                    .into_iter()
                    .map(|(unknown, factor)| (unknown, factor.div_exact(&length)))
                    .collect();
                let shift = self.sum(&exact, &constant.div_floor(&length));
                return (if step.is_negative() { -1 } else { 1 }, shift);
            }
        }
        (1, zero)
    }

    pub(crate) fn sum_position(&mut self) -> Term {
        match self.sums.position {
            Some(position) => position,
            None => {
                let position = self.terms().constant("position", Sort::Int);
                *self.sums.position.insert(position)
            }
        }
    }

    /// The summand of a sum over the position, and whether the function is the inverse of its counter.
    pub(crate) fn summand_of(&self, function: Symbol) -> Option<(Term, bool)> {
        let as_sum =
            self.sums.by_function.get(&function).map(|&index| (self.sums.sums[index].summand, false));
        let counted = || self.sums.sums.iter().find(|sum| sum.inverse == Some(function));
        as_sum.or_else(|| counted().map(|sum| (sum.summand, true)))
    }

    /// The position variable of summands, if there are sums.
    pub(crate) fn known_position(&self) -> Option<Term> {
        self.sums.position
    }

    /// The prefix sum function of a summand over the position.
    pub(crate) fn sum_function(&mut self, summand: Term) -> Symbol {
        if let Some(&known) = self.sums.by_summand.get(&summand) {
            return self.sums.sums[known].function;
        }
        let function = self.plain_function("sum", 1, Range::default());
        let (low, high) = self.known_bounds(summand);
        let index = self.sums.sums.len();
        self.sums.by_summand.insert(summand, index);
        self.sums.by_function.insert(function, index);
        // Look for the sum that counts exactly the other positions.
        let mut complement = None;
        if self.terms().op(summand) == Op::Ite {
            let args = self.terms().args(summand);
            let (condition, then, otherwise) = (args[0], args[1], args[2]);
            let both = self.plus(then, otherwise, 1);
            // The two values must add up to one; two arbitrary 0/1 values need not.
            if self.terms().as_constant(both).is_some_and(Int::is_one) {
                let swapped = self.terms().ite(condition, otherwise, then);
                complement = self.sums.by_summand.get(&swapped).copied();
            }
        }
        if let Some(other) = complement {
            self.sums.sums[other].complement = Some(index);
        }
        self.sums.sums.push(Sum { function, summand, low, high, inverse: None, complement });
        function
    }

    /// Bounds of a summand from the ranges of its unknowns. Facts would give tighter bounds, but a sum
    /// outlives the facts of a pass over a loop, and what held in one pass need not hold in the next.
    fn known_bounds(&mut self, summand: Term) -> (Option<Int>, Option<Int>) {
        let mut bounds = vec![Int::ZERO, Int::ONE];
        for bits in [8u32, 16, 32] {
            bounds.extend([Int::from((1i64 << (bits - 1)) - 1), Int::from((1i64 << bits) - 1)]);
        }
        let holds = |logic: &mut Logic, bound: &Int, is_low: bool| {
            let bound = logic.int(bound.clone());
            let claim = if is_low { logic.at_most(bound, summand) } else { logic.at_most(summand, bound) };
            logic.follows_from_ranges(claim)
        };
        let mut lows: Vec<Int> = bounds.iter().map(|bound| -bound).collect();
        lows.extend([8u32, 16, 32].map(|bits| Int::from(-(1i64 << (bits - 1)))));
        lows.sort_unstable();
        let low = lows.iter().rev().find(|bound| holds(self, bound, true)).cloned();
        let high = bounds.iter().find(|bound| holds(self, bound, false)).cloned();
        (low, high)
    }

    /// If a function is a counter: its inverse, which maps a value to the position at which it is reached;
    /// its summand, which is 1 at counted positions; and the position variable of the summand.
    pub(crate) fn counter_inverse(&mut self, function: Symbol) -> Option<(Symbol, Term, Term)> {
        let &index = self.sums.by_function.get(&function)?;
        let sum = &self.sums.sums[index];
        if sum.low != Some(Int::ZERO) || sum.high != Some(Int::ONE) {
            return None;
        }
        let summand = sum.summand;
        let inverse = match sum.inverse {
            Some(inverse) => inverse,
            None => {
                let inverse = self.plain_function("counted at", 1, Range::default());
                *self.sums.sums[index].inverse.insert(inverse)
            }
        };
        let position = self.sum_position();
        Some((inverse, summand, position))
    }

    /// The function that sums all numbers below its argument.
    fn triangular(&mut self) -> Symbol {
        match self.sums.triangular {
            Some(known) => known,
            None => {
                let function = self.plain_function("triangular", 1, Range::default());
                *self.sums.triangular.insert(function)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::Brackets;

    #[test]
    fn tables_are_summed_without_questions() {
        let mut logic = Logic::new(Brackets::default());
        let i = logic.terms().constant("i", Sort::Int);
        let mut entry = logic.int(0);
        for index in 0..4000 {
            let (at, value) = (logic.int(index), logic.int(index % 7));
            let here = logic.terms().eq(i, at);
            entry = logic.terms().ite(here, value, entry);
        }
        let bounds = (logic.int(10), logic.int(5000));
        let sum = logic.sum_over(entry, i, bounds, &[], &[]).expect("a sum");
        let expected: i64 = (10..4000).map(|index| index % 7).sum();
        assert_eq!(logic.terms().as_constant(sum), Some(&Int::from(expected)));
        assert_eq!(logic.brackets.stats().questions, 0);
    }
}
