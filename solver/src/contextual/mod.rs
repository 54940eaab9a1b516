//! Contextual simplification: removes the parts of a formula that the rest of it implies or contradicts.
//!
//! A [`Simplifier`] turns formulas into equivalent ones that are not larger. In the result no leaf can be
//! replaced by `true` or `false`. Program analyses, which conjoin and disjoin constraints over and over, keep
//! them small this way.
//!
//! ```
//! use cfp_solver::contextual::Simplifier;
//! use cfp_solver::{Sort, Terms};
//!
//! let mut terms = Terms::new();
//! let [i, j, n] = ["i", "j", "n"].map(|name| terms.constant(name, Sort::Int));
//! let zero = terms.int(0);
//! let bounds = [terms.le(&[zero, i]), terms.lt(&[i, n])];
//! let choice = [terms.lt(&[i, n]), terms.eq(i, j)];
//! let choice = terms.or(&choice);
//! let formula = terms.and(&[bounds[0], bounds[1], choice]);
//!
//! let mut simplifier = Simplifier::default();
//! let simplified = simplifier.simplify(&mut terms, formula);
//! assert_eq!(terms.display(simplified).to_string(), "(and (>= i 0) (< i n))");
//!
//! // What is left of a formula where something else is known.
//! let known = terms.le(&[n, zero]);
//! let left = simplifier.simplify_under(&mut terms, formula, known);
//! assert_eq!(terms.display(left).to_string(), "false");
//! assert!(simplifier.implies(&mut terms, formula, choice).is_yes());
//! ```
//!
//! ## How
//!
//! 1. `read.rs` turns terms into formulas of conjunctions, negations and leaves (`formula.rs`), each leaf in
//!    one form whatever it was written like (`atom.rs`). Local rules apply while they are built: leaves about
//!    the same sum are joined (`bounds.rs`), what disjuncts have in common is taken out (`factor.rs`), units
//!    are propagated.
//! 2. `walk.rs` visits the parts of the formula and drops those that their context decides. It asks the
//!    `engine.rs`, which is kept from question to question and from call to call, and before that the models
//!    found so far (`models.rs`).
//! 3. `write.rs` makes a term of what is left. If it is larger than what was given (`size.rs`), the given
//!    formula is returned.
//!
//! The parts of the result are in an order that depends only on the leaves and on the order in which the
//! terms in them were first made, so the same fact reached in two ways usually is the same term.

mod atom;
mod bounds;
mod engine;
mod factor;
mod formula;
mod models;
mod read;
mod size;
#[cfg(test)]
mod tests;
mod walk;
mod write;

pub use size::Size;

use crate::answer::{Incompleteness, Unknown};
use crate::combine::ArithmeticKind;
use crate::limits::{Budget, Interrupt, Limits};
use crate::model::Value;
use crate::options::Options;
use crate::term::{Sort, Term, Terms};
use engine::Engine;
use formula::{Edge, Formulas};
use fxhash::FxHashMap;
use models::Models;
use read::Reader;
use walk::{Walk, WalkStats};
use write::Writer;

/// Ticks per call unless the options say otherwise: a large formula on a slow day, not a hang.
const DEFAULT_TICKS: u64 = 20_000_000;
/// Ticks that a single question may take, as a share of those of a call.
const QUESTION_SHARE: u64 = 10;
/// Nodes, atoms and terms read that may be kept before all is replaced.
const MANY_NODES: usize = 200_000;
/// Results that are kept.
const MANY_RESULTS: usize = 200_000;

/// An answer to a question of [`Simplifier`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// Not decided, for this reason.
    Unknown(Unknown),
}

impl Truth {
    /// Whether it is so for sure.
    pub fn is_yes(&self) -> bool {
        *self == Truth::Yes
    }

    /// Whether it is not so for sure.
    pub fn is_no(&self) -> bool {
        *self == Truth::No
    }

    /// The answer to the opposite question.
    pub fn negated(self) -> Truth {
        match self {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            unknown => unknown,
        }
    }
}

/// Counters of a [`Simplifier`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimplifierStats {
    /// Formulas simplified, without those whose result was known.
    pub formulas: u64,
    /// Questions whether something is possible in a context.
    pub questions: u64,
    /// Of these, those that no model known so far answered.
    pub solves: u64,
    /// Of these, those that stayed open for lack of ticks; what they were about stayed in the formula.
    pub undecided: u64,
    /// Formulas returned as they were, since what became of them was larger.
    pub returned: u64,
    /// Engines made.
    pub engines: u64,
}

/// Simplifies formulas, and decides their satisfiability and relations between them.
///
/// It keeps an engine and what it found out from call to call. All terms must be of the same arena; if terms
/// are taken away from that ([`crate::Solver::release_terms`]), [`Simplifier::forget`] must be called before
/// the next question.
pub struct Simplifier {
    options: Options,
    interrupt: Interrupt,
    formulas: Formulas,
    reader: Reader,
    writer: Writer,
    engine: Engine,
    models: Models,
    /// Results by formula and assumption.
    simplified: FxHashMap<(Term, Option<Term>), Term>,
    /// Answers to whether formulas are satisfiable.
    satisfiable: FxHashMap<Term, bool>,
    stats: SimplifierStats,
}

