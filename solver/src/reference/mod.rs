//! The reference engine: slow and simple. It shares no code with the main engine, so that the two can be
//! checked against each other.
//!
//! `varisat` enumerates the Boolean assignments of the formula. The constraints that an assignment implies
//! form a conjunction, which the [Omega test](omega) decides over all integers. A contradiction becomes a
//! clause that forbids it from then on. Nothing here uses the preprocessing, SAT core, simplex or numbers of
//! the real engine: `encode.rs` reads the terms as they were asserted, and arithmetic is that of GMP.

mod encode;
pub mod expression;
pub mod omega;
#[cfg(test)]
mod tests;

use crate::answer::{Answer, Incompleteness, Unknown};
use crate::checked::Checked;
use crate::limits::{Budget, Limits};
use crate::model::{Model, Value};
use crate::num::Int;
use crate::stats::Statistics;
use crate::term::{Term, Terms};
use encode::Encoding;
use expression::Assignment;
use omega::{Constraint, Outcome};
use std::collections::HashSet;
use varisat::{ExtendFormula, Lit, Solver};

/// Decides the conjunction of assertions and assumptions.
pub(crate) fn check(
    terms: &Terms,
    assertions: &[Term],
    assumptions: &[Term],
    budget: &mut Budget,
) -> Checked {
    let mut counters = Counters::default();
    let (answer, model, failed) = match decide(terms, assertions, assumptions, &mut counters, budget) {
        Decision::Sat(model) => (Answer::Sat, Some(model), Vec::new()),
        Decision::Unsat(failed) => (Answer::Unsat, None, failed),
        Decision::Unknown(reason) => (Answer::Unknown(reason), None, Vec::new()),
    };
    let mut statistics = Statistics::default();
    statistics.extend(&[
        ("ticks", budget.ticks()),
        ("reference-assignments", counters.assignments),
        ("reference-conflicts", counters.conflicts),
        ("reference-omega-tests", counters.omega_tests),
    ]);
    Checked { answer, model, failed, statistics }
}

#[derive(Default)]
struct Counters {
    /// Boolean assignments looked at.
    assignments: u64,
    /// Of these, those that contradict arithmetic.
    conflicts: u64,
    /// Conjunctions decided.
    omega_tests: u64,
}

enum Decision {
    Sat(Model),
    /// The positions of assumptions to blame.
    Unsat(Vec<usize>),
    Unknown(Unknown),
}

fn decide(
    terms: &Terms,
    assertions: &[Term],
    assumptions: &[Term],
    counters: &mut Counters,
    budget: &mut Budget,
) -> Decision {
    let stopped =
        |budget: &Budget| Decision::Unknown(budget.stopped().cloned().unwrap_or(Unknown::Interrupted));
    let mut sat = Solver::new();
    let roots: Vec<Term> = assertions.iter().chain(assumptions).copied().collect();
    if !terms.features(&roots).is_linear_integer() {
        return Decision::Unknown(Incompleteness::ReferenceFragment.into());
    }
    let Some(encoding) = encode::encode(terms, &roots, &mut sat, budget) else {
        return stopped(budget);
    };
    let (asserted, assumed) = encoding.roots.split_at(assertions.len());
    for &literal in asserted {
        sat.add_clause(&[literal]);
    }
    loop {
        sat.assume(assumed);
        match sat.solve() {
            Ok(true) => {}
            Ok(false) => {
                let core = sat.failed_core().unwrap_or(&[]);
                let failed = (0..assumed.len()).filter(|&index| core.contains(&assumed[index]));
                return Decision::Unsat(failed.collect());
            }
            Err(error) => return Decision::Unknown(Unknown::other(error.to_string())),
        }
        counters.assignments += 1;
        let assignment: HashSet<Lit> = sat.model().expect("satisfiable").into_iter().collect();
        let mut conjunction = Conjunction::implied_by(&assignment, &encoding);
        counters.omega_tests += 1;
        match conjunction.decide(budget) {
            Outcome::Sat(values) => return Decision::Sat(read_model(&encoding, &assignment, &values)),
            Outcome::Stopped => return stopped(budget),
            Outcome::Unsat => {
                counters.conflicts += 1;
                if !conjunction.shrink(counters, budget) {
                    return stopped(budget);
                }
                let clause: Vec<Lit> = conjunction.parts.iter().map(|part| !part.guard).collect();
                sat.add_clause(&clause);
            }
        }
    }
}

fn read_model(encoding: &Encoding, assignment: &HashSet<Lit>, values: &Assignment) -> Model {
    let mut model = Model::new();
    for &(symbol, literal) in &encoding.bools {
        model.set(symbol, Value::Bool(assignment.contains(&literal)));
    }
    for (symbol, var) in &encoding.ints {
        let value = values.get(var).cloned().unwrap_or_default();
        model.set(*symbol, Value::Int(Int::from(value)));
    }
    model
}

/// The constraints that a literal guards.
#[derive(Clone)]
struct Part<'a> {
    guard: Lit,
    constraints: Vec<&'a Constraint>,
}

/// Constraints that hold under a Boolean assignment.
struct Conjunction<'a> {
    /// Those that hold always.
    fixed: Vec<&'a Constraint>,
    /// Those that hold because of a literal.
    parts: Vec<Part<'a>>,
    /// Ticks that the last decision took.
    ticks: u64,
}

impl<'a> Conjunction<'a> {
    fn implied_by(assignment: &HashSet<Lit>, encoding: &'a Encoding) -> Conjunction<'a> {
        let mut conjunction = Conjunction { fixed: Vec::new(), parts: Vec::new(), ticks: 0 };
        let mut holding: Vec<&(Lit, Constraint)> =
            encoding.guarded.iter().filter(|(guard, _)| assignment.contains(guard)).collect();
        holding.sort_by_key(|(guard, _)| *guard);
        for (guard, constraint) in holding {
            if *guard == encoding.truth {
                conjunction.fixed.push(constraint);
                continue;
            }
            match conjunction.parts.last_mut() {
                Some(part) if part.guard == *guard => part.constraints.push(constraint),
                _ => conjunction.parts.push(Part { guard: *guard, constraints: vec![constraint] }),
            }
        }
        conjunction
    }

    fn decide(&mut self, budget: &mut Budget) -> Outcome {
        let before = budget.ticks();
        let guarded = self.parts.iter().flat_map(|part| &part.constraints);
        let constraints: Vec<Constraint> =
            self.fixed.iter().chain(guarded).map(|&constraint| constraint.clone()).collect();
        let outcome = omega::solve(&constraints, budget);
        self.ticks = budget.ticks() - before;
        outcome
    }

    /// Takes parts out of a contradictory conjunction while it stays one: large pieces first, then single
    /// parts. A try that takes much longer than the first contradiction took is given up. `false` if the
    /// budget ran out.
    fn shrink(&mut self, counters: &mut Counters, budget: &mut Budget) -> bool {
        let limits = Limits { ticks: Some(1_000 + 4 * self.ticks), ..Limits::default() };
        let mut piece = self.parts.len().div_ceil(2);
        while piece > 0 {
            let mut start = 0;
            while start < self.parts.len() {
                let end = (start + piece).min(self.parts.len());
                let removed: Vec<Part<'_>> = self.parts.splice(start..end, []).collect();
                let mut attempt = Budget::start(&limits, &Default::default());
                counters.omega_tests += 1;
                if self.decide(&mut attempt) != Outcome::Unsat {
                    self.parts.splice(start..start, removed);
                    start = end;
                }
                if !budget.spend(1 + attempt.ticks()) {
                    return false;
                }
            }
            piece /= 2;
        }
        true
    }
}
