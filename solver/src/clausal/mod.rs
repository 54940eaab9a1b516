//! Problems in clauses alone: simplified first, then searched, and their models completed.
//!
//! All clauses are there before the search begins, and no theory takes part. So variables may be eliminated
//! for good ([`simplify`]); those of assumptions are kept. That is not always wise: sums of bits lose the
//! variables in which conflicts are best explained (a multiplier of eight bits took 47 thousand conflicts
//! without it, 83 with it). What is simplified is also searched by a random walk ([`walk`]) first.

mod simplify;
mod subsume;
mod walk;

use crate::limits::Budget;
use crate::sat::theory::NoTheory;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver, SatStats, Var};
use simplify::{Extension, Simplifier};

/// Problems with more literals are searched as they are.
const MAX_SIZE: usize = 20_000_000;
/// Problems with more literals are not walked over.
const MAX_WALK: usize = 5_000_000;

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
}

struct Search {
    solver: SatSolver,
    extension: Extension,
    /// The value of each variable in the last model.
    model: Vec<bool>,
    /// The model was found before the search began.
    is_solved: bool,
}

impl Clausal {
    /// No variables and no clauses; says whether clauses are simplified before the search.
    pub(crate) fn new(options: SatOptions, simplifies: bool) -> Clausal {
        Clausal { options, simplifies, num_vars: 0, lits: Vec::new(), ends: Vec::new(), search: None }
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
        let outcome = search.solver.solve(&mut NoTheory, assumptions, budget);
        if outcome == Outcome::Sat {
            let value = |index: usize| search.solver.value(Var::new(index).positive()) == Some(true);
            search.model = (0..self.num_vars).map(value).collect();
            search.extension.complete(&mut search.model);
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
            return Search { solver, extension: Extension::default(), model: Vec::new(), is_solved: false };
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
        let walked = assumptions.is_empty().then(|| self.walk(&simplifier, budget)).flatten();
        let extension = simplifier.into_extension();
        let is_solved = walked.is_some();
        let mut model = walked.unwrap_or_default();
        if is_solved {
            extension.complete(&mut model);
        }
        Search { solver, extension, model, is_solved }
    }

    /// A model of the simplified clauses, if a walk finds one.
    fn walk(&self, simplifier: &Simplifier, budget: &mut Budget) -> Option<Vec<bool>> {
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        simplifier.for_each_clause(|clause| {
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            clause.dedup();
            clauses.push(clause);
        });
        let size: usize = clauses.iter().map(Vec::len).sum();
        if size > MAX_WALK || clauses.iter().any(Vec::is_empty) {
            return None;
        }
        walk::walk(self.num_vars, &clauses, self.options.seed, budget)
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
