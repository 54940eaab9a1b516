//! What is measured: benchmarks with their expected answers, and solvers.
//!
//! Reading order: [`answer`], [`known`] (the answers to expect), [`suite`] (from paths to benchmarks),
//! [`solver`] (a name and a command).

pub mod answer;
pub mod known;
pub mod solver;
pub mod suite;
