//! The text of a script, below the level of terms.
//!
//! Reading order: `diagnostic` (errors with positions), `source` (bytes with line and column), `lexer`
//! (tokens), `theory` (predefined and reserved names), `literal` (quoting of symbols and strings), `names`
//! (interned names).

pub mod diagnostic;
pub mod lexer;
pub mod literal;
pub(crate) mod names;
mod source;
pub mod theory;
