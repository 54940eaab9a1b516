//! Boolean propagation: assigns everything that the clauses imply, or finds a clause that is false.
//!
//! The hot loop of the solver. Two watched literals per clause with blockers, binary clauses inline
//! (`watch.rs`). The watch invariant at a fixpoint: a watched literal is false only if the clause has a true
//! literal, or is unit or false through a clause that a theory handed over late. The latter is rare, costs at
//! most a repeated decision, and conflict analysis copes with it, so no effort is made to repair it.

use super::data::clause::ClauseRef;
use super::data::trail::Reason;
use super::data::watch::Watch;
use super::{Lit, SatSolver};

/// A clause all of whose literals are false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conflict {
    Binary(Lit, Lit),
    Clause(ClauseRef),
    /// The clause is in `Analysis::given`; theories hand over conflicts this way.
    Given,
}

impl SatSolver {
    /// Propagates until nothing changes or a conflict shows up. The theory plays no part here.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        let before = self.trail.propagated;
        let mut ticks = 0;
        let mut conflict = None;
        while conflict.is_none() && self.trail.propagated < self.trail.lits().len() {
            let lit = self.trail.lits()[self.trail.propagated];
            self.trail.propagated += 1;
            conflict = self.visit_watches(!lit, &mut ticks);
        }
        self.stats.propagations += (self.trail.propagated - before) as u64;
        self.stats.search_ticks += ticks;
        conflict
    }

    /// Looks at all clauses that watch a literal which just became false.
    #[inline]
    fn visit_watches(&mut self, false_lit: Lit, ticks: &mut u64) -> Option<Conflict> {
        let SatSolver { trail, watches, clauses, .. } = self;
        let mut list = watches.take(false_lit);
        *ticks += 1 + list.len() as u64 / 8;
        let mut conflict = None;
        // Watches before `kept` stay, those from `next` on have not been looked at.
        let (mut kept, mut next) = (0, 0);
        while next < list.len() {
            let watch = list[next];
            next += 1;
            list[kept] = watch;
            kept += 1;
            let blocker_value = trail.value(watch.blocker);
            if blocker_value > 0 {
                continue;
            }
            if watch.is_binary() {
                if blocker_value < 0 {
                    conflict = Some(Conflict::Binary(watch.blocker, false_lit));
                    break;
                }
                trail.assign(watch.blocker, Reason::Binary(false_lit));
                continue;
            }

            *ticks += 1;
            let clause = watch.clause();
            let (lits, place) = clauses.visit(clause);
            // The other watched literal goes first, so that an implied literal is always the first of its
            // reason.
            if lits[0] == false_lit {
                lits.swap(0, 1);
            }
            debug_assert_eq!(lits[1], false_lit);
            let other = lits[0];
            let other_value = trail.value(other);
            if other_value > 0 {
                list[kept - 1] = Watch::long(other, clause);
                continue;
            }
            let is_open = |&lit: &Lit| !trail.is_false(lit);
            let from_place = lits[place..].iter().position(is_open).map(|offset| place + offset);
            let found_at =
                from_place.or_else(|| lits[2..place].iter().position(is_open).map(|offset| 2 + offset));
            if let Some(found_at) = found_at {
                let found = lits[found_at];
                lits[1] = found;
                lits[found_at] = false_lit;
                clauses.set_place(clause, found_at);
                watches.push(found, Watch::long(other, clause));
                kept -= 1;
            } else if other_value < 0 {
                conflict = Some(Conflict::Clause(clause));
                break;
            } else {
                trail.assign(other, Reason::Clause(clause));
            }
        }
        list.copy_within(next.., kept);
        list.truncate(kept + list.len() - next);
        watches.put(false_lit, list);
        conflict
    }
}
