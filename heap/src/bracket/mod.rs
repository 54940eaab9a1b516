//! Bracketing constraints: what may hold and what must hold.
//!
//! A [`Bracket`] is a pair of formulas `<may, must>` that over- and under-approximates a fact:
//! `must => fact => may` (thesis, section 4.1.1). Negation swaps and negates the halves, so both stay bounds
//! under all connectives (Lemma 1). If both halves are equal, then the bracket is *exact*.
//!
//! [`Brackets`] holds the formulas of one analysis. All domains build and query their constraints here and
//! nowhere else. Formulas are simplified on construction and brackets are hash-consed, so a repeated query
//! costs nothing.
//!
//! This file has the constraints and their lattice. `tools`, `journal` and `other` record queries and compare
//! answers with an external solver. The module depends on the solver and the SMT-LIB printer only, not on
//! programs or memory.
//!
//! ```
//! use cfp_heap::bracket::Brackets;
//! use cfp_solver::Sort;
//!
//! // Elements 0 to size - 1 may be null, and the first one must be (Example 1).
//! let mut brackets = Brackets::default();
//! let terms = brackets.terms_mut();
//! let [i, size] = ["i", "size"].map(|name| terms.constant(name, Sort::Int));
//! let zero = terms.int(0);
//! let parts = [terms.le(&[zero, i]), terms.lt(&[i, size])];
//! let (inside, first) = (terms.and(&parts), terms.eq(i, zero));
//! let both = terms.and(&[inside, first]);
//! let null = brackets.between(inside, both);
//! let not_null = brackets.not(null);
//! assert!(!brackets.is_exact(null));
//!
//! // An element beyond the end is definitely not null; one inside may be.
//! let outside = brackets.terms_mut().ge(&[i, size]);
//! let outside = brackets.exact(outside);
//! let claim = brackets.implies(outside, not_null);
//! assert!(brackets.is_valid(claim).is_yes());
//! assert!(brackets.is_satisfiable(null).is_yes());
//! ```

mod certify;
mod journal;
mod other;
#[cfg(test)]
mod tests;
mod tools;

pub use certify::Certifier;
pub use journal::Journal;
pub use other::OtherSolver;
pub use tools::Tools;

use cfp_solver::contextual::{Simplifier, Truth};
use cfp_solver::{Answer, Limits, Model, Options, Solver, Sort, Symbol, Term, Terms, Unknown, qe};
use fxhash::{FxHashMap, FxHashSet};
use journal::Request;
use std::sync::MutexGuard;
use std::time::{Duration, Instant};

/// The index of a bracketing constraint in some [`Brackets`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bracket(u32);

impl Bracket {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Both halves of a bracketing constraint as plain formulas, for constraints that are substituted into more
/// often than they are queried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The upper half: a necessary condition, over-approximating the fact.
    pub may: Term,
    /// The lower half: a sufficient condition, under-approximating the fact.
    pub must: Term,
}

impl Pair {
    /// An exact pair.
    pub fn exact(formula: Term) -> Pair {
        Pair { may: formula, must: formula }
    }

    /// Whether both halves are the same formula.
    pub fn is_exact(self) -> bool {
        self.may == self.must
    }

    /// Applies a transformation that preserves implications to both halves.
    pub fn map(self, mut change: impl FnMut(Term) -> Term) -> Pair {
        Pair { may: change(self.may), must: change(self.must) }
    }
}

/// Both halves of a bracket.
#[derive(Clone, Copy)]
struct Halves {
    may: Term,
    must: Term,
    /// Whether `must => may` is an invariant: of everything but [`Brackets::nothing`] and what is derived
    /// from it.
    is_bound: bool,
}

/// Counters of solver requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BracketStats {
    /// Satisfiability and validity queries, and model searches.
    pub questions: u64,
    /// Quantifier eliminations, each for one half of a bracket or for both.
    pub eliminations: u64,
    /// Of these, those with an inexact result.
    pub inexact: u64,
    /// Time spent in the solver: on queries, eliminations, simplifications and models.
    pub solving: Duration,
}

