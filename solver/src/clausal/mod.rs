//! Problems in clauses alone: simplified first, then searched, and their models completed.
//!
//! All clauses are there before the search begins, and no theory takes part. So variables may be eliminated
//! for good ([`simplify`]); those of assumptions are kept. That is not always wise: sums of bits lose the
//! variables in which conflicts are best explained (a multiplier of eight bits took 47 thousand conflicts
//! without it, 83 with it). What is simplified is also searched by a random walk ([`walk`]) first. Now and
//! then the search stops, and what is left of the clauses, with what was learned, is simplified again.

mod equivalent;
mod simplify;
mod subsume;
mod walk;

use crate::answer::Unknown;
use crate::limits::Budget;
use crate::sat::theory::NoTheory;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver, SatStats, Taken, Var};
use simplify::Simplifier;
use walk::{Walked, walk};

/// Problems with more literals are searched as they are.
const MAX_SIZE: usize = 20_000_000;
/// Problems with more literals are not walked over.
const MAX_WALK: usize = 5_000_000;
/// Ticks of the walk before the search.
const FIRST_WALK: u64 = 24_000_000;
/// Ticks of the search before clauses are simplified again. Each stretch is longer by as much.
const STRETCH: u64 = 12_000_000;
/// The part of the ticks of a stretch that a walk after it may take.
const WALK_PART: u64 = 8;
/// The part of the ticks of a stretch that simplification after it may take.
const SIMPLIFICATION_PART: u64 = 6;

/// A set of clauses, and the search for a model of it.
pub(crate) struct Clausal {
    options: SatOptions,
    /// Simplify the clauses before the search.
    simplifies: bool,
    num_vars: usize,
    /// The clauses, one after the other, until the search begins.
    lits: Vec<Lit>,
    ends: Vec<usize>,
    search: Option<Search>,
    /// Ticks of the first stretch of the search.
    stretch: u64,
    /// Walk before the search and in between.
    walks: bool,
}

struct Search {
    solver: SatSolver,
    /// What is known of the variables, if clauses are simplified.
    simplifier: Option<Simplifier>,
    /// The value of each variable in the last model.
    model: Vec<bool>,
    /// The model was found before the search began.
    is_solved: bool,
    /// A walk may find a model.
    walks: bool,
    /// The seed of the next walk.
    seed: u64,
    /// Ticks that are left until clauses are simplified again, and of all the stretch.
    ticks_left: u64,
    stretch: u64,
}

impl Search {
    fn new(solver: SatSolver, simplifier: Option<Simplifier>, stretch: u64) -> Search {
        let ticks_left = stretch;
        let (model, is_solved, walks, seed) = (Vec::new(), false, false, 0);
        Search { solver, simplifier, model, is_solved, walks, seed, ticks_left, stretch }
    }

    /// Searches, and simplifies in between.
    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Outcome {
        while self.simplifier.is_some() {
            let mut part = budget.part(self.ticks_left);
            let outcome = self.solver.solve(&mut NoTheory, assumptions, &mut part);
            self.ticks_left = self.ticks_left.saturating_sub(part.ticks());
            if !budget.spend(part.ticks()) || outcome != Outcome::Unknown(Unknown::Resources) {
                return outcome;
            }
            self.simplify(budget);
            if self.is_solved {
                return Outcome::Sat;
            }
        }
        self.solver.solve(&mut NoTheory, assumptions, budget)
    }

    /// Simplifies the clauses again.
    fn simplify(&mut self, budget: &mut Budget) {
        let Search { solver, simplifier: Some(simplifier), .. } = self else { return };
        let Taken { units, irredundant, mut learned } = solver.take_clauses();
        units.iter().for_each(|&unit| simplifier.add(&[unit]));
        irredundant.iter().for_each(|clause| simplifier.add(clause));
        drop(irredundant);
        let binaries: Vec<[Lit; 2]> =
            learned.iter().filter_map(|clause| clause.lits[..].try_into().ok()).collect();
        simplifier.allow(self.stretch / SIMPLIFICATION_PART);
        simplifier.run_again(&binaries, budget);
        simplifier.for_each_clause(|clause| solver.add_clause(clause));
        learned.retain_mut(|clause| simplifier.translate(&mut clause.lits));
        learned.iter().for_each(|clause| solver.add_learned(clause));
        let eliminated = (0..solver.num_vars()).map(Var::new).filter(|&var| simplifier.is_eliminated(var));
        eliminated.collect::<Vec<Var>>().into_iter().for_each(|var| solver.retire(var));
        let values = (0..solver.num_vars()).map(|index| solver.saved_phase(Var::new(index))).collect();
        self.walk(values, self.stretch / WALK_PART, budget);
        self.simplifier.iter_mut().for_each(Simplifier::clear);
        self.stretch += STRETCH;
        self.ticks_left = self.stretch;
    }

