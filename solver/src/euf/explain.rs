//! The proof forest: why two nodes are equal.
//!
//! Each merge adds one edge, between the two nodes it was asked for, not between roots. So the classes are
//! the trees of a forest, and the edges on the path between two nodes explain why they are equal: an edge is
//! a literal, or a congruence whose arguments have to be explained in turn.
//!
//! Edges only ever connect different trees and go in reverse order, so the path between two nodes is the same
//! as long as they are equal. **Hence an explanation can be asked for at any later time**, and never uses
//! anything newer than the moment at which the two nodes became equal. That is what lazy explanations need,
//! and it takes no time stamps.
//!
//! Within one explanation no edge is looked at twice: explained stretches of the forest are contracted in an
//! auxiliary union-find (`jumps`), which keeps the cost near-linear in the number of edges used.

use super::ackermann::Instance;
use super::graph::{Conflict, EGraph, NodeId, Reason};
use crate::sat::Lit;

/// An edge of the proof forest, stored at its lower end.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The upper end; [`NodeId::NONE`] at the root of a tree.
    target: NodeId,
    reason: Reason,
}

impl Edge {
    pub(super) const NONE: Edge = Edge { target: NodeId::NONE, reason: Reason::Axiom };
}

/// Working memory of explanations, kept to save allocations.
#[derive(Default)]
pub(super) struct Scratch {
    /// Pairs yet to be explained.
    pairs: Vec<(NodeId, NodeId)>,
    /// Nodes on the way to a common ancestor carry the current stamp.
    marks: Vec<u32>,
    mark: u32,
    /// A node above, all edges up to which are explained; valid if the stamp is the current one.
    jumps: Vec<(u32, NodeId)>,
    epoch: u32,
    /// Whether to take note of the instances that explanations use.
    notes_instances: bool,
    instances: Vec<Instance>,
}

impl Scratch {
    pub(super) fn add_node(&mut self) {
        self.marks.push(0);
        self.jumps.push((0, NodeId::NONE));
    }

    /// Starts an explanation: nothing is explained yet.
    fn start(&mut self) {
        debug_assert!(self.pairs.is_empty());
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.jumps.fill((0, NodeId::NONE));
            self.epoch = 1;
        }
    }

    fn new_mark(&mut self) -> u32 {
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            self.marks.fill(0);
            self.mark = 1;
        }
        self.mark
    }

    /// The uppermost node that is connected with `node` by explained edges.
    #[inline]
    fn highest(&mut self, mut node: NodeId) -> NodeId {
        while let (epoch, above) = self.jumps[node.index()]
            && epoch == self.epoch
        {
            let (epoch, further) = self.jumps[above.index()];
            if epoch == self.epoch {
                self.jumps[node.index()].1 = further;
            }
            node = above;
        }
        node
    }

    fn ask(&mut self, a: NodeId, b: NodeId) {
        if a != b {
            self.pairs.push((a, b));
        }
    }
}

/// # Edges
impl EGraph {
    /// Connects the trees of two nodes; that of `from`, the smaller one, is turned until `from` is its root.
    pub(super) fn add_edge(&mut self, from: NodeId, to: NodeId, reason: Reason) {
        let (mut node, mut edge) = (from, Edge { target: to, reason });
        while node != NodeId::NONE {
            let old = std::mem::replace(&mut self.edges[node.index()], edge);
            edge = Edge { target: node, reason: old.reason };
            node = old.target;
        }
    }

    /// Cuts the edge between two nodes, whichever way it points by now.
    pub(super) fn remove_edge(&mut self, a: NodeId, b: NodeId) {
        let lower = if self.edges[a.index()].target == b { a } else { b };
        debug_assert!(lower == a || self.edges[b.index()].target == a, "no edge between {a:?} and {b:?}");
        self.edges[lower.index()] = Edge::NONE;
    }
}

/// # Explanations
impl EGraph {
    /// Whether explanations take note of the instances they use.
    pub(super) fn note_instances(&mut self, whether: bool) {
        self.scratch.notes_instances = whether;
    }

