//! Contracts: claims that hold for all calls of a function.

use crate::symbolic::exec::stacks::signature::Signature;
use crate::symbolic::store::place::{Class, ObjectId};
use cfp_solver::Int;
use std::collections::BTreeSet;

/// Something that a claim speaks of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Quantity {
    /// An argument that is a number.
    Argument(usize),
    /// Where an argument points in its object, in bytes.
    Offset(usize),
    /// How many bytes its object has from there on.
    Room(usize),
    /// Whether its object is alive: 0 or 1.
    Alive(usize),
    /// What a global integer is when the function is called, and when it returns.
    Global(ObjectId),
    GlobalAfter(ObjectId),
    Result,
}

/// `sum + constant >= 0`, or `= 0`
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Claim {
    pub(crate) sum: Vec<(Quantity, i64)>,
    pub(crate) constant: Int,
    pub(crate) is_equation: bool,
}

/// A place in memory that a function knows from its arguments, or as a global object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Spot {
    Block(usize),
    Global(ObjectId),
}

/// Cells of a class at multiples of their size are set: all in an object, or so many as an argument says from
/// where another one points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SetCells {
    pub(crate) spot: Spot,
    pub(crate) class: Class,
    pub(crate) within: Option<Part>,
}

/// A part of an object that arguments speak of.
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
    /// Cells that are set when it is called.
    pub(crate) set: BTreeSet<SetCells>,
    /// Cells that may have been written when it returns.
    pub(crate) written: BTreeSet<(Spot, Class)>,
}

/// A contract that is being checked.
pub(crate) struct Trial {
    /// What is assumed.
    pub(crate) contract: Contract,
    /// What is left of it, and what must be added.
    pub(crate) kept: Contract,
    /// The calls that are looked at are those at this depth of trying; deeper ones know too little.
    pub(crate) quiet: usize,
    /// Why there is no contract.
    pub(crate) failure: Option<&'static str>,
}
