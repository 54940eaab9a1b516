//! One check by DPLL(T): preprocess, write clauses, search, carry the model back.

use crate::lia::LiaTheory;
use crate::limits::Budget;
use crate::limits::Unknown;
use crate::model::{Model, Value};
use crate::num::Int;
use crate::options::Options;
use crate::preprocess::circuit::{BoolVar, Edge};
use crate::preprocess::cnf::{self, Encoding};
use crate::preprocess::presolve;
use crate::preprocess::simplify::Problem;
use crate::preprocess::translate::{self, Origin};
use crate::sat::{Outcome, SatOptions, SatSolver};
use crate::solver::Answer;
use crate::stats::Statistics;
use crate::term::{Symbol, Term, Terms};
use fxhash::FxHashMap;

/// The result of one check.
pub(crate) struct Checked {
    pub(crate) answer: Answer,
    pub(crate) model: Option<Model>,
    /// After unsat: which assumptions are to blame, by position.
    pub(crate) failed: Vec<usize>,
    pub(crate) statistics: Statistics,
}

impl Checked {
    fn stopped(budget: &Budget, statistics: Statistics) -> Checked {
        let reason = budget.stopped().cloned().unwrap_or(Unknown::Interrupted);
        Checked { answer: Answer::Unknown(reason), model: None, failed: Vec::new(), statistics }
    }
}

/// Decides the conjunction of assertions and assumptions.
pub(crate) fn check(
    terms: &Terms,
    assertions: &[Term],
    assumptions: &[Term],
    options: &Options,
    budget: &mut Budget,
) -> Checked {
    let mut statistics = Statistics::default();
    let roots: Vec<Term> = assertions.iter().chain(assumptions).copied().collect();
    let Some(translation) = translate::translate(terms, &roots, budget) else {
        return Checked::stopped(budget, statistics);
    };
    let bool_symbols = translation.bool_symbols.clone();
    let mut problem = Problem::new(translation, assertions.len());
    if !problem.simplify(budget) {
        return Checked::stopped(budget, statistics);
    }
    if options.presolve && !problem.is_false() {
        statistics.add_presolve(&presolve::presolve(&mut problem, budget));
        // What the new bounds decide elsewhere, and variables that they fix.
        if !problem.simplify(budget) {
            return Checked::stopped(budget, statistics);
        }
    }
    if problem.is_false() {
        return Checked { answer: Answer::Unsat, model: None, failed: Vec::new(), statistics };
    }
    if let Some(index) = problem.assumptions.iter().position(|&edge| edge == Edge::FALSE) {
        return Checked { answer: Answer::Unsat, model: None, failed: vec![index], statistics };
    }

    let mut sat = SatSolver::new(SatOptions { seed: options.seed, ..SatOptions::default() });
    let mut lia = LiaTheory::new(options.techniques.clone());
    let Some(encoding) = cnf::encode(&problem, &mut sat, &mut lia, budget) else {
        return Checked::stopped(budget, statistics);
    };
    let outcome = sat.solve(&mut lia, &encoding.assumptions, budget);
    statistics.collect(&sat, &lia, budget);
    match outcome {
        Outcome::Sat => {
            let model = read_model(&problem, &encoding, &bool_symbols, &sat, &lia);
            Checked { answer: Answer::Sat, model: Some(model), failed: Vec::new(), statistics }
        }
        Outcome::Unsat => {
            let is_failed = |&index: &usize| sat.failed_assumptions().contains(&encoding.assumptions[index]);
            let failed = (0..assumptions.len()).filter(is_failed).collect();
            Checked { answer: Answer::Unsat, model: None, failed, statistics }
        }
        Outcome::Unknown(reason) => {
            Checked { answer: Answer::Unknown(reason), model: None, failed: Vec::new(), statistics }
        }
    }
}

/// The values of all symbols: from the SAT core and the theory, then backwards through what preprocessing eliminated.
fn read_model(
    problem: &Problem,
    encoding: &Encoding,
    bool_symbols: &[Symbol],
    sat: &SatSolver,
    lia: &LiaTheory,
) -> Model {
    let mut model = Model::new();
    let searched =
        encoding.inputs.iter().map(|&(input, var)| (input, sat.value(var.positive()).unwrap_or(false)));
    let found = problem.bool_values.iter().map(|(&input, &value)| (input, value));
    for (BoolVar(index), value) in searched.chain(found) {
        model.set(bool_symbols[index as usize], Value::Bool(value));
    }
    let mut values: FxHashMap<_, Int> = FxHashMap::default();
    for index in 0..problem.int_origins.len() {
        let var = crate::preprocess::circuit::IntVar(index as u32);
        values.insert(var, lia.value(var).cloned().unwrap_or(Int::ZERO));
    }
    for (var, solution) in problem.elimination.in_order_of_evaluation() {
        let value = solution.form.eval(|var| &values[&var]) + &solution.constant;
        values.insert(*var, value);
    }
    for (var, value) in values {
        if let Origin::Symbol(symbol) = problem.int_origins[var.index()] {
            model.set(symbol, Value::Int(value));
        }
    }
    model
}
