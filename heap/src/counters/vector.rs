//! Vectors: the pointer variables that reach a node.

use std::fmt;

/// Limit on pointers.
pub(crate) const MAX_POINTERS: usize = 128;

/// A pointer variable, by its position in vectors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Pointer(pub(crate) u8);

/// A set of pointers (Definition 2). The nodes that exactly these pointers reach form one list segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Vector(u128);

impl Vector {
    /// What no pointer reaches.
    pub(crate) const UNREACHED: Vector = Vector(0);

    /// One pointer.
    pub(crate) fn of(pointer: Pointer) -> Vector {
        Vector(1 << pointer.0)
    }

    pub(crate) fn has(self, pointer: Pointer) -> bool {
        self.0 >> pointer.0 & 1 == 1
    }

    /// With a pointer, or without it.
    pub(crate) fn with(self, pointer: Pointer, is_in: bool) -> Vector {
        if is_in { self.union(Vector::of(pointer)) } else { self.without(Vector::of(pointer)) }
    }

    pub(crate) fn union(self, other: Vector) -> Vector {
        Vector(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Vector) -> Vector {
        Vector(self.0 & !other.0)
    }

    pub(crate) fn is_subset_of(self, other: Vector) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether nodes of both vectors may exist at once (Definition 4): in a list without cycles, two nodes
    /// that one pointer reaches are reached one from the other.
    pub(crate) fn is_consistent_with(self, other: Vector) -> bool {
        self.0 & other.0 == 0 || self.is_subset_of(other) || other.is_subset_of(self)
    }

    /// The pointers.
    pub(crate) fn pointers(self) -> impl Iterator<Item = Pointer> {
        (0..MAX_POINTERS as u8).map(Pointer).filter(move |&pointer| self.has(pointer))
    }
}

impl fmt::Debug for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t^{:b}", self.0)
    }
}
