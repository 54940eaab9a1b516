//! Symbolic memory contents and program states, as plain data with operations on terms.
//!
//! Read in this order:
//!
//! 1. `place`, `value` and `state` define the vocabulary: objects, classes of cells, places, scalar values,
//!    states.
//! 2. `arrays` is the core: contents of a class as a chain of updates, and reads through it.
//! 3. `effects`, `region`, `block` and `bytes` are the kinds of updates: loops, approximated updates, block
//!    copies, and overlapping words. `inverse` finds out which iteration of a loop writes a place.
//! 4. `merge` joins states; `weak` implements the weaker memory models; `invariants` has the checks of debug
//!    builds.
//!
//! This room discharges no obligations and reports nothing. It depends on `facts`, on the brackets of
//! approximated updates, and on types of the IR.

pub(crate) mod arrays;
pub(crate) mod block;
pub(crate) mod bytes;
pub(crate) mod effects;
pub(crate) mod invariants;
pub(crate) mod inverse;
pub(crate) mod merge;
pub(crate) mod place;
pub(crate) mod region;
pub(crate) mod state;
pub(crate) mod value;
pub(crate) mod weak;
