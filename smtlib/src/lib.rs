//! # cfp-smtlib
//!
//! The SMT-LIB front end of `cfp-solver`, and the command `cfp-solve`.
//!
//! ```
//! let output = cfp_smtlib::run_script("(declare-const x Int) (assert (= (* 2 x) 1)) (get-assertions)");
//! assert_eq!(output, "((= (* 2 x) 1))\n");
//! ```
//!
//! How a script is processed, in reading order of the modules:
//!
//! 1. `text`: bytes to tokens, incrementally ([`lexer`]); predefined names ([`theory`]), the quoting of
//!    symbols ([`literal`]), and error messages ([`diagnostic`]).
//! 2. `read`: the symbol table; tokens to terms of the engine, and to commands.
//! 3. [`mod@print`]: terms and scripts to text.
//! 4. [`session`]: executes commands; its options, and the commands that query its state.
//!
//! [`certify()`] proves that assertions have no model, and has the proof checked by `cfp-check`.
//!
//! [`dimacs`] reads the text format of SAT solvers, and [`cnf`] decides it. [`control`] interrupts a session.
//! Nothing recurses on the depth of the input, and no input causes a panic.

pub mod cnf;
pub mod control;
pub mod dimacs;
pub mod print;
pub mod session;

mod certify;
mod read;
mod text;

pub use certify::certify;
pub use control::{Control, Phase};
pub use session::{Config, Messages, Outcome, Session};
pub use text::diagnostic::{self, Diagnostic, Position};
pub use text::{lexer, literal, theory};

/// Runs a script with default settings and returns what it prints.
pub fn run_script(script: &str) -> String {
    let mut output = Vec::new();
    let run = Session::new(Config::default()).run(script.as_bytes(), &mut output);
    run.expect("writing to memory does not fail");
    String::from_utf8(output).expect("answers are UTF-8")
}
