//! One check by DPLL(T): preprocess, write clauses, search, carry the model back.

use crate::combine::{ArithmeticKind, Combination, NEEDS_ATOMS};
use crate::idl;
use crate::limits::Budget;
use crate::limits::Unknown;
use crate::model::{Model, Value};
use crate::num::Rat;
use crate::options::Options;
use crate::preprocess::circuit::{BoolVar, Edge, NumVar};
use crate::preprocess::cnf::{Encoder, Encoding};
use crate::preprocess::functions::Functions;
use crate::preprocess::presolve::{self, PresolveStats};
use crate::preprocess::simplify::Problem;
use crate::preprocess::solve_eqs::Elimination;
use crate::preprocess::translate::{Origin, Translation};
use crate::sat::{Lit, Outcome, SatOptions, SatSolver};
use crate::solver::Answer;
use crate::stats::Statistics;
use crate::term::{Features, Symbol, Term, Terms};
use fxhash::FxHashMap;

/// Random decisions in difference logic, in thousandths. Scheduling problems have many models, and a search
/// that got stuck far from them should not stay there: one job-shop problem took 0.6 s without them, and 0.02
/// s or 0.03 s with 1 % and six seeds. On six problems with five seeds each, 1 % left ten runs unsolved and 5
/// % seven.
const RANDOM_DIFFERENCES: u32 = 50;

/// Equalities between numbers that are made beforehand for difference logic with functions, at most.
const MAX_FORESEEN: usize = 3_000;

/// The result of one check.
pub(crate) struct Checked {
    pub(crate) answer: Answer,
    pub(crate) model: Option<Model>,
    /// After unsat: which assumptions are to blame, by position.
    pub(crate) failed: Vec<usize>,
    pub(crate) statistics: Statistics,
}

impl Checked {
    /// With the counters of what came before put first.
    fn after(mut self, mut before: Statistics) -> Checked {
        before.extend(self.statistics.counters());
        self.statistics = before;
        self
    }

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
    let mut translation = Translation::default();
    let Some(edges) = translation.add(terms, &roots, budget) else {
        return Checked::stopped(budget, statistics);
    };
    if let Some(missing) = unsupported(&translation.features) {
        let answer = Answer::Unknown(Unknown::Incomplete(missing.to_string()));
        return Checked { answer, model: None, failed: Vec::new(), statistics };
    }
    let (asserted, assumed) = edges.split_at(assertions.len());
    let bool_symbols = translation.bool_symbols.clone();
    let kind = if translation.features.reals { ArithmeticKind::Real } else { ArithmeticKind::Integer };
    let Features { reals, arrays, variable_divisors, .. } = translation.features;
    let may_be_difference = options.difference_logic && !(reals || arrays || variable_divisors);
    let mut problem = Problem::new(translation, asserted, assumed);
    if may_be_difference {
        problem.keep_differences();
    }
    if !problem.simplify(budget) {
        return Checked::stopped(budget, statistics);
    }
    if options.presolve && !problem.is_false() {
        let presolved = presolve::presolve(&mut problem, budget);
        statistics.add_presolve(&presolved);
        // What the new bounds decide elsewhere, and variables that they fix.
        if presolved != PresolveStats::default() && !problem.simplify(budget) {
            return Checked::stopped(budget, statistics);
        }
    }
    if problem.is_false() {
        return Checked { answer: Answer::Unsat, model: None, failed: Vec::new(), statistics };
    }
    if let Some(index) = problem.assumptions.iter().position(|&edge| edge == Edge::FALSE) {
        return Checked { answer: Answer::Unsat, model: None, failed: vec![index], statistics };
    }

    if may_be_difference && idl::recognise(&problem) {
        let checked = search(terms, &problem, &bool_symbols, ArithmeticKind::Difference, options, budget);
        if !matches!(&checked.answer, Answer::Unknown(Unknown::Incomplete(why)) if why == NEEDS_ATOMS) {
            return checked.after(statistics);
        }
    }
    search(terms, &problem, &bool_symbols, kind, options, budget).after(statistics)
}

