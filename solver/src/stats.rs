//! Counters of one check, gathered from the modules that keep them.

use crate::lia::LiaTheory;
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

    /// These counters.
    pub(crate) fn from_counters(counters: &[(&'static str, u64)]) -> Statistics {
        Statistics { counters: counters.to_vec() }
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
    pub(crate) fn collect(&mut self, sat: &SatSolver, lia: &LiaTheory, budget: &Budget) {
        let (simplex, ladder) = (lia.simplex_stats(), lia.ladder_stats());
        self.counters.push(("ticks", budget.ticks()));
        self.counters.extend(sat.stats().iter());
        self.counters.extend([
            ("lia-conflicts", lia.stats().conflicts),
            ("lia-propagations", lia.stats().propagations),
            ("simplex-checks", simplex.checks),
            ("simplex-pivots", simplex.pivots),
            ("simplex-bland", simplex.bland),
            ("int-integral", ladder.integral),
            ("int-gcd-tried", ladder.gcd_tried),
            ("int-gcd-conflicts", ladder.gcd_conflicts),
            ("int-diophantine-tried", ladder.diophantine_tried),
            ("int-diophantine-conflicts", ladder.diophantine_conflicts),
            ("int-diophantine-models", ladder.diophantine_models),
            ("int-diophantine-splits", ladder.diophantine_splits),
            ("int-patch-tried", ladder.patch_tried),
            ("int-patch-models", ladder.patch_models),
            ("int-lattice-tried", ladder.lattice_tried),
            ("int-lattice-models", ladder.lattice_models),
            ("int-lattice-conflicts", ladder.lattice_conflicts),
            ("int-lattice-splits", ladder.lattice_splits),
            ("int-cube-tried", ladder.cube_tried),
            ("int-cube-models", ladder.cube_models),
            ("int-largest-cube-tried", ladder.largest_cube_tried),
            ("int-largest-cube-models", ladder.largest_cube_models),
            ("int-proofs-tried", ladder.proofs_tried),
            ("int-proof-splits", ladder.proof_splits),
            ("int-gomory-tried", ladder.gomory_tried),
            ("int-gomory-cuts", ladder.gomory_cuts),
            ("int-mir-tried", ladder.mir_tried),
            ("int-mir-cuts", ladder.mir_cuts),
            ("int-branches", ladder.branches),
        ]);
    }
}
