//! The model of all theories together.

use super::Combination;
use crate::circuit::{Function, Functions};
use crate::euf::NodeId;
use crate::model::{ArrayValue, Division, FunctionValue, Model, Value, most_common};
use crate::term::{Sort, SortId, Symbol, Terms};
use fxhash::FxHashMap;
use std::sync::Arc;

/// A read from an array: index and result.
type Read = (NodeId, NodeId);

/// The values of nodes, as they are asked for.
struct NodeValues<'a> {
    theories: &'a Combination,
    terms: &'a Terms,
    /// The elements of declared sorts: numbers of classes.
    elements: FxHashMap<SortId, FxHashMap<NodeId, u32>>,
    /// The arrays of classes.
    arrays: FxHashMap<NodeId, Value>,
    /// What is read from the arrays of each class.
    reads: FxHashMap<NodeId, Vec<Read>>,
    /// The node of the default of the arrays of each class.
    defaults: FxHashMap<NodeId, NodeId>,
}

impl Combination {
    /// Adds the functions and the constants of declared sorts to a model, after a consistent final check.
    pub(crate) fn add_functions_to_model(&self, functions: &Functions, terms: &Terms, model: &mut Model) {
        let mut values = NodeValues {
            theories: self,
            terms,
            elements: FxHashMap::default(),
            arrays: FxHashMap::default(),
            reads: FxHashMap::default(),
            defaults: FxHashMap::default(),
        };
        values.collect_reads();
        let mut graphs: FxHashMap<Symbol, FunctionValue> = FxHashMap::default();
        for (term, node) in functions.iter() {
            let value = values.value(self.shared.node(term), node.sort);
            if let Some(symbol) = node.symbol {
                model.set(symbol, value.clone());
            }
            let Some((function, args)) = &node.application else { continue };
            let args = args.iter().map(|&arg| values.value(self.shared.node(arg), functions.node(arg).sort));
            if let Function::Declared(symbol) = function {
                let default = || FunctionValue::constant(Value::default_of(terms, node.sort));
                graphs.entry(*symbol).or_insert_with(default).set(args.collect(), value);
            }
        }
        for (symbol, mut graph) in graphs {
            if self.common_defaults {
                graph.settle_default();
            }
            model.set_function(symbol, graph);
        }
        values.add_divisions_by_zero(model);
    }
}

impl NodeValues<'_> {
    fn class(&self, node: NodeId) -> NodeId {
        self.theories.equality.model_class(node).unwrap_or(node)
    }

    fn collect_reads(&mut self) {
        let graph = self.theories.equality.graph();
        let apps = |function| self.theories.shared.function(function).map_or(&[][..], |id| graph.apps(id));
        let mut reads: FxHashMap<NodeId, Vec<Read>> = FxHashMap::default();
        for &read in apps(Function::Select) {
            let &[array, index] = graph.args(read) else { continue };
            reads.entry(self.class(array)).or_default().push((index, read));
        }
        let mut defaults = FxHashMap::default();
        for &default in apps(Function::Default) {
            defaults.insert(self.class(graph.args(default)[0]), default);
        }
        (self.reads, self.defaults) = (reads, defaults);
    }

    /// The value of a node. Recursion follows the nesting of array sorts.
    fn value(&mut self, node: NodeId, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.theories.equality.model_truth(node).unwrap_or(false)),
            Sort::Int | Sort::Real => match self.theories.shared.number(node) {
                Some(number) => Value::of_number(sort, self.theories.evaluate(number)),
                None => Value::default_of(self.terms, sort),
            },
            Sort::Uninterpreted(id) => {
                let class = self.class(node);
                let of_sort = self.elements.entry(id).or_default();
                let next = of_sort.len() as u32;
                Value::Element(id, *of_sort.entry(class).or_insert(next))
            }
            Sort::Array(id) => {
                let class = self.class(node);
                if let Some(value) = self.arrays.get(&class) {
                    return value.clone();
                }
                let (index_sort, element_sort) = self.terms.array_parts(sort).expect("an array has parts");
                let default = match self.defaults.get(&class) {
                    Some(&default) => self.value(default, element_sort),
                    None => self.common_element(sort, element_sort),
                };
                let mut array = ArrayValue::constant(id, default);
                for (index, read) in self.reads.get(&class).cloned().unwrap_or_default() {
                    array.store(self.value(index, index_sort), self.value(read, element_sort));
                }
                let value = Value::Array(Arc::new(array));
                self.arrays.insert(class, value.clone());
                value
            }
        }
    }

    /// The element of arrays of a sort where nothing is known about it, the same for all of them.
    fn common_element(&mut self, sort: Sort, element_sort: Sort) -> Value {
        let is_plain = matches!(element_sort, Sort::Bool | Sort::Int | Sort::Real);
        if !(self.theories.common_defaults && is_plain) {
            return Value::default_of(self.terms, element_sort);
        }
        let graph = self.theories.equality.graph();
        let sorts = &self.theories.shared.sorts;
        let reads: Vec<NodeId> = self
            .theories
            .shared
            .function(Function::Select)
            .map_or(&[][..], |id| graph.apps(id))
            .iter()
            .copied()
            .filter(|&read| sorts.get(&graph.args(read)[0]) == Some(&sort))
            .collect();
        let values: Vec<Value> = reads.into_iter().map(|read| self.value(read, element_sort)).collect();
        most_common(values.iter()).unwrap_or_else(|| Value::default_of(self.terms, element_sort))
    }

    /// What divisions by a variable that is zero in the model come to.
    fn add_divisions_by_zero(&mut self, model: &mut Model) {
        for division in Division::ALL {
            let Some(id) = self.theories.shared.function(Function::ByZero(division)) else { continue };
            let sort = if division == Division::Real { Sort::Real } else { Sort::Int };
            let graph = self.theories.equality.graph();
            for &app in graph.apps(id) {
                let dividend = self.value(graph.args(app)[0], sort);
                model.set_by_zero(division, dividend, self.value(app, sort));
            }
        }
    }
}
