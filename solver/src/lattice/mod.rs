//! Lattices: reduction of a basis to short, nearly orthogonal vectors.

mod lll;

pub use lll::{LllError, Mirror, is_reduced, lll};
