//! The treatment of rational solutions that are not integral: techniques from cheap to expensive, each of
//! which finds an integer solution, shows that there is none, proposes a split, or passes.
//!
//! Every technique has its switch in [`LadderOptions`], its counters in [`LadderStats`] and, if it is costly,
//! a [`Throttle`] that tries it less often while it fails.

use super::equations::{diophantine, gcd};
use super::planes::branch::{self, Branching};
use super::planes::gomory::GomoryCuts;
use super::planes::lattice::{Found, LatticePlanes};
use super::planes::mir::{Cut, MirCuts};
use super::planes::proofs::ProofPlanes;
use super::points::{cube, is_integral, largest_cube, patch};
use super::refutation::Refutation;
use super::split::Split;
use crate::limits::Budget;
use crate::num::Int;
use crate::simplex::{Check, Simplex, Tag};

/// What a technique found.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Integer values for all variables of the simplex that satisfy all bounds.
    Model(Vec<Int>),
    /// Bounds with these tags have no integer solution, as the certificate shows.
    Conflict(Vec<Tag>, Certificate),
    /// Look at both sides.
    Split(Split),
    /// One side of a split follows from bounds; look at that one.
    Cut(Cut),
    /// The budget ran out.
    Stopped,
}

/// Why bounds have no integer solution.
#[derive(Clone, Debug)]
pub(crate) enum Certificate {
    /// Both sides of this split are infeasible over the rationals.
    Split(Split),
    /// A tree of splits; its constraints are the bounds, in the order of their tags.
    Refutation(Refutation),
}

/// Switches of the integer techniques.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderOptions {
    /// The GCD test.
    pub gcd: bool,
    /// Elimination of the equalities in force over the integers.
    pub diophantine: bool,
    /// Patching of fractional values by moving non-basic variables.
    pub patch: bool,
    /// Splits along the lattice, and walking along directions in which rows are unbounded.
    pub lattice: bool,
    /// The unit cube test.
    pub cube: bool,
    /// The largest cube, when the unit cube does not fit; off by default.
    pub largest_cube: bool,
    /// Cuts-from-Proofs.
    pub proofs: bool,
    /// Chvátal-Gomory cuts, off by default. Without these, [`LadderOptions::mir`] and
    /// [`LadderOptions::proofs`] only variables are branched on.
    pub gomory: bool,
    /// Mixed-integer rounding cuts.
    pub mir: bool,
    /// Which variable is branched on.
    pub branching: Branching,
}

impl Default for LadderOptions {
    fn default() -> Self {
        LadderOptions {
            gcd: true,
            diophantine: true,
            patch: true,
            lattice: true,
            cube: true,
            largest_cube: false,
            proofs: true,
            gomory: false,
            mir: false,
            branching: Branching::SmallestRange,
        }
    }
}

/// Counters: how often each technique was tried and how often it succeeded.
#[derive(Clone, Debug, Default)]
pub struct LadderStats {
    /// Rational solutions that were integral by themselves.
    pub integral: u64,
    /// GCD tests tried.
    pub gcd_tried: u64,
    /// GCD tests that found a conflict.
    pub gcd_conflicts: u64,
    /// Systems of equalities solved over the integers.
    pub diophantine_tried: u64,
    /// Conflicts found there.
    pub diophantine_conflicts: u64,
    /// Models found there.
    pub diophantine_models: u64,
    /// Splits around tightened bounds.
    pub diophantine_splits: u64,
    /// Patching tried.
    pub patch_tried: u64,
    /// Models found by patching.
    pub patch_models: u64,
    /// Lattice searches tried.
    pub lattice_tried: u64,
    /// Models found there.
    pub lattice_models: u64,
    /// Conflicts found there.
    pub lattice_conflicts: u64,
    /// Splits on its coordinates that were left to the caller.
    pub lattice_splits: u64,
    /// Cube tests tried.
    pub cube_tried: u64,
    /// Cube tests that found a model.
    pub cube_models: u64,
    /// Searches for the largest cube.
    pub largest_cube_tried: u64,
    /// Models found near its centre.
    pub largest_cube_models: u64,
    /// Hermite forms computed.
    pub proofs_tried: u64,
    /// Splits around planes of proofs.
    pub proof_splits: u64,
    /// Searches for a Chvátal-Gomory cut.
    pub gomory_tried: u64,
    /// Cuts found.
    pub gomory_cuts: u64,
    /// Searches for a mixed-integer rounding cut.
    pub mir_tried: u64,
    /// Cuts found.
    pub mir_cuts: u64,
    /// Splits on a variable.
    pub branches: u64,
}

