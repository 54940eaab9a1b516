//! A log of all clauses, for proofs: those that were given, those of the theory, and those that were learned,
//! each of which follows from earlier ones by unit propagation.
//!
//! Clauses in the database have no numbers of their own, which would cost searches without a log. A clause is
//! found in the log by its literals: by a sum over them, so that their order does not matter. Clauses that
//! lost literals which are false for good have further sums. A wrong match does no harm, because the clauses
//! that are said to imply a learned one, its *hints*, are checked, and others are looked for if they fail.

use super::{Lit, Var};
use fxhash::FxHashMap;

/// Where a clause comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Added between searches.
    Given,
    /// Valid in the theory by itself.
    Theory,
    /// Follows from the clauses before it by unit propagation.
    Learned,
}

/// A clause by its literals, in any order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key(u64);

impl Key {
    pub(super) fn of(lits: impl IntoIterator<Item = Lit>) -> Key {
        // The finalizer of SplitMix64 spreads the bits of each literal before they are added.
        let spread = |lit: Lit| {
            let mut bits = (lit.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            bits ^ (bits >> 31)
        };
        Key(lits.into_iter().fold(0, |sum: u64, lit| sum.wrapping_add(spread(lit))))
    }
}

/// The clauses in the order in which they came about. None is ever removed.
#[derive(Debug, Default)]
pub(crate) struct ClauseLog {
    lits: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<usize>,
    sources: Vec<Source>,
    /// Positions of clauses, the hints of one clause after those of the other, and where those of each end.
    hints: Vec<u32>,
    hint_ends: Vec<usize>,
    /// The first clause with these literals.
    positions: FxHashMap<Key, u32>,
    /// Scratch space of those who collect hints.
    pub(super) walk: Walk,
}

/// What a walk from a conflict back to the clause learned from it has met.
#[derive(Debug, Default)]
pub(super) struct Walk {
    reached: Vec<Reached>,
    touched: Vec<Var>,
    /// Variables that were met and whose reasons are still to be looked at.
    pub(super) open: usize,
}

/// What a walk knows of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reached {
    No,
    /// It is in the clause that was learned.
    Kept,
    /// It was resolved upon.
    Resolved,
}

impl Walk {
    pub(super) fn get(&self, var: Var) -> Reached {
        self.reached[var.index()]
    }

    /// Notes a variable that was not met before.
    pub(super) fn meet(&mut self, var: Var, how: Reached) {
        if self.reached[var.index()] == Reached::No {
            self.reached[var.index()] = how;
            self.touched.push(var);
            self.open += usize::from(how == Reached::Resolved);
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self, num_vars: usize) {
        for var in self.touched.drain(..) {
            self.reached[var.index()] = Reached::No;
        }
        self.reached.resize(num_vars, Reached::No);
        self.open = 0;
    }
}

impl ClauseLog {
    /// Adds a clause. The hints added since the last one are its own.
    pub(super) fn add(&mut self, lits: impl IntoIterator<Item = Lit>, source: Source) {
        let start = self.lits.len();
        self.lits.extend(lits);
        let key = Key::of(self.lits[start..].iter().copied());
        self.positions.entry(key).or_insert(self.ends.len() as u32);
        self.ends.push(self.lits.len());
        self.sources.push(source);
        self.hint_ends.push(self.hints.len());
    }

    /// The newest clause is stored with these literals.
    pub(super) fn store_newest_as(&mut self, lits: impl IntoIterator<Item = Lit>) {
        if let Some(newest) = self.ends.len().checked_sub(1) {
            self.positions.entry(Key::of(lits)).or_insert(newest as u32);
        }
    }

    /// A clause lost literals that are false for good.
    pub(super) fn shorten(&mut self, before: Key, after: Key) {
        if let Some(&position) = self.positions.get(&before) {
            self.positions.entry(after).or_insert(position);
        }
    }

    /// Adds a clause to the hints of the next one; `false` if it is not in the log.
    pub(super) fn hint(&mut self, key: Key) -> bool {
        let position = self.positions.get(&key).copied();
        self.hints.extend(position);
        position.is_some()
    }

    /// The next clause has no hints.
    pub(super) fn drop_hints(&mut self) {
        self.hints.truncate(self.hint_ends.last().copied().unwrap_or(0));
    }

    /// The newest clause follows from those before it by unit propagation.
    pub(super) fn mark_as_learned(&mut self) {
        if let Some(source) = self.sources.last_mut() {
            *source = Source::Learned;
        }
    }

    /// How many clauses there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The literals of a clause.
    pub(crate) fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.lits[start..self.ends[index]]
    }

    /// Where a clause comes from.
    pub(crate) fn source(&self, index: usize) -> Source {
        self.sources[index]
    }

    /// The clauses that a learned one should follow from: the first one is false if it is, and the others are
    /// reasons, those assigned last first. Nothing if these are not known. Literals that are false for good
    /// are not accounted for.
    pub(crate) fn hints(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.hint_ends[index - 1] };
        &self.hints[start..self.hint_ends[index]]
    }
}
