//! The SAT core.

mod lit;

pub use lit::{Lit, Var};
