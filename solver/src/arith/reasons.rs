//! The reasons of literals implied by a theory, until they are retracted.

use crate::sat::Lit;
use fxhash::FxHashMap;

/// The premises of propagated literals, on a stack that backtracking shortens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reasons {
    /// Where the premises of a literal are. By literal, not by variable: rows may imply the negation of a
    /// literal that they implied before, and in that conflict both are explained.
    places: FxHashMap<Lit, (usize, usize)>,
    premises: Vec<Lit>,
    /// Length of `premises` at each level.
    levels: Vec<usize>,
}

impl Reasons {
    /// Records why a literal is implied.
    pub(crate) fn record(&mut self, lit: Lit, premises: impl Iterator<Item = Lit>) {
        let start = self.premises.len();
        self.premises.extend(premises);
        self.places.insert(lit, (start, self.premises.len()));
    }

    /// The premises of a literal that is still implied.
    pub(crate) fn of(&self, lit: Lit) -> &[Lit] {
        let (start, end) = self.places[&lit];
        &self.premises[start..end]
    }

    pub(crate) fn push(&mut self) {
        self.levels.push(self.premises.len());
    }

    pub(crate) fn pop_to(&mut self, level: usize) {
        self.premises.truncate(self.levels[level]);
        self.levels.truncate(level);
    }
}
