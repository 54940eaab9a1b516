//! The vocabulary of memory: objects, classes of cells, places in objects.

use crate::ir::{IntType, Scalar, Target, TypeId};
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::Term;

/// The number of an object; 0 stands for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjectId(pub(crate) u32);

/// The storage duration of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Origin {
    Local,
    Global,
    /// Allocated by `malloc` and the like, so it can be freed.
    Heap,
    /// A stream that the program opened.
    Stream,
    /// A stream that is open from the start.
    StandardStream,
}

impl Origin {
    /// Whether the program must end the lifetime of the object, and may keep any number of them.
    pub(crate) fn is_owned(self) -> bool {
        matches!(self, Origin::Heap | Origin::Stream)
    }

    /// Whether the object is a stream.
    pub(crate) fn is_stream(self) -> bool {
        matches!(self, Origin::Stream | Origin::StandardStream)
    }
}

/// A dimension of an array of arrays.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The type of a row.
    pub(crate) ty: TypeId,
    /// The size of a row in bytes.
    pub(crate) stride: Term,
}

/// A place in an object: the member if the object is a family, the row for each dimension, and the byte
/// offset in the row.
pub(crate) type Place = Vec<Term>;

/// The initial contents of an object: what cells hold that have never been written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Base {
    /// Unknown and uninitialized.
    Unset,
    Zero,
    /// Members are zero, because the object was initialized; padding is unknown but initialized.
    Members,
    /// Unknown but initialized.
    Given,
    /// Contents on entry to a function that is analysed on its own: unknown, and possibly uninitialized.
    Input,
    /// Initialized, but with fresh unknown contents for each class that is read first.
    Set,
    /// Depends on the path.
    Mixed,
}

impl Base {
    /// Whether all cells are initialized.
    pub(crate) fn is_set(self) -> bool {
        matches!(self, Base::Zero | Base::Members | Base::Given | Base::Set)
    }
}

/// How cells are accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Class {
    /// Integers of this many bytes, stored as signed values.
    Int(u8),
    /// Pointers: object and offset.
    Pointer(u8),
    /// Floating-point numbers, which are uninterpreted.
    Float(u8),
    /// The liveness flags of the members of a family: one number per member, no bytes.
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

    /// The range of one component of a cell, for values of the type.
    pub(crate) fn range(self, logic: &Logic) -> Range {
        match self {
            Class::Int(bytes) if logic.is_math => Range::of_cells(bytes),
            Class::Int(bytes) => Range::of(IntType { bits: bytes * 8, signed: true }),
            Class::Pointer(_) | Class::Float(_) | Class::Alive => Range::default(),
        }
    }

    /// The number of components of a cell: the value, or object and offset, followed by the initialization
    /// flag.
    pub(crate) fn width(self) -> usize {
        match self {
            Class::Pointer(_) => 3,
            _ => 2,
        }
    }
}

/// The contents of a cell, one term per component.
pub(crate) type Cell = Vec<Term>;

/// The last part of a place.
pub(crate) fn offset_in_row(place: &Place) -> Term {
    *place.last().expect("places have an offset")
}
