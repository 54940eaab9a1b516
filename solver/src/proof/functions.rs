//! Terms of the theory of equality: applications of functions, arrays, and constants of declared sorts.

use super::NoProof;
use super::encode::Encoder;
use super::forms::{check_linear, scaled};
use crate::circuit::{Edge, Function, FunctionTerm};
use crate::linear::{LinearExpr, NumVar, Number};
use crate::linearize::linear_form;
use crate::num::{Int, Rat};
use crate::sat::Lit;
use crate::term::{Op, Sort, Term};

impl Encoder<'_> {
    /// Makes the terms of the theory of equality that occur in formulas, arguments before applications.
    pub(super) fn prepare(&mut self, formulas: &[Term]) -> Result<(), NoProof> {
        let mut all = self.terms.reachable(formulas);
        all.sort_unstable();
        for term in all {
            let is_value = matches!(self.terms.sort(term), Sort::Bool | Sort::Int | Sort::Real);
            match self.terms.op(term) {
                Op::Forall | Op::Exists => return Err(NoProof::Unsupported("quantifiers")),
                Op::Apply(_) | Op::Select | Op::Store | Op::ConstArray(_) => _ = self.function_term(term)?,
                _ if !is_value => _ = self.function_term(term)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether there are terms of the theory of equality.
    pub(super) fn has_functions(&self) -> bool {
        !self.encoded.functions.is_empty()
    }

    /// The term of the theory of equality that a term is.
    pub(super) fn function_term(&mut self, term: Term) -> Result<FunctionTerm, NoProof> {
        if let Some(&known) = self.function_terms.get(&term) {
            return Ok(known);
        }
        let sort = self.terms.sort(term);
        self.functions.add_array_sort(self.terms, sort);
        let made = match self.terms.op(term) {
            Op::Apply(symbol) => return self.application(term, Function::Declared(symbol)),
            Op::Select => return self.application(term, Function::Select),
            Op::Store => return self.application(term, Function::Store),
            Op::ConstArray(id) => return self.application(term, Function::ConstArray(Sort::Array(id))),
            Op::True => self.functions.truth(Edge::TRUE),
            Op::False => self.functions.truth(Edge::FALSE),
            _ if sort.is_numeric() => {
                let number = self.number(term)?;
                self.functions.number(sort, number)
            }
            Op::Symbol(symbol) if sort != Sort::Bool => self.functions.new_leaf(sort, Some(symbol)),
            Op::Ite if sort != Sort::Bool => {
                self.unstated.push(term);
                self.functions.new_leaf(sort, None)
            }
            _ if sort == Sort::Bool => {
                let lit = self.lit(term)?;
                let leaf = self.functions.new_leaf(sort, None);
                self.register(leaf, term);
                self.tie(leaf, term, lit);
                leaf
            }
            _ => return Err(NoProof::Unsupported("terms of this kind")),
        };
        self.register(made, term);
        Ok(made)
    }

    /// Makes a new term known to the theories.
    fn register(&mut self, made: FunctionTerm, term: Term) {
        self.function_terms.insert(term, made);
        let encoded = &mut self.encoded;
        if made.index() == encoded.functions.len() {
            encoded.functions.push(term);
            encoded.theories.add_array_sorts(self.functions.array_sorts());
            encoded.theories.add_term(self.functions.node(made), &mut encoded.sat);
            encoded.nodes.push(encoded.theories.node_of(made));
        }
    }

    /// Makes a Boolean argument an atom, equivalent to its literal.
    fn tie(&mut self, leaf: FunctionTerm, term: Term, lit: Lit) {
        let encoded = &mut self.encoded;
        let atom = encoded.theories.predicate_atom(leaf, &mut encoded.sat);
        let (mut formula, mut sign) = (term, true);
        while self.terms.op(formula) == Op::Not {
            (formula, sign) = (self.terms.args(formula)[0], !sign);
        }
        encoded.meanings.insert(atom, (formula, sign));
        self.add(&[atom.negative(), lit], None);
        self.add(&[atom.positive(), !lit], None);
    }

    fn application(&mut self, term: Term, function: Function) -> Result<FunctionTerm, NoProof> {
        let mut args = Vec::new();
        for arg in self.terms.args(term).to_vec() {
            args.push(self.function_term(arg)?);
        }
        let sort = self.terms.sort(term);
        let (made, is_new) = self.functions.apply(function, &args, sort);
        if is_new && sort.is_numeric() {
            let var = self.new_variable(term);
            self.functions.set_meaning(made, crate::circuit::Meaning::Number(Number::variable(var)));
        }
        self.register(made, term);
        match sort {
            Sort::Bool => {
                let encoded = &mut self.encoded;
                let atom = encoded.theories.predicate_atom(made, &mut encoded.sat).positive();
                let lit = self.known(term, atom);
                self.lits.insert(term, lit);
            }
            // The same application with arguments that are written in another way.
            Sort::Int | Sort::Real if !is_new => {
                self.new_variable(term);
                let first = self.encoded.functions[made.index()];
                let equal = self.terms.eq(term, first);
                let lit = self.lit(equal)?;
                self.add(&[lit], None);
            }
            _ => {}
        }
        Ok(made)
    }

    /// A numeric term over the variables of arithmetic.
    fn number(&mut self, term: Term) -> Result<Number, NoProof> {
        check_linear(self.terms, term)?;
        let (form, constant, denominator) = match self.terms.sort(term) {
            Sort::Real => scaled(self.terms, &[(term, Rat::ONE)]),
            _ => {
                let (form, constant) = linear_form(self.terms, term);
                (form, constant, Int::ONE)
            }
        };
        let form = self.over_variables(&form)?;
        Ok(Number { expr: LinearExpr { form, constant }, denominator })
    }

    /// A new variable of arithmetic for a term.
    pub(super) fn new_variable(&mut self, leaf: Term) -> NumVar {
        let index = self.encoded.leaves.len();
        let var = match self.terms.sort(leaf) {
            Sort::Real => NumVar::real(index),
            _ => NumVar::integer(index),
        };
        self.encoded.leaves.push(leaf);
        self.vars.insert(leaf, var);
        var
    }
}
