//! Hints for proofs: the clauses that a learned clause follows from.
//!
//! They are collected once the clause has its final form, on a second walk from the conflict down the trail,
//! which looks at the reason of everything that the clause does not contain. So derivation and minimisation
//! need not know of proofs.

use crate::sat::data::trail::Reason;
use crate::sat::log::{ClauseLog, Key, Reached};
use crate::sat::propagate::Conflict;
use crate::sat::{Lit, SatSolver};

impl SatSolver {
    /// Hints for the learned clause, if there is a log: the conflict, and the reasons behind it, those of
    /// literals assigned last first.
    pub(in crate::sat) fn note_hints(&mut self, conflict: Conflict) {
        let Some(mut log) = self.log.take() else { return };
        log.walk.clear(self.num_vars());
        if !self.collect_hints(&mut log, conflict) {
            log.drop_hints();
        }
        self.log = Some(log);
    }

    /// Collects the hints; `false` if one of the clauses is not in the log.
    fn collect_hints(&self, log: &mut ClauseLog, conflict: Conflict) -> bool {
        for lit in &self.analysis.learned {
            log.walk.meet(lit.var(), Reached::Kept);
        }
        let is_known = match conflict {
            Conflict::Binary(one, other) => self.hint(log, &[one, other]),
            Conflict::Clause(clause) => self.hint(log, self.clauses.lits(clause)),
            Conflict::Given => self.hint(log, &self.analysis.given),
        };
        if !is_known {
            return false;
        }
        for &lit in self.trail.lits()[self.trail.end_of_level_0()..].iter().rev() {
            if log.walk.open == 0 {
                break;
            }
            if log.walk.get(lit.var()) != Reached::Resolved {
                continue;
            }
            log.walk.open -= 1;
            let is_known = match self.trail.reason_of(lit.var()) {
                Reason::Binary(other) => self.hint(log, &[lit, other]),
                Reason::Clause(clause) => self.hint(log, self.clauses.lits(clause)),
                Reason::None | Reason::Theory => false,
            };
            if !is_known {
                return false;
            }
        }
        true
    }

    /// Adds a clause to the hints, and its literals to what is to be explained.
    fn hint(&self, log: &mut ClauseLog, lits: &[Lit]) -> bool {
        for lit in lits {
            if self.trail.level_of(lit.var()) > 0 {
                log.walk.meet(lit.var(), Reached::Resolved);
            }
        }
        log.hint(Key::of(lits.iter().copied()))
    }
}
