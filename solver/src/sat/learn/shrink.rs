//! Shrinking of learned clauses: all literals of one level are replaced by one that implies them.
//!
//! What conflict analysis does for the conflict level is tried for each other level, too (Fleury and Biere,
//! SAT 2021): the literals of the level are replaced by their reasons, latest first, until only one is left,
//! the unique implication point of the level for this clause. Premises of lower levels must be in the clause,
//! or be implied by it. Where that fails, the literals of the level are minimised one by one.

use super::analyze::Mark;
use crate::sat::data::trail::Reason;
use crate::sat::{Lit, SatSolver, Var};

impl SatSolver {
    /// Shortens `analysis.learned`, whose variables are marked [`Mark::Seen`].
    pub(in crate::sat) fn shrink_learned(&mut self) {
        let mut learned = std::mem::take(&mut self.analysis.learned);
        let levels = self.level_bits(&learned[1..]);
        let before = learned.len();
        learned[1..].sort_unstable_by_key(|lit| std::cmp::Reverse(self.trail.position_of(lit.var())));
        let (mut kept, mut start) = (1, 1);
        while start < before {
            let level = self.trail.level_of(learned[start].var());
            let same = learned[start..].iter().take_while(|lit| self.trail.level_of(lit.var()) == level);
            let end = start + same.count();
            let point =
                if end > start + 1 { self.implication_point(&learned[start..end], levels) } else { None };
            if let Some(point) = point {
                self.stats.shrunken_literals += (end - start - 1) as u64;
                learned[kept] = point;
                kept += 1;
            } else {
                for index in start..end {
                    let lit = learned[index];
                    if !self.is_redundant(lit, levels) {
                        learned[kept] = lit;
                        kept += 1;
                    }
                }
            }
            start = end;
        }
        learned.truncate(kept);
        self.stats.minimized_literals += (before - kept) as u64;
        self.analysis.learned = learned;
    }

    /// A literal that can stand for all of these, which are false and of one level, latest first.
    fn implication_point(&mut self, block: &[Lit], levels: u64) -> Option<Lit> {
        let level = self.trail.level_of(block[0].var());
        let mut open = block.len();
        let mut met: Vec<Var> = std::mem::take(&mut self.analysis.met);
        for lit in block {
            self.analysis.in_block[lit.var().index()] = true;
            met.push(lit.var());
        }
        let mut position = self.trail.position_of(block[0].var()) + 1;
        let point = loop {
            position -= 1;
            let lit = self.trail.lits()[position];
            if !self.analysis.in_block[lit.var().index()] {
                continue;
            }
            if open == 1 {
                break Some(!lit);
            }
            open -= 1;
            let count = match self.trail.reason_of(lit.var()) {
                Reason::None | Reason::Theory => None,
                Reason::Binary(other) => self.enter_block(other, level, levels, &mut met),
                Reason::Clause(clause) => {
                    let others = (0..self.clauses.len(clause)).map(|index| (clause, index));
                    let mut entered = Some(0);
                    for (clause, index) in others {
                        let other = self.clauses.lits(clause)[index];
                        if other.var() != lit.var() {
                            let one = self.enter_block(other, level, levels, &mut met);
                            entered = entered.zip(one).map(|(sum, one)| sum + one);
                        }
                        if entered.is_none() {
                            break;
                        }
                    }
                    entered
                }
            };
            match count {
                Some(count) => open += count,
                None => break None,
            }
        };
        met.drain(..).for_each(|var| self.analysis.in_block[var.index()] = false);
        self.analysis.met = met;
        point
    }

    /// Takes a premise into account: how many literals of the level are new by that, or `None` if it is of a
    /// lower level and not implied by the clause.
    fn enter_block(&mut self, premise: Lit, level: usize, levels: u64, met: &mut Vec<Var>) -> Option<usize> {
        let var = premise.var();
        match self.trail.level_of(var) {
            0 => Some(0),
            of_premise if of_premise == level => {
                let is_new = !std::mem::replace(&mut self.analysis.in_block[var.index()], true);
                if is_new {
                    met.push(var);
                }
                Some(is_new as usize)
            }
            _ => match self.analysis.marks[var.index()] {
                Mark::Seen | Mark::Removable => Some(0),
                Mark::Needed => None,
                Mark::New => (self.may_be_redundant(premise, levels) && self.is_redundant(premise, levels))
                    .then_some(0),
            },
        }
    }
}
