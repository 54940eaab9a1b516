//! Measurements: solvers run as processes.
//!
//! Reading order: [`limits`] (one process, its limits and its use of resources), [`runner`] (every solver on
//! every file), [`session`] (many small queries in one process), [`progress`] (the progress bar), [`machine`]
//! (where it was measured).

pub mod limits;
pub mod machine;
pub mod progress;
pub mod runner;
pub mod session;