impl BracketStats {
    /// Adds other counters.
    pub(crate) fn add(&mut self, other: BracketStats) {
        self.questions += other.questions;
        self.eliminations += other.eliminations;
        self.inexact += other.inexact;
        self.solving += other.solving;
    }
}

/// The constraints of one analysis.
pub struct Brackets {
    terms: Terms,
    options: Options,
    simplifier: Simplifier,
    halves: Vec<Halves>,
    known: FxHashMap<(Term, Term), Bracket>,
    eliminated: FxHashMap<(Vec<Term>, Term), (Term, Term)>,
    tools: Tools,
    /// Answers of the other solver. Terms have no meaning outside of this analysis, so the cache is kept here
    /// rather than with the solver.
    answers: FxHashMap<Term, Truth>,
    deadline: Option<Instant>,
    stats: BracketStats,
}

impl Default for Brackets {
    fn default() -> Brackets {
        Brackets::new(Options::default())
    }
}

impl Brackets {
    /// Starts without constraints. The limits of the options apply to each query and each elimination.
    pub fn new(options: Options) -> Brackets {
        Brackets {
            terms: Terms::new(),
            simplifier: Simplifier::new(options.clone()),
            options,
            halves: Vec::new(),
            known: FxHashMap::default(),
            eliminated: FxHashMap::default(),
            tools: Tools::default(),
            answers: FxHashMap::default(),
            deadline: None,
            stats: BracketStats::default(),
        }
    }

    /// The terms of the constraints.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The terms, for construction.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Counters of solver requests.
    pub fn stats(&self) -> BracketStats {
        self.stats
    }

    /// Adds the counters of another analysis.
    pub(crate) fn add_stats(&mut self, asked: BracketStats) {
        self.stats.add(asked);
    }

    /// Whether requests are recorded or another solver is consulted.
    pub(crate) fn has_tools(&self) -> bool {
        !self.tools.is_empty()
    }

    /// After the deadline, every query is answered `unknown`, and nothing is simplified.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        if deadline.is_none() {
            self.options.limits.time = None;
            self.simplifier.set_limits(self.options.limits.clone());
        }
    }

    /// Whether the deadline has passed.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Sets the time limit of the next query.
    fn note_time(&mut self, now: Instant) {
        if let Some(deadline) = self.deadline {
            self.options.limits.time = Some(deadline.saturating_duration_since(now));
            self.simplifier.set_limits(self.options.limits.clone());
        }
    }

    /// The options of all queries.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Takes over the journal and the other solver from other constraints.
    pub(crate) fn take_tools(&mut self, from: &mut Brackets) {
        self.tools = std::mem::take(&mut from.tools);
    }

    /// Records requests and consults another solver from now on, as the tools say.
    pub fn set_tools(&mut self, tools: Tools) {
        self.tools = tools;
    }

    /// Sets the position in the analysed program that the journal names for the next requests.
    pub fn set_origin(&mut self, origin: &str) {
        if let Some(mut journal) = self.tools.journal() {
            journal.set_origin(origin);
        }
    }

    /// The journal, if requests are recorded. It is locked while the guard lives.
    pub fn journal(&self) -> Option<MutexGuard<'_, Journal>> {
        self.tools.journal()
    }
}

/// Construction.
impl Brackets {
    /// The exact constraint of a formula.
    pub fn exact(&mut self, formula: Term) -> Bracket {
        let formula = self.simplified(formula);
        self.make(Halves { may: formula, must: formula, is_bound: true })
    }

    /// The constraint with upper bound `may` and lower bound `must`.
    ///
    /// # Panics
    /// In debug builds, if `must` does not imply `may`.
    pub fn between(&mut self, may: Term, must: Term) -> Bracket {
        let (may, must) = (self.simplified(may), self.simplified(must));
        self.make(Halves { may, must, is_bound: true })
    }

    /// Definitely true.
    pub fn truth(&mut self) -> Bracket {
        let formula = self.terms.bool(true);
        self.exact(formula)
    }

    /// Definitely false.
    pub fn falsity(&mut self) -> Bracket {
        let formula = self.terms.bool(false);
        self.exact(formula)
    }

