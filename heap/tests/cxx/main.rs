//! Programs in C++.
//!
//! - `against_compiler`: programs, written and random, print what they print when compiled by g++, the order
//!   of constructors and destructors included;
//! - `constants`: constants have their values before other variables are initialised;
//! - `containers`: misuse of containers is found, and what only looks like it is not;
//! - `random_sequences`: so do random operations on each container;
//! - `features`: small programs over many features are right or wrong as g++ and its sanitizers say;
//! - `synopsis`: the models of containers have all members that the library has;
//! - `proofs`: programs with containers of any size are proved, and wrong ones are not.

mod against_compiler;
mod constants;
mod containers;
mod features;
mod proofs;
mod random_cxx;
mod random_features;
mod random_sequences;
mod synopsis;
