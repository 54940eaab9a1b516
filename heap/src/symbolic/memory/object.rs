//! Objects: blocks of memory, and what is known of them in all states.

use crate::ir::{Pos, TypeId};
use crate::symbolic::store::place::{Origin, Row};
use cfp_solver::Term;

/// From this size on, machines may have no room for a block; the interpreter has none.
pub(crate) const LARGEST_BLOCK: i64 = 1 << 31;

pub(crate) struct Object {
    pub(crate) origin: Origin,
    /// Size in bytes; of a family, over the iterations in which its members were made.
    pub(crate) size: Term,
    pub(crate) pos: Pos,
    /// Its type, if it is declared.
    pub(crate) ty: Option<TypeId>,
    /// Whether it must not be written.
    pub(crate) constant: bool,
    /// The iterations in which it was made, outermost first.
    pub(crate) iterations: Vec<Term>,
    /// Whether there is one for each iteration: places in it begin with the number of the member.
    pub(crate) is_family: bool,
    /// Arrays of arrays: the bytes of a row, for each dimension but the last, outermost first.
    pub(crate) rows: Vec<Row>,
    /// Whether somebody has looked into it: from then on its rows stay as they are.
    pub(crate) is_touched: bool,
}