    /// `<true, false>`: nothing is known.
    pub fn unknown(&mut self) -> Bracket {
        let (may, must) = (self.terms.bool(true), self.terms.bool(false));
        self.between(may, must)
    }

    /// `<false, true>`: no case seen yet. It is the bottom element of the [order](Brackets::is_below), where
    /// a fixed point iteration starts (section 4.4.2), and the only pair whose `must` does not imply its
    /// `may`.
    pub fn nothing(&mut self) -> Bracket {
        let (may, must) = (self.terms.bool(false), self.terms.bool(true));
        self.make(Halves { may, must, is_bound: false })
    }

    fn make(&mut self, halves: Halves) -> Bracket {
        if let Some(&known) = self.known.get(&(halves.may, halves.must)) {
            return known;
        }
        debug_assert!(
            !halves.is_bound || halves.may == halves.must || self.may_imply(halves.must, halves.may),
            "must does not imply may: must is {}, may is {}",
            self.terms.display(halves.must),
            self.terms.display(halves.may)
        );
        let bracket = Bracket(u32::try_from(self.halves.len()).expect("too many constraints"));
        self.halves.push(halves);
        self.known.insert((halves.may, halves.must), bracket);
        bracket
    }

    /// Whether an implication holds or our solver cannot refute it; for invariant checks, which no journal
    /// and no other solver sees.
    fn may_imply(&mut self, premise: Term, conclusion: Term) -> bool {
        let negated = self.terms.not(conclusion);
        !self.solve_alone(&[premise, negated]).0.is_yes()
    }

    /// The upper half: a necessary condition.
    pub fn may(&self, bracket: Bracket) -> Term {
        self.halves[bracket.index()].may
    }

    /// The lower half: a sufficient condition.
    pub fn must(&self, bracket: Bracket) -> Term {
        self.halves[bracket.index()].must
    }

    /// Both halves.
    pub fn pair(&self, bracket: Bracket) -> Pair {
        Pair { may: self.may(bracket), must: self.must(bracket) }
    }

    /// Whether both halves are the same formula.
    pub fn is_exact(&self, bracket: Bracket) -> bool {
        let halves = self.halves[bracket.index()];
        halves.may == halves.must
    }

    /// The bracket as text: a formula, or `<may, must>`.
    pub fn text(&self, bracket: Bracket) -> String {
        let halves = self.halves[bracket.index()];
        if halves.may == halves.must {
            return self.terms.display(halves.may).to_string();
        }
        format!("<{}, {}>", self.terms.display(halves.may), self.terms.display(halves.must))
    }

    fn simplified(&mut self, formula: Term) -> Term {
        if self.is_late() {
            return formula;
        }
        let start = Instant::now();
        self.note_time(start);
        let result = self.simplifier.simplify(&mut self.terms, formula);
        self.stats.solving += start.elapsed();
        if result != formula {
            self.record(Request::Simplification { formula, result });
        }
        result
    }

    fn record(&mut self, request: Request<'_>) {
        if let Some(mut journal) = self.tools.journal() {
            journal.record(&mut self.terms, &request);
        }
        if let Some(mut certifier) = self.tools.certifier() {
            certifier.certify(&mut self.terms, &request, &self.options.limits);
        }
    }

    /// The answer of the other solver, if there is one. Answers are cached.
    fn ask_other(&mut self, formula: Term) -> Option<Truth> {
        let mut other = self.tools.solver()?;
        let known = self.answers.get(&formula).cloned();
        let answer = known.unwrap_or_else(|| other.ask(&self.terms, formula, self.options.limits.time));
        self.answers.insert(formula, answer.clone());
        Some(answer)
    }
}

/// Connectives.
impl Brackets {
    /// Conjunction.
    pub fn and(&mut self, parts: &[Bracket]) -> Bracket {
        self.join_halves(parts, Terms::and)
    }

    /// Disjunction.
    pub fn or(&mut self, parts: &[Bracket]) -> Bracket {
        self.join_halves(parts, Terms::or)
    }

