//! What the left side knows of integers that are not paired. Whether it covers the right side depends on
//! them, too: that `x - y` is at most zero is known by a name for the difference, and that `x` is even by one
//! for its half.
//!
//! The left side says: there are values for its hidden integers such that its equations and bounds hold. So
//! hidden integers are eliminated, and what is left must hold on the right side. An integer of which each
//! node of a list has its own is chosen for each node, and may depend on others of this node; one that all
//! nodes share must be the same for all of them.

use crate::numbers::{Element, System};
use crate::shapes::join::Joiner;
use crate::shapes::value::{Dim, ObjectId};
use std::collections::BTreeSet;

impl Joiner<'_> {
    /// Whether all points of the right side have values for the hidden integers of the left side. The
    /// elements are those of both sides, with the pairs and all other integers.
    pub(in crate::shapes::join) fn covers_hidden(&self, left: Element<Dim>, right: &Element<Dim>) -> bool {
        // An integer of nodes that the right side does not have is hidden, too: that there are no nodes does
        // not make what follows for other integers from its equations and bounds go away.
        let compared = self.integers.iter().filter(|pair| pair.values[1].is_some());
        let compared: BTreeSet<Dim> = compared.map(|pair| pair.dim).collect();
        let is_hidden = |dim: &Dim| !compared.contains(dim);
        let mut system = System::of(&left, is_hidden, |dim| self.home_of(dim).is_some());
        let hidden = system.dimensions().into_iter().filter(is_hidden);
        // Values of nodes may depend on those of all nodes, but not the other way round.
        let (of_nodes, of_all): (Vec<Dim>, Vec<Dim>) = hidden.partition(|dim| self.home_of(dim).is_some());
        let are_found = of_nodes.iter().chain(&of_all).all(|dim| {
            let home = self.home_of(dim);
            system.eliminate(dim, |other| [None, home].contains(&self.home_of(other))).is_some()
        });
        are_found && system.follows_from(right)
    }

    /// The segment of the result of whose nodes each has its own value for an integer of the left side or of
    /// the result.
    fn home_of(&self, dim: &Dim) -> Option<ObjectId> {
        let home = self.sides[0].private.get(dim);
        self.result
            .private
            .get(dim)
            .copied()
            .or_else(|| home.map(|home| self.images[0].get(home).copied().unwrap_or(*home)))
    }
}
