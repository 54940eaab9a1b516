//! The search for the optimum of one objective.
//!
//! To maximise and to minimise is the same here: a *score* is the value of the objective, or minus that.
//!
//! What is known at any time is an interval: scores up to the *frontier* are reached, at least in the limit;
//! scores from the *ceiling* on are not. The safe question is whether there is anything beyond the frontier:
//! no, and the search is over. The other questions aim between frontier and ceiling, so that a wide range
//! takes few of them: at the limit that linear programming gives for the polyhedron of the last model; if
//! that is exhausted, one step beyond the frontier, and each time that works the step is doubled; in the
//! middle, where a ceiling is nearer. They are asked only after a model was found; after a `no` it is the
//! safe question's turn.

use super::local::{self, Local};
use super::{Objective, Optimum, Oracle};
use crate::answer::{Answer, Unknown};
use crate::limits::Budget;
use crate::model::{Model, Value};
use crate::num::{DeltaRat, Int, Rat};
use crate::term::{Sort, Term, Terms};

/// What is known about an objective.
struct Search {
    objective: Objective,
    is_integer: bool,
    /// The score of the best model.
    score: Rat,
    /// The best score that is reached, by that model or in the limit.
    frontier: Rat,
    /// Scores in the polyhedron of the last model end here, above the frontier.
    limit: Option<DeltaRat>,
    /// No score is as good as this.
    ceiling: Option<Rat>,
    /// How far beyond the frontier to aim; zero for the safe question.
    step: Rat,
}

/// Finds the optimum of an objective, and a model with it, beginning with a model of the assertions and these
/// assumptions. What is known if the budget runs out comes with the reason.
pub(super) fn optimum(
    oracle: &mut impl Oracle,
    objective: Objective,
    [assertions, assumptions]: [&[Term]; 2],
    model: &mut Model,
    budget: &mut Budget,
) -> Result<Optimum, (Optimum, Unknown)> {
    let mut search = Search::new(oracle.terms(), objective, model);
    let facts: Vec<Term> = assertions.iter().chain(assumptions).copied().collect();
    let mut aims_high = true;
    loop {
        if aims_high {
            let negate = !objective.maximize;
            match local::explore(oracle.terms(), model, &facts, objective.term, negate, budget) {
                None => {
                    let reason = budget.stopped().cloned().unwrap_or(Unknown::Interrupted);
                    return Err((search.unfinished(), reason));
                }
                Some(Local::Unbounded) => {
                    return Ok(Optimum::Unbounded { reached: search.value(&search.score) });
                }
                Some(Local::Bounded { reached, limit }) => search.explored(reached, limit),
            }
        }
        if search.is_over() {
            return Ok(search.finished());
        }
        let aim = if aims_high { search.aim() } else { None };
        let question = match &aim {
            Some(aim) => search.at_least(oracle.terms_mut(), aim),
            None => search.beyond_frontier(oracle.terms_mut()),
        };
        let soft: Vec<Term> = assumptions.iter().copied().chain([question]).collect();
        let (answer, better) = oracle.ask(&soft, budget);
        match (answer, better) {
            (Answer::Sat, Some(better)) => {
                *model = better;
                search.found(oracle.terms(), model);
                aims_high = true;
            }
            (Answer::Unsat, _) => match aim {
                None => return Ok(search.finished()),
                Some(aim) => {
                    search.excluded(aim);
                    aims_high = false;
                }
            },
            (Answer::Unknown(reason), _) => return Err((search.unfinished(), reason)),
            (Answer::Sat, None) => unreachable!("a satisfiable check has a model"),
        }
    }
}

/// The term that says that an objective is at least as good as a value.
pub(super) fn at_least_as_good(terms: &mut Terms, objective: Objective, value: &Value) -> Term {
    let value = match value {
        Value::Int(value) => terms.int(value.clone()),
        Value::Real(value) => terms.real(value.clone()),
        other => unreachable!("{other:?} is no number"),
    };
    if objective.maximize { terms.ge(&[objective.term, value]) } else { terms.le(&[objective.term, value]) }
}