    /// The instances used since the last call.
    pub(super) fn take_instances(&mut self) -> impl Iterator<Item = Instance> + '_ {
        self.scratch.instances.drain(..)
    }

    /// Adds literals that together imply that two nodes are equal, which they must be. All were asserted
    /// before the nodes became equal.
    pub fn explain_equality(&mut self, a: NodeId, b: NodeId, lits: &mut Vec<Lit>) {
        debug_assert!(self.are_equal(a, b), "{a:?} and {b:?} are not equal");
        let start = lits.len();
        self.scratch.start();
        self.scratch.ask(a, b);
        self.explain_pairs(lits);
        tidy(lits, start);
    }

    /// Adds literals that contradict each other, after [`EGraph::close`] has said so.
    pub fn explain_conflict(&mut self, lits: &mut Vec<Lit>) {
        let Conflict { mut a, b, reason, .. } = self.conflict.expect("there is a conflict");
        let start = lits.len();
        self.scratch.start();
        if reason == Reason::SidesEqual {
            // An equality that is false has equal sides. If it is false because it is congruent to others,
            // those have equal sides too: the last of them on the way to the reason makes the shortest
            // explanation.
            let path = self.edges[a.index()];
            let mut edge = path;
            while matches!(edge.reason, Reason::Congruence | Reason::CrossCongruence)
                && edge.target != NodeId::NONE
                && self.sides(edge.target).is_some()
            {
                a = edge.target;
                edge = self.edges[a.index()];
            }
        }
        let (value_a, value_b) = (self.value_of_root(self.find(a)), self.value_of_root(self.find(b)));
        self.scratch.ask(a, value_a);
        self.scratch.ask(b, value_b);
        self.expand(a, b, reason, lits);
        self.explain_pairs(lits);
        tidy(lits, start);
    }

    fn explain_pairs(&mut self, lits: &mut Vec<Lit>) {
        while let Some((a, b)) = self.scratch.pairs.pop() {
            let (a, b) = (self.scratch.highest(a), self.scratch.highest(b));
            if a != b {
                let top = self.common_ancestor(a, b);
                self.explain_up_to(a, top, lits);
                self.explain_up_to(b, top, lits);
            }
        }
    }

    /// The lowest node above both. Goes up from both in turn, so that the cost is bounded by the longer of
    /// the two ways.
    fn common_ancestor(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let mark = self.scratch.new_mark();
        let (mut node, mut other) = (a, b);
        loop {
            if node != NodeId::NONE {
                if self.scratch.marks[node.index()] == mark {
                    return node;
                }
                self.scratch.marks[node.index()] = mark;
                let above = self.edges[node.index()].target;
                node = if above == NodeId::NONE { above } else { self.scratch.highest(above) };
            }
            debug_assert!(
                node != NodeId::NONE || other != NodeId::NONE,
                "{a:?} and {b:?} are in different trees"
            );
            std::mem::swap(&mut node, &mut other);
        }
    }

    fn explain_up_to(&mut self, mut node: NodeId, top: NodeId, lits: &mut Vec<Lit>) {
        while node != top {
            let Edge { target, reason } = self.edges[node.index()];
            self.expand(node, target, reason, lits);
            if self.scratch.notes_instances && target != top {
                self.note_transitivity(node, target);
            }
            self.scratch.jumps[node.index()] = (self.scratch.epoch, target);
            node = self.scratch.highest(target);
        }
    }

    /// Takes note of the edge that follows another one upwards, if both are literals.
    fn note_transitivity(&mut self, low: NodeId, middle: NodeId) {
        let Edge { target: high, reason } = self.edges[middle.index()];
        let reasons = (self.edges[low.index()].reason, reason);
        let is_truth = |node: NodeId| matches!(node, NodeId::TRUE | NodeId::FALSE);
        // Edges to truth values are literals of predicates, not equalities.
        if let (Reason::Lit(_), Reason::Lit(_)) = reasons
            && ![low, middle, high].into_iter().any(is_truth)
        {
            self.scratch.instances.push(Instance::Transitivity(low, middle, high));
        }
    }

    /// Adds the literal of a reason, or asks for what the reason rests on.
    #[inline]
    fn expand(&mut self, a: NodeId, b: NodeId, reason: Reason, lits: &mut Vec<Lit>) {
        match reason {
            Reason::Lit(lit) => lits.push(lit),
            Reason::Axiom => {}
            Reason::Congruence => {
                if self.scratch.notes_instances {
                    self.scratch.instances.push(Instance::Congruence(a, b));
                }
                for place in 0..self.args(a).len() {
                    let (arg_a, arg_b) = (self.args(a)[place], self.args(b)[place]);
                    self.scratch.ask(arg_a, arg_b);
                }
            }
            Reason::CrossCongruence => {
                let (&[left_a, right_a], &[left_b, right_b]) = (self.args(a), self.args(b)) else {
                    unreachable!("only equalities are symmetric")
                };
                self.scratch.ask(left_a, right_b);
                self.scratch.ask(right_a, left_b);
            }
            Reason::SidesEqual => {
                let (left, right) = self.sides_of_either(a, b);
                self.scratch.ask(left, right);
            }
            Reason::SidesDiffer => {
                let (left, right) = self.sides_of_either(a, b);
                // A class never has a second value, so these are the values that were compared.
                let values = (self.value_of_root(self.find(left)), self.value_of_root(self.find(right)));
                self.scratch.ask(left, values.0);
                self.scratch.ask(right, values.1);
            }
        }
    }

    /// The sides of the equality among two nodes, the other of which is a truth value.
    fn sides_of_either(&self, a: NodeId, b: NodeId) -> (NodeId, NodeId) {
        self.sides(a).or_else(|| self.sides(b)).expect("one of the nodes is an equality")
    }
}

/// Each literal once: one literal may be the reason of several edges.
fn tidy(lits: &mut Vec<Lit>, start: usize) {
    lits[start..].sort_unstable();
    let mut last = None;
    let mut place = 0;
    lits.retain(|&lit| {
        place += 1;
        place <= start || last.replace(lit) != Some(lit)
    });
}