/// Writes the clauses, searches, and reads the result.
fn search(
    terms: &Terms,
    problem: &Problem,
    bool_symbols: &[Symbol],
    kind: ArithmeticKind,
    options: &Options,
    budget: &mut Budget,
) -> Checked {
    let mut statistics = Statistics::default();
    let mut sat_options = SatOptions { seed: options.seed, ..SatOptions::default() };
    if kind == ArithmeticKind::Difference {
        sat_options.random_decisions = RANDOM_DIFFERENCES;
    }
    let mut sat = SatSolver::new(sat_options);
    let mut theories = Combination::new(kind, options.techniques.clone());
    let mut encoding = Encoding::default();
    let mut encoder = Encoder::new(&problem.circuit, &mut encoding, &mut sat, &mut theories, budget);
    encoder.add_functions(&problem.functions);
    for &conjunct in &problem.conjuncts {
        encoder.assert(conjunct, None);
    }
    let assumed: Vec<Lit> = problem.assumptions.iter().map(|&edge| encoder.use_edge(edge)).collect();
    if kind == ArithmeticKind::Difference && !encoder.foresee(MAX_FORESEEN) {
        let answer = Answer::Unknown(Unknown::Incomplete(NEEDS_ATOMS.to_string()));
        return Checked { answer, model: None, failed: Vec::new(), statistics };
    }
    if !encoder.finish() {
        return Checked::stopped(budget, statistics);
    }
    let outcome = sat.solve(&mut theories, &assumed, budget);
    statistics.collect(&sat, &theories, budget);
    match outcome {
        Outcome::Sat => {
            let source = ModelSource {
                origins: &problem.origins,
                bool_symbols,
                bool_values: &problem.bool_values,
                elimination: &problem.elimination,
                functions: &problem.functions,
            };
            let model = source.read(terms, &encoding, &sat, &theories);
            Checked { answer: Answer::Sat, model: Some(model), failed: Vec::new(), statistics }
        }
        Outcome::Unsat => {
            let is_failed = |&index: &usize| sat.failed_assumptions().contains(&assumed[index]);
            let failed = (0..assumed.len()).filter(is_failed).collect();
            Checked { answer: Answer::Unsat, model: None, failed, statistics }
        }
        Outcome::Unknown(reason) => {
            Checked { answer: Answer::Unknown(reason), model: None, failed: Vec::new(), statistics }
        }
    }
}

/// What a model of the input is made from, besides what the search found.
pub(crate) struct ModelSource<'a> {
    pub(crate) origins: &'a [(NumVar, Origin)],
    pub(crate) bool_symbols: &'a [Symbol],
    pub(crate) bool_values: &'a FxHashMap<BoolVar, bool>,
    pub(crate) elimination: &'a Elimination,
    pub(crate) functions: &'a Functions,
}

impl ModelSource<'_> {
    /// The values of all symbols: from the SAT core and the theories, then backwards through what
    /// preprocessing eliminated.
    pub(crate) fn read(
        &self,
        terms: &Terms,
        encoding: &Encoding,
        sat: &SatSolver,
        theories: &Combination,
    ) -> Model {
        let mut model = Model::new();
        let searched =
            encoding.inputs.iter().map(|&(input, var)| (input, sat.value(var.positive()).unwrap_or(false)));
        let found = self.bool_values.iter().map(|(&input, &value)| (input, value));
        for (BoolVar(index), value) in searched.chain(found) {
            model.set(self.bool_symbols[index as usize], Value::Bool(value));
        }
        let mut values: Vec<Rat> =
            self.origins.iter().map(|&(var, _)| theories.value(var).unwrap_or(Rat::ZERO)).collect();
        for (var, solution) in self.elimination.in_order_of_evaluation() {
            values[var.index()] = solution.evaluate(&values);
        }
        theories.add_functions_to_model(self.functions, terms, &mut model);
        for (value, (_, origin)) in values.into_iter().zip(self.origins) {
            if let Origin::Symbol(symbol) = origin {
                model.set(*symbol, Value::of_number(terms.symbol_sort(*symbol), value));
            }
        }
        model
    }
}

/// What the theories cannot do yet.
pub(crate) fn unsupported(features: &Features) -> Option<&'static str> {
    if features.quantifiers {
        return Some("quantifiers are not supported here");
    }
    features.unusual_arrays.then_some(
        "arrays with truth values or arrays as indices, and constant arrays over declared sorts, are not supported",
    )
}
