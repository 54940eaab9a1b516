//! Applications of functions and terms of declared sorts.

use super::{Origin, Translator};
use crate::circuit::{Edge, Function, FunctionTerm, Meaning};
use crate::linear::Number;
use crate::model::Division;
use crate::term::{Op, Sort, Term};

impl Translator<'_> {
    /// An application whose value is a number: a variable of its own.
    pub(super) fn apply_numeric(&mut self, term: Term) {
        let sort = self.terms.sort(term);
        let (applied, is_new) = self.application(term);
        let var = match &self.result.functions.node(applied).meaning {
            Meaning::Number(number) => number.expr.form.terms()[0].0,
            _ => self.new_var(sort, Origin::Fresh),
        };
        if is_new {
            self.result.functions.set_meaning(applied, Meaning::Number(Number::variable(var)));
        }
        self.result.vars.insert(term, var);
    }

    /// An application whose value is a truth value.
    pub(super) fn apply_boolean(&mut self, term: Term) -> Edge {
        let (applied, is_new) = self.application(term);
        let edge = self.circuit().holds(applied);
        if is_new {
            self.result.functions.set_meaning(applied, Meaning::Truth(edge));
        }
        edge
    }

    /// A term of a declared sort or an array.
    pub(super) fn opaque(&mut self, term: Term) {
        let (terms, sort) = (self.terms, self.terms.sort(term));
        let args = terms.args(term);
        self.result.functions.add_array_sort(terms, sort);
        let result = match terms.op(term) {
            Op::Symbol(symbol) => self.result.functions.new_leaf(sort, Some(symbol)),
            Op::Ite => {
                let condition = self.result.edge(args[0]);
                let leaf = self.result.functions.new_leaf(sort, None);
                for (guard, branch) in [(condition, args[1]), (!condition, args[2])] {
                    let branch = self.result.function_terms[&branch];
                    let equal = self.circuit().equal(leaf, branch);
                    let edge = self.circuit().or(&[!guard, equal]);
                    self.result.definitions.push(edge);
                }
                leaf
            }
            _ => self.application(term).0,
        };
        self.result.function_terms.insert(term, result);
    }

    /// The application that a term is, and whether it is new.
    fn application(&mut self, term: Term) -> (FunctionTerm, bool) {
        let (terms, sort) = (self.terms, self.terms.sort(term));
        let mut args: Vec<FunctionTerm> = terms.args(term).iter().map(|&arg| self.argument(arg)).collect();
        let function = match terms.op(term) {
            Op::Apply(symbol) => Function::Declared(symbol),
            Op::Select => Function::Select,
            Op::Store => Function::Store,
            Op::ConstArray(id) => Function::ConstArray(Sort::Array(id)),
            op => {
                let division = match op {
                    Op::Div => Division::Quotient,
                    Op::Mod => Division::Remainder,
                    _ => Division::Real,
                };
                if terms.is_constant(terms.args(term)[1]) {
                    args.truncate(1);
                    Function::ByZero(division)
                } else {
                    Function::Divided(division)
                }
            }
        };
        self.result.functions.apply(function, &args, sort)
    }

    /// A term as the argument of a function.
    fn argument(&mut self, term: Term) -> FunctionTerm {
        match self.terms.sort(term) {
            Sort::Bool => {
                let edge = self.result.edge(term);
                self.result.functions.truth(edge)
            }
            sort @ (Sort::Int | Sort::Real) => {
                let number = self.number(term);
                self.require_all(&number.expr);
                self.result.functions.number(sort, number)
            }
            _ => self.result.function_terms[&term],
        }
    }
}
