//! Regions: the cells that an approximated update affects, as a bracketing constraint over places.
//!
//! If it is not known which cell an update writes, or in which order, then its guard is a pair `<may, must>`
//! that brackets the written cells (thesis, sections 4.1.1 and 4.4). Cells outside of `may` keep their
//! contents, cells inside of `must` are initialized, and all cells inside of `may` are havocked.

use crate::bracket::Pair;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::place::Place;
use cfp_solver::{Sort, Term};
use fxhash::FxHashMap;

/// Cells of a class of an object.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Variables for the parts of a place.
    pub(crate) place: Vec<Term>,
    /// Over these variables: when the cell at the place may be written, and when it must be.
    pub(crate) written: Pair,
}

impl Region {
    /// The cells for which a condition on their place holds: these may be written.
    pub(crate) fn where_may(
        logic: &mut Logic,
        parts_of_place: usize,
        may: impl FnOnce(&mut Logic, &Place) -> Term,
    ) -> Region {
        let place = Region::variables(logic, parts_of_place);
        let written = Pair { may: may(logic, &place), must: logic.terms().bool(false) };
        Region { place, written }
    }

    /// Variables for the parts of a place.
    pub(crate) fn variables(logic: &mut Logic, parts_of_place: usize) -> Place {
        (0..parts_of_place).map(|_| logic.terms().constant("place", Sort::Int)).collect()
    }

    /// The region if a condition holds, and nothing otherwise.
    pub(crate) fn under(&self, logic: &mut Logic, guard: Term) -> Region {
        let written = self.written.map(|half| logic.all(&[guard, half]));
        Region { place: self.place.clone(), written }
    }

    /// When the cell at a place is written.
    pub(crate) fn at(&self, logic: &mut Logic, at: &Place) -> Pair {
        let values: FxHashMap<Term, Term> = self.place.iter().copied().zip(at.iter().copied()).collect();
        self.written.map(|half| logic.substitute(half, &values))
    }

    /// Substitutes terms in the region.
    pub(crate) fn substitute(&self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Region {
        let written = self.written.map(|half| logic.substitute(half, values));
        Region { place: self.place.clone(), written }
    }
}
