//! A concrete interpreter that checks every step.
//!
//! [`run`] executes a [`Program`](crate::ir::Program) on inputs from an [`Inputs`] and returns an
//! [`Outcome`]. It detects failed assertions and memory errors, and replays every counterexample before it is
//! reported.
//!
//! - `code` compiles functions to a compact register form; `setup` creates the initial state;
//!   `machine` is the state of a run, `step` executes instructions, `calling` handles calls and returns.
//! - `memory` stores objects byte by byte, with the status of each byte; a pointer is an object and an
//!   offset. `access` reads and writes scalars in it; `arena` is the memory that memory managers divide.
//! - `models` are the library functions; `arith` is the arithmetic.
//! - `coverage` notes which branches were taken, and `shadow` on which inputs they depend, for searches over
//!   inputs.
//!
//! A run is a function of the program and its inputs: nothing depends on real addresses or on time.

mod access;
mod arena;
mod arith;
mod calling;
mod choices;
mod code;
mod coverage;
mod inputs;
mod machine;
mod memory;
mod models;
mod outcome;
mod setup;
mod shadow;
mod step;

pub use coverage::{Coverage, Covered};
pub use inputs::{InputKind, InputRecord, Inputs, RandomInputs, Request, ScriptedInputs};
pub use machine::{Config, Session, run};
pub use outcome::{Event, Outcome, Run, Violation};
pub use shadow::{
    Condition, Definition, Path, Role as StepRole, Source, Step, Sum, Test, Unknown, UnknownId,
};
