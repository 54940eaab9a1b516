//! The engine: encoding, SAT core and theories put together, and the model read back from them.
//!
//! [`Engine`] works on a circuit. [`TermEngine`] is an engine with the translation of the terms that it was
//! given, to which terms can be added. They are used in three ways:
//!
//! - `oneshot` decides one conjunction: it simplifies the whole problem first, then searches, among bits as
//!   well if that is possible (`turns`). `portfolio` does so in several threads.
//! - `incremental` is kept from check to check with all that it learned, and eliminates nothing.
//! - [`crate::contextual`] asks one engine many small questions about parts of a formula.

mod incremental;
mod oneshot;
mod portfolio;
mod turns;

pub(crate) use incremental::{Incremental, Level};
pub(crate) use oneshot::check;
pub(crate) use portfolio::check_in_parallel;

use crate::answer::{Incompleteness, Unknown};
use crate::circuit::{BoolVar, Circuit, Edge, Functions};
use crate::cnf::{Encoder, Encoding};
use crate::combine::{ArithmeticKind, Combination};
use crate::elimination::Elimination;
use crate::limits::Budget;
use crate::linear::NumVar;
use crate::model::{Model, Value};
use crate::num::Rat;
use crate::options::Options;
use crate::preprocess::translate::{Origin, Translation};
use crate::sat::{Lit, Outcome, SatOptions, SatSolver};
use crate::stats::Statistics;
use crate::term::{Features, Symbol, Term, Terms};
use fxhash::FxHashMap;

/// SAT core and theories, and which of their literals stand for which nodes of a circuit.
pub(crate) struct Engine {
    encoding: Encoding,
    pub(crate) sat: SatSolver,
    theories: Combination,
}

impl Engine {
    /// An engine without clauses. Of the options it uses seed and techniques.
    pub(crate) fn new(kind: ArithmeticKind, options: &Options) -> Engine {
        let sat_options = SatOptions { seed: options.seed, ..SatOptions::default() };
        Engine::with_sat_options(kind, options, sat_options)
    }

    fn with_sat_options(kind: ArithmeticKind, options: &Options, sat_options: SatOptions) -> Engine {
        Engine {
            encoding: Encoding::default(),
            sat: SatSolver::new(sat_options),
            theories: Combination::new(kind, options.techniques.clone()),
        }
    }

    /// Encodes what `write` asserts or uses of a circuit, after the function terms that are new.
    fn encode<R>(
        &mut self,
        circuit: &Circuit,
        functions: &Functions,
        budget: &mut Budget,
        write: impl FnOnce(&mut Encoder<'_>) -> Result<R, Unknown>,
    ) -> Result<R, Unknown> {
        let Engine { encoding, sat, theories } = self;
        let mut encoder = Encoder::new(circuit, encoding, sat, theories, budget);
        encoder.add_functions(functions);
        let written = write(&mut encoder)?;
        match encoder.finish() {
            true => Ok(written),
            false => Err(budget.stopped().cloned().unwrap_or(Unknown::Resources)),
        }
    }

    /// Can these literals be true together?
    pub(crate) fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Outcome {
        self.sat.solve(&mut self.theories, assumptions, budget)
    }

    /// After unsat: the positions of the literals among these that cannot be true together.
    fn failed(&self, assumed: &[Lit]) -> Vec<usize> {
        let is_failed = |&index: &usize| self.sat.failed_assumptions().contains(&assumed[index]);
        (0..assumed.len()).filter(is_failed).collect()
    }

    /// The counters of all parts.
    fn statistics(&self, budget: &Budget) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.extend(&[("ticks", budget.ticks())]);
        statistics.extend(&self.sat.stats().iter().collect::<Vec<_>>());
        self.theories.collect_statistics(&mut statistics);
        statistics
    }

    /// The values of all symbols: from the SAT core and the theories, then backwards through the variables
    /// that preprocessing eliminated.
    fn model(&self, terms: &Terms, source: &ModelSource<'_>) -> Model {
        let mut model = Model::new();
        let value = |lit: Lit| self.sat.value(lit).unwrap_or(false);
        for &(BoolVar(index), var) in &self.encoding.inputs {
            model.set(source.bool_symbols[index as usize], Value::Bool(value(var.positive())));
        }
        self.theories.add_functions_to_model(source.functions, terms, &mut model);
        model_of(terms, source, model, |var| self.theories.value(var).unwrap_or(Rat::ZERO))
    }
}

