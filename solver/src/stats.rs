//! Counters of one check, gathered from the modules that keep them.

use crate::combine::Combination;
use crate::limits::Budget;
use crate::preprocess::presolve::PresolveStats;
use crate::sat::SatSolver;

/// Name and value of each counter.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    counters: Vec<(&'static str, u64)>,
}

impl Statistics {
    /// The counters by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.counters.iter().copied()
    }

    /// Names and values.
    pub(crate) fn counters(&self) -> &[(&'static str, u64)] {
        &self.counters
    }

    /// These counters.
    pub(crate) fn from_counters(counters: &[(&'static str, u64)]) -> Statistics {
        Statistics { counters: counters.to_vec() }
    }

    /// Adds counters.
    pub fn extend(&mut self, counters: &[(&'static str, u64)]) {
        self.counters.extend_from_slice(counters);
    }

    /// Takes over the counters of the presolve.
    pub(crate) fn add_presolve(&mut self, stats: &PresolveStats) {
        self.counters.extend([
            ("presolve-bounds", stats.bounds),
            ("presolve-coefficients", stats.coefficients),
            ("presolve-rows", stats.rows),
        ]);
    }

    /// Reads the counters of all parts.
    pub(crate) fn collect(&mut self, sat: &SatSolver, theories: &Combination, budget: &Budget) {
        self.counters.push(("ticks", budget.ticks()));
        self.counters.extend(sat.stats().iter());
        theories.collect_statistics(self);
    }
}
