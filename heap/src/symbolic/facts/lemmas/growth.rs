//! Growth of loop-carried numbers: bounds on the change per iteration, instantiated between any two
//! iterations that a query mentions.

use crate::symbolic::facts::lemmas::{Lemmas, Occurrences};
use crate::symbolic::facts::logic::Logic;
use crate::techniques::Technique;
use cfp_solver::{Int, Symbol, Term};
use std::collections::BTreeMap;

/// Limit on iterations per function at which growth is instantiated.
const MAX_GROWTH: usize = 8;

/// Growth of a function of the iteration: at least `low` and at most `high` per iteration, up to iteration
/// `limit`.
pub(crate) struct Growth {
    pub(crate) function: Symbol,
    /// The enclosing iterations.
    pub(crate) outer: Vec<Term>,
    pub(crate) low: Option<Int>,
    pub(crate) high: Option<Int>,
    pub(crate) limit: Term,
}

/// The lemma source for growth bounds.
pub(crate) struct GrowthBounds;

impl Lemmas for GrowthBounds {
    fn technique(&self) -> Technique {
        Technique::Growth
    }

    fn instances(&self, logic: &mut Logic, occurrences: &Occurrences) -> Vec<Term> {
        logic.growth_instances(&occurrences.applications)
    }
}

impl Logic {
    /// States how fast a function of the current iterations grows in the innermost one, up to a limit.
    pub(crate) fn add_growth(&mut self, function: Symbol, low: Option<Int>, high: Option<Int>, limit: Term) {
        let mut outer = self.iterations.clone();
        outer.pop();
        self.growths.push(Growth { function, outer, low, high, limit });
    }

    /// The number of growth statements.
    pub(crate) fn num_growths(&self) -> usize {
        self.growths.len()
    }

    /// Removes growth statements that no longer hold.
    pub(crate) fn remove_growths(&mut self, from: usize, count: usize) {
        self.growths.drain(from..from + count);
    }

    /// Instances between any two iterations at which a function occurs, and iteration 0.
    fn growth_instances(&mut self, applications: &[(Symbol, Term)]) -> Vec<Term> {
        let mut found = Vec::new();
        let zero = self.int(0);
        for index in 0..self.growths.len() {
            let function = self.growths[index].function;
            let mut spoken: BTreeMap<Vec<Term>, Vec<Term>> = BTreeMap::new();
            for &(_, term) in applications.iter().filter(|(symbol, _)| *symbol == function) {
                if let Some((&last, around)) = self.brackets.terms().args(term).split_last() {
                    spoken.entry(around.to_vec()).or_insert_with(|| vec![zero]).push(last);
                }
            }
            for (around, mut iterations) in spoken {
                iterations.sort_unstable();
                iterations.dedup();
                iterations.truncate(MAX_GROWTH);
                self.growth_between(index, &around, &iterations, &mut found);
            }
        }
        found
    }

    /// Instances between any two of the given iterations.
    fn growth_between(&mut self, index: usize, around: &[Term], iterations: &[Term], found: &mut Vec<Term>) {
        let Growth { outer, limit, .. } = &self.growths[index];
        let renaming = outer.iter().copied().zip(around.iter().copied()).collect();
        let limit = self.substitute(*limit, &renaming);
        for &early in iterations {
            for &late in iterations.iter().filter(|&&late| late != early) {
                self.growth_from(index, around, (early, late, limit), found);
            }
        }
    }

    /// `0 <= early <= late <= limit` bounds the growth from `early` to `late`.
    fn growth_from(
        &mut self,
        index: usize,
        around: &[Term],
        (early, late, limit): (Term, Term, Term),
        found: &mut Vec<Term>,
    ) {
        let Growth { function, low, high, .. } = &self.growths[index];
        let (function, low, high) = (*function, low.clone(), high.clone());
        let at = |logic: &mut Logic, iteration: Term| {
            let args: Vec<Term> = around.iter().copied().chain([iteration]).collect();
            logic.terms().apply(function, &args)
        };
        let zero = self.int(0);
        let (from, to) = (at(self, early), at(self, late));
        let (rise, run) = (self.plus(to, from, -1), self.plus(late, early, -1));
        let premise = self.terms().le(&[zero, early, late, limit]);
        if let Some(low) = low {
            let least = self.plus(zero, run, low);
            let holds = self.at_most(least, rise);
            found.push(self.implied(premise, holds));
        }
        if let Some(high) = high {
            let most = self.plus(zero, run, high);
            let holds = self.at_most(rise, most);
            found.push(self.implied(premise, holds));
        }
    }
}
