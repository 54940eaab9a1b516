//! # cfp-bench
//!
//! Measures SMT and SAT solvers side by side, and generates benchmarks. The binary
//! `cfp-bench` is a thin layer over this crate.
//!
//! The modules in reading order:
//!
//! - `tasks`: [`suite`] turns paths into benchmarks, [`known`] finds the answers to expect of them,
//!   [`solver`] is a name and a command, [`answer`] what it can answer;
//! - `measure`: [`runner`] runs every solver on every file and judges the answers; [`limits`] is one such
//!   process, its limits and what it used; [`progress`] shows the progress of a run; [`session`] asks many
//!   small queries in one session; [`machine`] describes where this was measured;
//! - `results`: [`record`] is one result, also as a row of CSV; [`score`] sums results up; [`report`] prints
//!   them, [`compare`] compares two sets of them;
//! - `studies`: [`thesis`] repeats the experiments by which Cuts-from-Proofs was first measured; [`ablate`]
//!   measures the contribution of each technique of our own solver;
//! - [`heap`] measures the analyzer of C programs on the suites under `bench-suites/heap`;
//! - [`families`] holds the generators;
//! - `formats`: [`csv`], [`json`], [`plot`]s, and the HTML [`page`] that shows them.
//!
//! Solvers are measured as processes on Unix, this project's own included: what is measured is what a user
//! gets.

pub mod error;
pub mod families;
pub mod heap;

mod formats;
mod measure;
mod results;
mod studies;
mod tasks;

pub use formats::{csv, json, page, plot};
pub use measure::{limits, machine, progress, runner, session};
pub use results::{compare, record, report, score};
pub use studies::{ablate, thesis};
pub use tasks::{answer, known, solver, suite};
