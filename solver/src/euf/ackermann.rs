//! Dynamic Ackermannization: congruences that keep turning up become clauses.
//!
//! The SAT core learns only over atoms that exist. If conflict after conflict rests on `f(a) = f(b)` because
//! of `a = b`, and `f(a) = f(b)` is no atom, then each of these conflicts has to be found anew for every way
//! in which `a = b` comes about. The lemma `a = b  implies  f(a) = f(b)`, with new atoms for the equalities,
//! lets the core learn from that point on. Writing down all such lemmas in advance (Ackermann's reduction)
//! would be too many; so each pair is counted when explanations use it, and the lemma is made at the n-th
//! time (de Moura and Bjørner, *Model-based theory combination*, ENTCS 2008).
//!
//! The same holds for transitivity: `a = b` and `b = c` imply `a = c`, where `a = c` is no atom. Without it,
//! chains of diamonds take exponentially many conflicts.

use super::graph::NodeId;
use fxhash::FxHashMap;

/// At most so many instances are counted at a time.
const MAX_COUNTED: usize = 1 << 16;

/// A valid implication between equalities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Instance {
    /// Equal arguments make these two applications equal.
    Congruence(NodeId, NodeId),
    /// The first equals the second, which equals the third.
    Transitivity(NodeId, NodeId, NodeId),
}

/// Counts uses, and says which instances are due.
#[derive(Default)]
pub(super) struct Ackermann {
    counts: FxHashMap<Instance, u32>,
    due: Vec<Instance>,
}

impl Ackermann {
    /// An explanation used this instance, which is due when that has happened `threshold` times.
    pub(super) fn count(&mut self, instance: Instance, threshold: u32) {
        let instance = match instance {
            Instance::Congruence(a, b) => Instance::Congruence(a.min(b), a.max(b)),
            Instance::Transitivity(a, b, c) => Instance::Transitivity(a.min(c), b, a.max(c)),
        };
        if self.counts.len() >= MAX_COUNTED {
            // Those that come often will be back. Lemmas made twice do no harm.
            self.counts.clear();
        }
        let count = self.counts.entry(instance).or_insert(0);
        *count += 1;
        if *count == threshold {
            self.due.push(instance);
        }
    }

    /// The next instance to be made a lemma.
    pub(super) fn take(&mut self) -> Option<Instance> {
        self.due.pop()
    }
}
