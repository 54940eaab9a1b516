//! What the atoms and nodes of the theories mean, for proofs.

use super::Combination;
use super::arithmetic::Arithmetic;
use crate::circuit::{Function, FunctionTerm};
use crate::euf::{FuncId, NodeId};
use crate::linear::{Linear, NumVar, Number};
use crate::num::Rat;
use crate::sat::Var;
use crate::simplex::ArithVar;
use crate::term::Sort;
use fxhash::FxHashMap;

/// What an atom says.
#[derive(Clone, Debug)]
pub(crate) enum AtomMeaning {
    /// A form is at most a bound, or less than it.
    Bound { form: Linear<NumVar>, bound: Rat, strict: bool },
    /// Two nodes are equal.
    Equal(NodeId, NodeId),
    /// A Boolean node is true.
    Holds(NodeId),
}

/// What a node is.
#[derive(Clone, Debug)]
pub(crate) enum NodeMeaning {
    /// An application.
    Applied(Function, Vec<NodeId>),
    /// A number.
    Number(Sort, Number),
    /// An index at which two arrays have different elements, unless they are equal.
    Witness([NodeId; 2]),
    /// Another constant that the search made.
    New,
}

/// The meanings of all atoms and nodes.
pub(crate) struct Meanings<'a> {
    theories: &'a Combination,
    names: FxHashMap<ArithVar, NumVar>,
    functions: FxHashMap<FuncId, Function>,
}

impl Combination {
    /// The meanings of atoms and nodes.
    pub(crate) fn meanings(&self) -> Meanings<'_> {
        let names = match &self.arithmetic {
            Arithmetic::Difference(_) => FxHashMap::default(),
            Arithmetic::Integer(theory) => theory.names(),
            Arithmetic::Real(theory) => theory.names(),
        };
        Meanings { theories: self, names, functions: self.shared.functions_by_id() }
    }

    /// The node of a term.
    pub(crate) fn node_of(&self, term: FunctionTerm) -> NodeId {
        self.shared.node(term)
    }
}

impl Meanings<'_> {
    /// What an atom says. Atoms of difference logic are known to those who made them.
    pub(crate) fn atom(&self, var: Var) -> Option<AtomMeaning> {
        if let Some(node) = self.theories.equality.node_of(var) {
            return Some(match self.theories.equality.graph().sides(node) {
                Some((left, right)) => AtomMeaning::Equal(left, right),
                None => AtomMeaning::Holds(node),
            });
        }
        let (form, bound, strict) = match &self.theories.arithmetic {
            Arithmetic::Difference(_) => return None,
            Arithmetic::Integer(theory) => {
                let (form, bound) = theory.meaning(var)?;
                (form, Rat::from(bound), false)
            }
            Arithmetic::Real(theory) => theory.meaning(var)?,
        };
        let is_named = form.terms().iter().all(|(column, _)| self.names.contains_key(column));
        is_named.then(|| AtomMeaning::Bound { form: form.map(|column| self.names[&column]), bound, strict })
    }

    /// What a node is.
    pub(crate) fn node(&self, node: NodeId) -> NodeMeaning {
        let (graph, shared) = (self.theories.equality.graph(), &self.theories.shared);
        if let Some(function) = graph.func(node).and_then(|id| self.functions.get(&id)) {
            return NodeMeaning::Applied(*function, graph.args(node).to_vec());
        }
        if let Some(arrays) = self.theories.arrays.distinguished(node) {
            return NodeMeaning::Witness(arrays);
        }
        // The number of a constant that the search made is a variable that means this very node.
        let is_itself = |number: &&Number| match number.expr.form.terms() {
            [(var, _)] => shared.node_of_variable(*var) == Some(node),
            _ => false,
        };
        match shared.number(node).filter(|number| !is_itself(number)) {
            Some(number) => NodeMeaning::Number(shared.sorts[&node], number.clone()),
            None => NodeMeaning::New,
        }
    }

    /// The node that a numeric variable of the search is the value of.
    pub(crate) fn node_of_variable(&self, var: NumVar) -> Option<NodeId> {
        self.theories.shared.node_of_variable(var)
    }
}
