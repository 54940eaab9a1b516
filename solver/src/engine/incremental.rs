//! An engine that is kept between checks, with its learned clauses.
//!
//! Assertions are translated and encoded once. Those of the outermost level are clauses; those of an inner
//! level hold if the *guard* of the level does, a literal that is assumed while the level is open and false
//! for good afterwards. What the search learns about them is guarded by itself, since learned clauses follow
//! from clauses with guards in them.
//!
//! No variables are eliminated, because later assertions may mention any of them. Variables of closed levels
//! remain without constraints; when they outnumber the others, the owner replaces the engine.

use super::TermEngine;
use crate::answer::{Incompleteness, Unknown};
use crate::checked::Checked;
use crate::combine::ArithmeticKind;
use crate::limits::Budget;
use crate::options::Options;
use crate::sat::{Lit, Outcome};
use crate::term::{Term, Terms};

/// Variables of the SAT core that an engine may have before it is worth asking how many are dead.
const SMALL: usize = 4_000;

/// The assertions of one level.
pub(crate) struct Level<'a> {
    /// A number that no other level has or had.
    pub(crate) id: u64,
    pub(crate) assertions: &'a [Term],
}

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
    engine: TermEngine,
    /// To make another engine for real numbers.
    options: Options,
    levels: Vec<Encoded>,
    /// Variables after the first check: all alive.
    vars_at_first: Option<usize>,
}

impl Incremental {
    /// An engine without assertions.
    pub(crate) fn new(options: &Options) -> Incremental {
        Incremental {
            engine: TermEngine::new(ArithmeticKind::Integer, options),
            options: options.clone(),
            levels: Vec::new(),
            vars_at_first: None,
        }
    }

    /// Has models use the most common value of a function or array where they are free.
    pub(crate) fn use_common_defaults(&mut self) {
        self.engine.engine.theories.common_defaults = true;
    }

    /// Has checks end with models in which products of variables may have wrong values, after so many facts
    /// about them; `None`: no check. See [`Incremental::has_wrong_products`].
    pub(crate) fn tolerate_wrong_products(&mut self, patience: Option<usize>) {
        self.engine.engine.theories.tolerate_wrong_products(patience);
    }

    /// Whether the model of the last check has products of variables with wrong values. Assertions may be
    /// false in it.
    pub(crate) fn has_wrong_products(&self) -> bool {
        self.engine.engine.theories.has_wrong_products()
    }

    /// How many variables the SAT core has.
    pub(crate) fn num_vars(&self) -> usize {
        self.engine.engine.sat.num_vars()
    }

    /// Whether there is more left of closed levels than there is in the open ones, as far as one can tell.
    pub(crate) fn is_worn_out(&self) -> bool {
        self.engine.engine.sat.num_vars() > SMALL + 2 * self.vars_at_first.unwrap_or(0)
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
        let assumed = self.encode(terms, levels, assumptions, budget).ok()?;
        let guards = self.levels.iter().filter_map(|level| level.guard);
        let all: Vec<Lit> = guards.chain(assumed.iter().copied()).collect();
        self.vars_at_first.get_or_insert(self.engine.engine.sat.num_vars());
        let engine = &mut self.engine.engine;
        engine.theories.begin_check();
        let outcome = engine.solve(&all, budget);
        let statistics = engine.statistics(budget);
        let checked = match outcome {
            Outcome::Sat => Checked::sat(self.engine.model(terms)),
            Outcome::Unsat => Checked::unsat(engine.failed(&assumed)),
            Outcome::Unknown(reason) => Checked::unknown(reason),
        };
        Some(Checked { statistics, ..checked })
    }

    /// Gives up the levels that are not open any more.
    fn close_levels(&mut self, levels: &[Level<'_>]) {
        let kept = self.levels.iter().zip(levels).take_while(|(mine, open)| mine.id == open.id).count();
        for closed in self.levels.drain(kept..) {
            if let Some(guard) = closed.guard {
                self.engine.engine.sat.add_clause(&[!guard]);
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
    ) -> Result<Vec<Lit>, Unknown> {
        // What is to be asserted, and under which guard.
        let mut new: Vec<Term> = Vec::new();
        let mut guards: Vec<Option<Lit>> = Vec::new();
        for (index, level) in levels.iter().enumerate() {
            if index == self.levels.len() {
                let guard = (index > 0).then(|| self.engine.engine.sat.new_var().positive());
                self.levels.push(Encoded { id: level.id, guard, count: 0 });
            }
            let encoded = &mut self.levels[index];
            new.extend_from_slice(&level.assertions[encoded.count..]);
            guards.resize(new.len(), encoded.guard);
            encoded.count = level.assertions.len();
        }
        let num_new = new.len();
        new.extend_from_slice(assumptions);
        let edges = self.engine.translate(terms, &new, budget)?;
        if self.engine.lacks_reals() {
            // The first reals: the constraints on integers must go to another theory.
            if self.vars_at_first.is_some() {
                return Err(Incompleteness::Reals.into());
            }
            self.engine.use_reals(&self.options);
        }
        self.engine.encode(budget, |encoder| {
            for (&edge, &guard) in edges[..num_new].iter().zip(&guards) {
                encoder.assert(edge, guard);
            }
            edges[num_new..].iter().map(|&edge| encoder.use_edge(edge)).collect()
        })
    }
}
