//! Arrays, by instances of their axioms where the model violates them.
//!
//! To the theory of equality, `select` and `store` are functions like any other. These axioms make them
//! arrays; `s` is `store(a, i, v)`:
//! 1. `select(s, i) = v`
//! 2. `i = j` or `select(s, j) = select(a, j)`, for every index `j` at which an array equal to `s` or to `a`
//!    is read
//! 3. `select(const(v), j) = v`
//! 4. `a = b` or `select(a, k) != select(b, k)`, with a new constant `k` for every equality that is false
//! 5. `default(s) = default(a)` and `default(const(v)) = v`, where `default` is the element at all indices
//!    that nothing is said about. This holds since stores change finitely many of infinitely many elements.
//!
//! The model has an array for each class: what is read from it, and its default elsewhere. By 1 and 2 `s` and
//! `a` are read at the same indices with the same results, but for `i`; by 5 they have the same default; so
//! the model of `s` is that of `a` with `v` stored. By 4 arrays that must differ do. Arrays that functions
//! are applied to, and that may be equal in the model by accident, get an equality that the search decides.

use super::Combination;
use crate::circuit::Function;
use crate::euf::{FuncId, NodeId};
use crate::sat::theory::TheoryContext;
use crate::sat::{Lit, Var};
use crate::term::Sort;
use fxhash::{FxHashMap, FxHashSet};

/// The state of instantiation.
#[derive(Default)]
pub(super) struct Arrays {
    /// Index and element sort of array sorts.
    pub(super) sorts: FxHashMap<Sort, (Sort, Sort)>,
    /// Equality atoms between arrays.
    equalities: Vec<(Var, NodeId, NodeId)>,
    /// Those of them that have a witness for their being false.
    witnessed: FxHashSet<Var>,
    /// The two arrays that each witness distinguishes.
    distinguished: FxHashMap<NodeId, [NodeId; 2]>,
    /// Arrays that are arguments of functions.
    arguments: Vec<NodeId>,
    /// Stores for which axiom 1 is stated.
    opened: FxHashSet<NodeId>,
    /// Stores and constant arrays for which axiom 5 is stated.
    with_default: FxHashSet<NodeId>,
    /// Pairs of an array and an index for which axiom 2 or 3 is stated.
    stated: FxHashSet<(NodeId, NodeId)>,
}

impl Arrays {
    /// The arrays that a node is made to distinguish, if it is such an index.
    pub(super) fn distinguished(&self, index: NodeId) -> Option<[NodeId; 2]> {
        self.distinguished.get(&index).copied()
    }

    /// Notes which arguments of a function are arrays.
    pub(super) fn note_arguments(&mut self, args: &[NodeId], sorts: &FxHashMap<NodeId, Sort>) {
        let is_array = |arg: &&NodeId| matches!(sorts.get(arg), Some(Sort::Array(_)));
        for &arg in args.iter().filter(is_array) {
            if !self.arguments.contains(&arg) {
                self.arguments.push(arg);
            }
        }
    }
}

impl Combination {
    /// Makes array sorts known.
    pub(crate) fn add_array_sorts(&mut self, sorts: &FxHashMap<Sort, (Sort, Sort)>) {
        if self.arrays.sorts.len() != sorts.len() {
            self.arrays.sorts = sorts.clone();
        }
    }

    /// Notes an equality atom, if it is one between arrays.
    pub(super) fn note_equality(&mut self, var: Var, left: NodeId, right: NodeId) {
        if matches!(self.shared.sorts.get(&left), Some(Sort::Array(_))) {
            self.arrays.equalities.push((var, left, right));
        }
    }

    /// Adds instances of axioms that do not hold in the model; whether there were any.
    pub(super) fn instantiate_arrays(&mut self, context: &mut TheoryContext<'_>) -> bool {
        if self.arrays.sorts.is_empty() {
            return false;
        }
        let mut lemmas: Vec<Vec<Lit>> = Vec::new();
        self.open_arrays(&mut lemmas, context);
        self.read_over_write(&mut lemmas, context);
        self.find_witnesses(&mut lemmas, context);
        let split = self.split_arguments(context);
        let found = split || !lemmas.is_empty();
        for lemma in lemmas {
            _ = context.budget.spend(1);
            context.lemma(lemma);
        }
        found
    }

    fn apps(&self, function: Function) -> Vec<NodeId> {
        let id = self.shared.function(function);
        id.map_or(Vec::new(), |id: FuncId| self.equality.graph().apps(id).to_vec())
    }

    fn const_arrays(&self) -> Vec<NodeId> {
        self.arrays.sorts.keys().flat_map(|&sort| self.apps(Function::ConstArray(sort))).collect()
    }

    /// The element sort of an array.
    fn element_sort(&self, array: NodeId) -> Sort {
        self.arrays.sorts[&self.shared.sorts[&array]].1
    }

