//! The solver: assertions in, answers and models out.

mod explain;
mod objectives;
mod values;

use crate::answer::{Answer, Incompleteness};
use crate::checked::Checked;
use crate::engine::{self, Incremental, Level};
use crate::limits::{Budget, Interrupt, Limits};
use crate::model::{Model, Value};
use crate::optimize::{Objective, Optimum};
use crate::options::{Engine, Options};
use crate::proof::{self, NoProof, Proof};
use crate::qe::{self, Elimination};
#[cfg(feature = "reference")]
use crate::reference;
use crate::stats::Statistics;
use crate::term::{Sort, Term, TermMark, Terms};
use std::ops::Range;

/// Ticks that the engine without preprocessing may take for one check.
const INCREMENTAL_TICKS: u64 = 20_000_000;

/// Ticks that the confirmation of a model of quantified assertions may take, for each of them.
const CONFIRMATION_TICKS: u64 = 1_000_000;

/// An incremental solver with its own terms.
#[derive(Default)]
pub struct Solver {
    terms: Terms,
    options: Options,
    interrupt: Interrupt,
    assertions: Vec<Term>,
    /// For each assertion, whether it can be part of an unsat core.
    tracked: Vec<bool>,
    /// The open levels: number of assertions at the `push`, and an identifier.
    levels: Vec<(usize, u64)>,
    /// How many levels were ever opened.
    num_pushes: u64,
    /// The incremental engine, once there is one.
    incremental: Option<Box<Incremental>>,
    /// The assertions of the last check.
    last_checked: Vec<Term>,
    objectives: Vec<Objective>,
    /// The optima found by the last check.
    optima: Vec<Optimum>,
    /// Queries to the engine since the check began, for optimisation.
    questions: u64,
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

    /// The options, for modification; they take effect at the next check.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// The terms of this solver.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The terms of this solver, for building new ones.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// A handle by which another thread or a signal handler can interrupt a running check.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Replaces the interrupt handle: checks stop when this one is triggered.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Adds an assertion to the current level.
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn assert(&mut self, term: Term) {
        assert_eq!(self.terms.sort(term), Sort::Bool, "only Boolean terms can be asserted");
        self.assertions.push(term);
        self.tracked.push(false);
    }

    /// Adds an assertion to the current level that can be part of [`Solver::unsat_core`]. Tracking has a
    /// cost: preprocessing may not use tracked assertions to simplify others.
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn assert_tracked(&mut self, term: Term) {
        self.assert(term);
        *self.tracked.last_mut().expect("just pushed") = true;
    }

