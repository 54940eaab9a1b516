//! The data of the search: literals, clauses, and the current assignment.
//!
//! Reading order: `lit`, `clause` (the arena of clauses), `watch` (which clauses to visit when a literal
//! becomes false), `trail` (the assigned literals in their order, each with its reason). Nothing here knows
//! the solver.

pub(in crate::sat) mod clause;
pub(in crate::sat) mod lit;
pub(in crate::sat) mod trail;
pub(in crate::sat) mod watch;
