//! Programs in C++.
//!
//! - `against_compiler`: programs, written and random, print what they print when compiled by g++, the order
//!   of constructors and destructors included;
//! - `containers`: misuse of containers is found, and what only looks like it is not;
//! - `proofs`: programs with containers of any size are proved, and wrong ones are not.

mod against_compiler;
mod containers;
mod proofs;
mod random_cxx;
