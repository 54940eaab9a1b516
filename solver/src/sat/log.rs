//! A log of all clauses, for proofs: those that were given, those of the theory, and those that were learned,
//! each of which follows from earlier ones by unit propagation.

use super::Lit;

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

/// The clauses in the order in which they came about. None is ever removed.
#[derive(Debug, Default)]
pub(crate) struct ClauseLog {
    lits: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<usize>,
    sources: Vec<Source>,
}

impl ClauseLog {
    pub(super) fn add(&mut self, lits: impl IntoIterator<Item = Lit>, source: Source) {
        self.lits.extend(lits);
        self.ends.push(self.lits.len());
        self.sources.push(source);
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
}
