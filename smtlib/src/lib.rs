//! # cfp-smtlib

pub mod dimacs;
