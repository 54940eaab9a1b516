//! The clause database: all clauses of three literals and more, in one flat array.
//!
//! Propagation spends most of its time following watches into clauses, so a clause is a run of words in one
//! vector (the *arena*): three header words, then its literals. A [`ClauseRef`] is the position of the
//! header. Binary clauses are not here at all; they live in the watch lists, which know everything there is
//! to know about them (`watch.rs`).
//!
//! The arena is a vector of `Lit`, whose values are plain 32-bit words, rather than of `u32`: this way the
//! literals of a clause are an ordinary slice without any unsafe cast. Header words go through [`word`] and
//! [`raw`].
//!
//! Three kinds of clauses share the arena. *Irredundant* ones are the problem and the lemmas it relies on.
//! *Learned* ones may be thrown away by `reduce.rs`. *Explanations* are cached reasons of theory
//! propagations: they are never watched and die once their literal is unassigned. Deleting only sets a flag;
//! [`ClauseDb::collect`] closes the gaps.

use super::lit::Lit;

/// Position of a clause in the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseRef(pub(in crate::sat) u32);

/// Why a clause is kept; see the module comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClauseKind {
    Irredundant,
    Learned,
    Explanation,
}

const HEADER: usize = 3;

// Layout of the second header word: flags below, glue above.
const LEARNED: u32 = 1;
const GARBAGE: u32 = 1 << 1;
const MOVED: u32 = 1 << 2;
const VIVIFIED: u32 = 1 << 3;
const USED_SHIFT: u32 = 4;
const USED_MASK: u32 = 3 << USED_SHIFT;
const GLUE_SHIFT: u32 = 6;
const GLUE_MAX: u32 = u32::MAX >> GLUE_SHIFT;

#[inline]
fn word(value: u32) -> Lit {
    Lit::from_index(value as usize)
}

#[inline]
fn raw(lit: Lit) -> u32 {
    lit.index() as u32
}

/// The arena and the lists of what is in it.
#[derive(Default)]
pub(crate) struct ClauseDb {
    arena: Vec<Lit>,
    pub(in crate::sat) irredundant: Vec<ClauseRef>,
    pub(in crate::sat) learned: Vec<ClauseRef>,
    pub(in crate::sat) explanations: Vec<ClauseRef>,
    /// Words of the arena that belong to deleted clauses or to literals cut off from clauses.
    wasted: usize,
    /// Words that belong to explanations not yet deleted, and how many of them make it worth looking for
    /// stale ones.
    explanation_words: usize,
    explanation_limit: usize,
}

impl ClauseDb {
    /// Stores a clause. Explanations may have any length, the others need three literals.
    pub(in crate::sat) fn add(&mut self, lits: &[Lit], kind: ClauseKind, glue: u32) -> ClauseRef {
        debug_assert!(lits.len() > 2 || kind == ClauseKind::Explanation);
        let position = u32::try_from(self.arena.len()).expect("clause arena exceeds 16 GiB");
        let clause = ClauseRef(position);
        let learned = if kind == ClauseKind::Learned { LEARNED } else { 0 };
        self.arena.push(word(lits.len() as u32));
        self.arena.push(word(learned | glue.min(GLUE_MAX) << GLUE_SHIFT));
        self.arena.push(word(2));
        self.arena.extend_from_slice(lits);
        match kind {
            ClauseKind::Irredundant => self.irredundant.push(clause),
            ClauseKind::Learned => self.learned.push(clause),
            ClauseKind::Explanation => {
                self.explanations.push(clause);
                self.explanation_words += HEADER + lits.len();
            }
        }
        clause
    }

    #[inline]
    pub(in crate::sat) fn len(&self, clause: ClauseRef) -> usize {
        raw(self.arena[clause.0 as usize]) as usize
    }

    #[inline]
    pub(in crate::sat) fn lits(&self, clause: ClauseRef) -> &[Lit] {
        let start = clause.0 as usize + HEADER;
        &self.arena[start..start + self.len(clause)]
    }

