//! Refutations: why a system has no integer solution, in a form that can be checked.

use super::split::Split;
use super::system::{Constraint, System};
use crate::linear::Linear;
use crate::num::Int;
use crate::simplex::Side;

/// Why a system has no integer solution: a binary tree of splits whose leaves are infeasible over the
/// rationals.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Children come before their parents; the last node is the root.
    nodes: Vec<RefutationNode>,
}

/// A node of a [`Refutation`].
#[derive(Clone, Debug)]
pub enum RefutationNode {
    /// A constraint without variables that is false by itself.
    Absurd(usize),
    /// Facts that contradict each other over the rationals: so multiplied, they add up to `0 <= c` with
    /// `c < 0`.
    Leaf(Vec<(Fact, Int)>),
    /// Every integer point is below (first child) or above (second child).
    Split(Split, usize, usize),
}

/// Something that holds at a node of a [`Refutation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// A constraint of the system, by position.
    Constraint(usize),
    /// The side taken at the split this many steps below the root.
    Split(usize),
}

impl Refutation {
    /// A refutation from elsewhere, yet to be checked.
    pub fn new(nodes: Vec<RefutationNode>) -> Refutation {
        Refutation { nodes }
    }

    /// The nodes, children before parents.
    pub fn nodes(&self) -> &[RefutationNode] {
        &self.nodes
    }

    /// The nodes by value.
    pub(crate) fn into_nodes(self) -> Vec<RefutationNode> {
        self.nodes
    }

    /// The constraints that are used, in increasing order.
    pub fn constraints(&self) -> Vec<usize> {
        let mut used = Vec::new();
        for node in &self.nodes {
            match node {
                RefutationNode::Absurd(constraint) => used.push(*constraint),
                RefutationNode::Leaf(facts) => used.extend(facts.iter().filter_map(|(fact, _)| match fact {
                    Fact::Constraint(constraint) => Some(*constraint),
                    Fact::Split(_) => None,
                })),
                RefutationNode::Split(..) => {}
            }
        }
        used.sort_unstable();
        used.dedup();
        used
    }

    /// The same refutation with constraints renumbered and splits rewritten.
    pub fn map(
        self,
        mut constraint: impl FnMut(usize) -> usize,
        mut split: impl FnMut(Split) -> Split,
    ) -> Refutation {
        let node = |node| match node {
            RefutationNode::Absurd(index) => RefutationNode::Absurd(constraint(index)),
            RefutationNode::Leaf(mut facts) => {
                for (fact, _) in &mut facts {
                    if let Fact::Constraint(index) = fact {
                        *index = constraint(*index);
                    }
                }
                RefutationNode::Leaf(facts)
            }
            RefutationNode::Split(old, below, above) => RefutationNode::Split(split(old), below, above),
        };
        Refutation { nodes: self.nodes.into_iter().map(node).collect() }
    }

    /// Whether this really refutes the system. Trusts nothing but integer arithmetic.
    pub fn check(&self, system: &System) -> bool {
        let Some(root) = self.nodes.len().checked_sub(1) else { return false };
        // The sides of splits from the root to the current node; `pending` says where to cut it back and go
        // on.
        let mut path: Vec<(&Split, Side)> = Vec::new();
        let mut pending = vec![(root, 0, None)];
        while let Some((node, depth, side)) = pending.pop() {
            path.truncate(depth);
            path.extend(side);
            match &self.nodes[node] {
                RefutationNode::Absurd(index) => {
                    let is_absurd = |constraint: &Constraint| match constraint.side {
                        Side::Lower => constraint.form.is_empty() && constraint.bound.is_positive(),
                        Side::Upper => constraint.form.is_empty() && constraint.bound.is_negative(),
                    };
                    if !system.constraints().get(*index).is_some_and(is_absurd) {
                        return false;
                    }
                }
                RefutationNode::Leaf(combination) => {
                    if !contradicts(system, &path, combination) {
                        return false;
                    }
                }
                RefutationNode::Split(split, below, above) => {
                    if *below >= node || *above >= node {
                        return false;
                    }
                    pending.push((*above, path.len(), Some((split, Side::Lower))));
                    pending.push((*below, path.len(), Some((split, Side::Upper))));
                }
            }
        }
        true
    }
}

/// Whether the facts, so multiplied, add up to `0 <= c` with `c < 0`.
fn contradicts(system: &System, path: &[(&Split, Side)], combination: &[(Fact, Int)]) -> bool {
    let mut form = Linear::default();
    let mut constant = Int::ZERO;
    for (fact, multiplier) in combination {
        let (part, bound, side) = match *fact {
            Fact::Constraint(index) => match system.constraints().get(index) {
                Some(constraint) => (&constraint.form, constraint.bound.clone(), constraint.side),
                None => return false,
            },
            Fact::Split(depth) => match path.get(depth) {
                Some((split, Side::Upper)) => (&split.form, split.floor.clone(), Side::Upper),
                Some((split, Side::Lower)) => (&split.form, &split.floor + Int::ONE, Side::Lower),
                None => return false,
            },
        };
        if !multiplier.is_positive() {
            return false;
        }
        let factor = if side == Side::Upper { multiplier.clone() } else { -multiplier };
        form = form.add_multiple(&factor, part);
        constant.add_mul_assign(&factor, &bound);
    }
    form.is_empty() && constant.is_negative()
}
