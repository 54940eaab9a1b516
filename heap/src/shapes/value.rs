//! Names and values.

use crate::ir::{FuncId, IntType, Scalar};
use crate::numbers::{Interval, LinearExpr};
use cfp_solver::Rat;

/// An unknown integer: the dimensions of the numeric domain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Dim(pub u32);

/// A linear expression over unknown integers.
pub(super) type Expr = LinearExpr<Dim>;

/// An object of a graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ObjectId(pub u32);

/// Which node of a segment a pointer points to. Pointers to other objects have `First`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The first one, or what follows the segment if it is empty.
    First,
    /// The last one, or what precedes the segment if it is empty. Only in doubly linked lists.
    Last,
    /// The node that the holder of the pointer belongs to: the pointer is in the node itself, or in an object
    /// that each node has a copy of.
    Own,
}

/// An address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pointer {
    pub object: ObjectId,
    pub end: End,
    /// In bytes; may be outside of the object.
    pub offset: Expr,
}

impl Pointer {
    /// The address of the first byte of an object.
    pub(super) fn to(object: ObjectId) -> Pointer {
        Pointer { object, end: End::First, offset: Expr::constant(0) }
    }
}

/// What a variable or a cell of memory holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// The null pointer.
    Null,
    /// The address of an object.
    Pointer(Pointer),
    /// The address of a function.
    Function(FuncId),
    /// An integer, or an address of which only its number is known.
    Int(Expr),
    /// Zero bytes, in cells only.
    Zeros,
    /// Something initialized. As a pointer, it can be compared and not be followed.
    Any,
    /// The address of an object whose lifetime has ended.
    Dangling,
    /// Nothing is known, not even that it is initialized.
    Unset,
}

impl Value {
    /// An integer constant.
    pub(super) fn int(value: i64) -> Value {
        Value::Int(Expr::constant(value))
    }

    /// The value of zero bytes as a scalar.
    pub(super) fn zero(ty: Scalar) -> Value {
        match ty {
            Scalar::Int(_) => Value::int(0),
            Scalar::Ptr => Value::Null,
            Scalar::Float(_) => Value::Any,
        }
    }

    /// The object that it points to.
    pub(super) fn target(&self) -> Option<ObjectId> {
        match self {
            Value::Pointer(pointer) => Some(pointer.object),
            _ => None,
        }
    }

    /// The expressions in it.
    pub(super) fn expr(&self) -> Option<&Expr> {
        match self {
            Value::Int(expr) => Some(expr),
            Value::Pointer(pointer) => Some(&pointer.offset),
            _ => None,
        }
    }

    /// The same for changing it.
    pub(super) fn expr_mut(&mut self) -> Option<&mut Expr> {
        match self {
            Value::Int(expr) => Some(expr),
            Value::Pointer(pointer) => Some(&mut pointer.offset),
            _ => None,
        }
    }
}

/// The value of an expression, if it is constant and small.
pub(super) fn constant(expr: &Expr) -> Option<i64> {
    expr.as_constant()?.to_int()?.to_i64()
}

/// The difference of two expressions.
pub(super) fn minus(left: &Expr, right: &Expr) -> Expr {
    left.clone().plus_expr(right, &Rat::from(-1))
}

/// The sum of two expressions.
pub(super) fn plus(left: &Expr, right: &Expr) -> Expr {
    left.clone().plus_expr(right, &Rat::from(1))
}

/// The values of a type.
pub(super) fn range_of(ty: IntType) -> Interval {
    Interval::between(ty.min(), ty.max())
}
