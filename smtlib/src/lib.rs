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
//! 1. `source`, [`lexer`]: bytes to tokens, incrementally.
//! 2. `names`, `scope`, [`theory`]: the symbol table.
//! 3. `term_reader`: tokens to terms of the engine, without a tree of the text in between; `sorts`: the same
//!    for sorts; `apply`: functions and their arguments; `binders`: quantifiers; `annotations`: names and
//!    patterns; `template`: definitions with parameters.
//! 4. `command`: tokens to commands.
//! 5. [`session`]: executes commands; `settings` holds the options, `answers` the commands that query the
//!    state, with `cores`, `objectives` and `formulas`.
//! 6. [`mod@print`] and [`literal`]: terms and scripts to text; `sharing`: `let` for shared subterms;
//!    `bound_names`: names of bound variables.
//!
//! [`dimacs`] reads the text format of SAT solvers, and [`cnf`] decides it. [`diagnostic`] are the error
//! messages, [`control`] interrupts a session. Nothing recurses on the depth of the input, and no input
//! causes a panic.

pub mod cnf;
pub mod control;
pub mod diagnostic;
pub mod dimacs;
pub mod lexer;
pub mod literal;
pub mod print;
pub mod session;
pub mod theory;

mod annotations;
mod answers;
mod apply;
mod binders;
mod bound_names;
mod command;
mod cores;
mod formulas;
mod names;
mod objectives;
mod scope;
mod settings;
mod sharing;
mod sorts;
mod source;
mod template;
mod term_reader;

pub use control::{Control, Phase};
pub use diagnostic::{Diagnostic, Position};
pub use session::{Config, Messages, Outcome, Session};

/// Runs a script with default settings and returns what it prints.
pub fn run_script(script: &str) -> String {
    let mut output = Vec::new();
    let run = Session::new(Config::default()).run(script.as_bytes(), &mut output);
    run.expect("writing to memory does not fail");
    String::from_utf8(output).expect("answers are UTF-8")
}