    fn join_halves(&mut self, parts: &[Bracket], join: fn(&mut Terms, &[Term]) -> Term) -> Bracket {
        if let [single] = parts {
            return *single;
        }
        let mays: Vec<Term> = parts.iter().map(|&part| self.may(part)).collect();
        let musts: Vec<Term> = parts.iter().map(|&part| self.must(part)).collect();
        let is_bound = parts.iter().all(|part| self.halves[part.index()].is_bound);
        let (may, must) = (join(&mut self.terms, &mays), join(&mut self.terms, &musts));
        self.make_simplified(may, must, is_bound)
    }

    fn make_simplified(&mut self, may: Term, must: Term, is_bound: bool) -> Bracket {
        let (may, must) = (self.simplified(may), self.simplified(must));
        self.make(Halves { may, must, is_bound })
    }

    /// `not <may, must>` is `<not must, not may>`.
    pub fn not(&mut self, bracket: Bracket) -> Bracket {
        let Halves { may, must, is_bound } = self.halves[bracket.index()];
        let (upper, lower) = (self.terms.not(must), self.terms.not(may));
        self.make_simplified(upper, lower, is_bound)
    }

    /// Implication.
    pub fn implies(&mut self, premise: Bracket, conclusion: Bracket) -> Bracket {
        let negated = self.not(premise);
        self.or(&[negated, conclusion])
    }

    /// Substitutes terms, for example to rename variables.
    ///
    /// # Panics
    /// If the result is not linear.
    pub fn substitute(&mut self, bracket: Bracket, values: &FxHashMap<Term, Term>) -> Bracket {
        let Halves { may, must, is_bound } = self.halves[bracket.index()];
        let mut replace = |term| self.terms.substitute(term, values).expect("the result is a linear formula");
        let (may, must) = (replace(may), replace(must));
        self.make_simplified(may, must, is_bound)
    }
}

/// Quantifiers.
impl Brackets {
    /// Existential quantification.
    pub fn exists(&mut self, variables: &[Term], bracket: Bracket) -> Bracket {
        self.exists_with(variables, bracket, true)
    }

    /// The same with a small budget, for results whose precision matters little.
    pub(crate) fn exists_in_passing(&mut self, variables: &[Term], bracket: Bracket) -> Bracket {
        self.exists_with(variables, bracket, false)
    }

    fn exists_with(&mut self, variables: &[Term], bracket: Bracket, is_important: bool) -> Bracket {
        let Halves { may, must, is_bound } = self.halves[bracket.index()];
        let (upper, lower) = self.eliminate(variables, may, is_important);
        let lower = if may == must { lower } else { self.eliminate(variables, must, is_important).1 };
        self.make_simplified(upper, lower, is_bound)
    }

    /// Universal quantification: `not exists not`.
    pub fn forall(&mut self, variables: &[Term], bracket: Bracket) -> Bracket {
        let negated = self.not(bracket);
        let some = self.exists(variables, negated);
        self.not(some)
    }

    /// Restricts the first constraint to the values of the index variables that the second allows
    /// (Definition 2).
    pub fn restrict(&mut self, constraint: Bracket, indices: &[Term], to: Bracket) -> Bracket {
        let both = self.and(&[constraint, to]);
        self.exists(indices, both)
    }

    /// Upper and lower bound of `exists variables. formula`.
    fn eliminate(&mut self, variables: &[Term], formula: Term, is_important: bool) -> (Term, Term) {
        let key = (variables.to_vec(), formula);
        if let Some(&known) = self.eliminated.get(&key) {
            return known;
        }
        if self.is_late() {
            return (self.terms.bool(true), self.terms.bool(false));
        }
        self.stats.eliminations += 1;
        // Each binder gets variables of its own, because the index variables stay free elsewhere.
        let copies: Vec<Term> = variables
            .iter()
            .map(|&variable| {
                self.terms.constant(self.terms.display(variable).to_string(), self.terms.sort(variable))
            })
            .collect();
        let renaming = variables.iter().copied().zip(copies.iter().copied()).collect();
        let body = self.terms.substitute(formula, &renaming).expect("renaming keeps sorts");
        let quantified = self.terms.exists(&copies, body);
        let start = Instant::now();
        self.note_time(start);
        let mut options = self.options.clone();
        if !is_important {
            options.limits.ticks = options.limits.ticks.map(|ticks| ticks / IN_PASSING);
        }
        let found = qe::eliminate(&mut self.terms, quantified, &options);
        self.stats.solving += start.elapsed();
        self.stats.inexact += u64::from(!found.is_exact());
        let result = (found.may, found.must);
        self.record(Request::Elimination { variables: &copies, body, may: found.may, must: found.must });
        self.eliminated.insert(key, result);
        result
    }
}

