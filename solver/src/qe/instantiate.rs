//! Quantifiers over functions, by model-based instantiation.
//!
//! A formula whose bound variables occur under functions is refuted by instances of its universal parts, and
//! it is satisfiable if a model of the instances can be shown to satisfy the universal parts everywhere. Both
//! are driven by the model: with its functions, which are finite tables with a default, in place of the
//! declared ones, a universal part becomes a formula about its variables alone, and the engine finds values
//! that violate it, if there are any. These values, as terms that have them in the model where there are
//! such, are the next instance. (Ge and de Moura, "Complete instantiation for quantified formulas", 2009.)
//!
//! Where variables occur as arguments of functions only, instances at the terms that stand in the same places
//! suffice; those are made first.

use super::skolem::{Skolemized, Universal, skolemize};
use crate::answer::{Answer, Incompleteness, Unknown};
use crate::checked::Checked;
use crate::engine::{self, Incremental, Level};
use crate::limits::Budget;
use crate::model::{FunctionValue, Model, Value};
use crate::options::Options;
use crate::stats::Statistics;
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Instances of one universal part that are made at once from terms in the same places.
const MAX_AT_ONCE: usize = 64;
/// Rounds in which terms of earlier instances are put in the places of variables, too: recursive definitions
/// are unfolded that often.
const KNOWN_ROUNDS: u64 = 24;
/// Choices among the elements of declared sorts that are looked at for one universal part.
const MAX_TUPLES: usize = 1_000;
/// After so many instances that models asked for, there is little hope that they come to an end.
const MAX_INSTANCES: usize = 1_500;

/// Decides formulas by instances: unsatisfiable, satisfiable with a checked model, or not known.
pub(super) fn check(
    terms: &mut Terms,
    hard: &[Term],
    soft: &[Term],
    options: &Options,
    budget: &mut Budget,
) -> Checked {
    let all: Vec<Term> = hard.iter().chain(soft).copied().collect();
    let formula = terms.and(&all);
    let mut statistics = Statistics::default();
    let result = match skolemize(terms, formula) {
        Ok(skolemized) => {
            let mut search = Search::new(terms, skolemized, options);
            let result = search.run(budget);
            let counters = [
                ("quantifier-rounds", search.rounds),
                ("quantifier-instances", search.instances.len() as u64),
            ];
            statistics.extend(&counters);
            result
        }
        Err(obstacle) => Err(obstacle.into()),
    };
    let (answer, model, failed) = match result {
        Ok(Some(model)) => (Answer::Sat, Some(model), Vec::new()),
        Ok(None) => (Answer::Unsat, None, (0..soft.len()).collect()),
        Err(reason) => (Answer::Unknown(reason), None, Vec::new()),
    };
    Checked { answer, model, failed, statistics }
}

struct Search<'a> {
    terms: &'a mut Terms,
    options: &'a Options,
    universals: Vec<Universal>,
    engine: Incremental,
    /// The formula with proxies, and what the proxies imply.
    ground: Vec<Term>,
    /// The instances that have been made.
    instances: FxHashSet<(usize, Vec<Term>)>,
    rounds: u64,
}

/// What is found about a universal part in a model.
enum Verdict {
    Holds,
    /// It is violated by these values of its variables.
    Violated(Vec<Value>),
    /// It is not known at these terms.
    Missing(Vec<Term>),
    /// The engine does not tell.
    Open,
}

