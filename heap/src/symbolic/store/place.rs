//! The vocabulary of memory: objects, classes of cells, places in objects.

use crate::ir::{IntType, Scalar, Target, TypeId};
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::Term;

/// An object, by number; 0 is no object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjectId(pub(crate) u32);

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Origin {
    Local,
    Global,
    /// From `malloc` and the like: it can be freed.
    Heap,
}

/// A dimension of an array of arrays.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The type of the rows.
    pub(crate) ty: TypeId,
    /// Their size in bytes.
    pub(crate) stride: Term,
}

/// A place in an object: the number of the member if it is a family, the number of the row for each
/// dimension, and the offset in bytes there.
pub(crate) type Place = Vec<Term>;

/// What the cells of an object hold that nobody has written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Base {
    /// Something unknown that counts as not set.
    Unset,
    Zero,
    /// Zero in its members, because it was initialised; something set between them.
    Members,
    /// Something unknown that counts as set.
    Given,
    /// Something that was there before the function that is looked at alone: unknown, and so is whether it is
    /// set.
    Input,
    /// Something set, and another thing each time that it is looked at first.
    Set,
    /// One of these, which depends on the path.
    Mixed,
}

impl Base {
    /// Whether all cells count as set.
    pub(crate) fn is_set(self) -> bool {
        matches!(self, Base::Zero | Base::Members | Base::Given | Base::Set)
    }
}

/// How cells are accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Class {
    /// Integers of so many bytes; values are kept as signed ones.
    Int(u8),
    /// Pointers: object and offset.
    Pointer(u8),
    /// Floating numbers: not looked into.
    Float(u8),
    /// Whether the members of a family are alive: one number for each, no bytes.
    Alive,
}

impl Class {
    pub(crate) fn of(target: Target, ty: Scalar) -> Class {
        let size = target.size_of(ty) as u8;
        match ty {
            Scalar::Int(_) => Class::Int(size),
            Scalar::Ptr => Class::Pointer(size),
            Scalar::Float(_) => Class::Float(size),
        }
    }

    pub(crate) fn size(self) -> u8 {
        match self {
            Class::Int(size) | Class::Pointer(size) | Class::Float(size) => size,
            Class::Alive => 0,
        }
    }

    /// The values of a part of a cell that is in the range of its type.
    pub(crate) fn range(self, logic: &Logic) -> Range {
        match self {
            Class::Int(bytes) if logic.is_math => Range::of_cells(bytes),
            Class::Int(bytes) => Range::of(IntType { bits: bytes * 8, signed: true }),
            Class::Pointer(_) | Class::Float(_) | Class::Alive => Range::default(),
        }
    }

    /// How many numbers a cell is: the value, or object and offset; and last, whether somebody has set it.
    pub(crate) fn width(self) -> usize {
        match self {
            Class::Pointer(_) => 3,
            _ => 2,
        }
    }
}

/// What a cell holds: as many numbers as its class has.
pub(crate) type Cell = Vec<Term>;

/// The last part of a place.
pub(crate) fn offset_in_row(place: &Place) -> Term {
    *place.last().expect("places have an offset")
}