/// Queries.
impl Brackets {
    /// Whether the constraint is satisfiable: `SAT` of its upper half (Definition 1).
    pub fn is_satisfiable(&mut self, bracket: Bracket) -> Truth {
        let may = self.may(bracket);
        self.ask(may)
    }

    /// Whether the constraint is valid: `VALID` of its lower half (Definition 1).
    pub fn is_valid(&mut self, bracket: Bracket) -> Truth {
        let must = self.must(bracket);
        let negated = self.terms.not(must);
        self.ask(negated).negated()
    }

    /// Whether a formula is satisfiable.
    pub(crate) fn ask(&mut self, formula: Term) -> Truth {
        self.ask_with(formula, true)
    }

    /// The same with a small budget, for queries whose answer matters little.
    pub(crate) fn ask_in_passing(&mut self, formula: Term) -> Truth {
        self.ask_with(formula, false)
    }

    fn ask_with(&mut self, formula: Term, is_important: bool) -> Truth {
        self.stats.questions += 1;
        let start = Instant::now();
        self.note_time(start);
        let answer = match self.ask_other(formula) {
            Some(answer) => answer,
            None if self.is_late() => Truth::Unknown(Unknown::Timeout),
            None => {
                let share = if is_important { 1 } else { IN_PASSING };
                let ticks = self.options.limits.ticks.map(|ticks| ticks / share);
                let limits = Limits { ticks, ..self.options.limits.clone() };
                let answer = self.simplifier.is_satisfiable_within(&mut self.terms, formula, &limits);
                match answer {
                    // A query that the incremental engine cannot decide in time may be easy for an engine
                    // that sees nothing else.
                    Truth::Unknown(_) if is_important => self.solve_alone(&[formula]).0,
                    answer => answer,
                }
            }
        };
        self.stats.solving += start.elapsed();
        self.record(Request::Satisfiability { formula, answer: &answer });
        answer
    }
}

/// The budget of a stand-alone engine as a multiple of that of the incremental one. It is used only where the
/// incremental engine gave up, or for a model.
const PATIENCE: u64 = 3;

/// The normal budget is divided by this for a query whose answer matters little.
const IN_PASSING: u64 = 10;

/// Exact formulas: path conditions and values.
impl Brackets {
    /// Simplifies a formula under its own context.
    pub(crate) fn simplify(&mut self, formula: Term) -> Term {
        self.simplified(formula)
    }

    /// A model of the formulas, if one is found within the limits.
    pub(crate) fn find_model(&mut self, formulas: &[Term]) -> Option<Model> {
        self.stats.questions += 1;
        let start = Instant::now();
        self.note_time(start);
        if self.has_tools() {
            let formula = self.terms.and(formulas);
            if matches!(self.ask_other(formula), Some(Truth::No)) {
                self.stats.solving += start.elapsed();
                self.record(Request::Satisfiability { formula, answer: &Truth::No });
                return None;
            }
        }
        let (answer, model) = self.solve_alone(formulas);
        self.stats.solving += start.elapsed();
        if self.has_tools() {
            let formula = self.terms.and(formulas);
            if answer.is_no()
                && self.ask_other(formula).is_some_and(|other| other.is_yes())
                && let Some(mut other) = self.tools.solver()
            {
                other.fail("answers sat for an unsatisfiable formula (or cfp is wrong)");
            }
            self.record(Request::Satisfiability { formula, answer: &answer });
        }
        model
    }

