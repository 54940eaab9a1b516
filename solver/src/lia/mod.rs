//! Linear integer arithmetic: the integer techniques on top of the simplex.
//!
//! [`theory`] connects them to the SAT core, [`conjunction`] runs them without one. Both ask the [`ladder`]
//! what to do about a rational solution that is not integral. The techniques are grouped by what they yield:
//! [`points`] finds integer solutions, [`equations`] conflicts among equalities, [`planes`] splits and cuts.
//!
//! `system`, `split` and `refutation` are the data that they share.

pub mod conjunction;
pub(crate) mod equations;
pub(crate) mod ladder;
pub(crate) mod planes;
pub(crate) mod points;
mod refutation;
pub(crate) mod split;
mod system;
pub(crate) mod theory;

pub use equations::diophantine;
pub use ladder::LadderOptions;
pub use planes::branch::Branching;
pub use planes::{gomory, mir, proofs};
pub(crate) use theory::LiaTheory;

#[cfg(test)]
mod tests;
