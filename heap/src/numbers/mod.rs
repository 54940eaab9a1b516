//! Relations between integers: affine equalities together with intervals, exact and sparse.
//!
//! An element describes integer points by equations in reduced row echelon form and by a range for each
//! dimension (the numeric domain of Chen, Li, Wu and Wang, SAC 2013, section 4). A dimension is whatever the
//! user orders: a variable, the length of a list segment. Read the files in this order:
//!
//! 1. `expr`: linear expressions over dimensions.
//! 2. `interval`: ranges, and their widening with thresholds.
//! 3. `affine`: systems of equations; projection, and the affine hull of two systems.
//! 4. `ranges`: a range for each dimension, and propagation of bounds.
//! 5. `element`: both together; each tightens the other.
//! 6. `system`: constraints from which integers are eliminated.
//! 7. `text`: equations and bounds in names.

mod affine;
mod element;
mod expr;
mod interval;
mod ranges;
mod system;
mod text;

pub use affine::Affine;
pub use element::Element;
pub use expr::LinearExpr;
pub use interval::Interval;
pub use system::System;

/// What a numeric domain ranges over. The order fixes the echelon form.
pub trait Dimension: Ord + Clone + std::fmt::Debug {}

impl<D: Ord + Clone + std::fmt::Debug> Dimension for D {}

/// The set of points is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Empty;