    /// Looks for a model of the simplified clauses by a random walk, unless the last one ended far from any.
    fn walk(&mut self, values: Vec<bool>, ticks: u64, budget: &mut Budget) {
        let Some(simplifier) = self.simplifier.as_ref().filter(|_| self.walks) else { return };
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        simplifier.for_each_clause(|clause| clauses.push(clause.to_vec()));
        let size: usize = clauses.iter().map(Vec::len).sum();
        if size > MAX_WALK || clauses.iter().any(Vec::is_empty) {
            self.walks = false;
            return;
        }
        match walk(values, &clauses, self.seed, ticks, budget) {
            Walked::Model(mut model) => {
                simplifier.extension().complete(&mut model);
                self.model = model;
                self.is_solved = true;
            }
            Walked::Near => self.seed = self.seed.wrapping_add(1),
            Walked::Far => self.walks = false,
        }
    }
}

impl Clausal {
    /// No variables and no clauses; says whether clauses are simplified before the search.
    pub(crate) fn new(options: SatOptions, simplifies: bool) -> Clausal {
        let (lits, ends) = (Vec::new(), Vec::new());
        Clausal { options, simplifies, num_vars: 0, lits, ends, search: None, stretch: STRETCH, walks: true }
    }

    /// Makes a variable.
    pub(crate) fn new_var(&mut self) -> Var {
        self.num_vars += 1;
        Var::new(self.num_vars - 1)
    }

    /// Adds a clause, before the search.
    pub(crate) fn add_clause(&mut self, lits: &[Lit]) {
        debug_assert!(self.search.is_none(), "the search has begun");
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
    }

    /// The number of literals in all clauses.
    pub(crate) fn size(&self) -> usize {
        self.lits.len()
    }

    /// Looks for a model, or goes on to. The assumptions must be the same each time.
    pub(crate) fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Outcome {
        if self.search.is_none() {
            self.search = Some(self.prepare(assumptions, budget));
        }
        let search = self.search.as_mut().expect("just prepared");
        if search.is_solved {
            return Outcome::Sat;
        }
        let outcome = search.solve(assumptions, budget);
        if outcome == Outcome::Sat && !search.is_solved {
            let value = |index: usize| search.solver.value(Var::new(index).positive()) == Some(true);
            search.model = (0..self.num_vars).map(value).collect();
            if let Some(simplifier) = &search.simplifier {
                simplifier.extension().complete(&mut search.model);
            }
        }
        outcome
    }

    fn prepare(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Search {
        let (lits, ends) = (std::mem::take(&mut self.lits), std::mem::take(&mut self.ends));
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let clauses = starts.zip(&ends).map(|(start, &end)| &lits[start..end]);
        let mut solver = SatSolver::new(self.options.clone());
        if !self.simplifies || lits.len() > MAX_SIZE {
            (0..self.num_vars).for_each(|_| _ = solver.new_var());
            clauses.for_each(|clause| solver.add_clause(clause));
            return Search::new(solver, None, self.stretch);
        }
        let mut simplifier = Simplifier::new(self.num_vars, assumptions);
        clauses.for_each(|clause| simplifier.add(clause));
        simplifier.run(budget);
        for index in 0..self.num_vars {
            if simplifier.is_eliminated(Var::new(index)) {
                solver.new_guard();
            } else {
                solver.new_var();
            }
        }
        simplifier.for_each_clause(|clause| solver.add_clause(clause));
        let mut search = Search::new(solver, Some(simplifier), self.stretch);
        search.walks = self.walks && assumptions.is_empty();
        search.seed = self.options.seed;
        search.walk(vec![false; self.num_vars], FIRST_WALK, budget);
        search.simplifier.iter_mut().for_each(Simplifier::clear);
        search
    }

    /// The value of a literal in the model found last.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        let value = *self.search.as_ref()?.model.get(lit.var().index())?;
        Some(value == lit.is_positive())
    }

    /// After unsat: assumptions that together contradict the clauses.
    pub(crate) fn failed_assumptions(&self) -> &[Lit] {
        self.search.as_ref().map_or(&[], |search| search.solver.failed_assumptions())
    }

    /// Counters of the search.
    pub(crate) fn stats(&self) -> SatStats {
        self.search.as_ref().map(|search| search.solver.stats().clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
