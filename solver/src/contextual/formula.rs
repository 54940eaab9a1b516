//! Formulas as the simplifier sees them: conjunctions, negations and leaves, each formula once.
//!
//! A formula is an [`Edge`]: a node or its negation. A disjunction is the negation of a conjunction, so every
//! rule for conjunctions is one for disjunctions too, and negation normal form needs no copy of anything: the
//! sign of a leaf is the number of negations above it. Nodes are made by [`Formulas::and`] and its relatives
//! only, which apply the local rules (`bounds.rs`, `factor.rs`) first and sort the parts in an order that
//! depends on what the parts say, not on when they were made.

use super::atom::{Atom, AtomId, Atoms};
use crate::term::Terms;
use fxhash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Not;

/// A formula: a node or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Edge(u32);

impl Edge {
    pub(super) const TRUE: Edge = Edge(0);
    pub(super) const FALSE: Edge = Edge(1);

    fn to_node(index: usize) -> Edge {
        Edge(u32::try_from(index << 1).expect("too many formulas"))
    }

    pub(super) fn constant(value: bool) -> Edge {
        if value { Edge::TRUE } else { Edge::FALSE }
    }

    pub(super) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn negated_if(self, negate: bool) -> Edge {
        Edge(self.0 ^ negate as u32)
    }
}

impl Not for Edge {
    type Output = Edge;
    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

/// What a node says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    /// Only node 0.
    True,
    Atom(AtomId),
    /// All of these, at least two, in the order of their keys; none a conjunction, none twice, none with its
    /// negation.
    And(Box<[Edge]>),
    /// Exactly one of these two, neither negated.
    Xor(Edge, Edge),
    /// If the first then the second else the third; the first and second are not negated.
    Ite(Edge, Edge, Edge),
}

/// What nodes are ordered by: leaves before others, in the order of their terms; then small before large.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// Occurrences of atoms.
    leaves: u64,
    /// The first term of an atom in it.
    first: u32,
    /// Tells apart what the numbers above do not.
    hash: u64,
}

/// Conjunctions with more parts than this are not searched for pairs that have something in common.
const MANY_PARTS: usize = 2_000;
/// Rules that build formulas may lead to rules below them that do the same; after so many levels the parts
/// stay as they are.
const MAX_NESTING: u32 = 40;

/// All formulas, and their atoms.
pub(super) struct Formulas {
    nodes: Vec<Node>,
    keys: Vec<Key>,
    ids: FxHashMap<Node, u32>,
    pub(super) atoms: Atoms,
    /// How deep the rules that build formulas are nested right now.
    nesting: u32,
}

impl Formulas {
    pub(super) fn new() -> Formulas {
        Formulas {
            nodes: vec![Node::True],
            keys: vec![Key { leaves: 0, first: 0, hash: 0 }],
            ids: FxHashMap::default(),
            atoms: Atoms::default(),
            nesting: 0,
        }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, edge: Edge) -> &Node {
        &self.nodes[edge.node()]
    }

    pub(super) fn node_at(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// Occurrences of atoms in a formula.
    pub(super) fn leaves(&self, edge: Edge) -> u64 {
        self.keys[edge.node()].leaves
    }

    /// The atom behind a leaf.
    pub(super) fn atom(&self, edge: Edge) -> Option<&Atom> {
        match self.node(edge) {
            Node::Atom(id) => Some(self.atoms.get(*id)),
            _ => None,
        }
    }

    /// The parts of a disjunction, negated: what its negation is the conjunction of.
    pub(super) fn refutation(&self, edge: Edge) -> Option<&[Edge]> {
        match self.node(edge) {
            Node::And(parts) if edge.is_negated() => Some(parts),
            _ => None,
        }
    }

    /// The nodes below some formulas, arguments first.
    pub(super) fn reachable(&self, roots: &[Edge]) -> Vec<usize> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut stack: Vec<usize> = roots.iter().map(|edge| edge.node()).collect();
        while let Some(node) = stack.pop() {
            if !seen.insert(node) {
                continue;
            }
            found.push(node);
            match &self.nodes[node] {
                Node::True | Node::Atom(_) => {}
                Node::And(parts) => stack.extend(parts.iter().map(|part| part.node())),
                Node::Xor(left, right) => stack.extend([left.node(), right.node()]),
                Node::Ite(condition, then, otherwise) => {
                    stack.extend([condition.node(), then.node(), otherwise.node()]);
                }
            }
        }
        // Nodes come after those that they are made of.
        found.sort_unstable();
        found
    }

    /// The atoms in some formulas.
    pub(super) fn atoms_below(&self, roots: &[Edge]) -> Vec<AtomId> {
        let atom = |node: usize| match &self.nodes[node] {
            Node::Atom(id) => Some(*id),
            _ => None,
        };
        self.reachable(roots).into_iter().filter_map(atom).collect()
    }

    fn intern(&mut self, node: Node) -> Edge {
        if let Some(&id) = self.ids.get(&node) {
            return Edge::to_node(id as usize);
        }
        let edge = Edge::to_node(self.nodes.len());
        let key = self.key_of(&node);
        self.ids.insert(node.clone(), edge.node() as u32);
        self.nodes.push(node);
        self.keys.push(key);
        edge
    }

