//! Search with theories, local search, and search among literals for values, in turns.
//!
//! Most problems are decided in the first turn of the search with theories. If not, and if there are only
//! Booleans and integers, the problem is also encoded without numbers ([`crate::bits`]): in order, where
//! numbers have few values, and in digits. As an option, models are also looked for by local search
//! ([`crate::local`]). The searches take turns that become longer, and keep what they have learned. Turns are
//! measured in ticks, so that equal inputs give equal runs.

use super::{Engine, ModelSource, model_of};
use crate::answer::Unknown;
use crate::bits::{self, Bits, Found, Shape};
use crate::checked::Checked;
use crate::circuit::{BoolVar, Edge, Node};
use crate::combine::ArithmeticKind;
use crate::limits::Budget;
use crate::linear::NumVar;
use crate::local::LocalSearch;
use crate::model::{Model, Value};
use crate::num::{Int, Rat};
use crate::options::{Options, Schedule};
use crate::preprocess::simplify::Problem;
use crate::sat::{Lit, Outcome, SatOptions};
use crate::stats::Statistics;
use crate::term::{Symbol, Terms};
use fxhash::FxHashMap;

/// Ticks of the first turn of the search with theories: one to three seconds, in which it decides most of
/// what it can decide. An interruption changes its way, for better or worse. (A problem of `arctic-matrix`
/// takes 92 M ticks.)
const FIRST_TURN: u64 = 100_000_000;
/// Turns of local search have this part of the ticks of the others.
const LOCAL_PART: u64 = 4;
/// Ticks of local search before everything else, if it comes first.
const LOCAL_FIRST: u64 = 1_000_000;
/// With at most so many false clauses a model may be near, progress or not.
const FEW: u64 = 12;
/// How numbers are encoded in order, from one attempt to the next.
const ORDERS: &[Shape] = &[Shape::Order(5), Shape::Order(9), Shape::Order(17)];
/// How they are encoded in digits. The last is for problems in which all ranges are known.
const DIGITS: &[Shape] = &[Shape::Binary(2), Shape::Binary(3), Shape::Binary(5), Shape::Binary(20)];

/// What is searched in turns.
pub(super) struct Turns<'a> {
    pub(super) terms: &'a Terms,
    pub(super) problem: &'a Problem,
    pub(super) source: &'a ModelSource<'a>,
    pub(super) kind: ArithmeticKind,
    pub(super) options: &'a Options,
}

/// Local search, from turn to turn.
struct Local {
    search: Option<Box<LocalSearch>>,
    is_over: bool,
    ticks: u64,
}

/// The search in one kind of encoding, from turn to turn.
struct Attempts {
    shapes: &'static [Shape],
    /// The attempt that is going on or comes next.
    next: usize,
    current: Option<Box<Bits>>,
    tried: u64,
    conflicts: u64,
    ticks: u64,
}

