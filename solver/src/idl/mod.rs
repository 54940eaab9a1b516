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

pub(crate) mod blocks;
pub(crate) mod graph;
pub(crate) mod matrix;
pub(crate) mod paths;
mod recognise;
pub(crate) mod theory;
pub(crate) mod weight;

#[cfg(test)]
mod tests;

pub(crate) use recognise::recognise;
pub(crate) use theory::DifferenceTheory;