impl Search {
    fn new(terms: &Terms, objective: Objective, model: &Model) -> Search {
        let mut search = Search {
            objective,
            is_integer: terms.sort(objective.term) == Sort::Int,
            score: Rat::ZERO,
            frontier: Rat::ZERO,
            limit: None,
            ceiling: None,
            step: Rat::ZERO,
        };
        search.score = search.score_in(terms, model);
        search.frontier = search.score.clone();
        search
    }

    fn score_in(&self, terms: &Terms, model: &Model) -> Rat {
        let value = match model.eval(terms, self.objective.term) {
            Value::Int(value) => Rat::from(value),
            Value::Real(value) => value,
            other => unreachable!("{other:?} is no number"),
        };
        if self.objective.maximize { value } else { -value }
    }

    /// The value of the objective with this score.
    fn value(&self, score: &Rat) -> Value {
        let value = if self.objective.maximize { score.clone() } else { -score };
        Value::of_number(self.solver_sort(), value)
    }

    fn solver_sort(&self) -> Sort {
        if self.is_integer { Sort::Int } else { Sort::Real }
    }

    /// A better model was found.
    fn found(&mut self, terms: &Terms, model: &Model) {
        self.score = self.score_in(terms, model);
        debug_assert!(self.score >= self.frontier, "a question was answered by a worse model");
        self.frontier = self.score.clone();
        self.step = (&self.step + &self.step).max(Rat::ONE);
    }

    /// What the models near the last one reach.
    fn explored(&mut self, reached: Rat, limit: DeltaRat) {
        self.frontier = self.frontier.clone().max(reached);
        self.limit = Some(limit).filter(|limit| limit.real > self.frontier);
    }

    /// No score is as good as this.
    fn excluded(&mut self, score: Rat) {
        self.ceiling = Some(score);
        self.step = Rat::ZERO;
    }

    /// Whether there is no room left for a better score.
    fn is_over(&self) -> bool {
        self.is_integer && self.ceiling.as_ref().is_some_and(|ceiling| *ceiling <= &self.frontier + Rat::ONE)
    }

    /// The score to ask for next, well beyond the frontier; `None` for the safe question.
    fn aim(&self) -> Option<Rat> {
        let middle = |end: &Rat| (&self.frontier + end).div_int(&Int::from(2));
        let mut aim = match &self.limit {
            Some(limit) if self.is_integer => Rat::from(limit.floor()),
            Some(limit) if limit.infinitesimal.is_zero() => limit.real.clone(),
            Some(limit) => middle(&limit.real),
            None => &self.frontier + &self.step,
        };
        if let Some(ceiling) = &self.ceiling
            && aim > middle(ceiling)
            && (self.limit.is_none() || aim >= *ceiling)
        {
            aim = middle(ceiling);
        }
        if self.is_integer {
            aim = Rat::from(aim.floor());
        }
        let least = if self.is_integer { &self.frontier + Rat::ONE } else { self.frontier.clone() };
        (aim > least).then_some(aim)
    }

    fn at_least(&self, terms: &mut Terms, score: &Rat) -> Term {
        at_least_as_good(terms, self.objective, &self.value(score))
    }

    /// Is there anything better than what is reached?
    fn beyond_frontier(&self, terms: &mut Terms) -> Term {
        if self.frontier > self.score {
            return self.at_least(terms, &self.frontier);
        }
        // Better than the model: not, turned round, at most as good.
        let turned = Objective { maximize: !self.objective.maximize, ..self.objective };
        let as_good = at_least_as_good(terms, turned, &self.value(&self.score));
        terms.not(as_good)
    }

    /// There is nothing beyond the frontier.
    fn finished(&self) -> Optimum {
        let reached = self.value(&self.score);
        if self.frontier == self.score {
            return Optimum::Value(reached);
        }
        let limit = if self.objective.maximize { self.frontier.clone() } else { -&self.frontier };
        Optimum::Approached { limit, reached }
    }

    fn unfinished(&self) -> Optimum {
        let excluded = self.ceiling.as_ref().map(|ceiling| self.value(ceiling));
        Optimum::Unknown { reached: Some(self.value(&self.score)), excluded }
    }
}
