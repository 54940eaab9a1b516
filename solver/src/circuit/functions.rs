//! The terms of a formula that the theory of equality interprets: function applications and their arguments.
//!
//! A [`FunctionTerm`] is an application, or a *leaf*: a constant of a declared sort, or a number or truth
//! value that other theories know. What a term of numeric or Boolean sort means there is its [`Meaning`]; the
//! combination of theories keeps both views equal. Terms are hash-consed, so that equal ones are one.

use super::Edge;
use crate::linear::Number;
use crate::model::Division;
use crate::term::{Sort, Symbol, Terms};
use fxhash::FxHashMap;

/// A term of the theory of equality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FunctionTerm(u32);

impl FunctionTerm {
    /// Position in per-term arrays; arguments come before applications.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Function {
    /// A declared function.
    Declared(Symbol),
    /// A division of its argument by zero.
    ByZero(Division),
    /// A division of the first argument by the second, which is not a constant.
    Divided(Division),
    /// A product of two arguments that are not constants.
    Product,
    /// `select`
    Select,
    /// `store`
    Store,
    /// An array with the same element everywhere; by the sort of the array.
    ConstArray(Sort),
    /// The element of an array at all but finitely many indices.
    Default,
}

/// What a term is to the other theories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// Nothing: it is of a declared sort or an array.
    Opaque,
    /// A number.
    Number(Number),
    /// A truth value. For Boolean applications the node that says so.
    Truth(Edge),
}

/// A term and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct FunctionNode {
    /// Its sort.
    pub sort: Sort,
    /// The function and its arguments; `None` for leaves.
    pub application: Option<(Function, Box<[FunctionTerm]>)>,
    /// What other theories know of it.
    pub meaning: Meaning,
    /// The declared constant that it is, if it is one of a declared sort or an array.
    pub symbol: Option<Symbol>,
}

/// All terms of the theory of equality of a formula.
#[derive(Default)]
pub(crate) struct Functions {
    nodes: Vec<FunctionNode>,
    applications: FxHashMap<(Function, Box<[FunctionTerm]>), FunctionTerm>,
    numbers: FxHashMap<(Sort, Number), FunctionTerm>,
    truths: FxHashMap<Edge, FunctionTerm>,
    /// Index and element sort of each array sort that occurs.
    array_sorts: FxHashMap<Sort, (Sort, Sort)>,
}

impl Functions {
    /// All terms, arguments before applications.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (FunctionTerm, &FunctionNode)> {
        self.nodes.iter().enumerate().map(|(index, node)| (FunctionTerm(index as u32), node))
    }

    /// Makes the parts of an array sort known, and of the array sorts in it.
    pub(crate) fn add_array_sort(&mut self, terms: &Terms, sort: Sort) {
        let mut pending = vec![sort];
        while let Some(sort) = pending.pop() {
            if let Some((index, element)) = terms.array_parts(sort)
                && self.array_sorts.insert(sort, (index, element)).is_none()
            {
                pending.extend([index, element]);
            }
        }
    }

    /// The array sorts that occur: index and element sort of each.
    pub(crate) fn array_sorts(&self) -> &FxHashMap<Sort, (Sort, Sort)> {
        &self.array_sorts
    }

    /// A term.
    pub(crate) fn node(&self, term: FunctionTerm) -> &FunctionNode {
        &self.nodes[term.index()]
    }

    /// Their meanings, to be rewritten.
    pub(crate) fn meanings_mut(&mut self) -> impl Iterator<Item = &mut Meaning> {
        self.nodes.iter_mut().map(|node| &mut node.meaning)
    }

    fn add(&mut self, node: FunctionNode) -> FunctionTerm {
        let term = FunctionTerm(u32::try_from(self.nodes.len()).expect("too many terms with functions"));
        self.nodes.push(node);
        term
    }

    /// A new leaf of a declared sort or an array: a declared constant, or one that preprocessing made.
    pub(crate) fn new_leaf(&mut self, sort: Sort, symbol: Option<Symbol>) -> FunctionTerm {
        self.add(FunctionNode { sort, application: None, meaning: Meaning::Opaque, symbol })
    }

    /// The term that is this number.
    pub(crate) fn number(&mut self, sort: Sort, number: Number) -> FunctionTerm {
        let key = (sort, number);
        if let Some(&term) = self.numbers.get(&key) {
            return term;
        }
        let meaning = Meaning::Number(key.1.clone());
        let term = self.add(FunctionNode { sort, application: None, meaning, symbol: None });
        self.numbers.insert(key, term);
        term
    }

    /// The term that is this truth value.
    pub(crate) fn truth(&mut self, edge: Edge) -> FunctionTerm {
        if let Some(&term) = self.truths.get(&edge) {
            return term;
        }
        let meaning = Meaning::Truth(edge);
        let term = self.add(FunctionNode { sort: Sort::Bool, application: None, meaning, symbol: None });
        self.truths.insert(edge, term);
        term
    }

    /// An application, and whether it was made just now: then its meaning is to be set.
    pub(crate) fn apply(
        &mut self,
        function: Function,
        args: &[FunctionTerm],
        sort: Sort,
    ) -> (FunctionTerm, bool) {
        let key = (function, Box::from(args));
        if let Some(&term) = self.applications.get(&key) {
            return (term, false);
        }
        let application = Some(key.clone());
        let term = self.add(FunctionNode { sort, application, meaning: Meaning::Opaque, symbol: None });
        self.applications.insert(key, term);
        (term, true)
    }

    /// Says what a new application means to the other theories.
    pub(crate) fn set_meaning(&mut self, term: FunctionTerm, meaning: Meaning) {
        let sort = self.nodes[term.index()].sort;
        match &meaning {
            Meaning::Number(number) => _ = self.numbers.insert((sort, number.clone()), term),
            Meaning::Truth(edge) => _ = self.truths.insert(*edge, term),
            Meaning::Opaque => {}
        }
        self.nodes[term.index()].meaning = meaning;
    }
}