impl<'a> Search<'a> {
    fn new(terms: &'a mut Terms, skolemized: Skolemized, options: &'a Options) -> Search<'a> {
        let mut engine = Incremental::new(options);
        engine.use_common_defaults();
        Search {
            terms,
            options,
            universals: skolemized.universals,
            engine,
            ground: vec![skolemized.formula],
            instances: FxHashSet::default(),
            rounds: 0,
        }
    }

    /// A model, or `None` if there is none.
    fn run(&mut self, budget: &mut Budget) -> Result<Option<Model>, Unknown> {
        self.instantiate_at_known_terms();
        loop {
            self.rounds += 1;
            let levels = [Level { id: 0, assertions: &self.ground }];
            let Some(checked) = self.engine.check(self.terms, &levels, &[], budget) else {
                let unsupported = Incompleteness::QuantifiedTheory.into();
                return Err(budget.stopped().cloned().unwrap_or(unsupported));
            };
            let model = match (checked.answer, checked.model) {
                (Answer::Sat, Some(model)) => model,
                (Answer::Unknown(reason), _) => return Err(reason),
                _ => return Ok(None),
            };
            let (mut is_open, mut is_new) = (false, false);
            for index in 0..self.universals.len() {
                let proxy = self.universals[index].proxy;
                if model.eval(self.terms, proxy) != Value::Bool(true) {
                    continue;
                }
                match self.verdict(index, &model, budget) {
                    Verdict::Holds => {}
                    Verdict::Violated(values) => {
                        if self.rounds <= KNOWN_ROUNDS {
                            is_new |= self.instantiate_at_known(index);
                        }
                        is_new |= self.instantiate_at_values(index, &values, &model);
                        is_open = true;
                    }
                    Verdict::Missing(at) => {
                        is_new |= self.instantiate(index, at);
                        is_open = true;
                    }
                    Verdict::Open => is_open = true,
                }
            }
            if !is_open {
                return Ok(Some(model));
            }
            if !is_new || self.instances.len() > MAX_INSTANCES {
                let stuck = Incompleteness::Instances.into();
                return Err(budget.stopped().cloned().unwrap_or(stuck));
            }
            if !budget.spend(1 + self.ground.len() as u64) {
                return Err(budget.stopped().cloned().unwrap_or(Unknown::Resources));
            }
        }
    }

    /// Adds an instance; `false` if it was there.
    fn instantiate(&mut self, index: usize, values: Vec<Term>) -> bool {
        if !self.instances.insert((index, values.clone())) {
            return false;
        }
        let universal = &self.universals[index];
        let values = universal.variables.iter().copied().zip(values).collect();
        let (proxy, body) = (universal.proxy, universal.body);
        let Ok(instance) = self.terms.substitute(body, &values) else {
            return false;
        };
        let lemma = self.terms.implies(proxy, instance);
        self.ground.push(lemma);
        true
    }

    /// Instances at the terms that stand where the variables do, as long as they are few.
    fn instantiate_at_known_terms(&mut self) {
        for index in 0..self.universals.len() {
            self.instantiate_at_known(index);
        }
    }

    /// The same for one universal part; `false` if there is nothing new.
    fn instantiate_at_known(&mut self, index: usize) -> bool {
        let universal = &self.universals[index];
        let (variables, body) = (universal.variables.clone(), universal.body);
        let mut choices: Vec<Vec<Term>> = Vec::with_capacity(variables.len());
        for &variable in &variables {
            choices.push(self.terms_in_place(variable, body));
        }
        let number = choices.iter().fold(1usize, |product, choice| product.saturating_mul(choice.len()));
        if number == 0 || number > MAX_AT_ONCE {
            return false;
        }
        let mut is_new = false;
        for mut code in 0..number {
            let mut values = Vec::with_capacity(choices.len());
            for choice in &choices {
                values.push(choice[code % choice.len()]);
                code /= choice.len();
            }
            is_new |= self.instantiate(index, values);
        }
        is_new
    }

    /// Ground terms that are arguments where a variable is one in a body.
    fn terms_in_place(&self, variable: Term, body: Term) -> Vec<Term> {
        let is_function = |op: Op| matches!(op, Op::Apply(_) | Op::Select | Op::Store);
        let mut places: FxHashSet<(Op, usize)> = FxHashSet::default();
        for term in self.terms.reachable(&[body]) {
            let args = self.terms.args(term).iter().enumerate();
            if is_function(self.terms.op(term)) {
                places.extend(
                    args.filter(|(_, arg)| **arg == variable).map(|(place, _)| (self.terms.op(term), place)),
                );
            }
        }
        let mut found = Vec::new();
        for term in self.terms.reachable(&self.ground) {
            for (place, &arg) in self.terms.args(term).iter().enumerate() {
                if places.contains(&(self.terms.op(term), place)) {
                    found.push(arg);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// An instance at values: at terms with these values in the model if there are such in place of the
    /// variables.
    fn instantiate_at_values(&mut self, index: usize, values: &[Value], model: &Model) -> bool {
        let (variables, body) = (self.universals[index].variables.clone(), self.universals[index].body);
        let (mut chosen, mut plain) = (Vec::new(), Vec::new());
        for (&variable, value) in variables.iter().zip(values) {
            let known = self.terms_in_place(variable, body);
            let named =
                known.iter().zip(model.eval_all(self.terms, &known)).find(|(_, other)| other == value);
            let named = named.map(|(&term, _)| term);
            let literal = value_term(self.terms, value);
            let any = || {
                self.terms.reachable(&self.ground).into_iter().find(|&term| {
                    self.terms.sort(term) == self.terms.sort(variable)
                        && !self.terms.sort(term).is_numeric()
                        && model.eval(self.terms, term) == *value
                })
            };
            let Some(term) = named.or(literal).or_else(any) else {
                return false;
            };
            chosen.push(term);
            plain.push(literal.unwrap_or(term));
        }
        self.instantiate(index, chosen) || self.instantiate(index, plain)
    }

    /// Whether a universal part holds in a model.
    fn verdict(&mut self, index: usize, model: &Model, budget: &mut Budget) -> Verdict {
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
}

impl Search<'_> {
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
fn value_term(terms: &mut Terms, value: &Value) -> Option<Term> {
    match value {
        Value::Bool(value) => Some(terms.bool(*value)),
        Value::Int(value) => Some(terms.int(value.clone())),
        Value::Real(value) => Some(terms.real(value.clone())),
        Value::Element(..) | Value::Array(_) => None,
    }
}
