//! Terms, unknowns, what is known of them, and questions.

pub(crate) mod axioms;
pub(crate) mod choice;
pub(crate) mod formulas;
pub(crate) mod invariants;
pub(crate) mod lemmas;
pub(crate) mod linear;
pub(crate) mod logic;
pub(crate) mod notation;
pub(crate) mod query;
pub(crate) mod range;
pub(crate) mod unknowns;
pub(crate) mod words;