    /// The assertions in force, oldest first.
    pub fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// The assertions in force that are not tracked.
    pub fn untracked(&self) -> impl Iterator<Item = Term> + '_ {
        self.of_kind(false, 0..self.assertions.len())
    }

    /// A measure of the memory kept between checks: the number of terms and of variables of the engine.
    pub fn footprint(&self) -> usize {
        self.terms.len() + self.incremental.as_ref().map_or(0, |engine| engine.num_vars())
    }

    /// Releases all terms and symbols created since the mark ([`Terms::mark`]), and everything derived from
    /// them. None of them may be used afterwards.
    ///
    /// # Panics
    /// If one of them is asserted, or is an objective.
    pub fn release_terms(&mut self, mark: &TermMark) {
        let is_kept = |term: &Term| term.index() < mark.num_terms();
        assert!(self.assertions.iter().all(is_kept), "terms that are asserted cannot be released");
        let mut objectives = self.objectives.iter().map(|objective| objective.term);
        assert!(objectives.all(|term| is_kept(&term)), "objectives cannot be released");
        self.incremental = None;
        self.last_checked.clear();
        self.forget_answer();
        self.terms.release(mark);
    }

    /// The number of open levels.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.num_pushes += 1;
        self.levels.push((self.assertions.len(), self.num_pushes));
    }

    /// Closes the newest level and removes its assertions and objectives; `false` if none is open.
    pub fn pop(&mut self) -> bool {
        let Some((length, _)) = self.levels.pop() else {
            return false;
        };
        self.assertions.truncate(length);
        self.tracked.truncate(length);
        let level = self.level();
        self.objectives.retain(|objective| objective.level <= level);
        true
    }

    /// Removes all assertions, objectives and levels; keeps the terms.
    pub fn reset_assertions(&mut self) {
        self.assertions.clear();
        self.tracked.clear();
        self.levels.clear();
        self.objectives.clear();
        self.optima.clear();
        self.incremental = None;
        self.last_checked.clear();
        self.model = None;
    }

    /// Discards the results of the last check: model, optima, failed assumptions and unsat core.
    pub fn forget_answer(&mut self) {
        self.model = None;
        self.optima.clear();
        self.failed.clear();
        self.core.clear();
    }

    /// Decides whether the assertions are satisfiable.
    pub fn check(&mut self) -> Answer {
        self.check_assuming(&[])
    }

    /// Decides whether the assertions and these assumptions are satisfiable together.
    ///
    /// If there are [objectives](Solver::objectives), the model of [`Answer::Sat`] is optimal for them, where
    /// optima exist; see [`Solver::optima`].
    ///
    /// # Panics
    /// If an assumption is not Boolean, or if a model does not satisfy the assertions, which is a defect of
    /// the engine.
    pub fn check_assuming(&mut self, assumptions: &[Term]) -> Answer {
        for &assumption in assumptions {
            assert_eq!(self.terms.sort(assumption), Sort::Bool, "only Boolean terms can be assumed");
        }
        self.forget_answer();
        self.questions = 0;
        let mut budget = Budget::start(&self.options.limits, &self.interrupt);
        // For the engines tracked assertions are assumptions.
        let mut soft: Vec<Term> = self.of_kind(true, 0..self.assertions.len()).collect();
        let num_tracked = soft.len();
        soft.extend_from_slice(assumptions);
        let checked = self.ask_engine(&soft, &mut budget);
        if let Some(model) = &checked.model {
            self.check_model(model, assumptions);
        }
        for index in checked.failed {
            let blamed = if index < num_tracked { &mut self.core } else { &mut self.failed };
            blamed.push(soft[index]);
        }
        self.statistics = checked.statistics;
        match checked.model {
            Some(model) if !self.objectives.is_empty() && self.is_quantified(&soft) => {
                // Optimisation evaluates assertions again and again.
                self.forget_optima();
                self.model = Some(model);
                Answer::from(Incompleteness::QuantifiedObjectives)
            }
            Some(model) if !self.objectives.is_empty() => {
                let answer = self.optimize(soft, model, &mut budget);
                let counters = [("optimize-questions", self.questions), ("optimize-ticks", budget.ticks())];
                self.statistics.extend(&counters);
                answer
            }
            model => {
                if let Answer::Unknown(_) = checked.answer {
                    self.forget_optima();
                }
                self.model = model;
                checked.answer
            }
        }
    }

    /// Whether assertions, assumptions or objectives contain quantifiers.
    fn is_quantified(&self, soft: &[Term]) -> bool {
        let objectives = self.objectives.iter().map(|objective| objective.term);
        let all: Vec<Term> = self.assertions.iter().chain(soft).copied().chain(objectives).collect();
        self.terms.has_quantifiers(&all)
    }

    /// The tracked or the other assertions in a range.
    fn of_kind(&self, tracked: bool, range: Range<usize>) -> impl Iterator<Item = Term> + '_ {
        range.filter(move |&index| self.tracked[index] == tracked).map(|index| self.assertions[index])
    }

    /// Runs the engine that suits this check best.
    fn ask_engine(&mut self, soft: &[Term], budget: &mut Budget) -> Checked {
        let same = self.last_checked.iter().zip(&self.assertions).take_while(|(old, new)| old == new).count();
        let is_first = std::mem::replace(&mut self.last_checked, self.assertions.clone()).is_empty();
        let all = 0..self.assertions.len();
        let hard: Vec<Term> = self.of_kind(false, all).collect();
        if self.terms.has_quantifiers(&hard) || self.terms.has_quantifiers(soft) {
            self.incremental = None;
            return qe::check(&mut self.terms, &hard, soft, &self.options, budget);
        }
        match self.options.engine {
            #[cfg(feature = "reference")]
            Engine::Reference => {
                return reference::check(&self.terms, &hard, soft, budget);
            }
            // Most of what is asserted was asserted at the last check too: what was learned then helps.
            Engine::Dpll if !is_first && 2 * same >= self.assertions.len() => {
                if let Some(checked) = self.ask_incremental(soft, budget) {
                    return checked;
                }
            }
            Engine::Dpll => self.incremental = None,
        }
        engine::check_in_parallel(&self.terms, &hard, soft, &self.options, budget)
    }

    /// Runs the incremental engine; `None` if it does not find the answer soon. Then the one-shot engine,
    /// which simplifies the whole problem first, has better chances.
    fn ask_incremental(&mut self, soft: &[Term], budget: &mut Budget) -> Option<Checked> {
        if self.incremental.as_ref().is_some_and(|engine| engine.is_worn_out()) {
            self.incremental = None;
        }
        let mut engine = self.incremental.take().unwrap_or_else(|| Box::new(Incremental::new(&self.options)));
        let mut levels: Vec<(u64, Vec<Term>)> = Vec::new();
        let starts = std::iter::once((0, 0)).chain(self.levels.iter().copied());
        let ends = self.levels.iter().map(|&(start, _)| start).chain([self.assertions.len()]);
        for ((start, id), end) in starts.zip(ends) {
            levels.push((id, self.of_kind(false, start..end).collect()));
        }
        let levels: Vec<Level<'_>> =
            levels.iter().map(|(id, assertions)| Level { id: *id, assertions }).collect();
        let mut part = budget.part(INCREMENTAL_TICKS);
        let checked = engine.check(&self.terms, &levels, soft, &mut part);
        let is_open = budget.spend(part.ticks());
        let checked = checked?;
        self.incremental = Some(engine);
        match checked.answer {
            Answer::Unknown(_) if is_open => None,
            _ => Some(checked),
        }
    }

    /// Evaluates the assertions and assumptions as they were written.
    fn check_model(&mut self, model: &Model, assumptions: &[Term]) {
        let all: Vec<Term> = self.assertions.iter().chain(assumptions).copied().collect();
        let (quantified, plain): (Vec<Term>, Vec<Term>) =
            all.into_iter().partition(|&term| self.terms.has_quantifiers(&[term]));
        self.check_quantified(model, &quantified);
        let all = plain;
        for (term, value) in all.iter().zip(model.eval_all(&self.terms, &all)) {
            let text = || self.terms.display(*term).start(200);
            assert_eq!(value, Value::Bool(true), "wrong model: this assertion is false in it: {}", text());
        }
    }

    /// Confirms a model of quantified formulas by quantifier elimination under its values, if that is not too
    /// expensive. Otherwise the answer rests on the game alone, in which every move of the opponent was
    /// refuted.
    fn check_quantified(&mut self, model: &Model, formulas: &[Term]) {
        let given = &self.options.limits;
        let ticks = given.ticks.map_or(CONFIRMATION_TICKS, |ticks| ticks.min(CONFIRMATION_TICKS));
        let limits = Limits { ticks: Some(ticks), ..given.clone() };
        for &formula in formulas {
            let mut budget = Budget::start(&limits, &self.interrupt);
            let value = self.values_within(model, &[formula], &mut budget);
            let is_wrong = matches!(value.as_deref(), Ok([Value::Bool(false)]));
            assert!(
                !is_wrong,
                "wrong model: this quantified assertion is false in it: {}",
                self.terms.display(formula).start(200)
            );
        }
    }

    /// Eliminates the quantifiers of a formula, within the limits of the options.
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn eliminate(&mut self, formula: Term) -> Elimination {
        assert_eq!(self.terms.sort(formula), Sort::Bool, "quantifiers are eliminated from Boolean terms");
        let mut budget = Budget::start(&self.options.limits, &self.interrupt);
        qe::eliminate_within(&mut self.terms, formula, &self.options, &mut budget)
    }

    /// Proves that the assertions and these assumptions have no model, within the limits of the options, and
    /// with at most so many ticks for the search if a number is given.
    pub fn prove(&mut self, assumptions: &[Term], search_ticks: Option<u64>) -> Result<Proof, NoProof> {
        let mut budget = Budget::start(&self.options.limits, &self.interrupt);
        let all: Vec<Term> = self.assertions.iter().chain(assumptions).copied().collect();
        proof::prove_within(&mut self.terms, &all, &self.options, search_ticks, &mut budget)
    }

    /// The model of the last check, if it answered [`Answer::Sat`]. With objectives there may be one after
    /// [`Answer::Unknown`], too: the best one found.
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

    /// The statistics of the last check.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}
