//! Equality with uninterpreted functions, by congruence closure.
//!
//! The e-graph ([`EGraph`]) keeps a partition of terms, closed under `a = b  implies  f(a) = f(b)`, that
//! follows the search up and down. [`EufTheory`] ties it to the SAT core: literals become merges, merges
//! become implied literals.
//!
//! One decision shapes everything here: **an equality `a = b` is itself a term**, an application of a
//! symmetric function whose value is `true` or `false`. It is merged with `true` when its sides meet, with
//! `false` when its literal is asserted negatively or its sides have distinct values. Then congruence closure
//! does the rest without any code for disequalities: if `a = b` is false, `a ~ c` and `b ~ d`, then `c = d`
//! is congruent to it, thus false as well; and a disequality whose sides meet shows as a merge of `true` with
//! `false`, as any other contradiction does. (Z3 and Yices go the same way.)
//!
//! | file | what |
//! |---|---|
//! | `graph.rs` | nodes, classes, merging |
//! | `levels.rs` | backtracking |
//! | `table.rs` | the hash table of signatures |
//! | `explain.rs` | the proof forest: which literals make two nodes equal |
//! | `ackermann.rs` | which congruences become clauses |
//! | `theory.rs` | the theory for the SAT core, and what a combination of theories needs |
//! | `naive.rs` | a slow closure that checks every explanation in debug builds |
//!
//! The algorithms are those of Nieuwenhuis and Oliveras, *Fast congruence closure and extensions* (Inf.
//! Comput. 2007).

mod ackermann;
mod explain;
mod graph;
mod levels;
mod naive;
mod table;
mod theory;

pub(crate) use graph::FuncId;
pub use graph::{EGraph, NodeId, Reason};
pub(crate) use theory::{EufOptions, EufTheory};

#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod tests;