    #[inline]
    pub(in crate::sat) fn lits_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let start = clause.0 as usize + HEADER;
        let len = self.len(clause);
        &mut self.arena[start..start + len]
    }

    /// The literals, and where among them the last one was found that was not false: the next search for one
    /// begins there (Gent, JAIR 2013).
    #[inline]
    pub(in crate::sat) fn visit(&mut self, clause: ClauseRef) -> (&mut [Lit], usize) {
        let (start, at) = (clause.0 as usize + HEADER, clause.0 as usize);
        let (len, place) = (raw(self.arena[at]) as usize, raw(self.arena[at + 2]) as usize);
        (&mut self.arena[start..start + len], place)
    }

    #[inline]
    pub(in crate::sat) fn set_place(&mut self, clause: ClauseRef, place: usize) {
        self.arena[clause.0 as usize + 2] = word(place as u32);
    }

    #[inline]
    fn flags(&self, clause: ClauseRef) -> u32 {
        raw(self.arena[clause.0 as usize + 1])
    }

    #[inline]
    fn set_flags(&mut self, clause: ClauseRef, flags: u32) {
        self.arena[clause.0 as usize + 1] = word(flags);
    }

    #[inline]
    pub(in crate::sat) fn is_learned(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & LEARNED != 0
    }

    #[inline]
    pub(in crate::sat) fn is_garbage(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & GARBAGE != 0
    }

    /// Number of decision levels among the literals when last computed: the quality of a learned clause, low
    /// is good.
    #[inline]
    pub(in crate::sat) fn glue(&self, clause: ClauseRef) -> u32 {
        self.flags(clause) >> GLUE_SHIFT
    }

    pub(in crate::sat) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let flags = self.flags(clause) & !(GLUE_MAX << GLUE_SHIFT);
        self.set_flags(clause, flags | glue.min(GLUE_MAX) << GLUE_SHIFT);
    }

    /// How many reductions this clause still survives because a conflict used it lately (at most 3).
    #[inline]
    pub(in crate::sat) fn used(&self, clause: ClauseRef) -> u32 {
        (self.flags(clause) & USED_MASK) >> USED_SHIFT
    }

    pub(in crate::sat) fn set_used(&mut self, clause: ClauseRef, used: u32) {
        let flags = self.flags(clause) & !USED_MASK;
        self.set_flags(clause, flags | used.min(3) << USED_SHIFT);
    }

    /// Whether vivification has tried this clause already.
    pub(in crate::sat) fn is_vivified(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & VIVIFIED != 0
    }

    pub(in crate::sat) fn set_vivified(&mut self, clause: ClauseRef) {
        self.set_flags(clause, self.flags(clause) | VIVIFIED);
    }

    pub(in crate::sat) fn clear_vivified(&mut self, clause: ClauseRef) {
        self.set_flags(clause, self.flags(clause) & !VIVIFIED);
    }

    /// Marks a clause as deleted. Its watches must be gone before the next propagation.
    pub(in crate::sat) fn delete(&mut self, clause: ClauseRef) {
        debug_assert!(!self.is_garbage(clause));
        self.set_flags(clause, self.flags(clause) | GARBAGE);
        self.wasted += HEADER + self.len(clause);
    }

    /// Keeps only the first `len` literals.
    pub(in crate::sat) fn shrink(&mut self, clause: ClauseRef, len: usize) {
        let old = self.len(clause);
        debug_assert!(len <= old);
        self.wasted += old - len;
        self.arena[clause.0 as usize] = word(len as u32);
        self.set_place(clause, 2);
        let glue = self.glue(clause).min(len.saturating_sub(1) as u32);
        self.set_glue(clause, glue);
    }

    /// All clauses that are watched, deleted ones left out.
    pub(in crate::sat) fn watched(&self) -> impl Iterator<Item = ClauseRef> {
        self.irredundant.iter().chain(&self.learned).copied().filter(|&clause| !self.is_garbage(clause))
    }

    /// Whether so much is wasted that [`ClauseDb::collect`] pays off.
    pub(in crate::sat) fn wants_collection(&self) -> bool {
        self.wasted > 1024 && self.wasted > self.arena.len() / 4
    }

    /// Whether explanations take so much room that it is time to look which of them are still needed.
    pub(in crate::sat) fn has_stale_explanations(&self) -> bool {
        self.explanation_words > self.explanation_limit.max(1 << 18)
    }

    /// Deletes the explanations that `is_needed` does not want to keep.
    pub(in crate::sat) fn delete_explanations(&mut self, is_needed: impl Fn(&ClauseDb, ClauseRef) -> bool) {
        let mut live = std::mem::take(&mut self.explanations);
        live.retain(|&clause| {
            let needed = is_needed(self, clause);
            if !needed {
                self.delete(clause);
            }
            needed
        });
        self.explanations = live;
        self.explanation_words = self.explanations.iter().map(|&clause| HEADER + self.len(clause)).sum();
        self.explanation_limit = 2 * self.explanation_words;
    }

    /// Drops the deleted clauses and closes the gaps; those in `first` come first, in this order. Until the
    /// last [`Moved::get`], the result translates old positions.
    pub(in crate::sat) fn collect(&mut self, first: impl Iterator<Item = ClauseRef>) -> Moved {
        let live = self.arena.len() - self.wasted.min(self.arena.len());
        let old = std::mem::replace(&mut self.arena, Vec::with_capacity(live + live / 4));
        let mut moved = Moved { old };
        for clause in first {
            moved.append(clause, &mut self.arena);
        }
        for list in [&mut self.irredundant, &mut self.learned, &mut self.explanations] {
            list.retain_mut(|clause| match moved.append(*clause, &mut self.arena) {
                Some(to) => {
                    *clause = to;
                    true
                }
                None => false,
            });
        }
        self.wasted = 0;
        moved
    }
}

