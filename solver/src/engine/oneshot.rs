//! One check of one conjunction: simplify it, encode it, search, carry the model back.

use super::turns::Turns;
use super::{Engine, ModelSource, unsupported};
use crate::answer::{Answer, Incompleteness, Unknown};
use crate::checked::Checked;
use crate::circuit::Edge;
use crate::combine::ArithmeticKind;
use crate::idl;
use crate::limits::Budget;
use crate::options::Options;
use crate::preprocess::presolve::{self, PresolveStats};
use crate::preprocess::simplify::Problem;
use crate::preprocess::translate::Translation;
use crate::sat::{Lit, SatOptions};
use crate::stats::Statistics;
use crate::term::{Features, Symbol, Term, Terms};

/// Random decisions in difference logic, in thousandths. Scheduling problems have many models, and a search
/// that got stuck far from them should not stay there: one job-shop problem took 0.6 s without them, and 0.02
/// s or 0.03 s with 1 % and six seeds. On six problems with five seeds each, 1 % left ten runs unsolved and 5
/// % seven.
const RANDOM_DIFFERENCES: u32 = 50;

/// Equalities between numbers that are made beforehand for difference logic with functions, at most.
const MAX_FORESEEN: usize = 3_000;

/// Decides the conjunction of assertions and assumptions.
pub(crate) fn check(
    terms: &Terms,
    assertions: &[Term],
    assumptions: &[Term],
    options: &Options,
    budget: &mut Budget,
) -> Checked {
    let roots: Vec<Term> = assertions.iter().chain(assumptions).copied().collect();
    let mut translation = Translation::default();
    let Some(edges) = translation.add(terms, &roots, budget) else {
        return Checked::stopped(budget);
    };
    if let Some(missing) = unsupported(&translation.features) {
        return Checked::unknown(missing);
    }
    let (asserted, assumed) = edges.split_at(assertions.len());
    let bool_symbols = translation.bool_symbols.clone();
    let Features { reals, arrays, variable_divisors, products, .. } = translation.features;
    let kind = if reals { ArithmeticKind::Real } else { ArithmeticKind::Integer };
    let may_be_difference = options.difference_logic && !(reals || arrays || variable_divisors || products);
    let mut problem = Problem::new(translation, asserted, assumed);
    if may_be_difference {
        problem.keep_differences();
    }
    let mut statistics = Statistics::default();
    if !simplify(&mut problem, options, &mut statistics, budget) {
        return Checked::stopped(budget).after(statistics);
    }
    if problem.is_false() {
        return Checked::unsat(Vec::new()).after(statistics);
    }
    if let Some(index) = problem.assumptions.iter().position(|&edge| edge == Edge::FALSE) {
        return Checked::unsat(vec![index]).after(statistics);
    }
    problem.circuit.seal();

    if may_be_difference && idl::recognise(&problem.circuit, &problem.functions, problem.roots()) {
        let checked = search(terms, &problem, &bool_symbols, ArithmeticKind::Difference, options, budget);
        if checked.answer != Answer::from(Incompleteness::NeedsAtoms) {
            return checked.after(statistics);
        }
    }
    search(terms, &problem, &bool_symbols, kind, options, budget).after(statistics)
}

/// Simplifies a problem; `false` if the budget ran out.
fn simplify(
    problem: &mut Problem,
    options: &Options,
    statistics: &mut Statistics,
    budget: &mut Budget,
) -> bool {
    if !problem.simplify(budget) {
        return false;
    }
    if !options.presolve || problem.is_false() {
        return true;
    }
    let presolved = presolve::presolve(problem, budget);
    presolved.collect(statistics);
    // The new bounds may decide other atoms and fix variables.
    presolved == PresolveStats::default() || problem.simplify(budget)
}

/// Encodes a problem, searches, and reads the result.
fn search(
    terms: &Terms,
    problem: &Problem,
    bool_symbols: &[Symbol],
    kind: ArithmeticKind,
    options: &Options,
    budget: &mut Budget,
) -> Checked {
    let mut sat_options = SatOptions { seed: options.seed, ..SatOptions::default() };
    if kind == ArithmeticKind::Difference {
        sat_options.random_decisions = RANDOM_DIFFERENCES;
    }
    let mut engine = Engine::with_sat_options(kind, options, sat_options);
    let encoded = engine.encode(&problem.circuit, &problem.functions, budget, |encoder| {
        for &conjunct in &problem.conjuncts {
            encoder.assert(conjunct, None);
        }
        let assumed: Vec<Lit> = problem.assumptions.iter().map(|&edge| encoder.use_edge(edge)).collect();
        if kind == ArithmeticKind::Difference && !encoder.foresee(MAX_FORESEEN) {
            return Err(Unknown::Incomplete(Incompleteness::NeedsAtoms));
        }
        Ok(assumed)
    });
    let assumed = match encoded {
        Ok(assumed) => assumed,
        Err(reason) => return Checked::unknown(reason),
    };
    let source = ModelSource {
        origins: &problem.origins,
        bool_symbols,
        bool_values: &problem.bool_values,
        elimination: &problem.elimination,
        functions: &problem.functions,
    };
    Turns { terms, problem, source: &source, kind, options }.run(&mut engine, &assumed, budget)
}
