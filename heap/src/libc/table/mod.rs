//! The table of library functions, in files by header.
//!
//! One line per function; several names in one line are synonyms, or, without an identifier, functions of
//! which nothing else is known than what the line says.

mod builtins;
mod ctype;
mod files;
mod math;
mod network;
mod other;
mod processes;
mod stdio;
mod stdlib;
mod string;
mod threads;
mod time;
mod wide;

use super::description::Description;

/// All functions.
pub fn functions() -> impl Iterator<Item = &'static Description> {
    let tables: [&'static [Description]; 13] = [
        string::FUNCTIONS,
        stdlib::FUNCTIONS,
        stdio::FUNCTIONS,
        ctype::FUNCTIONS,
        math::FUNCTIONS,
        builtins::FUNCTIONS,
        wide::FUNCTIONS,
        time::FUNCTIONS,
        files::FUNCTIONS,
        processes::FUNCTIONS,
        threads::FUNCTIONS,
        network::FUNCTIONS,
        other::FUNCTIONS,
    ];
    tables.into_iter().flatten()
}
