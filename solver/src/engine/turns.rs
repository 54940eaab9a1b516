//! Search with theories and search among bits, in turns.
//!
//! Most problems are decided in the first turn of the search with theories. If not, and if there are only
//! Booleans and integers, the problem is also encoded as bits ([`crate::bits`]), and the two searches take
//! turns that become longer. Both keep what they have learned. Turns are measured in ticks, so that equal
//! inputs give equal runs.

use super::{Engine, ModelSource, model_of};
use crate::answer::Unknown;
use crate::bits::{self, Bits, Found};
use crate::checked::Checked;
use crate::circuit::{BoolVar, Edge, Node};
use crate::combine::ArithmeticKind;
use crate::limits::Budget;
use crate::model::{Model, Value};
use crate::num::Rat;
use crate::options::{BitEncoding, Options};
use crate::preprocess::simplify::Problem;
use crate::sat::{Lit, Outcome, SatOptions};
use crate::term::{Symbol, Terms};

/// Ticks of the first turn of the search with theories: one to three seconds, in which it decides most of
/// what it can decide. An interruption changes its way, for better or worse. (A problem of `arctic-matrix`
/// takes 92 M ticks.)
const FIRST_TURN: u64 = 100_000_000;
/// Bits of variables without a known range, from one attempt to the next. The last is for problems in which
/// all ranges are known.
const WIDTHS: [u32; 4] = [2, 3, 5, 20];

/// What is searched in turns.
pub(super) struct Turns<'a> {
    pub(super) terms: &'a Terms,
    pub(super) problem: &'a Problem,
    pub(super) source: &'a ModelSource<'a>,
    pub(super) kind: ArithmeticKind,
    pub(super) options: &'a Options,
}

/// The search among bits, from turn to turn.
#[derive(Default)]
struct Attempts {
    /// Position in [`WIDTHS`] of the attempt that is going on or comes next.
    width: usize,
    current: Option<Box<Bits>>,
    conflicts: u64,
    ticks: u64,
}

impl Turns<'_> {
    /// Decides the problem that the engine has encoded.
    pub(super) fn run(&self, engine: &mut Engine, assumed: &[Lit], budget: &mut Budget) -> Checked {
        let mut attempts = self.is_applicable().then(Attempts::default);
        let mut turn = FIRST_TURN;
        let mut is_due = self.options.bits == BitEncoding::First;
        loop {
            if let Some(active) = attempts.as_mut().filter(|_| is_due) {
                if let Some(checked) = self.search_bits(active, turn, budget) {
                    return self.with_statistics(checked, engine, attempts.as_ref(), budget);
                }
                if active.is_over() {
                    attempts = None;
                }
                turn *= 2;
            }
            is_due = true;
            let outcome = match &attempts {
                None => engine.solve(assumed, budget),
                Some(_) => {
                    let mut part = budget.part(turn);
                    let outcome = engine.solve(assumed, &mut part);
                    let is_open = budget.spend(part.ticks());
                    if is_open && outcome == Outcome::Unknown(Unknown::Resources) {
                        continue;
                    }
                    outcome
                }
            };
            let checked = self.read(engine, outcome, assumed);
            return self.with_statistics(checked, engine, attempts.as_ref(), budget);
        }
    }

    fn is_applicable(&self) -> bool {
        // Shortest paths are better at differences, and conjunctions of atoms have no Boolean structure.
        let is_atom = |&edge: &Edge| matches!(self.problem.circuit.node(edge), Node::Le(..));
        self.options.bits != BitEncoding::Never
            && self.kind != ArithmeticKind::Difference
            && !self.problem.conjuncts.iter().all(is_atom)
            && self.problem.functions.iter().next().is_none()
            && bits::is_applicable(&self.problem.circuit, self.problem.roots())
    }

    /// What the search with theories has found.
    fn read(&self, engine: &Engine, outcome: Outcome, assumed: &[Lit]) -> Checked {
        match outcome {
            Outcome::Sat => Checked::sat(engine.model(self.terms, self.source)),
            Outcome::Unsat => Checked::unsat(engine.failed(assumed)),
            Outcome::Unknown(reason) => Checked::unknown(reason),
        }
    }

    /// One turn of the search among bits.
    fn search_bits(&self, attempts: &mut Attempts, ticks: u64, budget: &mut Budget) -> Option<Checked> {
        let mut part = budget.part(ticks);
        let checked = self.attempt(attempts, &mut part);
        attempts.ticks += part.ticks();
        if budget.spend(part.ticks()) { checked } else { checked.or_else(|| Some(Checked::stopped(budget))) }
    }

    fn attempt(&self, attempts: &mut Attempts, part: &mut Budget) -> Option<Checked> {
        let Problem { circuit, conjuncts, assumptions, .. } = self.problem;
        while !attempts.is_over() {
            if attempts.current.is_none() {
                let options = SatOptions { seed: self.options.seed, ..SatOptions::default() };
                let width = WIDTHS[attempts.width];
                let bits = Bits::new(circuit, conjuncts, assumptions, width, options, part);
                if bits.is_none() {
                    // Too large; more bits would make it larger.
                    attempts.width = WIDTHS.len();
                    return None;
                }
                attempts.current = bits.map(Box::new);
            }
            let bits = attempts.current.as_mut()?;
            let is_last = attempts.width + 1 == WIDTHS.len();
            if bits.is_cut() || (is_last && !bits.is_exact()) {
                attempts.current = None;
                attempts.width += 1;
                continue;
            }
            let found = bits.solve(part);
            attempts.conflicts = bits.stats().conflicts;
            match found {
                Found::Model => return Some(Checked::sat(self.model_of_bits(bits))),
                Found::Unsat => return Some(Checked::unsat(bits.failed())),
                Found::Stopped => return None,
                Found::NoneInRanges => {
                    attempts.current = None;
                    attempts.width += 1;
                }
            }
        }
        None
    }

    fn model_of_bits(&self, bits: &Bits) -> Model {
        let symbols: &[Symbol] = self.source.bool_symbols;
        let mut model = Model::new();
        for (BoolVar(index), value) in bits.inputs() {
            model.set(symbols[index as usize], Value::Bool(value));
        }
        model_of(self.terms, self.source, model, |var| Rat::from(bits.number(var)))
    }

    fn with_statistics(
        &self,
        checked: Checked,
        engine: &Engine,
        attempts: Option<&Attempts>,
        budget: &Budget,
    ) -> Checked {
        let mut statistics = engine.statistics(budget);
        if let Some(Attempts { width, conflicts, ticks, .. }) = attempts {
            let counters = [
                ("bits-attempts", *width as u64 + u64::from(*ticks > 0)),
                ("bits-conflicts", *conflicts),
                ("bits-ticks", *ticks),
            ];
            statistics.extend(&counters);
        }
        Checked { statistics, ..checked }
    }
}

impl Attempts {
    /// Whether no attempt is left.
    fn is_over(&self) -> bool {
        self.width >= WIDTHS.len()
    }
}
