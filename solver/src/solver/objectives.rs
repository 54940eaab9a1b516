//! Objectives: registration, and the questions that optimisation asks.

use super::Solver;
use crate::answer::Answer;
use crate::limits::Budget;
use crate::model::Model;
use crate::optimize::{self, Objective, Optimum, Oracle};
use crate::term::{Term, Terms};

impl Solver {
    /// Registers an objective on the current level: checks find models in which the term is as small as
    /// possible.
    ///
    /// # Panics
    /// If the term is not a number.
    pub fn minimize(&mut self, term: Term) {
        self.add_objective(term, false);
    }

    /// Registers an objective on the current level: checks find models in which the term is as large as
    /// possible.
    ///
    /// # Panics
    /// If the term is not a number.
    pub fn maximize(&mut self, term: Term) {
        self.add_objective(term, true);
    }

    fn add_objective(&mut self, term: Term, maximize: bool) {
        assert!(self.terms.sort(term).is_numeric(), "only numbers can be optimised");
        self.objectives.push(Objective { term, maximize, level: self.level() });
    }

    /// Forgets all objectives; what the last check found about them stays.
    pub fn clear_objectives(&mut self) {
        self.objectives.clear();
    }

    /// The objectives in force, the most important first.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// What the last check found about the objectives, in their order. Empty if it said [`Answer::Unsat`].
    pub fn optima(&self) -> &[Optimum] {
        &self.optima
    }

    /// Optimises all objectives, beginning with a model of the assertions and these assumptions.
    pub(super) fn optimize(&mut self, soft: Vec<Term>, model: Model, budget: &mut Budget) -> Answer {
        let (objectives, assertions) = (self.objectives.clone(), self.assertions.clone());
        let optimized = optimize::optimize(self, &objectives, &assertions, soft, model, budget);
        self.optima = optimized.optima;
        self.model = Some(optimized.model);
        optimized.answer
    }

    /// Before there is a model nothing is known about the objectives.
    pub(super) fn forget_optima(&mut self) {
        self.optima = vec![Optimum::Unknown { reached: None, excluded: None }; self.objectives.len()];
    }
}

impl Oracle for Solver {
    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    fn ask(&mut self, assumptions: &[Term], budget: &mut Budget) -> (Answer, Option<Model>) {
        self.questions += 1;
        let checked = self.ask_engine(assumptions, budget);
        if let Some(model) = &checked.model {
            self.check_model(model, assumptions);
        }
        self.statistics = checked.statistics;
        (checked.answer, checked.model)
    }
}
