//! Contracts: claims that hold for all calls of a function.

use crate::symbolic::exec::stacks::signature::Signature;
use crate::symbolic::store::place::{Class, ObjectId};
use cfp_solver::Int;
use std::collections::BTreeSet;

/// A quantity that claims range over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Quantity {
    /// An integer argument.
    Argument(usize),
    /// The offset of a pointer argument in its object, in bytes.
    Offset(usize),
    /// The bytes from there to the end of the object.
    Room(usize),
    /// Whether the object is alive, 0 or 1.
    Alive(usize),
    /// The value of a global integer at the call, and at the return.
    Global(ObjectId),
    GlobalAfter(ObjectId),
    Result,
    /// The first byte of a written cell, and the byte behind it, as offsets in its object.
    First,
    End,
}

/// `sum + constant >= 0`, or `= 0`
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Claim {
    pub(crate) sum: Vec<(Quantity, i64)>,
    pub(crate) constant: Int,
    pub(crate) is_equation: bool,
}

/// An object that a function reaches through an argument, or a global.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Spot {
    Block(usize),
    Global(ObjectId),
}

/// Initialised cells of a class, at multiples of their size: all cells of an object, or a number of elements
/// given by one argument, from where another one points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SetCells {
    pub(crate) spot: Spot,
    pub(crate) class: Class,
    pub(crate) within: Option<Part>,
}

/// A part of an object, given by arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Part {
    pub(crate) pointer: usize,
    pub(crate) number: usize,
    /// Bytes of an element.
    pub(crate) stride: i64,
}

impl Claim {
    pub(crate) fn at_least(sum: Vec<(Quantity, i64)>, least: impl Into<Int>) -> Claim {
        Claim { sum, constant: -least.into(), is_equation: false }
    }

    pub(crate) fn at_most(sum: Vec<(Quantity, i64)>, most: impl Into<Int>) -> Claim {
        let sum = sum.into_iter().map(|(quantity, factor)| (quantity, -factor)).collect();
        Claim { sum, constant: most.into(), is_equation: false }
    }
}

/// What holds for all calls of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contract {
    pub(crate) signature: Signature,
    pub(crate) before: BTreeSet<Claim>,
    pub(crate) after: BTreeSet<Claim>,
    /// Cells that are initialised at the call.
    pub(crate) set: BTreeSet<SetCells>,
    /// The frame: classes of objects that may be written.
    pub(crate) written: BTreeSet<(Spot, Class)>,
    /// Claims about each written cell of an object, whatever its class.
    pub(crate) bounds: BTreeSet<(Spot, Claim)>,
}

/// A contract that is being checked.
pub(crate) struct Trial {
    /// The assumed contract.
    pub(crate) contract: Contract,
    /// The claims preserved so far, and the frame with all writes found.
    pub(crate) kept: Contract,
    /// Only calls at this quiet depth are checked; deeper ones are trial passes whose states are too
    /// imprecise.
    pub(crate) quiet: usize,
    /// Why there is no contract.
    pub(crate) failure: Option<&'static str>,
}
