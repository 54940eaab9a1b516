//! Loops as one step (thesis, section 4.4).
//!
//! A loop becomes one symbolic state transformer, so its cost does not depend on its trip count. Where no
//! summary exists, the loop is unrolled, or all that it changes is havocked.
//!
//! Reading order:
//!
//! 1. `strategy`: decides between summary, peeling, unrolling and havoc.
//! 2. `summary`: the three passes over the body that find a summary and check it.
//! 3. `carried`: loop-carried variables and cells, and their closed forms.
//! 4. `candidates`: candidate sums and intervals for carried numbers that are not linear.
//! 5. `regions`: bounds on the cells written when the place does not determine the iteration.
//! 6. `guards`: writes that happen or not depending on earlier iterations.
//! 7. `recheck`: checks in the third pass that all assumptions are inductive.
//! 8. `trip_count`, `reductions`: closed forms for the state behind the loop.
//! 9. `invariants`: loop invariants as C expressions, for witnesses.
//!
//! May depend on `facts`, `store`, `findings`, `values`, `memory` and `exec`, not on `calls`, `libc` or
//! `report`.

pub(crate) mod candidates;
pub(crate) mod carried;
pub(crate) mod guards;
pub(crate) mod invariants;
pub(crate) mod recheck;
pub(crate) mod reductions;
pub(crate) mod regions;
pub(crate) mod strategy;
pub(crate) mod summary;
pub(crate) mod trip_count;
