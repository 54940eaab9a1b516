//! The intermediate language: its interpreter and its text.
//!
//! - `errors`: each kind of error is found in a run, and nothing else is;
//! - `against_compiler`: random programs print what they print when compiled;
//! - `ir_text`: programs written in the language, run and analysed;
//! - `ir_round_trip`: programs from C, printed and read again.
//!
//! `random_c` generates the random programs.

mod against_compiler;
mod errors;
mod ir_round_trip;
mod ir_text;
#[allow(dead_code, reason = "verdicts are for another test")]
#[path = "../listed/mod.rs"]
mod listed;
mod random_c;
