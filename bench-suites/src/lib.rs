//! # cfp-bench
//!
//! Measures SMT and SAT solvers side by side, and generates benchmarks. The binary
//! `cfp-bench` is a thin layer over this crate.
//!
//! The stages of a run, which is also a good reading order:
//!
//! - [`suite`] turns paths into benchmarks; [`known`] finds the answers to expect of them;
//! - [`solver`] is a name and a command;
//! - [`runner`] runs every solver on every file and judges the answers; [`limits`] is one such process, its
//!   limits and what it used;
//! - [`record`] is one result, also as a row of CSV; [`score`] sums results up;
//! - [`report`] prints them, [`compare`] compares two sets of them, [`progress`] shows the progress of a run.
//!
//! [`thesis`] repeats the experiments by which Cuts-from-Proofs was first measured, and presents them on a
//! [`page`] with [`plot`]s and a description of the [`machine`]; [`ablate`] measures the contribution of each
//! technique of our own solver.
//!
//! [`heap`] measures the analyzer of C programs on the suites under `bench-suites/heap`.
//!
//! [`session`] asks many small queries in one session.
//!
//! [`families`] holds the generators. [`answer`], [`csv`], [`json`] and [`error`] are small helpers.
//!
//! Solvers are measured as processes on Unix, this project's own included: what is measured is what a user
//! gets.

pub mod ablate;
pub mod answer;
pub mod compare;
pub mod csv;
pub mod error;
pub mod families;
pub mod heap;
pub mod json;
pub mod known;
pub mod limits;
pub mod machine;
pub mod page;
pub mod plot;
pub mod progress;
pub mod record;
pub mod report;
pub mod runner;
pub mod score;
pub mod session;
pub mod solver;
pub mod suite;
pub mod thesis;
