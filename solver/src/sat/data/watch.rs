//! Watch lists: which clauses to look at when a literal becomes false.
//!
//! Each clause is in the lists of two of its literals; only when one of these becomes false can the clause
//! become unit or false. Next to the clause a watch carries a *blocker*, another literal of the clause: as
//! long as it is true, the clause itself need not be touched, which saves a cache miss most of the time. For
//! a binary clause the blocker is the whole rest of the clause, so binary clauses exist in the watch lists
//! only.

use super::clause::ClauseRef;
use super::lit::Lit;

const BINARY: u32 = u32::MAX;
const LEARNED_BINARY: u32 = u32::MAX - 1;

/// One entry of a watch list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Watch {
    pub(in crate::sat) blocker: Lit,
    clause: u32,
}

impl Watch {
    #[inline]
    pub(in crate::sat) fn long(blocker: Lit, clause: ClauseRef) -> Watch {
        debug_assert!(clause.0 < LEARNED_BINARY);
        Watch { blocker, clause: clause.0 }
    }

    #[inline]
    pub(in crate::sat) fn binary(other: Lit, is_learned: bool) -> Watch {
        Watch { blocker: other, clause: if is_learned { LEARNED_BINARY } else { BINARY } }
    }

    #[inline]
    pub(in crate::sat) fn is_binary(self) -> bool {
        self.clause >= LEARNED_BINARY
    }

    /// Whether a binary clause follows from the irredundant ones.
    #[inline]
    pub(in crate::sat) fn is_learned_binary(self) -> bool {
        self.clause == LEARNED_BINARY
    }

    /// The long clause behind this watch. Meaningless for binary ones.
    #[inline]
    pub(in crate::sat) fn clause(self) -> ClauseRef {
        debug_assert!(!self.is_binary());
        ClauseRef(self.clause)
    }
}

/// The watch lists of all literals.
#[derive(Default)]
pub(crate) struct Watches {
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    /// Makes room for the two literals of one more variable.
    pub(in crate::sat) fn add_var(&mut self) {
        self.lists.push(Vec::new());
        self.lists.push(Vec::new());
    }

    #[inline]
    pub(in crate::sat) fn list(&self, lit: Lit) -> &[Watch] {
        &self.lists[lit.index()]
    }

    /// Takes a list out so that it can be worked on while others grow; give it back with [`Watches::put`].
    #[inline]
    pub(in crate::sat) fn take(&mut self, lit: Lit) -> Vec<Watch> {
        std::mem::take(&mut self.lists[lit.index()])
    }

    #[inline]
    pub(in crate::sat) fn put(&mut self, lit: Lit, list: Vec<Watch>) {
        debug_assert!(self.lists[lit.index()].is_empty(), "a list grew while it was being visited");
        self.lists[lit.index()] = list;
    }

    #[inline]
    pub(in crate::sat) fn push(&mut self, lit: Lit, watch: Watch) {
        self.lists[lit.index()].push(watch);
    }

    pub(in crate::sat) fn add_binary(&mut self, a: Lit, b: Lit, is_learned: bool) {
        self.push(a, Watch::binary(b, is_learned));
        self.push(b, Watch::binary(a, is_learned));
    }

    pub(in crate::sat) fn add_long(&mut self, lits: &[Lit], clause: ClauseRef) {
        self.push(lits[0], Watch::long(lits[1], clause));
        self.push(lits[1], Watch::long(lits[0], clause));
    }

    /// Removes the two watches of one clause.
    pub(in crate::sat) fn remove_long(&mut self, lits: &[Lit], clause: ClauseRef) {
        for &lit in &lits[..2] {
            let list = &mut self.lists[lit.index()];
            let found = list.iter().position(|watch| !watch.is_binary() && watch.clause() == clause);
            list.remove(found.expect("a clause is watched by its first two literals"));
        }
    }

    /// Empties all lists.
    pub(in crate::sat) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
    }

    /// Keeps the watches for which `keep`, called with the watching literal, says so; it may also change
    /// them.
    pub(in crate::sat) fn retain(&mut self, mut keep: impl FnMut(Lit, &mut Watch) -> bool) {
        for (index, list) in self.lists.iter_mut().enumerate() {
            list.retain_mut(|watch| keep(Lit::from_index(index), watch));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lit::Var;
    use super::*;

    #[test]
    fn binary_and_long_watches_are_told_apart() {
        let lits: Vec<Lit> = (0..3).map(|index| Var::new(index).positive()).collect();
        let mut watches = Watches::default();
        (0..3).for_each(|_| watches.add_var());
        watches.add_long(&lits, ClauseRef(7));
        watches.add_binary(lits[0], lits[2], false);
        assert_eq!(watches.list(lits[0]).len(), 2);
        watches.remove_long(&lits, ClauseRef(7));
        assert!(watches.list(lits[1]).is_empty());
        assert!(watches.list(lits[0]).iter().all(|watch| watch.is_binary()));
        assert_eq!(watches.list(lits[2]), [Watch::binary(lits[0], false)]);
    }
}
