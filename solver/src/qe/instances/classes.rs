//! Classes of ground terms that are equal by given equations and congruence.

use super::relevant::Relevant;
use crate::num::Rat;
use crate::term::{Op, Sort, Term, Terms};
use fxhash::FxHashMap;

/// A class: the position of one of its terms.
pub(super) type Class = usize;

/// An operator and the classes of its arguments.
type Signature = (Op, Vec<Class>);

/// The classes of some terms.
pub(super) struct Classes {
    /// The terms, in increasing order.
    nodes: Vec<Term>,
    position: FxHashMap<Term, usize>,
    /// The parent of each term in the forest of classes.
    parent: Vec<usize>,
    /// The terms of each class, at its root.
    members: Vec<Vec<usize>>,
    /// The terms with an argument in a class, at its root.
    uses: Vec<Vec<usize>>,
    by_signature: FxHashMap<Signature, usize>,
    numbers: FxHashMap<(Sort, Rat), usize>,
    pending: Vec<(usize, usize)>,
}

impl Classes {
    /// The classes of the terms. One whose arguments are not all among them is equal to others by equations
    /// only.
    pub(super) fn new(terms: &Terms, relevant: &Relevant) -> Classes {
        let nodes = relevant.terms.clone();
        let count = nodes.len();
        let mut classes = Classes {
            position: nodes.iter().enumerate().map(|(position, &term)| (term, position)).collect(),
            nodes,
            parent: (0..count).collect(),
            members: (0..count).map(|node| vec![node]).collect(),
            uses: vec![Vec::new(); count],
            by_signature: FxHashMap::default(),
            numbers: FxHashMap::default(),
            pending: Vec::new(),
        };
        for node in 0..count {
            let term = classes.nodes[node];
            if let Some(value) = terms.as_rational(term) {
                classes.add_number(node, terms.sort(term), value);
            }
            for &arg in terms.args(term) {
                if let Some(&position) = classes.position.get(&arg) {
                    classes.uses[position].push(node);
                }
            }
            classes.add_signature(terms, node);
        }
        for &(a, b) in &relevant.equal {
            if let (Some(&a), Some(&b)) = (classes.position.get(&a), classes.position.get(&b)) {
                classes.pending.push((a, b));
            }
        }
        classes.close(terms);
        classes
    }

    /// All classes.
    pub(super) fn all(&self) -> impl Iterator<Item = Class> + '_ {
        (0..self.nodes.len()).filter(|&node| self.parent[node] == node)
    }

    /// The terms of a class.
    pub(super) fn members(&self, class: Class) -> impl Iterator<Item = Term> + '_ {
        self.members[class].iter().map(|&node| self.nodes[node])
    }

    /// The class of a term that occurs, or that is an application of known functions to known terms.
    pub(super) fn find(&self, terms: &Terms, term: Term) -> Option<Class> {
        if let Some(&node) = self.position.get(&term) {
            return Some(self.root(node));
        }
        if let Some(value) = terms.as_rational(term) {
            return self.numbers.get(&(terms.sort(term), value)).map(|&node| self.root(node));
        }
        if terms.args(term).is_empty() {
            return None;
        }
        let args: Option<Vec<Class>> = terms.args(term).iter().map(|&arg| self.find(terms, arg)).collect();
        let node = self.by_signature.get(&(terms.op(term), args?))?;
        Some(self.root(*node))
    }

    fn root(&self, mut node: usize) -> usize {
        while self.parent[node] != node {
            node = self.parent[node];
        }
        node
    }

    fn add_number(&mut self, node: usize, sort: Sort, value: Rat) {
        let first = *self.numbers.entry((sort, value)).or_insert(node);
        if first != node {
            self.pending.push((first, node));
        }
    }

    /// Puts a term into the table, or has it merged with the one that has its place.
    fn add_signature(&mut self, terms: &Terms, node: usize) {
        let term = self.nodes[node];
        if terms.args(term).is_empty() {
            return;
        }
        let class = |arg| self.position.get(arg).map(|&node| self.root(node));
        let Some(args) = terms.args(term).iter().map(class).collect::<Option<Vec<Class>>>() else { return };
        let first = *self.by_signature.entry((terms.op(term), args)).or_insert(node);
        if first != node {
            self.pending.push((first, node));
        }
    }

    /// Merges what is to be merged, and what becomes equal by it.
    fn close(&mut self, terms: &Terms) {
        while let Some((a, b)) = self.pending.pop() {
            let (mut a, mut b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            if self.members[a].len() + self.uses[a].len() < self.members[b].len() + self.uses[b].len() {
                (a, b) = (b, a);
            }
            self.parent[b] = a;
            let (members, uses) = (std::mem::take(&mut self.members[b]), std::mem::take(&mut self.uses[b]));
            self.members[a].extend(members);
            for &node in &uses {
                self.add_signature(terms, node);
            }
            self.uses[a].extend(uses);
        }
    }
}
