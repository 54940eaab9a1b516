//! Lemmas about sums: how two sums of one summand relate, and which position a counter had counted when it
//! reached a value.

use crate::symbolic::facts::choice::equal;
use crate::symbolic::facts::lemmas::sums::Sum;
use crate::symbolic::facts::lemmas::{Lemmas, Occurrences};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::techniques::Technique;
use cfp_solver::{Int, Op, Symbol, Term};
use fxhash::FxHashMap;
use std::collections::BTreeMap;

/// Limit on points at which a sum is instantiated per query.
const MAX_POINTS: usize = 12;

/// Points of a sum at most this far apart are related through their summands.
const MAX_STEPS: i64 = 3;

/// The lemma source for sums.
pub(crate) struct SumLemmas;

impl Lemmas for SumLemmas {
    fn technique(&self) -> Technique {
        Technique::Sums
    }

    fn instances(&self, logic: &mut Logic, occurrences: &Occurrences) -> Vec<Term> {
        logic.sum_instances(&occurrences.applications)
    }
}

impl Logic {
    /// `2 T(t) = t t - t`, for every triangular number that occurs.
    pub(crate) fn triangular_instances(&mut self, applications: &[(Symbol, Term)]) -> Vec<Term> {
        let Some(function) = self.sums.triangular else { return Vec::new() };
        let mut found = Vec::new();
        for &(symbol, term) in applications {
            if symbol != function {
                continue;
            }
            let number = self.terms().args(term)[0];
            // (s + c)^2 - (s + c) = s s + (2 c - 1) s + c c - c
            let (products, constant) = linear(self.terms(), number);
            let products: Vec<(Term, Int)> = products.into_iter().collect();
            let rest = self.sum(&products, &Int::ZERO);
            let mut total = self.int(&constant * &constant - &constant);
            if !products.is_empty() {
                let square = self.expanded_product(rest, rest);
                total = self.plus(total, square, 1);
                total = self.plus(total, rest, &constant + &constant - Int::ONE);
            }
            let twice = self.plus(term, term, 1);
            found.push(equal(self, twice, total));
        }
        found
    }

    /// Instances for the sums that occur.
    pub(crate) fn sum_instances(&mut self, applications: &[(Symbol, Term)]) -> Vec<Term> {
        let triangular = self.triangular_instances(applications);
        if self.sums.sums.is_empty() {
            return triangular;
        }
        let mut points: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
        let mut values: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
        for &(symbol, term) in applications {
            if let Some(&index) = self.sums.by_function.get(&symbol) {
                points.entry(index).or_default().push(self.brackets.terms().args(term)[0]);
            }
            let counted = self.sums.sums.iter().position(|sum| sum.inverse == Some(symbol));
            if let Some(index) = counted {
                values.entry(index).or_default().push(self.brackets.terms().args(term)[0]);
            }
        }
        let mut found = triangular;
        for (index, points) in points {
            // Split conditional points into cases, which may be adjacent to other points.
            let mut points: Vec<Term> =
                points.into_iter().flat_map(|point| self.cases(point, MAX_POINTS)).collect();
            points.sort_unstable();
            points.dedup();
            points.truncate(MAX_POINTS);
            for &early in &points {
                for &late in points.iter().filter(|&&late| late != early) {
                    found.extend(self.sums_at(index, early, late));
                    for &value in values.get(&index).into_iter().flatten() {
                        found.extend(self.counted_between(index, value, early, late));
                    }
                }
            }
        }
        found
    }

    /// A number and, if it is conditional, its value in each case.
    pub(crate) fn cases(&mut self, number: Term, most: usize) -> Vec<Term> {
        let mut found = vec![number];
        let mut next = 0;
        while next < found.len() && found.len() < most {
            let (products, _) = linear(self.terms(), found[next]);
            next += 1;
            let Some((part, factor)) =
                products.into_iter().find(|(part, _)| self.brackets.terms().op(*part) == Op::Ite)
            else {
                continue;
            };
            let args = self.terms().args(part);
            let sides = [args[1], args[2]];
            let without = self.plus(found[next - 1], part, -factor.clone());
            for side in sides {
                let case = self.plus(without, side, factor.clone());
                found.push(case);
            }
        }
        found
    }

    /// Relates two values of the same sum.
    pub(crate) fn sums_at(&mut self, index: usize, early: Term, late: Term) -> Vec<Term> {
        let Sum { function, summand, low, high, .. } = &self.sums.sums[index];
        let (function, summand, low, high) = (*function, *summand, low.clone(), high.clone());
        let position = self.sum_position();
        let mut found = Vec::new();
        let distance = self.plus(late, early, -1);
        let (from, to) = (self.terms().apply(function, &[early]), self.terms().apply(function, &[late]));
        let rise = self.plus(to, from, -1);
        let steps = self.terms().as_constant(distance).and_then(Int::to_i64);
        if let Some(steps) = steps.filter(|steps| (1..=MAX_STEPS).contains(steps)) {
            let mut total = self.int(0);
            for step in 0..steps {
                let at = self.plus_constant(early, step);
                let value = self.substitute(summand, &FxHashMap::from_iter([(position, at)]));
                total = self.plus(total, value, 1);
            }
            found.push(equal(self, rise, total));
        }
        if let Some(other) = self.sums.sums[index].complement
            && self.sums.sums[index].low == Some(Int::ZERO)
            && self.sums.sums[index].high == Some(Int::ONE)
        {
            let other = self.sums.sums[other].function;
            let (from, to) = (self.terms().apply(other, &[early]), self.terms().apply(other, &[late]));
            let others = self.plus(to, from, -1);
            let both = self.plus(rise, others, 1);
            found.push(equal(self, both, distance));
        }
        let (zero, in_order) = (self.int(0), self.at_most(early, late));
        for (bound, is_low) in [(low, true), (high, false)] {
            let Some(bound) = bound else { continue };
            let limit = self.plus(zero, distance, bound);
            let holds = if is_low { self.at_most(limit, rise) } else { self.at_most(rise, limit) };
            found.push(self.implied(in_order, holds));
        }
        found
    }

    /// A value between two values of a counter is reached between them.
    pub(crate) fn counted_between(
        &mut self,
        index: usize,
        value: Term,
        early: Term,
        late: Term,
    ) -> Vec<Term> {
        let Sum { function, summand, inverse, .. } = &self.sums.sums[index];
        let (function, summand, Some(inverse)) = (*function, *summand, *inverse) else { return Vec::new() };
        let position = self.sum_position();
        let at = self.terms().apply(inverse, &[value]);
        let (from, to) = (self.terms().apply(function, &[early]), self.terms().apply(function, &[late]));
        let premise = [self.at_most(early, late), self.at_most(from, value), self.below(value, to)];
        let premise = self.all(&premise);
        let reached = self.terms().apply(function, &[at]);
        let counted = self.substitute(summand, &FxHashMap::from_iter([(position, at)]));
        let one = self.int(1);
        let parts = [
            self.at_most(early, at),
            self.below(at, late),
            equal(self, reached, value),
            equal(self, counted, one),
        ];
        let conclusion = self.all(&parts);
        vec![self.implied(premise, conclusion)]
    }
}