    fn key_of(&self, node: &Node) -> Key {
        let mut hasher = FxHasher::default();
        let parts: &[Edge] = match node {
            Node::True => &[],
            Node::Atom(id) => {
                let atom = self.atoms.get(*id);
                let (first, hash) = atom.order;
                return Key { leaves: atom.leaves, first, hash };
            }
            Node::And(parts) => parts,
            Node::Xor(left, right) => &[*left, *right],
            Node::Ite(condition, then, otherwise) => &[*condition, *then, *otherwise],
        };
        std::mem::discriminant(node).hash(&mut hasher);
        let mut key = Key { leaves: 0, first: u32::MAX, hash: 0 };
        for &part in parts {
            let below = &self.keys[part.node()];
            key.leaves = key.leaves.saturating_add(below.leaves);
            key.first = key.first.min(below.first);
            (below.first, below.hash, part.is_negated()).hash(&mut hasher);
        }
        key.hash = hasher.finish();
        key
    }

    /// The order of formulas; nodes that are told apart by nothing else come in the order in which they were
    /// made.
    pub(super) fn compare(&self, left: Edge, right: Edge) -> std::cmp::Ordering {
        let key = |edge: Edge| (self.keys[edge.node()], edge);
        key(left).cmp(&key(right))
    }

    /// A leaf.
    pub(super) fn leaf(&mut self, atom: AtomId) -> Edge {
        self.intern(Node::Atom(atom))
    }

    /// One of these at least.
    pub(super) fn or(&mut self, terms: &mut Terms, edges: &[Edge]) -> Edge {
        let negated: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
        !self.and(terms, &negated)
    }

    /// All of these.
    pub(super) fn and(&mut self, terms: &mut Terms, edges: &[Edge]) -> Edge {
        let mut parts = edges.to_vec();
        self.nesting += 1;
        let result = loop {
            if !self.flatten(&mut parts) {
                break Edge::FALSE;
            }
            match parts[..] {
                [] => break Edge::TRUE,
                [part] => break part,
                _ => {}
            }
            match self.merge_bounds(terms, &mut parts) {
                Some(false) => {}
                Some(true) => continue,
                None => break Edge::FALSE,
            }
            if self.nesting < MAX_NESTING
                && parts.len() <= MANY_PARTS
                && (self.propagate_units(terms, &mut parts)
                    || self.factor(terms, &mut parts)
                    || self.pair_up(&mut parts))
            {
                continue;
            }
            parts.sort_unstable_by(|&left, &right| self.compare(left, right));
            break self.intern(Node::And(parts.into_boxed_slice()));
        };
        self.nesting -= 1;
        result
    }

    /// Opens nested conjunctions, drops `true` and repetitions; says whether that left no contradiction in
    /// plain sight.
    fn flatten(&self, parts: &mut Vec<Edge>) -> bool {
        let mut index = 0;
        while index < parts.len() {
            let part = parts[index];
            match self.node(part) {
                Node::And(inner) if !part.is_negated() => {
                    parts.swap_remove(index);
                    parts.extend_from_slice(inner);
                }
                Node::True if part == Edge::TRUE => _ = parts.swap_remove(index),
                Node::True => return false,
                _ => index += 1,
            }
        }
        parts.sort_unstable();
        parts.dedup();
        // A formula and its negation are neighbours in this order.
        !parts.windows(2).any(|pair| pair[0] == !pair[1])
    }

    /// Uses each part that is no disjunction in the disjunctions beside it: `a and (a or b)` is `a`, and
    /// `a and (not a or b)` is `a and b`. Says whether anything changed.
    fn propagate_units(&mut self, terms: &mut Terms, parts: &mut [Edge]) -> bool {
        if !parts.iter().any(|&part| self.refutation(part).is_some()) {
            return false;
        }
        let all: FxHashSet<Edge> = parts.iter().copied().collect();
        let mut changed = false;
        for part in parts {
            let Some(refutation) = self.refutation(*part) else { continue };
            if refutation.iter().any(|&negated| all.contains(&!negated)) {
                *part = Edge::TRUE;
                changed = true;
            } else if refutation.iter().any(|negated| all.contains(negated)) {
                let open: Vec<Edge> =
                    refutation.iter().copied().filter(|negated| !all.contains(negated)).collect();
                *part = !self.and(terms, &open);
                changed = true;
            }
        }
        changed
    }

    /// Exactly one of the two.
    pub(super) fn xor(&mut self, left: Edge, right: Edge) -> Edge {
        let negate = left.is_negated() ^ right.is_negated();
        let (left, right) = (left.negated_if(left.is_negated()), right.negated_if(right.is_negated()));
        let (left, right) = if self.compare(left, right).is_le() { (left, right) } else { (right, left) };
        let positive = if left == right {
            Edge::FALSE
        } else if left == Edge::TRUE {
            !right
        } else {
            self.intern(Node::Xor(left, right))
        };
        positive.negated_if(negate)
    }

    /// If the first then the second else the third.
    pub(super) fn ite(&mut self, terms: &mut Terms, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        let (condition, then, otherwise) =
            if condition.is_negated() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        if condition == Edge::TRUE || then == otherwise {
            then
        } else if then == !otherwise {
            self.xor(condition, otherwise)
        } else if then == Edge::TRUE || then == condition {
            self.or(terms, &[condition, otherwise])
        } else if then == Edge::FALSE || then == !condition {
            self.and(terms, &[!condition, otherwise])
        } else if otherwise == Edge::TRUE || otherwise == !condition {
            self.or(terms, &[!condition, then])
        } else if otherwise == Edge::FALSE || otherwise == condition {
            self.and(terms, &[condition, then])
        } else {
            let negate = then.is_negated();
            let node = Node::Ite(condition, then.negated_if(negate), otherwise.negated_if(negate));
            self.intern(node).negated_if(negate)
        }
    }
}

impl Formulas {
    /// Whether a node is a leaf with something in it that is unknown to the engine.
    pub(super) fn is_foreign_leaf(&self, node: usize) -> bool {
        matches!(&self.nodes[node], Node::Atom(id) if self.atoms.get(*id).is_foreign)
    }
}
