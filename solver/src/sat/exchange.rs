//! Clauses out of the solver and in again, so that they can be simplified between searches.
//!
//! Everything else stays as it is: phases, scores, and what holds for good.

use super::data::clause::{ClauseDb, ClauseKind};
use super::{Lit, SatSolver, Var};

/// A learned clause outside of the solver.
pub(crate) struct Learned {
    pub(crate) lits: Vec<Lit>,
    glue: u32,
    used: u32,
    is_vivified: bool,
}

/// All clauses of a solver.
#[derive(Default)]
pub(crate) struct Taken {
    /// What holds for good.
    pub(crate) units: Vec<Lit>,
    /// The problem.
    pub(crate) irredundant: Vec<Vec<Lit>>,
    /// What follows from it.
    pub(crate) learned: Vec<Learned>,
}

impl SatSolver {
    /// Hands out all clauses between searches; the solver is left without any. Not for solvers with a log.
    pub(crate) fn take_clauses(&mut self) -> Taken {
        debug_assert!(self.trail.level() == 0 && self.log.is_none());
        if self.propagate().is_some() {
            self.inconsistent = true;
        }
        let mut taken = Taken { units: self.trail.lits().to_vec(), ..Taken::default() };
        for lit in (0..2 * self.num_vars()).map(Lit::from_index) {
            for watch in self.watches.list(lit) {
                if !watch.is_binary() || watch.blocker < lit {
                    continue;
                }
                let lits = vec![lit, watch.blocker];
                match watch.is_learned_binary() {
                    true => taken.learned.push(Learned { lits, glue: 1, used: 0, is_vivified: true }),
                    false => taken.irredundant.push(lits),
                }
            }
        }
        for clause in self.clauses.watched() {
            let lits = self.clauses.lits(clause).to_vec();
            if self.clauses.is_learned(clause) {
                let (glue, used) = (self.clauses.glue(clause), self.clauses.used(clause));
                let is_vivified = self.clauses.is_vivified(clause);
                taken.learned.push(Learned { lits, glue, used, is_vivified });
            } else {
                taken.irredundant.push(lits);
            }
        }
        self.clauses = ClauseDb::default();
        self.watches.clear();
        taken
    }

    /// Adds a learned clause again, which may have become shorter.
    pub(crate) fn add_learned(&mut self, learned: &Learned) {
        let mut lits = learned.lits.clone();
        if self.inconsistent || !self.normalize(&mut lits) {
            return;
        }
        match lits[..] {
            [] => self.inconsistent = true,
            [unit] => self.trail.assign(unit, super::Reason::None),
            [a, b] => self.watches.add_binary(a, b, true),
            _ => {
                let glue = learned.glue.min(lits.len() as u32 - 1);
                let clause = self.clauses.add(&lits, ClauseKind::Learned, glue);
                self.clauses.set_used(clause, learned.used);
                if learned.is_vivified && lits.len() == learned.lits.len() {
                    self.clauses.set_vivified(clause);
                }
                self.watches.add_long(&lits, clause);
            }
        }
    }

    /// The value that a variable had last.
    pub(crate) fn saved_phase(&self, var: Var) -> bool {
        self.decider.phase(var, false)
    }

    /// A variable that occurs in no clause any more is not decided either.
    pub(crate) fn retire(&mut self, var: Var) {
        self.decider.retire(var);
    }
}
