//! Terms, unknowns, what is known of them, and questions.

pub(crate) mod choice;
pub(crate) mod formulas;
pub(crate) mod iteration_facts;
pub(crate) mod last_assignments;
pub(crate) mod logic;
pub(crate) mod notation;
pub(crate) mod products;
pub(crate) mod sums;
pub(crate) mod words;
