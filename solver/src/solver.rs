//! The public face of the engine: assertions in, answers and models out.

use crate::dpll;
use crate::limits::{Budget, Interrupt, Unknown};
use crate::model::{Model, Value};
use crate::options::{Engine, Options};
use crate::reference;
use crate::stats::Statistics;
use crate::term::{Sort, Term, Terms};

/// What a check found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; it was checked against the assertions.
    Sat,
    /// There is no model.
    Unsat,
    /// Not decided, for this reason.
    Unknown(Unknown),
}

/// An incremental solver with its own terms.
#[derive(Default)]
pub struct Solver {
    terms: Terms,
    options: Options,
    interrupt: Interrupt,
    assertions: Vec<Term>,
    /// For each assertion, whether cores tell if it is to blame.
    tracked: Vec<bool>,
    /// Number of assertions at each `push`.
    levels: Vec<usize>,
    model: Option<Model>,
    failed: Vec<Term>,
    core: Vec<Term>,
    statistics: Statistics,
}

impl Solver {
    /// A solver with default options and no assertions.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// A solver with these options.
    pub fn with_options(options: Options) -> Solver {
        Solver { options, ..Solver::default() }
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The options, to be changed; the next check uses them.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// The terms of this solver.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The terms of this solver, to make new ones.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// A handle with which another thread or a signal handler can stop a running check.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Adds an assertion to the current level.
    ///
    /// # Panics
    /// If the term is not a Boolean one.
    pub fn assert(&mut self, term: Term) {
        assert_eq!(self.terms.sort(term), Sort::Bool, "only Boolean terms can be asserted");
        self.assertions.push(term);
        self.tracked.push(false);
    }

    /// Adds an assertion to the current level of which [`Solver::unsat_core`] tells whether it is to blame. That it can tell costs
    /// something: preprocessing may not use such assertions to simplify others.
    ///
    /// # Panics
    /// If the term is not a Boolean one.
    pub fn assert_tracked(&mut self, term: Term) {
        self.assert(term);
        *self.tracked.last_mut().expect("just pushed") = true;
    }

    /// The assertions in force, oldest first.
    pub fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// How many levels are open.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(self.assertions.len());
    }

    /// Closes the newest level with its assertions; `false` if none is open.
    pub fn pop(&mut self) -> bool {
        let Some(length) = self.levels.pop() else {
            return false;
        };
        self.assertions.truncate(length);
        self.tracked.truncate(length);
        true
    }

    /// Removes all assertions and levels; terms stay.
    pub fn reset_assertions(&mut self) {
        self.assertions.clear();
        self.tracked.clear();
        self.levels.clear();
        self.model = None;
    }

    /// Are the assertions satisfiable together?
    pub fn check(&mut self) -> Answer {
        self.check_assuming(&[])
    }

    /// Are the assertions and these Boolean terms satisfiable together?
    ///
    /// # Panics
    /// If an assumption is not a Boolean term, or if a model fails its check: that is an error in the engine, never in the
    /// input, and no answer is given then.
    pub fn check_assuming(&mut self, assumptions: &[Term]) -> Answer {
        for &assumption in assumptions {
            assert_eq!(self.terms.sort(assumption), Sort::Bool, "only Boolean terms can be assumed");
        }
        self.model = None;
        self.failed.clear();
        self.core.clear();
        let mut budget = Budget::start(&self.options.limits, &self.interrupt);
        let terms = &self.terms;
        // For the engines tracked assertions are assumptions.
        let of_kind = |tracked: bool| {
            let all = self.assertions.iter().zip(&self.tracked);
            all.filter(move |&(_, &is_tracked)| is_tracked == tracked).map(|(&term, _)| term)
        };
        let hard: Vec<Term> = of_kind(false).collect();
        let mut soft: Vec<Term> = of_kind(true).collect();
        let num_tracked = soft.len();
        soft.extend_from_slice(assumptions);
        let checked = match self.options.engine {
            Engine::Dpll => dpll::check(terms, &hard, &soft, &self.options, &mut budget),
            Engine::Reference => reference::check(terms, &hard, &soft, &mut budget),
        };
        if let Some(model) = &checked.model {
            self.check_model(model, assumptions);
        }
        self.model = checked.model;
        for index in checked.failed {
            let blamed = if index < num_tracked { &mut self.core } else { &mut self.failed };
            blamed.push(soft[index]);
        }
        self.statistics = checked.statistics;
        checked.answer
    }

    /// Evaluates the assertions and assumptions as they were written.
    fn check_model(&self, model: &Model, assumptions: &[Term]) {
        let all: Vec<Term> = self.assertions.iter().chain(assumptions).copied().collect();
        for (term, value) in all.iter().zip(model.eval_all(&self.terms, &all)) {
            let text = || self.terms.display(*term).to_string().chars().take(200).collect::<String>();
            assert_eq!(value, Value::Bool(true), "wrong model: this assertion is false in it: {}", text());
        }
    }

    /// The model of the last check, if it said [`Answer::Sat`].
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// After [`Answer::Unsat`]: assumptions that cannot hold together with the assertions. Empty if the
    /// assertions alone are unsatisfiable.
    pub fn failed_assumptions(&self) -> &[Term] {
        &self.failed
    }

    /// After [`Answer::Unsat`]: tracked assertions that cannot hold together with the others and the
    /// [failed assumptions](Solver::failed_assumptions).
    pub fn unsat_core(&self) -> &[Term] {
        &self.core
    }

    /// Counters of the last check: name and value.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}
