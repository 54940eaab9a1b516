//! Runs programs, exactly and with every step checked.
//!
//! [`run`] executes a [`Program`](crate::ir::Program) on inputs from an [`Inputs`] and says how it ended: an
//! [`Outcome`]. It finds failed assertions and errors of memory, and it is what a counterexample must survive
//! before anybody hears of it.
//!
//! - `code` compiles functions to a compact register form; `setup` makes what is there before the program
//!   runs; `machine` is the state of a run, `step` executes instructions, `calling` is calls and returns.
//! - `memory` keeps objects byte by byte, with what is known of each byte; a pointer is an object and an
//!   offset. `access` reads and writes scalars in it.
//! - `models` are the library functions; `arith` is what operations do.
//!
//! A run is a function of the program and its inputs: nothing depends on real addresses or on time.

mod access;
mod arith;
mod calling;
mod choices;
mod code;
mod inputs;
mod machine;
mod memory;
mod models;
mod outcome;
mod setup;
mod step;

pub use inputs::{InputKind, InputRecord, Inputs, RandomInputs, Request, ScriptedInputs};
pub use machine::{Config, run};
pub use outcome::{Event, Outcome, Run, Violation};
