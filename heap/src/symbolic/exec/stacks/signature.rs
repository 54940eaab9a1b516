//! Signatures: what an isolated analysis of a function assumes about its arguments.

use crate::ir::FuncId;
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::place::{ObjectId, Origin};
use cfp_solver::{Int, Term};

/// Where a pointer points in its block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Start {
    /// To its first byte.
    First,
    /// To a multiple of so many bytes.
    Multiple(u8),
}

impl Start {
    /// The strongest description that covers both.
    pub(crate) fn common(self, other: Start) -> Start {
        match (self, other) {
            (Start::First, same) | (same, Start::First) => same,
            (Start::Multiple(one), Start::Multiple(other)) => Start::Multiple(one.min(other)),
        }
    }

    pub(crate) fn of(logic: &mut Logic, offset: Term) -> Start {
        let (products, constant) = linear(logic.terms(), offset);
        if products.is_empty() && constant.is_zero() {
            return Start::First;
        }
        let divides = |&bytes: &u8| {
            let bytes = Int::from(i64::from(bytes));
            products.values().chain([&constant]).all(|factor| bytes.divides(factor))
        };
        Start::Multiple([8, 4, 2].into_iter().find(divides).unwrap_or(1))
    }
}

/// The shape of an argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Shape {
    /// Any number of its type.
    Number,
    Null,
    Function(FuncId),
    /// A pointer into a block; other arguments may point into the same block.
    Block(usize, Start),
    /// A pointer into a global object.
    Global(ObjectId, Start),
}

/// An object that only arguments point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BlockShape {
    pub(crate) origin: Origin,
    pub(crate) constant: bool,
}

/// The shapes of a function's arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Signature {
    pub(crate) function: FuncId,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) blocks: Vec<BlockShape>,
}

impl Signature {
    /// Generalises the signature to cover another one, if they differ only in where pointers point.
    pub(crate) fn generalize(&mut self, other: &Signature) -> bool {
        let mut fits = self.blocks == other.blocks && self.shapes.len() == other.shapes.len();
        for (own, shape) in self.shapes.iter_mut().zip(&other.shapes) {
            match (own, shape) {
                (Shape::Block(block, start), Shape::Block(other, begin)) if *block == *other => {
                    *start = start.common(*begin);
                }
                (Shape::Global(object, start), Shape::Global(other, begin)) if *object == *other => {
                    *start = start.common(*begin);
                }
                (own, shape) => fits &= *own == *shape,
            }
        }
        fits
    }
}
