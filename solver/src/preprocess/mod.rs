//! From terms to a simplified circuit.
//!
//! [`translate`] turns terms into a [circuit](crate::circuit) over linear atoms and equations between
//! function terms, [`simplify`] shrinks it and [eliminates](crate::elimination) variables, [`presolve`]
//! strengthens the top-level bounds. Each step keeps what is needed to extend a model of its result to one of
//! its input.

pub(crate) mod presolve;
pub(crate) mod simplify;
pub(crate) mod translate;
