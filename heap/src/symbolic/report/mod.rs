//! From the final states and findings of an execution to what the user sees.
//!
//! Reading order:
//!
//! 1. `judge`: from findings to a verdict; open obligations become messages.
//! 2. `replay`: from a model of the solver to a concrete run that reproduces an error.
//! 3. `sketch`: from a state to a [heap graph](crate::analysis::HeapGraph).
//! 4. `containers`: their elements in the graph.
//! 5. `naming`: terms of the graph in names of the program.
//!
//! May depend on all other folders of `symbolic`; none of them depends on this one.

pub(crate) mod containers;
pub(crate) mod judge;
pub(crate) mod naming;
pub(crate) mod replay;
pub(crate) mod sketch;
