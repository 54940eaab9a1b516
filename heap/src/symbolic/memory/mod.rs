//! Objects, pointers and accesses: the memory model of the analysis.
//!
//! Read in this order:
//!
//! 1. `object` and `heap` say what an object is and hold all objects of an analysis.
//! 2. `targets` numbers objects and resolves a pointer to its possible targets.
//! 3. `access` checks and performs reads and writes of scalars; `blocks` does so for ranges of bytes.
//! 4. `writes` recovers the writes between two states, which loops and calls summarise; `weak_reads` reads
//!    under the weaker memory models; `invariants` has the checks of debug builds.
//!
//! This room states the obligations of memory safety: no null dereference, no use after the end of a
//! lifetime, no access out of bounds. It depends on `facts`, `store`, `findings` and `values`, and knows no
//! statements, loops or calls.

pub(crate) mod access;
pub(crate) mod blocks;
pub(crate) mod heap;
pub(crate) mod invariants;
pub(crate) mod object;
pub(crate) mod targets;
pub(crate) mod weak_reads;
pub(crate) mod writes;