/// Limits how often a costly technique is tried: the period doubles with every failure and is reset by
/// success.
#[derive(Clone, Debug)]
pub(crate) struct Throttle {
    period: u64,
    longest: u64,
    wait: u64,
}

impl Throttle {
    /// Tried every time at first, every `longest` times at the least.
    pub(crate) fn new(longest: u64) -> Throttle {
        Throttle { period: 1, longest, wait: 0 }
    }

    /// Whether the technique is to be tried this time.
    pub(crate) fn is_due(&mut self) -> bool {
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        true
    }

    /// Reports how a try ended.
    pub(crate) fn report(&mut self, success: bool) {
        self.period = if success { 1 } else { (self.period * 2).min(self.longest) };
        self.wait = self.period - 1;
    }
}

/// The techniques and their state.
pub(crate) struct Ladder {
    options: LadderOptions,
    stats: LadderStats,
    diophantine: Throttle,
    patch: Throttle,
    lattice: Throttle,
    planes: LatticePlanes,
    cube: Throttle,
    largest_cube: Throttle,
    proofs: ProofPlanes,
    gomory: Throttle,
    cuts: GomoryCuts,
    mir: Throttle,
    mir_cuts: MirCuts,
}

impl Ladder {
    /// A ladder for the problem now in the simplex. Bounds with tags from `first_added_tag` on are splits,
    /// added in the order of their tags; the others belong to the problem.
    pub(crate) fn new(options: LadderOptions, simplex: &Simplex, first_added_tag: Tag) -> Ladder {
        Ladder {
            options,
            stats: LadderStats::default(),
            diophantine: Throttle::new(64),
            patch: Throttle::new(64),
            lattice: Throttle::new(256),
            planes: LatticePlanes::new(first_added_tag),
            cube: Throttle::new(64),
            largest_cube: Throttle::new(256),
            proofs: ProofPlanes::new(simplex, first_added_tag),
            gomory: Throttle::new(16),
            cuts: GomoryCuts::new(simplex),
            mir: Throttle::new(16),
            mir_cuts: MirCuts::new(simplex),
        }
    }

    /// Forgets all about the problem as it was, in favour of the one now in the simplex. The counters go on.
    pub(crate) fn set_up_anew(&mut self, simplex: &Simplex, first_added_tag: Tag) {
        let stats = std::mem::take(&mut self.stats);
        *self = Ladder { stats, ..Ladder::new(self.options.clone(), simplex, first_added_tag) };
    }

    /// Counters.
    pub(crate) fn stats(&self) -> &LadderStats {
        &self.stats
    }

    /// Looks at a feasible assignment of the simplex.
    pub(crate) fn step(&mut self, simplex: &mut Simplex, budget: &mut Budget) -> Step {
        if is_integral(simplex) {
            self.stats.integral += 1;
            return Step::Model(cube::round(simplex));
        }
        if self.options.gcd {
            self.stats.gcd_tried += 1;
            if let Some((tags, split)) = gcd::test(simplex) {
                self.stats.gcd_conflicts += 1;
                return Step::Conflict(tags, Certificate::Split(split));
            }
        }
        if self.options.patch
            && self.patch.is_due()
            && let Some(model) = self.try_patch(simplex, budget)
        {
            return Step::Model(model);
        }
        if self.options.cube
            && self.cube.is_due()
            && let Some(step) = self.try_cube(simplex, budget)
        {
            return step;
        }
        if self.options.largest_cube
            && self.largest_cube.is_due()
            && let Some(step) = self.try_largest_cube(simplex, budget)
        {
            return step;
        }
        if self.options.diophantine
            && self.diophantine.is_due()
            && let Some(step) = self.try_diophantine(simplex, budget)
        {
            return step;
        }
        if self.options.lattice
            && let Some(step) = self.try_lattice(simplex, budget)
        {
            return step;
        }
        match self.split(simplex, budget) {
            Some(step) if budget.is_open() => step,
            _ => Step::Stopped,
        }
    }

    fn try_patch(&mut self, simplex: &mut Simplex, budget: &mut Budget) -> Option<Vec<Int>> {
        self.stats.patch_tried += 1;
        let model = patch::test(simplex, budget);
        self.patch.report(model.is_some());
        self.stats.patch_models += model.is_some() as u64;
        model
    }

