//! Minimisation of learned clauses: drops literals that the rest of the clause implies.
//!
//! A literal is redundant if walking back through reasons from it always ends in literals of the clause (or
//! of level 0). The walk is recursive by nature (Sörensson and Biere, SAT 2009); here it runs on an explicit
//! stack, and every variable it decides about is marked, so that the whole minimisation is linear in the part
//! of the implication graph it visits. A walk that enters a level on which the clause has no literal at all
//! can only fail; a 64-bit signature of the levels catches most of these at once.
//!
//! Reasons that a theory has not given yet are not asked for: such literals are kept. Shorter clauses do not
//! pay for explanations that no conflict needed.

use super::analyze::Mark;
use crate::sat::data::trail::Reason;
use crate::sat::{Lit, SatSolver};

impl SatSolver {
    /// Shortens `analysis.learned`. All its variables are marked [`Mark::Seen`]; so are the resolved ones of
    /// the conflict level, which is fine since they are implied by the clause and later literals cannot be
    /// premises of earlier ones.
    pub(in crate::sat) fn minimize_learned(&mut self) {
        let mut learned = std::mem::take(&mut self.analysis.learned);
        let levels = self.level_bits(&learned[1..]);
        let before = learned.len();
        let mut kept = 1;
        for index in 1..before {
            let lit = learned[index];
            if !self.is_redundant(lit, levels) {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
        self.stats.minimized_literals += (before - kept) as u64;
        self.analysis.learned = learned;
    }

    /// A bit for each level of some literals, by its number modulo 64.
    pub(in crate::sat) fn level_bits(&self, lits: &[Lit]) -> u64 {
        lits.iter().fold(0, |levels, &lit| levels | self.level_bit(lit))
    }

    /// Whether the level of a literal is one of these.
    pub(in crate::sat) fn may_be_redundant(&self, lit: Lit, levels: u64) -> bool {
        levels & self.level_bit(lit) != 0
    }

    fn level_bit(&self, lit: Lit) -> u64 {
        1 << (self.trail.level_of(lit.var()) % 64)
    }

    /// Whether a false literal is implied by others of the learned clause.
    pub(in crate::sat) fn is_redundant(&mut self, lit: Lit, levels: u64) -> bool {
        if matches!(self.trail.reason_of(lit.var()), Reason::None | Reason::Theory) {
            return false;
        }
        // Each stack entry is a literal and how many literals of its reason have been looked at.
        debug_assert!(self.analysis.stack.is_empty());
        self.analysis.stack.push((lit, 0));
        while let Some(&mut (current, ref mut next)) = self.analysis.stack.last_mut() {
            let at = *next as usize;
            *next += 1;
            let premise = match self.trail.reason_of(current.var()) {
                Reason::Binary(other) => (at == 0).then_some(other),
                Reason::Clause(clause) => self.clauses.lits(clause).get(at).copied(),
                Reason::None | Reason::Theory => unreachable!("only implied literals are put on the stack"),
            };
            let Some(premise) = premise else {
                // All premises are fine. The literal itself keeps its mark: it may leave the clause, but
                // stays implied.
                self.analysis.stack.pop();
                if self.analysis.marks[current.var().index()] == Mark::New {
                    self.analysis.mark(current.var(), Mark::Removable);
                }
                continue;
            };
            let var = premise.var();
            if var == current.var() || self.trail.level_of(var) == 0 {
                continue;
            }
            match self.analysis.marks[var.index()] {
                Mark::Seen | Mark::Removable => {}
                Mark::New
                    if levels & self.level_bit(premise) != 0
                        && !matches!(self.trail.reason_of(var), Reason::None | Reason::Theory) =>
                {
                    self.analysis.stack.push((premise, 0));
                }
                Mark::New | Mark::Needed => {
                    self.fail_stack();
                    return false;
                }
            }
        }
        true
    }

    /// The walk met something that is not implied: so is everything on the way to it.
    fn fail_stack(&mut self) {
        while let Some((lit, _)) = self.analysis.stack.pop() {
            if self.analysis.marks[lit.var().index()] == Mark::New {
                self.analysis.mark(lit.var(), Mark::Needed);
            }
        }
    }
}
