//! Models found so far, as bit vectors.
//!
//! Every node has two rows of bits, one bit per model: in which models it is true, and in which it is false.
//! Neither bit is set if the model is older than an atom that matters. Rows of leaves are written when a
//! model is found, rows of other nodes follow from those of their parts. So "is there a model of this context
//! in which that leaf is false" is a few conjunctions of words, and most questions need no search.

use super::atom::AtomId;
use super::formula::{Edge, Formulas, Node};

/// Words of a row.
const WORDS: usize = 4;
/// How many models are kept.
const CAPACITY: usize = WORDS * 64;

/// A set of models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row([u64; WORDS]);

impl Row {
    pub(super) const NONE: Row = Row([0; WORDS]);

    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(super) fn and(self, other: Row) -> Row {
        Row(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn or(self, other: Row) -> Row {
        Row(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Puts a model in or takes it out.
    pub(super) fn set(&mut self, model: usize, value: bool) {
        let bit = 1 << (model % 64);
        if value {
            self.0[model / 64] |= bit;
        } else {
            self.0[model / 64] &= !bit;
        }
    }
}

/// The models in which a node is true, and those in which it is false.
#[derive(Clone, Copy)]
struct Rows {
    holds: Row,
    fails: Row,
}

const UNKNOWN: Rows = Rows { holds: Row::NONE, fails: Row::NONE };

/// The models found last.
pub(super) struct Models {
    /// Of each atom.
    atoms: Vec<Rows>,
    /// Of each node; up to date only for those that are followed.
    nodes: Vec<Rows>,
    /// Nodes whose rows are kept up to date, parts first.
    followed: Vec<usize>,
    is_followed: Vec<bool>,
    /// All models.
    all: Row,
    /// Where the next model goes.
    next: usize,
}

impl Models {
    pub(super) fn new() -> Models {
        Models {
            atoms: Vec::new(),
            nodes: Vec::new(),
            followed: Vec::new(),
            is_followed: Vec::new(),
            all: Row::NONE,
            next: 0,
        }
    }

    /// The models in which a formula is true. It must be followed.
    pub(super) fn holds(&self, edge: Edge) -> Row {
        let rows = &self.nodes[edge.node()];
        if edge.is_negated() { rows.fails } else { rows.holds }
    }

    /// Follows no formula any more.
    pub(super) fn forget_formulas(&mut self) {
        for node in self.followed.drain(..) {
            self.is_followed[node] = false;
        }
    }

    /// Keeps rows of a formula from now on.
    pub(super) fn follow(&mut self, formulas: &Formulas, edge: Edge) {
        self.nodes.resize(formulas.len(), UNKNOWN);
        self.is_followed.resize(formulas.len(), false);
        self.atoms.resize(formulas.atoms.len(), UNKNOWN);
        if self.is_followed[edge.node()] {
            return;
        }
        for node in formulas.reachable(&[edge]) {
            if !std::mem::replace(&mut self.is_followed[node], true) {
                self.followed.push(node);
                self.nodes[node] = self.rows(formulas, node);
            }
        }
    }

    /// The rows of a node from those of its parts.
    fn rows(&self, formulas: &Formulas, node: usize) -> Rows {
        let holds = |edge: Edge| self.holds(edge);
        match formulas.node_at(node) {
            Node::True => Rows { holds: self.all, fails: Row::NONE },
            Node::Atom(id) => self.atoms[id.index()],
            Node::And(parts) => Rows {
                holds: parts.iter().fold(self.all, |row, &part| row.and(holds(part))),
                fails: parts.iter().fold(Row::NONE, |row, &part| row.or(holds(!part))),
            },
            &Node::Xor(left, right) => Rows {
                holds: holds(left).and(holds(!right)).or(holds(!left).and(holds(right))),
                fails: holds(left).and(holds(right)).or(holds(!left).and(holds(!right))),
            },
            &Node::Ite(condition, then, otherwise) => {
                let choose = |then: Edge, otherwise: Edge| {
                    let chosen = holds(condition).and(holds(then));
                    chosen.or(holds(!condition).and(holds(otherwise))).or(holds(then).and(holds(otherwise)))
                };
                Rows { holds: choose(then, otherwise), fails: choose(!then, !otherwise) }
            }
        }
    }

    /// Adds a model, instead of the oldest if there are many; returns its number.
    pub(super) fn add(&mut self, formulas: &Formulas, value: impl Fn(AtomId) -> Option<bool>) -> usize {
        let model = self.next;
        self.next = (self.next + 1) % CAPACITY;
        self.all.set(model, true);
        self.atoms.resize(formulas.atoms.len(), UNKNOWN);
        for (id, rows) in formulas.atoms.ids().zip(&mut self.atoms) {
            let value = value(id);
            rows.holds.set(model, value == Some(true));
            rows.fails.set(model, value == Some(false));
        }
        for index in 0..self.followed.len() {
            let node = self.followed[index];
            self.nodes[node] = self.rows(formulas, node);
        }
        model
    }
}
