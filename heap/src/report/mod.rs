//! What is found, for people and for programs.
//!
//! [`text`] is what compilers show: place, excerpt, caret, notes; [`stats`] is a small table of what it cost.

pub mod stats;
pub mod text;

pub use stats::Stats;
pub use text::{Style, message, trace, violation};
