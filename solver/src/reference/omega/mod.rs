//! The Omega test: decides conjunctions of linear equalities and inequalities over all integers.
//!
//! W. Pugh, "The Omega test: a fast and practical integer programming algorithm for dependence analysis",
//! 1992. First equations are solved for one of their variables and substituted. Then variables are eliminated
//! from the inequalities one after the other by shadows: an exact shadow has integer solutions just when the
//! problem has. When elimination is not exact, the real shadow has a solution if the problem has one, the
//! problem has a solution if the dark shadow has one, and between the two lie finitely many *splinters*, each
//! with one more equality. Bounds play no part in this, so it ends for unbounded problems too; it just may
//! take very long.

mod equalities;
mod shadows;
#[cfg(test)]
mod tests;

use super::expression::{Assignment, Expression, Var};
use crate::limits::Budget;
use equalities::Definition;
use shadows::Elimination;

/// One constraint of a conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// The expression is zero.
    Zero(Expression),
    /// The expression is zero or positive.
    NonNegative(Expression),
}

impl Constraint {
    /// Whether the constraint holds under an assignment.
    pub fn holds(&self, values: &Assignment) -> bool {
        match self {
            Constraint::Zero(expression) => expression.eval(values).is_zero(),
            Constraint::NonNegative(expression) => !expression.eval(values).is_negative(),
        }
    }
}

/// What the test found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Values that satisfy all constraints.
    Sat(Assignment),
    /// There are none.
    Unsat,
    /// The budget ran out.
    Stopped,
}

/// The error of functions that ran out of budget.
struct Stopped;

/// All `equalities` are zero and all `inequalities` are at least zero.
#[derive(Clone, Default)]
struct Problem {
    equalities: Vec<Expression>,
    inequalities: Vec<Expression>,
}

impl Problem {
    fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.equalities.iter().chain(&self.inequalities)
    }

    fn size(&self) -> u64 {
        self.expressions().map(Expression::size).sum()
    }
}

/// Decides a conjunction.
pub fn solve(constraints: &[Constraint], budget: &mut Budget) -> Outcome {
    let mut problem = Problem::default();
    for constraint in constraints {
        match constraint {
            Constraint::Zero(expression) => problem.equalities.push(expression.clone()),
            Constraint::NonNegative(expression) => problem.inequalities.push(expression.clone()),
        }
    }
    match search(problem, budget) {
        Err(Stopped) => Outcome::Stopped,
        Ok(None) => Outcome::Unsat,
        Ok(Some(values)) => {
            assert!(
                constraints.iter().all(|constraint| constraint.holds(&values)),
                "the Omega test found a wrong solution"
            );
            Outcome::Sat(values)
        }
    }
}

/// Depth-first search through shadows and splinters, with a stack of its own: there may be many variables.
fn search(mut problem: Problem, budget: &mut Budget) -> Result<Option<Assignment>, Stopped> {
    let all_vars = problem.expressions().flat_map(|e| e.terms.keys());
    let mut next_var = Var(all_vars.map(|var| var.0 + 1).max().unwrap_or(0));
    let mut frames: Vec<Frame> = Vec::new();
    loop {
        let mut definitions = Vec::new();
        let mut result = None;
        if equalities::solve(&mut problem, &mut definitions, &mut next_var, budget)? {
            if let Some(elimination) = Elimination::choose(&problem) {
                let stage = if elimination.is_exact() { Stage::Exact } else { Stage::Real };
                problem = elimination.shadow(false, budget)?;
                frames.push(Frame { elimination, definitions, stage });
                continue;
            }
            let mut values = Assignment::new();
            equalities::evaluate(&definitions, &mut values);
            result = Some(values);
        }
        // Back up to a frame with something left to try.
        loop {
            let Some(mut frame) = frames.pop() else {
                return Ok(result);
            };
            match frame.next(result, budget)? {
                Next::Answer(answer) => result = answer,
                Next::Try(subproblem) => {
                    problem = subproblem;
                    frames.push(frame);
                    break;
                }
            }
        }
    }
}

/// A problem whose answer depends on that of a smaller one.
struct Frame {
    elimination: Elimination,
    /// Solved equalities of the problem.
    definitions: Vec<Definition>,
    stage: Stage,
}

/// Which smaller problem is being looked at.
enum Stage {
    /// The shadow, where elimination is exact.
    Exact,
    /// The real shadow.
    Real,
    /// The dark shadow.
    Dark,
    /// The splinter with this number.
    Splinter(shadows::Splinter),
}

/// What follows for a frame from the answer for the smaller problem.
enum Next {
    Answer(Option<Assignment>),
    Try(Problem),
}

impl Frame {
    fn next(&mut self, result: Option<Assignment>, budget: &mut Budget) -> Result<Next, Stopped> {
        let has_solution = result.is_some();
        if let Some(mut values) = result
            && self.elimination.extend(&mut values)
        {
            equalities::evaluate(&self.definitions, &mut values);
            return Ok(Next::Answer(Some(values)));
        }
        let splinter = match &self.stage {
            Stage::Exact => {
                assert!(!has_solution, "exact shadows lift");
                return Ok(Next::Answer(None));
            }
            Stage::Real if !has_solution => return Ok(Next::Answer(None)),
            Stage::Real => {
                self.stage = Stage::Dark;
                return Ok(Next::Try(self.elimination.shadow(true, budget)?));
            }
            Stage::Dark => {
                assert!(!has_solution, "dark shadows lift");
                self.elimination.first_splinter()
            }
            Stage::Splinter(splinter) => {
                assert!(!has_solution, "splinters lift");
                self.elimination.splinter_after(splinter)
            }
        };
        let Some(splinter) = splinter else {
            return Ok(Next::Answer(None));
        };
        let problem = self.elimination.splinter_problem(&splinter, budget)?;
        self.stage = Stage::Splinter(splinter);
        Ok(Next::Try(problem))
    }
}

fn spend(budget: &mut Budget, ticks: u64) -> Result<(), Stopped> {
    if budget.spend(ticks) { Ok(()) } else { Err(Stopped) }
}
