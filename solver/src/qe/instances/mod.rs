//! Quantifiers over functions, by instances.
//!
//! A formula whose bound variables occur under functions is refuted by instances of its universal parts, and
//! it is satisfiable if a model of the instances can be shown to satisfy the universal parts everywhere.
//! Instances come from two sources, in turns:
//!
//! - *Matching*: patterns of a universal part, given or chosen from its body, are matched with the ground
//!   terms that the model needs, up to the equalities that it needs. (Detlefs, Nelson and Saxe, "Simplify: a
//!   theorem prover for program checking", 2005.) Terms of instances are of a later *generation* than those
//!   that they were made at; instances at terms of late generations wait until a model was looked at.
//! - *The model*: with its functions in place of the declared ones, a universal part becomes a formula about
//!   its variables alone, and the engine finds values that violate it, if there are any. These values, as
//!   terms that have them in the model where there are such, are the next instance. (Ge and de Moura,
//!   "Complete instantiation for quantified formulas", 2009.) Where variables occur as arguments of functions
//!   only, instances at the terms that stand in the same places suffice; those are made first.
//!
//! In reading order: `skolem` brings formulas into universal form; `relevant`, `classes`: the needed terms
//! and their equalities; `triggers`, `matching`, `matched`: instances by matching; `verdict`: whether a model
//! satisfies a universal part.

mod classes;
mod matched;
mod matching;
mod relevant;
mod skolem;
mod triggers;
mod verdict;

use crate::answer::{Answer, Incompleteness, Unknown};
use crate::checked::Checked;
use crate::engine::{Incremental, Level};
use crate::limits::Budget;
use crate::model::{Model, Value};
use crate::options::Options;
use crate::stats::Statistics;
use crate::term::{Op, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use matched::FIRST_HORIZON;
use skolem::{Skolemized, Universal, skolemize};
use triggers::Trigger;
use verdict::{Verdict, value_term};

/// Instances of one universal part that are made at once from terms in the same places.
const MAX_AT_ONCE: usize = 64;
/// Rounds in which terms of earlier instances are put in the places of variables, too: recursive definitions
/// are unfolded that often.
const KNOWN_ROUNDS: u64 = 24;
/// Facts about products in one check, while there are instances to be made.
const PATIENCE: usize = 24;
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
    /// The triggers of each universal part.
    triggers: Vec<Vec<Trigger>>,
    engine: Incremental,
    /// The formula with proxies, and what the proxies imply.
    ground: Vec<Term>,
    /// The instances that have been made.
    instances: FxHashSet<(usize, Vec<Term>)>,
    /// Terms that came with instances, and how many instances led to them; the others are of generation 0.
    generations: FxHashMap<Term, u32>,
    /// Matches with terms of later generations wait.
    horizon: u32,
    /// Instances that were made by matching.
    matched: usize,
    rounds: u64,
}

/// What a look at a model brings.
enum Look {
    /// All universal parts hold in it.
    Confirmed,
    /// There are new instances.
    New,
    /// There are none, and something is not known to hold.
    Stuck,
}

impl<'a> Search<'a> {
    fn new(terms: &'a mut Terms, skolemized: Skolemized, options: &'a Options) -> Search<'a> {
        let mut engine = Incremental::new(options);
        engine.use_common_defaults();
        engine.tolerate_wrong_products(Some(PATIENCE));
        let universals = skolemized.universals;
        Search {
            triggers: universals.iter().map(|universal| triggers::triggers(terms, universal)).collect(),
            terms,
            options,
            universals,
            engine,
            ground: vec![skolemized.formula],
            instances: FxHashSet::default(),
            generations: FxHashMap::default(),
            horizon: FIRST_HORIZON,
            matched: 0,
            rounds: 0,
        }
    }

    /// A model, or `None` if there is none.
    fn run(&mut self, budget: &mut Budget) -> Result<Option<Model>, Unknown> {
        self.instantiate_at_known_terms();
        loop {
            self.rounds += 1;
            let Some(model) = self.ground_model(budget)? else { return Ok(None) };
            if !self.instantiate_at_matches(&model, budget) {
                let has_wrong_products = self.engine.has_wrong_products();
                match self.look(&model, budget) {
                    Look::Confirmed if !has_wrong_products => return Ok(Some(model)),
                    Look::New => self.horizon += 1,
                    _ if self.extend_horizon() => {}
                    // Now it takes the time that products need.
                    _ if has_wrong_products => self.engine.tolerate_wrong_products(None),
                    _ => {
                        let stuck = Incompleteness::Instances.into();
                        return Err(budget.stopped().cloned().unwrap_or(stuck));
                    }
                }
            }
            if !budget.spend(1 + self.ground.len() as u64) {
                return Err(budget.stopped().cloned().unwrap_or(Unknown::Resources));
            }
        }
    }

    /// A model of the instances.
    fn ground_model(&mut self, budget: &mut Budget) -> Result<Option<Model>, Unknown> {
        let levels = [Level { id: 0, assertions: &self.ground }];
        let Some(checked) = self.engine.check(self.terms, &levels, &[], budget) else {
            let unsupported = Incompleteness::QuantifiedTheory.into();
            return Err(budget.stopped().cloned().unwrap_or(unsupported));
        };
        match (checked.answer, checked.model) {
            (Answer::Sat, Some(model)) => Ok(Some(model)),
            (Answer::Unknown(reason), _) => Err(reason),
            _ => Ok(None),
        }
    }

    /// Looks whether the universal parts hold in a model; makes instances where they do not.
    fn look(&mut self, model: &Model, budget: &mut Budget) -> Look {
        let (mut is_open, mut is_new) = (false, false);
        for index in 0..self.universals.len() {
            let proxy = self.universals[index].proxy;
            if model.eval(self.terms, proxy) != Value::Bool(true) {
                continue;
            }
            match self.verdict(index, model, budget) {
                Verdict::Holds => {}
                Verdict::Violated(values) => {
                    if self.rounds <= KNOWN_ROUNDS {
                        is_new |= self.instantiate_at_known(index);
                    }
                    is_new |= self.instantiate_at_values(index, &values, model);
                    is_open = true;
                }
                Verdict::Missing(at) => {
                    is_new |= self.instantiate(index, at);
                    is_open = true;
                }
                Verdict::Open => is_open = true,
            }
        }
        match is_open {
            false => Look::Confirmed,
            true if is_new && self.instances.len() - self.matched <= MAX_INSTANCES => Look::New,
            true => Look::Stuck,
        }
    }

    /// Adds an instance; `false` if it was there.
    fn instantiate(&mut self, index: usize, values: Vec<Term>) -> bool {
        if !self.instances.insert((index, values.clone())) {
            return false;
        }
        let generation = 1 + values.iter().map(|&value| self.generation(value)).max().unwrap_or(0);
        let universal = &self.universals[index];
        let values = universal.variables.iter().copied().zip(values).collect();
        let (proxy, body) = (universal.proxy, universal.body);
        let before = self.terms.len();
        let Ok(instance) = self.terms.substitute(body, &values) else {
            return false;
        };
        let is_new = |_: &Terms, term: Term| term.index() >= before;
        for term in self.terms.reachable_within(instance, is_new) {
            if term.index() >= before {
                self.generations.insert(term, generation);
            }
        }
        let lemma = self.terms.implies(proxy, instance);
        self.ground.push(lemma);
        true
    }

    /// How many instances led to a term.
    fn generation(&self, term: Term) -> u32 {
        self.generations.get(&term).copied().unwrap_or(0)
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
}
