//! Planes that cut off the rational solution: techniques that propose a split or a cut.
//!
//! `branch` splits on a variable. `gomory` and `mir` derive cuts from rows of the simplex, `proofs` splits
//! around a plane through the vertex that contains no integer point (Cuts-from-Proofs). `lattice` splits on
//! coordinates of the bounded rows, which `recession` separates from the others; it solves that smaller
//! problem with [`conjunction`](super::conjunction).

pub(crate) mod branch;
pub mod gomory;
pub(crate) mod lattice;
pub mod mir;
pub mod proofs;
pub(crate) mod recession;
