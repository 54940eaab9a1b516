//! Difference logic: atoms `x - y <= k`, decided by shortest paths instead of the simplex.
//!
//! A set of such constraints is a graph: `x - y <= k` is an edge from `y` to `x` of weight `k`. Bounds
//! `x <= k` are edges from a node that stands for zero. The constraints have a solution iff no cycle has
//! negative weight, and then also an integral one, for integral weights. The negation, `y - x <= -k - 1`, is
//! an edge as well, so every assignment of the SAT core is a graph.
//!
//! [`blocks`] takes the graph of all atoms apart at nodes through which no cycle passes. [`graph`] keeps the
//! edges in force together with a solution, and finds negative cycles as edges come in; [`paths`] finds what
//! a new edge implies, and why; [`matrix`] finds the former faster in small dense graphs; [`theory`] connects
//! them to the SAT core. [`weight`] says what weights may be.

pub mod blocks;
pub mod graph;
pub mod matrix;
pub mod paths;
mod recognise;
pub mod theory;
pub mod weight;

#[cfg(test)]
mod tests;

pub use recognise::recognise;
pub use theory::DifferenceTheory;
pub use weight::Weight;
