//! Proofs: the independent checker by itself, and proofs of random problems and of sessions that it judges.

mod checker;
mod explain;
mod exports;
mod mutants;
mod random;
mod session;
mod steps;
