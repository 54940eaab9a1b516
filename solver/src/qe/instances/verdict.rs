//! Whether universal parts hold in a model.
//!
//! With the functions of the model, which are finite tables with a default, in place of the declared ones, a
//! universal part becomes a formula about its variables alone, and the engine finds values that violate it,
//! if there are any. Over declared sorts all choices of elements are looked at.

use super::Search;
use crate::answer::Answer;
use crate::engine;
use crate::limits::Budget;
use crate::model::{FunctionValue, Model, Value};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Choices among the elements of declared sorts that are looked at for one universal part.
const MAX_TUPLES: usize = 1_000;

/// What is found about a universal part in a model.
pub(super) enum Verdict {
    /// It holds.
    Holds,
    /// It is violated by these values of its variables.
    Violated(Vec<Value>),
    /// It is not known at these terms.
    Missing(Vec<Term>),
    /// The engine does not tell.
    Open,
}

impl Search<'_> {
    /// Whether a universal part holds in a model.
    pub(super) fn verdict(&mut self, index: usize, model: &Model, budget: &mut Budget) -> Verdict {
        let (variables, body) = (self.universals[index].variables.clone(), self.universals[index].body);
        let is_plain =
            |&variable: &Term| matches!(self.terms.sort(variable), Sort::Bool | Sort::Int | Sort::Real);
        let is_declared = |&variable: &Term| matches!(self.terms.sort(variable), Sort::Uninterpreted(_));
        if variables.iter().all(is_declared) {
            return self.verdict_over_elements(index, &variables, model);
        }
        if !variables.iter().all(is_plain) {
            return Verdict::Open;
        }
        let Some(evaluated) = self.partly_evaluated(body, &variables, model) else {
            return Verdict::Open;
        };
        let violated = self.terms.not(evaluated);
        let checked = engine::check(self.terms, &[violated], &[], self.options, budget);
        match (checked.answer, checked.model) {
            (Answer::Unsat, _) => Verdict::Holds,
            (Answer::Sat, Some(found)) => Verdict::Violated(found.eval_all(self.terms, &variables)),
            _ => Verdict::Open,
        }
    }

    /// A formula with the values of a model in place of all but its variables: a function becomes the choice
    /// among its entries.
    fn partly_evaluated(&mut self, body: Term, variables: &[Term], model: &Model) -> Option<Term> {
        let mut done: FxHashMap<Term, Term> =
            variables.iter().map(|&variable| (variable, variable)).collect();
        for term in self.terms.reachable(&[body]) {
            // Arrays are looked into where they are read.
            if done.contains_key(&term) || matches!(self.terms.sort(term), Sort::Array(_)) {
                continue;
            }
            if self.terms.op(term) == Op::Select {
                let read = self.read(term, variables, model, &done)?;
                done.insert(term, read);
                continue;
            }
            if self.terms.args(term).iter().any(|&arg| matches!(self.terms.sort(arg), Sort::Array(_))) {
                let value = self.ground_value(term, variables, model)?;
                let value = value_term(self.terms, &value)?;
                done.insert(term, value);
                continue;
            }
            let args: Vec<Term> = self.terms.args(term).iter().map(|arg| done[arg]).collect();
            let replaced = match self.terms.op(term) {
                Op::Symbol(symbol) => {
                    let value = model.value(self.terms, symbol);
                    value_term(self.terms, &value)?
                }
                Op::Apply(symbol) => {
                    let function = model.function(self.terms, symbol);
                    choice_among_entries(self.terms, &function, &args)?
                }
                // By zero they are functions that the model knows and the engine would choose anew.
                Op::Div | Op::Mod | Op::Divide
                    if self.terms.as_rational(args[1]).is_none_or(|by| by.is_zero()) =>
                {
                    return None;
                }
                op => self.terms.make(op, &args).ok()?,
            };
            done.insert(term, replaced);
        }
        Some(done[&body])
    }

    /// Whether a universal part over declared sorts holds in a model. The elements of such a sort are the
    /// values of terms, so it holds if there is an instance for each choice of them.
    fn verdict_over_elements(&mut self, index: usize, variables: &[Term], model: &Model) -> Verdict {
        // Where arrays differ, the engine may have found an index that no term stands for.
        let is_array = |&term: &Term| matches!(self.terms.sort(term), Sort::Array(_));
        if self.terms.reachable(&self.ground).iter().any(is_array) {
            return Verdict::Open;
        }
        let mut choices: Vec<Vec<(Term, Value)>> = Vec::with_capacity(variables.len());
        for &variable in variables {
            let elements = self.elements(self.terms.sort(variable), model);
            choices.push(elements);
        }
        let number = choices.iter().fold(1usize, |product, choice| product.saturating_mul(choice.len()));
        if number > MAX_TUPLES {
            return Verdict::Open;
        }
        let known = self.instances.iter().filter(|(of, _)| *of == index);
        let known: FxHashSet<Vec<Value>> = known.map(|(_, at)| model.eval_all(self.terms, at)).collect();
        for mut code in 0..number {
            let mut tuple = Vec::with_capacity(choices.len());
            for choice in &choices {
                tuple.push(choice[code % choice.len()].clone());
                code /= choice.len();
            }
            let (terms, values): (Vec<Term>, Vec<Value>) = tuple.into_iter().unzip();
            if !known.contains(&values) {
                return Verdict::Missing(terms);
            }
        }
        Verdict::Holds
    }

    /// The elements of a declared sort in a model, each with a term for it. There is at least one.
    fn elements(&mut self, sort: Sort, model: &Model) -> Vec<(Term, Value)> {
        let mut terms = self.terms.reachable(&self.ground);
        terms.retain(|&term| self.terms.sort(term) == sort);
        if terms.is_empty() {
            let element = self.terms.constant("element", sort);
            let equation = self.terms.eq(element, element);
            self.ground.push(equation);
            terms.push(element);
        }
        let mut seen = FxHashSet::default();
        let values = model.eval_all(self.terms, &terms);
        terms.into_iter().zip(values).filter(|(_, value)| seen.insert(value.clone())).collect()
    }

    /// The value of a term without these variables.
    fn ground_value(&self, term: Term, variables: &[Term], model: &Model) -> Option<Value> {
        let is_ground = !self.terms.mentions(&[term], variables.iter().copied());
        is_ground.then(|| model.eval(self.terms, term))
    }

    /// What is read from an array: through updates, at last from an array of the model, whose elements become
    /// the choice among its entries.
    fn read(
        &mut self,
        select: Term,
        variables: &[Term],
        model: &Model,
        done: &FxHashMap<Term, Term>,
    ) -> Option<Term> {
        let [mut array, index] = *self.terms.args(select) else { return None };
        let at = *done.get(&index)?;
        let mut updates = Vec::new();
        while self.terms.op(array) == Op::Store && self.terms.mentions(&[array], variables.iter().copied()) {
            let [inner, place, element] = *self.terms.args(array) else { return None };
            updates.push((*done.get(&place)?, *done.get(&element)?));
            array = inner;
        }
        let value = self.ground_value(array, variables, model)?;
        let value = value.as_array()?;
        let mut found = value_term(self.terms, value.default_element())?;
        let entries = value.entries().map(|(place, element)| (place.clone(), element.clone()));
        for (place, element) in entries.collect::<Vec<_>>() {
            let (place, element) = (value_term(self.terms, &place)?, value_term(self.terms, &element)?);
            let same = self.terms.eq(at, place);
            found = self.terms.ite(same, element, found);
        }
        for (place, element) in updates.into_iter().rev() {
            let same = self.terms.eq(at, place);
            found = self.terms.ite(same, element, found);
        }
        Some(found)
    }
}

/// A function of a model at some arguments: nested `ite` terms that compare the arguments with its entries.
fn choice_among_entries(terms: &mut Terms, function: &FunctionValue, args: &[Term]) -> Option<Term> {
    let mut chosen = value_term(terms, function.default_value())?;
    for (entry, value) in function.entries() {
        let mut same = Vec::with_capacity(args.len());
        for (&arg, place) in args.iter().zip(entry) {
            let place = value_term(terms, place)?;
            same.push(terms.eq(arg, place));
        }
        let (same, value) = (terms.and(&same), value_term(terms, value)?);
        chosen = terms.ite(same, value, chosen);
    }
    Some(chosen)
}

/// A number or truth value as a term.
pub(super) fn value_term(terms: &mut Terms, value: &Value) -> Option<Term> {
    match value {
        Value::Bool(value) => Some(terms.bool(*value)),
        Value::Int(value) => Some(terms.int(value.clone())),
        Value::Real(value) => Some(terms.real(value.clone())),
        Value::Element(..) | Value::Array(_) => None,
    }
}
