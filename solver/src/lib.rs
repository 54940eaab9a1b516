//! # cfp-solver
//!
//! The engine: exact numbers, terms, SAT core, simplex, integer reasoning, models.

pub mod hnf;
pub mod lattice;
pub mod lia;
pub mod limits;
pub mod linear;
pub mod model;
pub mod num;
pub mod options;
pub mod preprocess;
pub mod reference;
pub mod sat;
pub mod simplex;
pub mod stats;
pub mod term;
pub mod theory;

mod dpll;
mod solver;

pub use limits::{Interrupt, Limits, Unknown};
pub use model::{Model, Value};
pub use num::{Int, Rat};
pub use options::{Engine, Options};
pub use solver::{Answer, Solver};
pub use term::{Op, Sort, Symbol, Term, TermError, Terms};
