//! Loops by fixpoint iteration: quiet passes until the loop head is stable under widening, then one pass from
//! there that reports and yields the exits.

use super::{Domain, Iteration, iterate};
use crate::ir::Loop;

/// A domain with a widening: every chain of widened states stabilises.
pub trait Widening<'p>: Domain<'p> {
    /// Switches reports off and on, for the passes before the last one. Calls nest.
    fn set_quiet(&mut self, is_quiet: bool);

    /// A state that covers both, or `None` if `head` already covers `next`.
    fn widen(&mut self, inner: &'p Loop, head: &Self::State, next: &Self::State) -> Option<Self::State>;
}

/// The result of a fixpoint iteration.
#[derive(Debug)]
pub struct Solution<S, V> {
    /// The state at the loop head.
    pub head: S,
    /// One iteration from there.
    pub iteration: Iteration<S, V>,
    /// Whether the head is stable. If not, it may not cover all executions.
    pub is_stable: bool,
    /// The number of quiet passes.
    pub rounds: usize,
}

/// Iterates a loop from a state until its head is stable or the limit is reached.
pub fn solve<'p, D: Widening<'p>>(
    domain: &mut D,
    inner: &'p Loop,
    entry: D::State,
    max_rounds: usize,
) -> Solution<D::State, D::Value> {
    let (mut head, mut is_stable, mut rounds) = (entry, false, 0);
    while !is_stable && rounds < max_rounds {
        rounds += 1;
        domain.set_quiet(true);
        let next = iterate(domain, inner, head.clone()).next;
        domain.set_quiet(false);
        match next.and_then(|next| domain.widen(inner, &head, &next)) {
            Some(widened) => head = widened,
            None => is_stable = true,
        }
    }
    let iteration = iterate(domain, inner, head.clone());
    Solution { head, iteration, is_stable, rounds }
}
