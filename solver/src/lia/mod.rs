//! Linear integer arithmetic: the integer techniques on top of the simplex.
//!
//! [`theory`] connects them to the SAT core, [`conjunction`] runs them without one. Both ask the [`ladder`]
//! what to do about a rational solution that is not integral; each technique has a file: [`gcd`], [`patch`],
//! [`cube`], [`largest_cube`], [`diophantine`], [`recession`] and [`lattice`], [`proofs`] (Cuts-from-Proofs),
//! [`gomory`], [`mir`], [`branch`].

pub(crate) mod branch;
pub mod conjunction;
pub(crate) mod cube;
pub mod diophantine;
pub(crate) mod gcd;
pub mod gomory;
pub(crate) mod ladder;
pub(crate) mod largest_cube;
pub(crate) mod lattice;
pub mod mir;
pub(crate) mod patch;
pub mod proofs;
pub(crate) mod recession;
pub(crate) mod theory;

pub use ladder::{Branching, LadderOptions};
pub(crate) use theory::LiaTheory;

#[cfg(test)]
mod tests;
