//! Optimisation: the best values of objectives, not just any model.
//!
//! ```
//! use cfp_solver::{Answer, Optimum, Solver, Sort, Value};
//!
//! let mut solver = Solver::new();
//! let terms = solver.terms_mut();
//! let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
//! let (two, seven, thrice) = (terms.int(2), terms.int(7), terms.int(3));
//! let (left, right) = (terms.mul(two, x), terms.mul(thrice, y));
//! let sum = terms.add(&[left, right]);
//! let small = terms.le(&[sum, seven]);
//! let ordered = terms.le(&[x, y]);
//! solver.assert(small);
//! solver.assert(ordered);
//!
//! solver.maximize(x);
//! solver.minimize(y);
//! assert_eq!(solver.check(), Answer::Sat);
//! assert_eq!(solver.optima(), [Optimum::Value(Value::Int(1.into())), Optimum::Value(Value::Int(1.into()))]);
//! assert_eq!(solver.model().unwrap().eval(solver.terms(), x), Value::Int(1.into()));
//! ```
//!
//! # Several objectives
//!
//! are optimised one after the other, in the order of their registration: each among the models that are best
//! for those before it. If there is no best model for one (see [`Optimum`]), the later ones are optimised
//! among the models that are at least as good for it as the one that was found, whose value is part of the
//! answer.
//!
//! # How
//!
//! A search for one objective (`search`) asks the engine forever better models: questions are assumptions, so
//! the engine is kept and with it what it has learned. Each model is explored by linear programming (`local`)
//! over a polyhedron of models around it (`implicant`). That makes big steps, and tells that an objective is
//! unbounded, which no number of questions could. An optimum is given out only when the engine has said that
//! there is nothing better.
//!
//! # Why it ends
//!
//! There are finitely many polyhedra, since each is given by a choice among finitely many parts of the
//! assertions and finitely many coincidences of numbers that functions see (divisions by something that is
//! not a constant aside). Either one of them is unbounded, which is found when a model in it is, or the
//! objective has an upper bound. After each model the question whether there is anything better than what is
//! known to be reached comes up. *Over the reals* all of the model's polyhedron is reached at once, so no
//! later model is from there. *Over the integers* there are finitely many values up to the bound. *In the
//! mixed case* what is reached in a polyhedron is, as a function of its integers, the least of finitely many
//! linear ones with rational coefficients, so it is a multiple of a fixed fraction, and again there are
//! finitely many values up to the bound. The other questions, those that aim higher, are asked only after a
//! model was found.

mod implicant;
mod local;
mod search;

use crate::answer::Answer;
use crate::limits::Budget;
use crate::model::{Model, Value};
use crate::num::Rat;
use crate::term::{Term, Terms};

/// The result for one objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// The best value; the model has it.
    Value(Value),
    /// Values get better without bound.
    Unbounded {
        /// The value in the model.
        reached: Value,
    },
    /// There is no best value: values come arbitrarily close to a limit but do not reach it. Only over the
    /// reals.
    Approached {
        /// The limit.
        limit: Rat,
        /// The value in the model.
        reached: Value,
    },
    /// The optimum was not found, because the check was stopped or because an earlier objective was not
    /// optimised.
    Unknown {
        /// The best value found, which is that in the model if there is one.
        reached: Option<Value>,
        /// No value is as good as this.
        excluded: Option<Value>,
    },
}

impl Optimum {
    /// The value in the model.
    pub fn reached(&self) -> Option<&Value> {
        match self {
            Optimum::Value(value) => Some(value),
            Optimum::Unbounded { reached } | Optimum::Approached { reached, .. } => Some(reached),
            Optimum::Unknown { reached, .. } => reached.as_ref(),
        }
    }
}

/// A term to be optimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// A numeric term.
    pub term: Term,
    /// Whether larger values are better.
    pub maximize: bool,
    /// The level on which it was registered.
    pub level: usize,
}

/// The source of models for optimisation.
pub(crate) trait Oracle {
    /// The terms of the problem.
    fn terms(&self) -> &Terms;

    /// The terms, to make new ones.
    fn terms_mut(&mut self) -> &mut Terms;

    /// Decides the assertions together with these assumptions; after sat there is a model.
    fn ask(&mut self, assumptions: &[Term], budget: &mut Budget) -> (Answer, Option<Model>);
}

/// What was found about all objectives.
pub(crate) struct Optimized {
    pub(crate) answer: Answer,
    pub(crate) optima: Vec<Optimum>,
    /// The best model found.
    pub(crate) model: Model,
}

/// Optimises objectives one after the other, beginning with a model of the assertions and the assumptions.
pub(crate) fn optimize(
    oracle: &mut impl Oracle,
    objectives: &[Objective],
    assertions: &[Term],
    mut assumptions: Vec<Term>,
    mut model: Model,
    budget: &mut Budget,
) -> Optimized {
    let mut answer = Answer::Sat;
    let mut optima = Vec::with_capacity(objectives.len());
    for &objective in objectives {
        let optimum = if answer == Answer::Sat {
            let facts = [assertions, &assumptions];
            search::optimum(oracle, objective, facts, &mut model, budget).unwrap_or_else(
                |(optimum, reason)| {
                    answer = Answer::Unknown(reason);
                    optimum
                },
            )
        } else {
            let reached = Some(model.eval(oracle.terms(), objective.term));
            Optimum::Unknown { reached, excluded: None }
        };
        if let Some(reached) = optimum.reached() {
            assumptions.push(search::at_least_as_good(oracle.terms_mut(), objective, reached));
        }
        optima.push(optimum);
    }
    Optimized { answer, optima, model }
}

#[cfg(test)]
mod tests;
