//! The model of all theories together.

use super::Combination;
use crate::euf::NodeId;
use crate::model::{FunctionValue, Model, Value};
use crate::num::Rat;
use crate::preprocess::functions::{Function, FunctionNode, FunctionTerm, Functions, Meaning, Number};
use crate::term::{Sort, SortId, Symbol, Terms};
use fxhash::FxHashMap;

impl Combination {
    /// Adds the functions and the constants of declared sorts to a model, after a consistent final check. `value` is the value
    /// of numbers in that model.
    pub fn add_functions_to_model(
        &self,
        functions: &Functions,
        terms: &Terms,
        value: impl Fn(&Number) -> Rat,
        model: &mut Model,
    ) {
        let mut elements: FxHashMap<SortId, FxHashMap<NodeId, u32>> = FxHashMap::default();
        let mut values: Vec<Value> = Vec::with_capacity(functions.len());
        let mut graphs: FxHashMap<Symbol, FunctionValue> = FxHashMap::default();
        for (term, node) in functions.iter() {
            let this = match (&node.meaning, node.sort) {
                (Meaning::Number(number), sort) => Value::of_number(sort, value(number)),
                (Meaning::Truth(_), _) => {
                    Value::Bool(self.equality.model_truth(self.shared.node(term)).unwrap_or(false))
                }
                (Meaning::Opaque, Sort::Uninterpreted(sort)) => {
                    let class = self.equality.model_class(self.shared.node(term)).unwrap_or(NodeId::TRUE);
                    let of_sort = elements.entry(sort).or_default();
                    let next = of_sort.len() as u32;
                    Value::Element(sort, *of_sort.entry(class).or_insert(next))
                }
                (Meaning::Opaque, sort) => Value::default_of(terms, sort),
            };
            values.push(this);
            self.note(terms, term, node, &values, &mut graphs, model);
        }
        for (symbol, graph) in graphs {
            model.set_function(symbol, graph);
        }
    }

    /// Notes what a term says about a symbol.
    fn note(
        &self,
        terms: &Terms,
        term: FunctionTerm,
        node: &FunctionNode,
        values: &[Value],
        graphs: &mut FxHashMap<Symbol, FunctionValue>,
        model: &mut Model,
    ) {
        let value = &values[term.index()];
        if let Some(symbol) = node.symbol {
            model.set(symbol, value.clone());
        }
        let Some((function, args)) = &node.application else { return };
        let args = || args.iter().map(|arg| values[arg.index()].clone());
        match function {
            Function::Declared(symbol) => {
                let default = || FunctionValue::constant(Value::default_of(terms, node.sort));
                graphs.entry(*symbol).or_insert_with(default).set(args().collect(), value.clone());
            }
            Function::ByZero(division) => {
                let dividend = args().next().expect("a division has a dividend");
                model.set_by_zero(*division, dividend, value.clone());
            }
            _ => {}
        }
    }
}
