//! What the atoms and terms that the theories made during the search are called in the proof.

use super::encode::Encoded;
use super::forms::{bound, sum};
use super::steps::Witness;
use crate::circuit::Function;
use crate::combine::{AtomMeaning, Meanings, NodeMeaning};
use crate::euf::NodeId;
use crate::linear::{Linear, NumVar};
use crate::num::Rat;
use crate::sat::Var;
use crate::term::{Op, Sort, Term, Terms};
use fxhash::FxHashMap;

/// The terms of nodes and variables.
pub(super) struct Naming<'a> {
    meanings: Meanings<'a>,
    leaves: &'a [Term],
    nodes: FxHashMap<NodeId, Term>,
    /// Indices at which arrays differ, as constants.
    pub(super) witnesses: Vec<Witness>,
}

impl<'a> Naming<'a> {
    pub(super) fn new(encoded: &'a Encoded, functions: &[(NodeId, Term)]) -> Naming<'a> {
        let mut nodes = FxHashMap::default();
        for &(node, term) in functions {
            nodes.entry(node).or_insert(term);
        }
        Naming {
            meanings: encoded.theories.meanings(),
            leaves: &encoded.leaves,
            nodes,
            witnesses: Vec::new(),
        }
    }

    /// The formula of an atom.
    pub(super) fn atom(&mut self, terms: &mut Terms, var: Var) -> Option<Term> {
        match self.meanings.atom(var)? {
            AtomMeaning::Bound { form, bound: limit, strict } => {
                let form = self.form(terms, &form)?;
                Some(bound(terms, &form, &limit, strict))
            }
            AtomMeaning::Equal(left, right) => {
                let (left, right) = (self.node(terms, left)?, self.node(terms, right)?);
                Some(terms.eq(left, right))
            }
            AtomMeaning::Holds(node) => self.node(terms, node),
        }
    }

    fn form(&mut self, terms: &mut Terms, form: &Linear<NumVar>) -> Option<Linear<Term>> {
        let mut products = Vec::new();
        for (var, coefficient) in form.terms() {
            products.push((self.variable(terms, *var)?, coefficient.clone()));
        }
        Some(Linear::new(products))
    }

    fn variable(&mut self, terms: &mut Terms, var: NumVar) -> Option<Term> {
        match self.leaves.get(var.index()) {
            Some(leaf) => Some(*leaf),
            None => {
                let node = self.meanings.node_of_variable(var)?;
                self.node(terms, node)
            }
        }
    }

    /// The term of a node. Applications that the search made are not deep.
    fn node(&mut self, terms: &mut Terms, node: NodeId) -> Option<Term> {
        if let Some(&term) = self.nodes.get(&node) {
            return Some(term);
        }
        let term = match self.meanings.node(node) {
            _ if node == NodeId::TRUE => terms.bool(true),
            _ if node == NodeId::FALSE => terms.bool(false),
            NodeMeaning::Applied(function, args) => {
                let mut made = Vec::new();
                for arg in args {
                    made.push(self.node(terms, arg)?);
                }
                match function {
                    Function::Declared(symbol) => terms.make(Op::Apply(symbol), &made).ok()?,
                    Function::Select => terms.make(Op::Select, &made).ok()?,
                    Function::Store => terms.make(Op::Store, &made).ok()?,
                    Function::ConstArray(sort) => terms.const_array(sort, *made.first()?).ok()?,
                    _ => return None,
                }
            }
            NodeMeaning::Number(sort, number) => {
                let form = self.form(terms, &number.expr.form)?;
                let constant = Rat::new(number.expr.constant.clone(), number.denominator.clone());
                sum(terms, &form, &constant, &number.denominator, sort == Sort::Real)
            }
            NodeMeaning::Witness(arrays) => {
                let arrays = [self.node(terms, arrays[0])?, self.node(terms, arrays[1])?];
                let (sort, _) = terms.array_parts(terms.sort(arrays[0]))?;
                let index = terms.constant(format!("@i{}", self.witnesses.len()), sort);
                self.witnesses.push(Witness { index, arrays });
                index
            }
            NodeMeaning::New => return None,
        };
        self.nodes.insert(node, term);
        Some(term)
    }
}