impl Turns<'_> {
    /// Decides the problem that the engine has encoded.
    pub(super) fn run(&self, engine: &mut Engine, assumed: &[Lit], budget: &mut Budget) -> Checked {
        let is_applicable = self.is_applicable();
        let mut attempts = match is_applicable && self.options.bits != Schedule::Never {
            true => vec![Attempts::new(ORDERS), Attempts::new(DIGITS)],
            false => Vec::new(),
        };
        let mut local = Local::new(is_applicable && self.options.local != Schedule::Never);
        let checked = self.take_turns(engine, assumed, &mut local, &mut attempts, budget);
        let mut statistics = statistics(engine, &attempts, budget);
        local.collect(&mut statistics);
        Checked { statistics, ..checked }
    }

    fn take_turns(
        &self,
        engine: &mut Engine,
        assumed: &[Lit],
        local: &mut Local,
        attempts: &mut [Attempts],
        budget: &mut Budget,
    ) -> Checked {
        let mut turn = FIRST_TURN;
        let mut is_due = self.options.bits == Schedule::First;
        let mut local_turn = (self.options.local == Schedule::First).then_some(LOCAL_FIRST);
        loop {
            if let Some(ticks) = local_turn
                && !local.is_over
                && let Some(checked) = self.search_locally(local, ticks, budget)
            {
                return checked;
            }
            let are_active = !local.is_over || attempts.iter().any(|active| !active.is_over());
            if are_active && is_due {
                for active in attempts.iter_mut() {
                    if let Some(checked) = self.search_bits(active, turn, budget) {
                        return checked;
                    }
                }
            }
            if is_due {
                turn *= 2;
            }
            is_due = true;
            if let Some(checked) = self.search_theories(engine, assumed, are_active.then_some(turn), budget) {
                return checked;
            }
            local_turn = Some(turn / LOCAL_PART);
        }
    }

    /// One turn of the search with theories; without ticks, the last one.
    fn search_theories(
        &self,
        engine: &mut Engine,
        assumed: &[Lit],
        ticks: Option<u64>,
        budget: &mut Budget,
    ) -> Option<Checked> {
        let outcome = match ticks {
            None => engine.solve(assumed, budget),
            Some(ticks) => {
                let mut part = budget.part(ticks);
                let outcome = engine.solve(assumed, &mut part);
                let is_open = budget.spend(part.ticks());
                if is_open && outcome == Outcome::Unknown(Unknown::Resources) {
                    return None;
                }
                outcome
            }
        };
        Some(match outcome {
            Outcome::Sat => Checked::sat(engine.model(self.terms, self.source)),
            Outcome::Unsat => Checked::unsat(engine.failed(assumed)),
            Outcome::Unknown(reason) => Checked::unknown(reason),
        })
    }

    /// One turn of local search. It is the last one if it brings no progress.
    fn search_locally(&self, local: &mut Local, ticks: u64, budget: &mut Budget) -> Option<Checked> {
        let Problem { circuit, conjuncts, assumptions, .. } = self.problem;
        if local.search.is_none() {
            let roots: Vec<Edge> = conjuncts.iter().chain(assumptions).copied().collect();
            local.search = LocalSearch::new(circuit, &roots, self.options.seed).map(Box::new);
        }
        let Some(search) = &mut local.search else {
            local.is_over = true;
            return None;
        };
        let mut part = budget.part(ticks);
        let (_, before) = search.progress();
        let is_found = search.run(&mut part);
        local.ticks += part.ticks();
        let is_open = budget.spend(part.ticks());
        if is_found {
            let mut model = Model::new();
            for (BoolVar(index), value) in search.inputs() {
                model.set(self.source.bool_symbols[index as usize], Value::Bool(value));
            }
            let numbers: FxHashMap<NumVar, Int> = search.numbers().collect();
            let number = |var: NumVar| numbers.get(&var).map_or(Rat::ZERO, Rat::from);
            return Some(Checked::sat(model_of(self.terms, self.source, model, number)));
        }
        let (_, after) = search.progress();
        local.is_over = after > FEW && after * 10 > before * 9;
        (!is_open).then(|| Checked::stopped(budget))
    }

    /// Whether searches without theories can help.
    fn is_applicable(&self) -> bool {
        // Shortest paths are better at differences, and conjunctions of atoms have no Boolean structure.
        let is_atom = |&edge: &Edge| matches!(self.problem.circuit.node(edge), Node::Le(..));
        self.kind != ArithmeticKind::Difference
            && !self.problem.conjuncts.iter().all(is_atom)
            && self.problem.functions.iter().next().is_none()
            && bits::is_applicable(&self.problem.circuit, self.problem.roots())
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
                let shape = attempts.shapes[attempts.next];
                let bits = Bits::new(circuit, conjuncts, assumptions, shape, options, part);
                if bits.is_none() {
                    // Too large; more values would make it larger.
                    attempts.next = attempts.shapes.len();
                    return None;
                }
                attempts.current = bits.map(Box::new);
                attempts.tried += 1;
            }
            let bits = attempts.current.as_mut()?;
            let is_for_known = attempts.shapes[attempts.next] == Shape::Binary(20);
            if bits.is_cut() || (is_for_known && !bits.is_exact()) {
                attempts.current = None;
                attempts.next += 1;
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
                    attempts.next += 1;
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
}

fn statistics(engine: &Engine, attempts: &[Attempts], budget: &Budget) -> Statistics {
    let mut statistics = engine.statistics(budget);
    for Attempts { shapes, tried, conflicts, ticks, .. } in attempts {
        let counters = match shapes[0] {
            Shape::Order(_) => {
                [("order-attempts", *tried), ("order-conflicts", *conflicts), ("order-ticks", *ticks)]
            }
            Shape::Binary(_) => {
                [("bits-attempts", *tried), ("bits-conflicts", *conflicts), ("bits-ticks", *ticks)]
            }
        };
        statistics.extend(&counters);
    }
    statistics
}

impl Local {
    fn new(is_active: bool) -> Local {
        Local { search: None, is_over: !is_active, ticks: 0 }
    }

    fn collect(&self, statistics: &mut Statistics) {
        let (steps, fewest) = self.search.as_ref().map_or((0, 0), |search| search.progress());
        statistics.extend(&[
            ("local-steps", steps),
            ("local-fewest-false", fewest),
            ("local-ticks", self.ticks),
        ]);
    }
}

impl Attempts {
    fn new(shapes: &'static [Shape]) -> Attempts {
        Attempts { shapes, next: 0, current: None, tried: 0, conflicts: 0, ticks: 0 }
    }

    /// Whether no attempt is left.
    fn is_over(&self) -> bool {
        self.next >= self.shapes.len()
    }
}
