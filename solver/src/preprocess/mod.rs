//! From terms to clauses.
//!
//! [`translate`] turns terms into a [`circuit`] over linear atoms and equations between [`functions`],
//! [`simplify`] makes it smaller and eliminates variables ([`solve_eqs`]), [`presolve`] strengthens what
//! holds at the top, [`cnf`] writes it down as clauses. Each step keeps what is needed to carry a model back.

pub mod circuit;
pub mod cnf;
pub mod functions;
pub mod presolve;
pub mod simplify;
pub mod solve_eqs;
pub mod translate;
