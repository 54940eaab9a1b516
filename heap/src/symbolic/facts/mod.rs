//! The logic under the symbolic heap: terms, unknowns, facts about them, and queries to the solver.
//!
//! Read in this order:
//!
//! 1. `logic` holds the state; `unknowns`, `range` and `axioms` say what an unknown is and what is stated
//!    about it.
//! 2. `linear`, `choice`, `formulas` and `words` are smart constructors that keep terms small and normalised.
//! 3. `orders` are the keys of containers by their ranks.
//! 4. `query` closes a formula under facts and [`lemmas`] and asks the solver.
//! 5. `notation` prints terms for users; `invariants` has the checks of debug builds.
//!
//! This room knows neither memory nor states. It depends on [`bracket`](crate::bracket), on the technique
//! switches, and on types and positions of the IR; every other room may use it.

pub(crate) mod axioms;
pub(crate) mod choice;
pub(crate) mod formulas;
pub(crate) mod invariants;
pub(crate) mod lemmas;
pub(crate) mod linear;
pub(crate) mod logic;
pub(crate) mod notation;
pub(crate) mod orders;
pub(crate) mod query;
pub(crate) mod range;
pub(crate) mod unknowns;
pub(crate) mod words;