    fn select(&mut self, array: NodeId, index: NodeId, context: &mut TheoryContext<'_>) -> NodeId {
        let sort = self.element_sort(array);
        self.apply_in_search(Function::Select, &[array, index], sort, context)
    }

    /// `left = right` as a lemma, unless they are the same node.
    fn state_equal(
        &mut self,
        left: NodeId,
        right: NodeId,
        lemmas: &mut Vec<Vec<Lit>>,
        context: &mut TheoryContext<'_>,
    ) {
        if left != right {
            lemmas.push(vec![self.equality_literal(left, right, context)]);
        }
    }

    /// Axioms 1, 3 and 5 of arrays that are new.
    fn open_arrays(&mut self, lemmas: &mut Vec<Vec<Lit>>, context: &mut TheoryContext<'_>) {
        let constants = self.const_arrays();
        let has_constants = !constants.is_empty();
        for store in self.apps(Function::Store) {
            let &[array, index, element] = self.equality.graph().args(store) else { continue };
            if self.arrays.opened.insert(store) {
                let read = self.select(store, index, context);
                self.state_equal(read, element, lemmas, context);
            }
            // The first constant array may come in a later check than the store.
            if has_constants && self.arrays.with_default.insert(store) {
                let sort = self.element_sort(store);
                let [of_store, of_array] = [store, array]
                    .map(|array| self.apply_in_search(Function::Default, &[array], sort, context));
                self.state_equal(of_store, of_array, lemmas, context);
            }
        }
        let reads = self.apps(Function::Select);
        for constant in constants {
            let element = self.equality.graph().args(constant)[0];
            if self.arrays.with_default.insert(constant) {
                let sort = self.element_sort(constant);
                let default = self.apply_in_search(Function::Default, &[constant], sort, context);
                self.state_equal(default, element, lemmas, context);
            }
            for &read in &reads {
                let &[array, index] = self.equality.graph().args(read) else { continue };
                if self.equality.graph().are_equal(array, constant)
                    && self.arrays.stated.insert((constant, index))
                {
                    let read = self.select(constant, index, context);
                    self.state_equal(read, element, lemmas, context);
                }
            }
        }
    }

    /// Axiom 2 where it does not hold.
    fn read_over_write(&mut self, lemmas: &mut Vec<Vec<Lit>>, context: &mut TheoryContext<'_>) {
        let reads = self.apps(Function::Select);
        for store in self.apps(Function::Store) {
            let &[array, written, _] = self.equality.graph().args(store) else { continue };
            for &read in &reads {
                let graph = self.equality.graph();
                let &[from, index] = graph.args(read) else { continue };
                if !(graph.are_equal(from, store) || graph.are_equal(from, array))
                    || self.are_same(index, written)
                    || self.arrays.stated.contains(&(store, index))
                {
                    continue;
                }
                let id = self.shared.function(Function::Select).expect("something was read");
                let existing = [store, array].map(|array| graph.app(id, &[array, index]));
                if let [Some(after), Some(before)] = existing
                    && self.are_same(after, before)
                {
                    continue;
                }
                self.arrays.stated.insert((store, index));
                let [after, before] = [store, array].map(|array| self.select(array, index, context));
                let mut lemma = vec![self.equality_literal(index, written, context)];
                if after != before {
                    lemma.push(self.equality_literal(after, before, context));
                    lemmas.push(lemma);
                }
            }
        }
    }

    /// Axiom 4 for equalities that are false.
    fn find_witnesses(&mut self, lemmas: &mut Vec<Vec<Lit>>, context: &mut TheoryContext<'_>) {
        for (var, left, right) in self.arrays.equalities.clone() {
            if context.value(var.negative()) != Some(true) || !self.arrays.witnessed.insert(var) {
                continue;
            }
            let (index_sort, _) = self.arrays.sorts[&self.shared.sorts[&left]];
            let index = self.leaf_in_search(index_sort, context);
            self.arrays.distinguished.insert(index, [left, right]);
            let [left, right] = [left, right].map(|array| self.select(array, index, context));
            let same = self.equality_literal(left, right, context);
            lemmas.push(vec![var.positive(), !same]);
        }
    }

    /// Equalities between arrays that functions are applied to, for the search to decide; whether there were
    /// new ones.
    fn split_arguments(&mut self, context: &mut TheoryContext<'_>) -> bool {
        let mut found = false;
        let arguments = self.arrays.arguments.clone();
        for (position, &left) in arguments.iter().enumerate() {
            for &right in &arguments[position + 1..] {
                if self.shared.sorts[&left] == self.shared.sorts[&right]
                    && !self.equality.graph().are_equal(left, right)
                    && self.equality.equality_atom(left, right).is_none()
                {
                    self.equality_literal(left, right, context);
                    found = true;
                }
            }
        }
        found
    }
}
