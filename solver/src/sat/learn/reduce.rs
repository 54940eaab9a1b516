//! Maintenance of the clause database: deletion of learned clauses, simplification by level-0 literals,
//! garbage collection.
//!
//! Learned clauses come in tiers by glue (Oh, 2016): up to [`TIER1_GLUE`] they are kept for good; up to
//! [`TIER2_GLUE`] as long as they take part in conflicts; of the rest, and of unused second-tier clauses, the
//! worse three quarters go at each reduction. The time between reductions grows with the square root of the
//! number of conflicts.

use crate::sat::SatSolver;
use crate::sat::data::clause::{ClauseRef, Moved};
use crate::sat::data::watch::Watch;
use crate::sat::log::Key;

/// Learned clauses with at most this glue are never deleted.
pub(in crate::sat) const TIER1_GLUE: u32 = 2;
/// Learned clauses with at most this glue survive while they are used.
pub(in crate::sat) const TIER2_GLUE: u32 = 6;
/// Conflicts before the first reduction.
const FIRST_REDUCTION: u64 = 300;
/// Factor of the square root in the time between reductions.
const INTERVAL: f64 = 25.0;
/// Share of the candidates that goes, in percent.
const SHARE: usize = 75;

/// When to reduce and simplify next.
#[derive(Debug, Default)]
pub(crate) struct ReduceSchedule {
    next_conflicts: u64,
    /// Literals fixed at the time of the last simplification.
    fixed: usize,
    next_simplify_ticks: u64,
}

impl SatSolver {
    /// Whether it is time to throw learned clauses or old explanations away.
    pub(in crate::sat) fn is_reduction_due(&self) -> bool {
        self.is_learned_reduction_due() || self.clauses.has_stale_explanations()
    }

    fn is_learned_reduction_due(&self) -> bool {
        self.options.reduce && self.stats.conflicts >= self.schedule.next_conflicts.max(FIRST_REDUCTION)
    }

    /// Deletes the least useful learned clauses, if it is time, and the explanations nobody needs.
    pub(in crate::sat) fn reduce(&mut self) {
        if self.is_learned_reduction_due() {
            self.reduce_learned();
        }
        self.delete_stale_explanations();
        self.flush_watches();
        self.collect_garbage_if_due();
        debug_assert!(self.invariants_hold());
    }

    fn reduce_learned(&mut self) {
        self.stats.reductions += 1;
        let interval = INTERVAL * (self.stats.conflicts as f64).sqrt();
        self.schedule.next_conflicts = self.stats.conflicts + (interval as u64).max(FIRST_REDUCTION);

        let mut candidates: Vec<ClauseRef> = Vec::new();
        for index in 0..self.clauses.learned.len() {
            let clause = self.clauses.learned[index];
            if self.clauses.is_garbage(clause) || self.is_locked(clause) {
                continue;
            }
            let (glue, used) = (self.clauses.glue(clause), self.clauses.used(clause));
            self.clauses.set_used(clause, used.saturating_sub(1));
            if glue > TIER1_GLUE && used == 0 {
                candidates.push(clause);
            }
        }
        candidates.sort_unstable_by_key(|&clause| {
            std::cmp::Reverse((self.clauses.glue(clause), self.clauses.len(clause), clause))
        });
        candidates.truncate(candidates.len() * SHARE / 100);
        self.stats.reduced_clauses += candidates.len() as u64;
        candidates.iter().for_each(|&clause| self.clauses.delete(clause));
    }

    /// Whether a clause is the reason of a literal.
    fn is_locked(&self, clause: ClauseRef) -> bool {
        self.trail.is_reason(self.clauses.lits(clause)[0], clause)
    }

    fn delete_stale_explanations(&mut self) {
        let SatSolver { clauses, trail, .. } = self;
        clauses.delete_explanations(|clauses, clause| trail.is_reason(clauses.lits(clause)[0], clause));
    }

    /// Removes the watches of deleted clauses.
    pub(in crate::sat) fn flush_watches(&mut self) {
        let SatSolver { watches, clauses, .. } = self;
        watches.retain(|_, watch| watch.is_binary() || !clauses.is_garbage(watch.clause()));
    }

