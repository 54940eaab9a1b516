//! # cfp-solver
//!
//! The engine: exact numbers, terms, SAT core, simplex, integer reasoning, models.

pub mod hnf;
pub mod lattice;
pub mod limits;
pub mod num;
pub mod sat;
pub mod theory;
