//! The analysis as a library: one property of it per file.
//!
//! - `options`: memory models, progress, drawings; `techniques`: what each technique contributes;
//! - `calls`: function summaries; `foreign`: functions without a definition;
//! - `choices`: programs whose run depends on addresses or on the library;
//! - `invariants`: loop invariants in correctness witnesses, checked by runs;
//! - `journal`: the queries to the solver, recorded and answered again.

mod calls;
mod choices;
mod foreign;
mod invariants;
mod journal;
#[allow(dead_code, reason = "inputs and rows are for other tests")]
#[path = "../listed/mod.rs"]
mod listed;
mod options;
mod techniques;
