//! Objects: blocks of memory, and their properties that are the same in all states.

use crate::ir::{Pos, TypeId};
use crate::symbolic::store::place::{Origin, Row};
use cfp_solver::Term;

/// Allocations of at least this size may fail; in the interpreter they do.
pub(crate) const LARGEST_BLOCK: i64 = 1 << 31;

/// The size of blocks without ends. No other block is as large.
pub(crate) const ENDLESS: i128 = 1 << 63;

pub(crate) struct Object {
    pub(crate) origin: Origin,
    /// The size at its newest creation. A hint for states in which the object has not begun: there, every
    /// access to it is an error whatever its size. In all others, [`State::sizes`] is the truth.
    ///
    /// [`State::sizes`]: crate::symbolic::store::state::State::sizes
    pub(crate) newest_size: Term,
    pub(crate) pos: Pos,
    /// The declared type, if any.
    pub(crate) ty: Option<TypeId>,
    /// Whether writes are a violation.
    pub(crate) constant: bool,
    /// The iterations in which it was created, outermost first.
    pub(crate) iterations: Vec<Term>,
    /// Whether each iteration keeps a member of its own. Then places begin with the number of the member.
    pub(crate) is_family: bool,
    /// For arrays of arrays: the row of each dimension but the last, outermost first. Rows are no fact about
    /// a state but the addressing of cells, which states must share to be joined: row and offset in the row
    /// determine the offset, and are determined by it, whatever the size of a row is.
    pub(crate) rows: Vec<Row>,
    /// Whether it has been accessed in any state. From then on its rows are fixed.
    pub(crate) is_touched: bool,
}