/// Where the clauses went in a collection.
pub(crate) struct Moved {
    old: Vec<Lit>,
}

impl Moved {
    /// The new position of a clause, or `None` if it was deleted.
    pub(in crate::sat) fn get(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let at = clause.0 as usize;
        (raw(self.old[at + 1]) & MOVED != 0).then(|| ClauseRef(raw(self.old[at])))
    }

    /// Copies a clause to the end of an arena, unless that was done before or it is deleted.
    fn append(&mut self, clause: ClauseRef, arena: &mut Vec<Lit>) -> Option<ClauseRef> {
        let at = clause.0 as usize;
        let flags = raw(self.old[at + 1]);
        if flags & (GARBAGE | MOVED) == 0 {
            let to = arena.len() as u32;
            arena.extend_from_slice(&self.old[at..at + HEADER + raw(self.old[at]) as usize]);
            self.old[at] = word(to);
            self.old[at + 1] = word(flags | MOVED);
        }
        self.get(clause)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lit::Var;
    use super::*;

    fn lits(range: std::ops::Range<usize>) -> Vec<Lit> {
        range.map(|index| Var::new(index).positive()).collect()
    }

    #[test]
    fn header_fields_do_not_disturb_each_other() {
        let mut db = ClauseDb::default();
        let clause = db.add(&lits(0..5), ClauseKind::Learned, 4);
        db.set_used(clause, 2);
        db.set_glue(clause, 1_000_000_000);
        db.set_vivified(clause);
        assert_eq!(db.used(clause), 2);
        assert_eq!(db.glue(clause), GLUE_MAX);
        assert!(db.is_learned(clause) && db.is_vivified(clause) && !db.is_garbage(clause));
        assert_eq!(db.lits(clause), lits(0..5));
    }

    #[test]
    fn collection_keeps_exactly_the_live_clauses() {
        let mut db = ClauseDb::default();
        let first = db.add(&lits(0..3), ClauseKind::Irredundant, 0);
        let second = db.add(&lits(3..9), ClauseKind::Learned, 3);
        let third = db.add(&lits(9..11), ClauseKind::Explanation, 0);
        let fourth = db.add(&lits(11..16), ClauseKind::Learned, 2);
        db.delete(first);
        db.shrink(second, 4);
        let moved = db.collect([fourth].into_iter());
        assert_eq!(moved.get(first), None);
        let second = moved.get(second).unwrap();
        assert_eq!(db.lits(second), lits(3..7));
        assert_eq!(db.lits(moved.get(third).unwrap()), lits(9..11));
        let fourth = moved.get(fourth).unwrap();
        assert_eq!(db.lits(fourth), lits(11..16));
        assert!(fourth < second, "it was to be the first");
        assert_eq!((db.irredundant.len(), db.learned.len(), db.explanations.len()), (0, 2, 1));
    }
}
