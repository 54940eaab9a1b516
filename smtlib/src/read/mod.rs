//! Tokens to terms and commands, without a tree of the text in between.
//!
//! Reading order: `scope` (the symbol table), with `sorts` and `template` (definitions with parameters);
//! `term_reader` (the parser of terms), with `apply` (functions and their arguments), `binders`
//! (quantifiers), `matching` (cases) and `annotations` (names and patterns); `command`, with `recursive`
//! (definitions) and `datatypes`.

mod annotations;
mod apply;
mod binders;
pub(crate) mod command;
pub(crate) mod datatypes;
mod matching;
mod recursive;
pub(crate) mod scope;
mod sorts;
mod template;
pub(crate) mod term_reader;