    /// Closes the gaps in the arena if there are many. Deleted clauses must not be watched any more.
    pub(in crate::sat) fn collect_garbage_if_due(&mut self) {
        if self.clauses.wants_collection() {
            self.stats.collections += 1;
            let moved = self.collect_in_order_of_visits();
            self.watches.retain(|_, watch| {
                if !watch.is_binary() {
                    let clause = moved.get(watch.clause()).expect("a deleted clause is watched");
                    *watch = Watch::long(watch.blocker, clause);
                }
                true
            });
            self.trail.relocate(&moved);
        }
    }

    /// Clauses that are visited one after the other stand one after the other in the arena afterwards: those
    /// that are watched by the same literal, active variables first.
    fn collect_in_order_of_visits(&mut self) -> Moved {
        let SatSolver { clauses, watches, decider, .. } = self;
        let vars = decider.in_order();
        let literals = vars.iter().flat_map(|&var| {
            let lit = var.lit(decider.phase(var, false));
            [!lit, lit]
        });
        let visited = literals.flat_map(|lit| watches.list(lit));
        clauses.collect(visited.filter(|watch| !watch.is_binary()).map(|watch| watch.clause()))
    }

    /// At level 0 and at a fixpoint: removes clauses that are true for good and literals that are false for
    /// good. Does nothing if little is new or the last time was not long ago.
    pub(in crate::sat) fn simplify_if_due(&mut self) {
        let fixed = self.trail.lits().len();
        if fixed > self.schedule.fixed && self.stats.search_ticks >= self.schedule.next_simplify_ticks {
            self.simplify();
        }
    }

    fn simplify(&mut self) {
        debug_assert_eq!(self.trail.level(), 0);
        debug_assert_eq!(self.trail.propagated, self.trail.lits().len());
        self.stats.simplifications += 1;
        let mut work = 0;
        let mut binaries = Vec::new();
        let SatSolver { clauses, trail, watches, log, .. } = self;
        let all: Vec<ClauseRef> = clauses.watched().collect();
        for clause in all {
            work += 1;
            let lits = clauses.lits_mut(clause);
            if lits.iter().any(|&lit| trail.is_true(lit)) {
                clauses.delete(clause);
                continue;
            }
            debug_assert!(!trail.is_false(lits[0]) && !trail.is_false(lits[1]));
            let before = log.as_ref().map(|_| Key::of(lits.iter().copied()));
            let mut kept = 0;
            for index in 0..lits.len() {
                if !trail.is_false(lits[index]) {
                    lits[kept] = lits[index];
                    kept += 1;
                }
            }
            if let (Some(log), Some(before)) = (log.as_mut(), before) {
                log.shorten(before, Key::of(lits[..kept].iter().copied()));
            }
            if kept == 2 {
                let (a, b) = (lits[0], lits[1]);
                binaries.push((a, b, clauses.is_learned(clause)));
                clauses.delete(clause);
            } else if kept < lits.len() {
                clauses.shrink(clause, kept);
            }
        }
        watches.retain(|lit, watch| {
            if watch.is_binary() {
                !trail.is_true(lit) && !trail.is_true(watch.blocker)
            } else if clauses.is_garbage(watch.clause()) {
                false
            } else {
                // The blocker may have been cut off.
                if trail.is_false(watch.blocker) {
                    let lits = clauses.lits(watch.clause());
                    let other = if lits[0] == lit { lits[1] } else { lits[0] };
                    *watch = Watch::long(other, watch.clause());
                }
                true
            }
        });
        for (a, b, is_learned) in binaries {
            watches.add_binary(a, b, is_learned);
        }
        self.delete_stale_explanations();
        self.collect_garbage_if_due();
        self.schedule.fixed = self.trail.lits().len();
        self.schedule.next_simplify_ticks = self.stats.search_ticks + 10 * work + 10_000;
        debug_assert!(self.invariants_hold());
    }
}
