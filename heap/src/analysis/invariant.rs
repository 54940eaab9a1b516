//! Loop invariants as part of a result.

use crate::ir::Pos;

/// A loop invariant, valid whenever control reaches the head of the loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInvariant {
    /// The loop.
    pub pos: Pos,
    /// The function that contains it.
    pub function: String,
    /// The invariant, a C expression.
    pub expression: String,
}
