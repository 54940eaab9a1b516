//! Vivification: shortens clauses by propagation.
//!
//! For a clause `a ∨ b ∨ c`, assume `¬a`, then `¬b`, and propagate. If that already runs into a conflict, or
//! makes another literal of the clause true or false, some literals are not needed: the assumptions that were
//! involved, with the implied literal, form a shorter clause that the other clauses imply (Piette, Hamadi and
//! Saïs, ECAI 2008; on learned clauses Luo et al., IJCAI 2017).
//!
//! Learned clauses of good glue are tried once each, with a small share of the total work, literals that
//! occur often first: their negations imply most. Without a theory so are the clauses of the problem,
//! again and again. All this happens at level 0 on throw-away levels of which the theory hears nothing;
//! only clauses propagate, so the result holds in every theory.

use super::analyze::Mark;
use super::reduce::TIER2_GLUE;
use crate::sat::data::clause::{ClauseDb, ClauseRef};
use crate::sat::data::trail::Reason;
use crate::sat::log::Source;
use crate::sat::propagate::Conflict;
use crate::sat::theory::Theory;
use crate::sat::{Lit, SatSolver};

/// Conflicts before the first round and, times the number of rounds, between rounds.
const INTERVAL: u64 = 2000;
/// Share of the work since the last round that may be spent on learned clauses, in percent.
const EFFORT: u64 = 10;
/// The same for the clauses of the problem.
const IRREDUNDANT_EFFORT: u64 = 4;
/// Most work of one round, in ticks: the budget is not looked at meanwhile.
const MAX_EFFORT: u64 = 20_000_000;

/// When to vivify next.
#[derive(Debug, Default)]
pub(crate) struct VivifySchedule {
    rounds: u64,
    next_conflicts: u64,
    last_ticks: u64,
}

impl SatSolver {
    pub(in crate::sat) fn is_vivification_due(&self) -> bool {
        self.options.vivify && self.stats.conflicts >= self.vivify_schedule.next_conflicts.max(INTERVAL)
    }

    /// Goes back to level 0 and tries learned clauses until the share of work is used up.
    pub(in crate::sat) fn vivify<T: Theory>(&mut self, theory: &mut T) {
        self.stats.vivifications += 1;
        self.backtrack(theory, 0);
        let work = self.stats.search_ticks - self.vivify_schedule.last_ticks;
        let counts = self.count_occurrences();
        let mut candidates: Vec<ClauseRef> = (self.clauses.learned.iter().copied())
            .filter(|&clause| !self.clauses.is_garbage(clause) && !self.clauses.is_vivified(clause))
            .filter(|&clause| self.clauses.glue(clause) <= TIER2_GLUE)
            .collect();
        candidates.sort_unstable_by_key(|&clause| (self.clauses.glue(clause), std::cmp::Reverse(clause)));
        self.vivify_clauses(&candidates, &counts, work * EFFORT / 100);
        if self.num_atoms == 0 {
            let candidates = self.irredundant_candidates();
            self.vivify_clauses(&candidates, &counts, work * IRREDUNDANT_EFFORT / 100);
        }
        self.vivify_schedule.rounds += 1;
        self.vivify_schedule.next_conflicts =
            self.stats.conflicts + INTERVAL * (self.vivify_schedule.rounds + 1);
        self.vivify_schedule.last_ticks = self.stats.search_ticks;
        self.collect_garbage_if_due();
        debug_assert!(self.invariants_hold());
    }

    /// How often each literal occurs in clauses that are watched.
    fn count_occurrences(&self) -> Vec<u32> {
        let mut counts = vec![0; 2 * self.num_vars()];
        for clause in self.clauses.watched() {
            self.clauses.lits(clause).iter().for_each(|lit| counts[lit.index()] += 1);
        }
        counts
    }

    /// The clauses of the problem that were not tried lately.
    fn irredundant_candidates(&mut self) -> Vec<ClauseRef> {
        let is_open = |clauses: &ClauseDb| {
            let open = clauses.irredundant.iter().copied();
            open.filter(|&clause| !clauses.is_garbage(clause) && !clauses.is_vivified(clause)).collect()
        };
        let candidates: Vec<ClauseRef> = is_open(&self.clauses);
        if !candidates.is_empty() {
            return candidates;
        }
        for index in 0..self.clauses.irredundant.len() {
            self.clauses.clear_vivified(self.clauses.irredundant[index]);
        }
        is_open(&self.clauses)
    }