    fn try_cube(&mut self, simplex: &mut Simplex, budget: &mut Budget) -> Option<Step> {
        self.stats.cube_tried += 1;
        let model = cube::test(simplex, budget);
        self.cube.report(model.is_some());
        self.stats.cube_models += model.is_some() as u64;
        model.map(Step::Model).or_else(|| restored(simplex, budget))
    }

    fn try_largest_cube(&mut self, simplex: &mut Simplex, budget: &mut Budget) -> Option<Step> {
        self.stats.largest_cube_tried += 1;
        let model = largest_cube::test(simplex, budget);
        self.largest_cube.report(model.is_some());
        self.stats.largest_cube_models += model.is_some() as u64;
        model.map(Step::Model).or_else(|| restored(simplex, budget))
    }

    fn try_diophantine(&mut self, simplex: &mut Simplex, budget: &mut Budget) -> Option<Step> {
        self.stats.diophantine_tried += 1;
        let found = diophantine::test(simplex, budget);
        self.diophantine.report(!matches!(found, diophantine::Found::Nothing));
        match found {
            diophantine::Found::Conflict(tags, refutation) => {
                self.stats.diophantine_conflicts += 1;
                Some(Step::Conflict(tags, Certificate::Refutation(refutation)))
            }
            diophantine::Found::Model(model) => {
                self.stats.diophantine_models += 1;
                Some(Step::Model(model))
            }
            diophantine::Found::Split(split) => {
                self.stats.diophantine_splits += 1;
                Some(Step::Split(split))
            }
            diophantine::Found::Nothing => (!budget.is_open()).then_some(Step::Stopped),
        }
    }

    fn try_lattice(&mut self, simplex: &Simplex, budget: &mut Budget) -> Option<Step> {
        let thorough = self.lattice.is_due();
        self.stats.lattice_tried += thorough as u64;
        let found = self.planes.find(simplex, thorough, budget);
        if thorough {
            self.lattice.report(matches!(found, Found::Model(_) | Found::Conflict(..)));
        }
        match found {
            Found::Model(model) => {
                self.stats.lattice_models += 1;
                Some(Step::Model(model))
            }
            Found::Conflict(tags, refutation) => {
                self.stats.lattice_conflicts += 1;
                Some(Step::Conflict(tags, Certificate::Refutation(refutation)))
            }
            Found::Split(split) => {
                self.stats.lattice_splits += 1;
                Some(Step::Split(split))
            }
            Found::Nothing => None,
        }
    }

    fn split(&mut self, simplex: &Simplex, budget: &mut Budget) -> Option<Step> {
        if self.options.proofs {
            self.stats.proofs_tried += 1;
            if let Some(split) = self.proofs.find(simplex, budget) {
                self.stats.proof_splits += 1;
                return Some(Step::Split(split));
            }
        }
        if self.options.gomory && self.gomory.is_due() {
            self.stats.gomory_tried += 1;
            let split = self.cuts.find(simplex, budget);
            // That there is a cut says nothing about its worth, and cuts upon cuts tail off: found or not,
            // the next one waits.
            self.gomory.report(false);
            if let Some(split) = split {
                self.stats.gomory_cuts += 1;
                return Some(Step::Split(split));
            }
        }
        if self.options.mir && self.mir.is_due() {
            self.stats.mir_tried += 1;
            let cut = self.mir_cuts.find(simplex, budget);
            self.mir.report(false);
            if let Some(cut) = cut {
                self.stats.mir_cuts += 1;
                return Some(Step::Cut(cut));
            }
        }
        self.stats.branches += 1;
        let branch = if budget.is_open() { branch::choose(simplex, self.options.branching) } else { None };
        branch.map(Step::Split)
    }
}

/// After a test that has moved the assignment: makes it feasible again for what follows, unless that ends the
/// step.
fn restored(simplex: &mut Simplex, budget: &mut Budget) -> Option<Step> {
    match simplex.check(budget) {
        Check::Feasible if is_integral(simplex) => Some(Step::Model(cube::round(simplex))),
        Check::Feasible => None,
        Check::Stopped => Some(Step::Stopped),
        Check::Conflict(_) => unreachable!("the bounds were feasible before the test"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throttle_doubles_its_period_on_failure_and_resets_on_success() {
        let mut throttle = Throttle::new(8);
        let mut tried = Vec::new();
        for round in 0..40 {
            if throttle.is_due() {
                tried.push(round);
                throttle.report(false);
            }
        }
        assert_eq!(tried, [0, 2, 6, 14, 22, 30, 38]);
        while !throttle.is_due() {}
        throttle.report(true);
        assert!(throttle.is_due());
    }
}
