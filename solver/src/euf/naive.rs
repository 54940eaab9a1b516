//! A slow closure that checks explanations.
//!
//! It shares no code with the e-graph beyond reading terms: classes are numbers in an array, and every rule
//! is tried on every pair of terms until nothing changes. Terms are those in the claim and their subterms,
//! which are all that congruence closure needs.

use super::graph::{EGraph, NodeId};

/// One thing that is claimed to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Equal(NodeId, NodeId),
    Different(NodeId, NodeId),
}

/// Whether facts contradict each other in the theory of equality.
pub(super) fn are_contradictory(graph: &EGraph, facts: &[Fact]) -> bool {
    Closure::new(graph, facts, true).is_contradictory()
}

struct Closure<'a> {
    graph: &'a EGraph,
    /// Sorted.
    terms: Vec<NodeId>,
    /// The class of each term.
    classes: Vec<usize>,
    different: Vec<(NodeId, NodeId)>,
    /// Whether to use that the sides of a true equality are equal.
    use_truth: bool,
}

impl Closure<'_> {
    fn new<'a>(graph: &'a EGraph, facts: &[Fact], use_truth: bool) -> Closure<'a> {
        let mut closure =
            Closure { graph, terms: Vec::new(), classes: Vec::new(), different: Vec::new(), use_truth };
        let mut terms = vec![NodeId::TRUE, NodeId::FALSE];
        for &(Fact::Equal(a, b) | Fact::Different(a, b)) in facts {
            terms.extend([a, b]);
        }
        let mut seen = fxhash::FxHashSet::default();
        while let Some(term) = terms.pop() {
            if seen.insert(term) {
                closure.terms.push(term);
                terms.extend_from_slice(graph.args(term));
            }
        }
        closure.terms.sort_unstable();
        closure.classes = (0..closure.terms.len()).collect();
        for &fact in facts {
            match fact {
                Fact::Equal(a, b) => _ = closure.unite(a, b),
                Fact::Different(a, b) => closure.different.push((a, b)),
            }
        }
        while closure.apply_rules() {}
        closure
    }

    fn class(&self, term: NodeId) -> usize {
        self.classes[self.terms.binary_search(&term).expect("the terms are closed under subterms")]
    }

    fn unite(&mut self, a: NodeId, b: NodeId) -> bool {
        let (from, to) = (self.class(a), self.class(b));
        self.classes.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
        from != to
    }

    fn same(&self, a: NodeId, b: NodeId) -> bool {
        self.class(a) == self.class(b)
    }

    fn values(&self, class: usize) -> impl Iterator<Item = NodeId> {
        (self.terms.iter().copied())
            .filter(move |&term| self.graph.is_value(term) && self.class(term) == class)
    }

    /// Tries each rule once everywhere; says whether anything changed.
    fn apply_rules(&mut self) -> bool {
        let mut changed = false;
        let apps: Vec<NodeId> =
            self.terms.iter().copied().filter(|&term| self.graph.func(term).is_some()).collect();
        for (place, &a) in apps.iter().enumerate() {
            for &b in &apps[..place] {
                if self.graph.func(a) == self.graph.func(b) && self.args_match(a, b) {
                    changed |= self.unite(a, b);
                }
            }
            if let Some((left, right)) = self.graph.sides(a) {
                if self.same(left, right) {
                    changed |= self.unite(a, NodeId::TRUE);
                }
                if self.use_truth && self.same(a, NodeId::TRUE) {
                    changed |= self.unite(left, right);
                }
                let differ = self.values(self.class(left)).next().is_some()
                    && self.values(self.class(right)).next().is_some()
                    && !self.same(left, right);
                if differ {
                    changed |= self.unite(a, NodeId::FALSE);
                }
            }
        }
        changed
    }

    fn args_match(&self, a: NodeId, b: NodeId) -> bool {
        let (args_a, args_b) = (self.graph.args(a), self.graph.args(b));
        let straight =
            args_a.len() == args_b.len() && args_a.iter().zip(args_b).all(|(&a, &b)| self.same(a, b));
        let crossed = self.graph.sides(a).is_some()
            && self.same(args_a[0], args_b[1])
            && self.same(args_a[1], args_b[0]);
        straight || crossed
    }

    fn is_contradictory(&self) -> bool {
        self.different.iter().any(|&(a, b)| self.same(a, b))
            || (self.terms.iter()).any(|&term| self.values(self.class(term)).count() > 1)
    }
}

/// Whether facts imply that two nodes are equal.
#[cfg(test)]
pub(super) fn implies_equal(graph: &EGraph, facts: &[Fact], a: NodeId, b: NodeId) -> bool {
    let mut facts = facts.to_vec();
    facts.push(Fact::Different(a, b));
    are_contradictory(graph, &facts)
}

/// The class of every node of the graph under some facts, or `None` if they contradict each other. Leaves out
/// the one rule that the e-graph leaves to the SAT core: that the sides of a true equality are equal.
#[cfg(test)]
pub(super) fn plain_partition(graph: &EGraph, facts: &[Fact]) -> Option<Vec<usize>> {
    let mut facts = facts.to_vec();
    facts.extend((0..graph.num_nodes()).map(|index| Fact::Equal(NodeId::new(index), NodeId::new(index))));
    let closure = Closure::new(graph, &facts, false);
    (!closure.is_contradictory()).then_some(closure.classes)
}