    /// Tries clauses in order until the effort, in ticks, is used up.
    fn vivify_clauses(&mut self, candidates: &[ClauseRef], counts: &[u32], effort: u64) {
        let limit = self.stats.search_ticks + effort.min(MAX_EFFORT);
        for &clause in candidates {
            if self.propagate().is_some() {
                self.inconsistent = true;
            }
            if self.inconsistent || self.stats.search_ticks >= limit {
                break;
            }
            self.vivify_clause(clause, counts);
        }
    }

    /// Tries one clause; on return it is as it was, shorter, or deleted.
    fn vivify_clause(&mut self, clause: ClauseRef, counts: &[u32]) {
        self.stats.vivified_clauses += 1;
        self.clauses.set_vivified(clause);
        let mut lits = self.clauses.lits(clause).to_vec();
        // The clause itself must not take part.
        self.watches.remove_long(&lits, clause);
        if lits.iter().any(|&lit| self.trail.is_true(lit)) {
            self.clauses.delete(clause);
            return;
        }
        lits.sort_by_key(|&lit| (std::cmp::Reverse(counts[lit.index()]), lit));
        let kept = self.find_sufficient_lits(&lits);
        let SatSolver { trail, decider, .. } = self;
        // Unlike an ordinary backtrack this leaves the saved phases alone.
        trail.backtrack(0, |lit| decider.reopen(lit.var()));
        debug_assert!(kept.iter().all(|lit| lits.contains(lit)));

        if kept.len() == lits.len() {
            let lits = self.clauses.lits(clause);
            self.watches.add_long(lits, clause);
            return;
        }
        self.stats.vivified_literals += (lits.len() - kept.len()) as u64;
        self.note_clause(&kept, Source::Learned);
        match kept[..] {
            [] => self.inconsistent = true,
            [unit] => self.trail.assign(unit, Reason::None),
            [a, b] => self.watches.add_binary(a, b, self.clauses.is_learned(clause)),
            _ => {
                self.clauses.lits_mut(clause)[..kept.len()].copy_from_slice(&kept);
                self.clauses.shrink(clause, kept.len());
                self.watches.add_long(&kept, clause);
                return;
            }
        }
        self.clauses.delete(clause);
    }

    /// Assumes the negations of the literals in order; returns those that suffice for a clause implied by the
    /// others.
    fn find_sufficient_lits(&mut self, lits: &[Lit]) -> Vec<Lit> {
        for &lit in lits {
            if self.trail.is_true(lit) {
                // The negations assumed so far imply this literal.
                self.mark_premise(lit);
                let mut kept = self.take_assumed_behind_marks();
                kept.push(lit);
                return kept;
            }
            if self.trail.is_false(lit) {
                continue; // Implied false by the others: not needed.
            }
            self.trail.open_level();
            self.trail.assign(!lit, Reason::None);
            if let Some(conflict) = self.propagate() {
                self.mark_conflict(conflict);
                return self.take_assumed_behind_marks();
            }
        }
        lits.iter()
            .copied()
            .filter(|&lit| {
                self.trail.reason_of(lit.var()) == Reason::None && self.trail.level_of(lit.var()) > 0
            })
            .collect()
    }

    fn mark_conflict(&mut self, conflict: Conflict) {
        match conflict {
            Conflict::Binary(a, b) => {
                self.mark_premise(a);
                self.mark_premise(b);
            }
            Conflict::Clause(clause) => self.mark_premises(clause),
            Conflict::Given => unreachable!("no theory takes part"),
        }
    }

    /// Negations of the decisions from which the marked literals were derived. Clears the marks.
    fn take_assumed_behind_marks(&mut self) -> Vec<Lit> {
        let mut assumed = Vec::new();
        for position in (self.trail.end_of_level_0()..self.trail.lits().len()).rev() {
            let lit = self.trail.lits()[position];
            if self.analysis.marks[lit.var().index()] == Mark::New {
                continue;
            }
            match self.trail.reason_of(lit.var()) {
                Reason::None => assumed.push(!lit),
                Reason::Binary(other) => self.mark_premise(other),
                Reason::Clause(clause) => self.mark_premises(clause),
                Reason::Theory => unreachable!("no theory takes part"),
            }
        }
        self.analysis.clear_marks();
        assumed
    }
}