impl Default for Simplifier {
    fn default() -> Simplifier {
        Simplifier::new(Options::default())
    }
}

impl Simplifier {
    /// A simplifier. Of the options it uses limits, seed and techniques. The limits hold for each call; where
    /// there is none for ticks, there is a generous one anyway. When they are reached, what was not visited
    /// by then stays in the formula.
    pub fn new(options: Options) -> Simplifier {
        let engine = Engine::new(&options, ArithmeticKind::Integer);
        Simplifier {
            options,
            interrupt: Interrupt::default(),
            formulas: Formulas::new(),
            reader: Reader::default(),
            writer: Writer::default(),
            engine,
            models: Models::new(),
            simplified: FxHashMap::default(),
            satisfiable: FxHashMap::default(),
            stats: SimplifierStats { engines: 1, ..SimplifierStats::default() },
        }
    }

    /// Other limits for the calls from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.options.limits = limits;
    }

    /// Makes calls stop when this handle is triggered.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// The counters.
    pub fn stats(&self) -> SimplifierStats {
        self.stats
    }

    /// A measure of the memory kept between calls.
    pub fn footprint(&self) -> usize {
        self.engine.num_vars() + self.kept_nodes() + self.simplified.len() + self.satisfiable.len()
    }

    /// Discards all cached results.
    pub fn forget(&mut self) {
        self.start_over();
        self.simplified.clear();
        self.satisfiable.clear();
    }

    /// A formula that is equivalent to this one, not larger, and has no leaf that the rest of it decides.
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn simplify(&mut self, terms: &mut Terms, formula: Term) -> Term {
        self.simplify_in(terms, formula, None)
    }

    /// A formula that is equivalent to this one wherever the assumption holds, not larger, and has no leaf
    /// that the rest of it and the assumption decide. It is `true` if the assumption never holds.
    ///
    /// # Panics
    /// If one of the terms is not Boolean.
    pub fn simplify_under(&mut self, terms: &mut Terms, formula: Term, assumption: Term) -> Term {
        self.simplify_in(terms, formula, Some(assumption))
    }

    fn simplify_in(&mut self, terms: &mut Terms, formula: Term, assumption: Option<Term>) -> Term {
        let given = std::iter::once(formula).chain(assumption);
        given.for_each(|term| assert_eq!(terms.sort(term), Sort::Bool, "only formulas can be simplified"));
        if let Some(&result) = self.simplified.get(&(formula, assumption)) {
            return result;
        }
        self.stats.formulas += 1;
        self.make_room();
        let mut budget = self.budget(&self.options.limits);
        let assumed = assumption.map_or(Edge::TRUE, |assumption| self.read(terms, assumption));
        let root = self.read(terms, formula);
        let mut result = root;
        if assumed == Edge::FALSE {
            result = Edge::TRUE;
        } else if root != Edge::TRUE && root != Edge::FALSE {
            let mut walk = self.walk(terms, &mut budget, &[root, assumed], assumed);
            result = if walk.is_assumption_possible() { walk.simplify(root) } else { Edge::TRUE };
            let done = walk.stats;
            self.count(done);
        }
        let written = self.writer.write(&self.formulas, terms, result);
        let sizes = &mut self.formulas.atoms.sizes;
        let is_larger = sizes.of(terms, written) > sizes.of(terms, formula);
        self.stats.returned += u64::from(is_larger);
        let result = if is_larger { formula } else { written };
        // A result that was cut short may be better next time.
        if budget.is_open() {
            if self.simplified.len() >= MANY_RESULTS {
                self.simplified.clear();
            }
            self.simplified.insert((formula, assumption), result);
            self.simplified.insert((result, assumption), result);
        }
        result
    }

    /// Is there a model of this formula?
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn is_satisfiable(&mut self, terms: &mut Terms, formula: Term) -> Truth {
        let limits = self.options.limits.clone();
        self.is_satisfiable_within(terms, formula, &limits)
    }

    /// Is there a model of this formula? Within these limits instead of those of the options.
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn is_satisfiable_within(&mut self, terms: &mut Terms, formula: Term, limits: &Limits) -> Truth {
        assert_eq!(terms.sort(formula), Sort::Bool, "only formulas can be satisfiable");
        if let Some(&answer) = self.satisfiable.get(&formula) {
            return if answer { Truth::Yes } else { Truth::No };
        }
        self.make_room();
        let edge = self.read(terms, formula);
        let answer = self.find_model(terms, edge, &[formula], limits);
        self.keep_answer(formula, &answer);
        answer
    }

    /// Is this formula true in all models?
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn is_valid(&mut self, terms: &mut Terms, formula: Term) -> Truth {
        let negated = terms.not(formula);
        self.is_satisfiable(terms, negated).negated()
    }

    /// Is the second formula true in all models of the first?
    ///
    /// # Panics
    /// If one of the terms is not Boolean.
    pub fn implies(&mut self, terms: &mut Terms, premise: Term, conclusion: Term) -> Truth {
        let refuted = terms.not(conclusion);
        let counterexample = terms.and(&[premise, refuted]);
        self.is_satisfiable(terms, counterexample).negated()
    }

    /// Are these formulas true in the same models?
    ///
    /// # Panics
    /// If one of the terms is not Boolean.
    pub fn are_equivalent(&mut self, terms: &mut Terms, left: Term, right: Term) -> Truth {
        let differ = terms.xor(left, right);
        self.is_satisfiable(terms, differ).negated()
    }

    fn keep_answer(&mut self, formula: Term, answer: &Truth) {
        if matches!(answer, Truth::Unknown(_)) {
            return;
        }
        if self.satisfiable.len() >= MANY_RESULTS {
            self.satisfiable.clear();
        }
        self.satisfiable.insert(formula, answer.is_yes());
    }

    /// Looks for a model of a formula, which these terms are conjuncts of.
    fn find_model(&mut self, terms: &mut Terms, edge: Edge, conjuncts: &[Term], limits: &Limits) -> Truth {
        if edge == Edge::FALSE {
            return Truth::No;
        }
        let has_foreign =
            self.formulas.reachable(&[edge]).iter().any(|&node| self.formulas.is_foreign_leaf(node));
        let mut budget = self.budget(limits);
        let mut walk = self.walk(terms, &mut budget, &[edge], Edge::TRUE);
        let answer = walk.satisfy(edge);
        let done = walk.stats;
        self.count(done);
        match answer {
            Truth::Yes if has_foreign => Truth::Unknown(Incompleteness::Uninterpreted.into()),
            // A model that was just found must be one of the formula as it was written.
            Truth::Yes if done.solves > 0 && edge != Edge::TRUE => {
                let values = self.engine.model(terms).eval_all(terms, conjuncts);
                assert!(values.iter().all(|value| *value == Value::Bool(true)), "wrong model");
                Truth::Yes
            }
            answer => answer,
        }
    }

    fn count(&mut self, done: WalkStats) {
        self.stats.questions += done.questions;
        self.stats.solves += done.solves;
        self.stats.undecided += done.undecided;
    }

    /// A budget within these limits, and within the default limit on ticks if they set none.
    fn budget(&self, limits: &Limits) -> Budget {
        let ticks = Some(limits.ticks.unwrap_or(DEFAULT_TICKS));
        Budget::start(&Limits { ticks, ..limits.clone() }, &self.interrupt)
    }

    fn read(&mut self, terms: &mut Terms, formula: Term) -> Edge {
        self.reader.read(&mut self.formulas, &mut self.writer, terms, formula)
    }

    /// A walk through these formulas, with an engine that can take them.
    fn walk<'a>(
        &'a mut self,
        terms: &'a mut Terms,
        budget: &'a mut Budget,
        roots: &[Edge],
        assumption: Edge,
    ) -> Walk<'a> {
        let atoms = self.formulas.atoms_below(roots).len();
        if self.engine.broken().is_some() || self.engine.is_worn_out_for(atoms) {
            self.replace_engine(ArithmeticKind::Integer);
        }
        let question_ticks = budget.limits().ticks.unwrap_or(DEFAULT_TICKS) / QUESTION_SHARE;
        self.prepare(terms, budget, roots);
        if self.engine.lacks_reals() {
            self.replace_engine(ArithmeticKind::Real);
            self.prepare(terms, budget, roots);
        }
        Walk::new(
            (&mut self.formulas, terms),
            (&mut self.engine, &mut self.models),
            (budget, question_ticks),
            assumption,
        )
    }

    /// Makes the atoms of formulas known to the engine.
    fn prepare(&mut self, terms: &Terms, budget: &mut Budget, roots: &[Edge]) {
        let atoms = self.formulas.atoms_below(roots);
        self.engine.add_atoms(terms, &self.formulas.atoms, atoms.into_iter(), budget);
    }

    fn replace_engine(&mut self, kind: ArithmeticKind) {
        self.stats.engines += 1;
        self.engine = Engine::new(&self.options, kind);
        self.models = Models::new();
    }

    fn kept_nodes(&self) -> usize {
        let atoms = &self.formulas.atoms;
        self.formulas.len() + atoms.len() + atoms.sizes.len() + self.reader.len() + self.writer.len()
    }

    /// Begins anew if too much is kept about formulas of long ago.
    fn make_room(&mut self) {
        if self.kept_nodes() > MANY_NODES {
            self.start_over();
        }
    }

    fn start_over(&mut self) {
        self.formulas = Formulas::new();
        self.reader = Reader::default();
        self.writer = Writer::default();
        self.replace_engine(ArithmeticKind::Integer);
    }
}