    /// Solves formulas with a stand-alone engine.
    fn solve_alone(&mut self, formulas: &[Term]) -> (Truth, Option<Model>) {
        if self.is_late() {
            return (Truth::Unknown(Unknown::Timeout), None);
        }
        self.note_time(Instant::now());
        let mut options = self.options.clone();
        options.limits.ticks = options.limits.ticks.map(|ticks| ticks.saturating_mul(PATIENCE));
        let mut solver = Solver::with_options(options);
        std::mem::swap(solver.terms_mut(), &mut self.terms);
        formulas.iter().for_each(|&formula| solver.assert(formula));
        let answer = match solver.check() {
            Answer::Sat => Truth::Yes,
            Answer::Unsat => Truth::No,
            Answer::Unknown(reason) => Truth::Unknown(reason),
        };
        let model = solver.model().filter(|_| answer.is_yes()).cloned();
        std::mem::swap(solver.terms_mut(), &mut self.terms);
        (answer, model)
    }
}

/// The lattice in which loops are solved (section 4.4.2).
impl Brackets {
    /// The least upper bound: the disjunction of the `may` halves and the conjunction of the `must` halves.
    pub fn join(&mut self, left: Bracket, right: Bracket) -> Bracket {
        let (one, other) = (self.halves[left.index()], self.halves[right.index()]);
        let may = self.terms.or(&[one.may, other.may]);
        let must = self.terms.and(&[one.must, other.must]);
        self.make_simplified(may, must, one.is_bound || other.is_bound)
    }

    /// Whether the left one is at least as precise: its `may` implies the other `may`, and its `must` is
    /// implied by the other `must`.
    pub fn is_below(&mut self, left: Bracket, right: Bracket) -> Truth {
        let (one, other) = (self.halves[left.index()], self.halves[right.index()]);
        for (premise, conclusion) in [(one.may, other.may), (other.must, one.must)] {
            let negated = self.terms.not(conclusion);
            let violated = self.terms.and(&[premise, negated]);
            match self.ask(violated) {
                Truth::No => {}
                other => return other.negated(),
            }
        }
        Truth::Yes
    }

    /// An upper bound that makes ascending chains stabilise: variables of unshared literals are quantified
    /// away, from `may` by `exists` and from `must` by `forall`.
    pub fn widen(&mut self, left: Bracket, right: Bracket) -> Bracket {
        let joined = self.join(left, right);
        let variables = self.unshared_variables(left, right);
        if variables.is_empty() {
            return joined;
        }
        let Halves { may, must, is_bound } = self.halves[joined.index()];
        let upper = self.eliminate(&variables, may, true).0;
        let negated = self.terms.not(must);
        let violated = self.eliminate(&variables, negated, true).0;
        let lower = self.terms.not(violated);
        self.make_simplified(upper, lower, is_bound)
    }

    /// The integer variables in literals that only one of the brackets has.
    fn unshared_variables(&self, left: Bracket, right: Bracket) -> Vec<Term> {
        let (left, right) = (self.literals(left), self.literals(right));
        let unshared: Vec<Term> = left.symmetric_difference(&right).copied().collect();
        let symbols: Vec<Symbol> = self.terms.free_symbols(&unshared);
        let is_number = |symbol: &Symbol| {
            self.terms.parameters(*symbol).is_empty() && self.terms.symbol_sort(*symbol) == Sort::Int
        };
        let wanted: FxHashSet<Symbol> = symbols.into_iter().filter(is_number).collect();
        let is_wanted =
            |&term: &Term| self.terms.as_symbol(term).is_some_and(|symbol| wanted.contains(&symbol));
        self.terms.reachable(&unshared).into_iter().filter(is_wanted).collect()
    }

    /// The atoms of both halves.
    fn literals(&self, bracket: Bracket) -> FxHashSet<Term> {
        let halves = self.halves[bracket.index()];
        let is_leaf = |&term: &Term| {
            let args = self.terms.args(term);
            self.terms.sort(term) == Sort::Bool
                && args.last().is_none_or(|&arg| self.terms.sort(arg) != Sort::Bool)
        };
        self.terms.reachable(&[halves.may, halves.must]).into_iter().filter(is_leaf).collect()
    }
}