/// Completes a model by the values of numeric symbols, those included that preprocessing eliminated, and of
/// the propositional variables that it found.
fn model_of(
    terms: &Terms,
    source: &ModelSource<'_>,
    mut model: Model,
    number: impl Fn(NumVar) -> Rat,
) -> Model {
    for (&BoolVar(index), &value) in source.bool_values {
        model.set(source.bool_symbols[index as usize], Value::Bool(value));
    }
    let mut values: Vec<Rat> = source.origins.iter().map(|&(var, _)| number(var)).collect();
    for (var, solution) in source.elimination.in_order_of_evaluation() {
        values[var.index()] = solution.evaluate(&values);
    }
    for (value, (_, origin)) in values.into_iter().zip(source.origins) {
        if let Origin::Symbol(symbol) = origin {
            model.set(*symbol, Value::of_number(terms.symbol_sort(*symbol), value));
        }
    }
    model
}

/// What a model of the input is made from, besides the values that the search found.
struct ModelSource<'a> {
    origins: &'a [(NumVar, Origin)],
    bool_symbols: &'a [Symbol],
    bool_values: &'a FxHashMap<BoolVar, bool>,
    elimination: &'a Elimination,
    functions: &'a Functions,
}

/// An engine with the translation of the terms that were added to it.
pub(crate) struct TermEngine {
    translation: Translation,
    pub(crate) engine: Engine,
}

impl TermEngine {
    /// An engine without terms.
    pub(crate) fn new(kind: ArithmeticKind, options: &Options) -> TermEngine {
        TermEngine { translation: Translation::default(), engine: Engine::new(kind, options) }
    }

    /// Translates terms: one edge each. After an error the engine is of no further use.
    pub(crate) fn translate(
        &mut self,
        terms: &Terms,
        roots: &[Term],
        budget: &mut Budget,
    ) -> Result<Vec<Edge>, Unknown> {
        let Some(edges) = self.translation.add(terms, roots, budget) else {
            return Err(budget.stopped().cloned().unwrap_or(Unknown::Resources));
        };
        match unsupported(&self.translation.features) {
            Some(missing) => Err(missing.into()),
            None => Ok(edges),
        }
    }

    /// Whether terms of sort `Real` were met by an engine for integers.
    pub(crate) fn lacks_reals(&self) -> bool {
        self.translation.features.reals && self.engine.theories.kind() != ArithmeticKind::Real
    }

    /// Replaces the theory of integers by that of reals and integers. Nothing may be encoded yet.
    fn use_reals(&mut self, options: &Options) {
        let common_defaults = self.engine.theories.common_defaults;
        self.engine.theories = Combination::new(ArithmeticKind::Real, options.techniques.clone());
        self.engine.theories.common_defaults = common_defaults;
    }

    /// Encodes the definitions of new variables, then what `write` asserts or uses. After an error the engine
    /// is of no further use.
    pub(crate) fn encode<R>(
        &mut self,
        budget: &mut Budget,
        write: impl FnOnce(&mut Encoder<'_>) -> R,
    ) -> Result<R, Unknown> {
        let definitions = std::mem::take(&mut self.translation.definitions);
        let TermEngine { translation, engine } = self;
        engine.encode(&translation.circuit, &translation.functions, budget, |encoder| {
            for edge in definitions {
                encoder.assert(edge, None);
            }
            Ok(write(encoder))
        })
    }

    /// The model found last.
    pub(crate) fn model(&self, terms: &Terms) -> Model {
        let source = ModelSource {
            origins: &self.translation.origins,
            bool_symbols: &self.translation.bool_symbols,
            bool_values: &FxHashMap::default(),
            elimination: &Elimination::default(),
            functions: &self.translation.functions,
        };
        self.engine.model(terms, &source)
    }
}

/// A feature that the theories do not support, if there is one.
fn unsupported(features: &Features) -> Option<Incompleteness> {
    if features.quantifiers {
        return Some(Incompleteness::Quantifiers);
    }
    features.unusual_arrays.then_some(Incompleteness::UnusualArrays)
}
