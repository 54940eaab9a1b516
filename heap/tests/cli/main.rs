//! The command `cfp-heap`, run as a process.
//!
//! - `usage`: options, exit codes, what is printed where;
//! - `findings`: all errors of a program, and what is not proved;
//! - `drawings`: drawings, and the switches and statistics next to them;
//! - `formats`: findings for other programs, parsed again;
//! - `inclusions`: structures that do not satisfy their definitions;
//! - `invariants`: loop invariants about lists, in all forms;
//! - `limits`: limits, signals, standard input, and flags of compilers.
//!
//! `command` runs the command and holds temporary folders.

mod command;
mod drawings;
mod findings;
mod formats;
mod inclusions;
mod invariants;
mod limits;
mod usage;
