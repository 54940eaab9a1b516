//! Why two graphs cannot be joined: the place where they differ.

use super::Joiner;
use crate::shapes::graph::Var;
use crate::shapes::value::{ObjectId, Value};

/// A place of two graphs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::shapes) enum Place {
    /// A variable.
    Var(Var),
    /// A cell of an object of the left graph, or of the right one if the left one has none.
    Cell { side: usize, object: ObjectId, offset: i64 },
}

/// Two values at one place that have nothing in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::shapes) struct Mismatch {
    pub place: Place,
    pub values: [Value; 2],
}

impl Joiner<'_> {
    /// Notes that a variable has values that cannot be joined, unless the reason is behind them.
    pub(in crate::shapes) fn differ_in_var(&mut self, var: Var, values: [&Value; 2]) {
        let values = values.map(Clone::clone);
        self.mismatch.get_or_insert_with(|| Mismatch { place: Place::Var(var), values });
    }

    /// The same for a cell of an object of the result.
    pub(super) fn differ_in_cell(&mut self, id: ObjectId, offset: i64, values: [&Value; 2]) {
        let original = |side: usize| {
            let found = self.images[side].iter().find(|(_, image)| **image == id);
            found.map(|(object, _)| Place::Cell { side, object: *object, offset })
        };
        let Some(place) = original(0).or_else(|| original(1)) else { return };
        let values = values.map(Clone::clone);
        self.mismatch.get_or_insert(Mismatch { place, values });
    }
}
