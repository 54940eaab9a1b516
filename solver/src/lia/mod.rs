//! Linear integer arithmetic: the integer techniques on top of the simplex.
//!
//! [`theory`] connects them to the SAT core, [`conjunction`] runs them without one. Both ask the [`ladder`]
//! what to do about a rational solution that is not integral; its rungs are files of their own: [`gcd`],
//! [`patch`], [`cube`], [`largest_cube`], [`diophantine`], [`recession`] and [`lattice`], [`proofs`]
//! (Cuts-from-Proofs), [`gomory`], [`mir`], [`branch`].

pub mod branch;
pub mod conjunction;
pub mod cube;
pub mod diophantine;
pub mod gcd;
pub mod gomory;
pub mod ladder;
pub mod largest_cube;
pub mod lattice;
pub mod mir;
pub mod patch;
pub mod proofs;
pub mod recession;
pub mod theory;

pub use ladder::{Branching, Ladder, LadderOptions, Split, Step};
pub use theory::LiaTheory;

#[cfg(test)]
mod tests;
