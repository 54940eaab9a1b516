//! An engine that lives from check to check and keeps what it learned.
//!
//! Assertions are translated and encoded once. Those of the outermost level are clauses; those of an inner
//! level hold if the *guard* of the level does, a literal that is assumed while the level is open and false
//! for good afterwards. What the search learns about them is guarded by itself, since learned clauses follow
//! from clauses with guards in them.
//!
//! Nothing is eliminated here, because later assertions may talk about anything. What stays behind of closed
//! levels (variables without a constraint) is dead weight; when it outweighs the rest, whoever owns the
//! engine makes a new one.

use crate::combine::{ArithmeticKind, Combination};
use crate::dpll::{self, Checked};
use crate::lia::ladder::LadderOptions;
use crate::limits::Budget;
use crate::options::Options;
use crate::preprocess::circuit::Edge;
use crate::preprocess::cnf::{Encoder, Encoding};
use crate::preprocess::solve_eqs::Elimination;
use crate::preprocess::translate::Translation;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver};
use crate::solver::{Answer, Level};
use crate::stats::Statistics;
use crate::term::{Term, Terms};
use fxhash::FxHashMap;

/// Variables of the SAT core that an engine may have before it is worth asking how many are dead.
const SMALL: usize = 4_000;

/// A level whose assertions are encoded.
struct Encoded {
    /// The level, as the owner numbers them.
    id: u64,
    /// Assumed while the level is open; none for the outermost.
    guard: Option<Lit>,
    /// How many assertions of the level are encoded.
    count: usize,
}

/// The engine.
pub(crate) struct Incremental {
    translation: Translation,
    encoding: Encoding,
    sat: SatSolver,
    theories: Combination,
    techniques: LadderOptions,
    levels: Vec<Encoded>,
    /// Variables after the first check: all alive.
    vars_at_first: Option<usize>,
}

impl Incremental {
    /// An engine without assertions.
    pub(crate) fn new(options: &Options) -> Incremental {
        Incremental {
            translation: Translation::default(),
            encoding: Encoding::default(),
            sat: SatSolver::new(SatOptions { seed: options.seed, ..SatOptions::default() }),
            theories: Combination::new(ArithmeticKind::Integer, options.techniques.clone()),
            techniques: options.techniques.clone(),
            levels: Vec::new(),
            vars_at_first: None,
        }
    }

    /// How many variables the SAT core has.
    pub(crate) fn num_vars(&self) -> usize {
        self.sat.num_vars()
    }

    /// Whether there is more left of closed levels than there is in the open ones, as far as one can tell.
    pub(crate) fn is_worn_out(&self) -> bool {
        self.sat.num_vars() > SMALL + 2 * self.vars_at_first.unwrap_or(0)
    }

    /// Decides the conjunction of the assertions of all levels and the assumptions. After [`Answer::Unknown`]
    /// for lack of budget while encoding the engine is of no use any more: then this is `None`.
    pub(crate) fn check(
        &mut self,
        terms: &Terms,
        levels: &[Level<'_>],
        assumptions: &[Term],
        budget: &mut Budget,
    ) -> Option<Checked> {
        self.close_levels(levels);
        let assumed = self.encode(terms, levels, assumptions, budget)?;
        let guards = self.levels.iter().filter_map(|level| level.guard);
        let all: Vec<Lit> = guards.chain(assumed.iter().copied()).collect();
        self.vars_at_first.get_or_insert(self.sat.num_vars());
        let outcome = self.sat.solve(&mut self.theories, &all, budget);
        let mut statistics = Statistics::default();
        statistics.collect(&self.sat, &self.theories, budget);
        Some(match outcome {
            Outcome::Sat => {
                let source = dpll::ModelSource {
                    origins: &self.translation.origins,
                    bool_symbols: &self.translation.bool_symbols,
                    bool_values: &FxHashMap::default(),
                    elimination: &Elimination::default(),
                    functions: &self.translation.functions,
                };
                let model = source.read(terms, &self.encoding, &self.sat, &self.theories);
                Checked { answer: Answer::Sat, model: Some(model), failed: Vec::new(), statistics }
            }
            Outcome::Unsat => {
                let is_failed = |index: &usize| self.sat.failed_assumptions().contains(&assumed[*index]);
                let failed = (0..assumptions.len()).filter(is_failed).collect();
                Checked { answer: Answer::Unsat, model: None, failed, statistics }
            }
            Outcome::Unknown(reason) => {
                Checked { answer: Answer::Unknown(reason), model: None, failed: Vec::new(), statistics }
            }
        })
    }

    /// Gives up the levels that are not open any more.
    fn close_levels(&mut self, levels: &[Level<'_>]) {
        let kept = self.levels.iter().zip(levels).take_while(|(mine, open)| mine.id == open.id).count();
        for closed in self.levels.drain(kept..) {
            if let Some(guard) = closed.guard {
                self.sat.add_clause(&[!guard]);
            }
        }
    }

    /// Encodes what is new; returns the literals of the assumptions.
    fn encode(
        &mut self,
        terms: &Terms,
        levels: &[Level<'_>],
        assumptions: &[Term],
        budget: &mut Budget,
    ) -> Option<Vec<Lit>> {
        // What is to be asserted, and under which guard.
        let mut new: Vec<Term> = Vec::new();
        let mut guards: Vec<Option<Lit>> = Vec::new();
        for (index, level) in levels.iter().enumerate() {
            if index == self.levels.len() {
                let guard = (index > 0).then(|| self.sat.new_var().positive());
                self.levels.push(Encoded { id: level.id, guard, count: 0 });
            }
            let encoded = &mut self.levels[index];
            new.extend_from_slice(&level.assertions[encoded.count..]);
            guards.resize(new.len(), encoded.guard);
            encoded.count = level.assertions.len();
        }
        let num_new = new.len();
        new.extend_from_slice(assumptions);
        let edges: Vec<Edge> = self.translation.add(terms, &new, budget)?;
        if dpll::unsupported(&self.translation.features).is_some() {
            return None;
        }
        if self.translation.features.reals && self.theories.kind() != ArithmeticKind::Real {
            // The first reals: what arithmetic knew about integers must be told to another theory.
            if self.vars_at_first.is_some() {
                return None;
            }
            self.theories = Combination::new(ArithmeticKind::Real, self.techniques.clone());
        }
        let definitions = std::mem::take(&mut self.translation.definitions);
        let Incremental { translation, encoding, sat, theories, .. } = self;
        let mut encoder = Encoder::new(&translation.circuit, encoding, sat, theories, budget);
        encoder.add_functions(&translation.functions);
        for edge in definitions {
            encoder.assert(edge, None);
        }
        for (&edge, &guard) in edges[..num_new].iter().zip(&guards) {
            encoder.assert(edge, guard);
        }
        let assumed = edges[num_new..].iter().map(|&edge| encoder.use_edge(edge)).collect();
        encoder.finish().then_some(assumed)
    }
}
