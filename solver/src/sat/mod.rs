//! The SAT core: conflict-driven clause learning, modulo a theory.
//!
//! [`SatSolver`] decides whether a set of clauses has a model, possibly under assumptions, where some
//! variables (*atoms*) mean something to a [`Theory`]. With [`NoTheory`](theory::NoTheory) it is a
//! plain SAT solver.
//!
//! Start reading at [`SatSolver::solve`] and `search` below, which are the whole algorithm; then one concern
//! per file:
//!
//! | file | what |
//! |---|---|
//! | `data/` | literals; clauses, watches, and the trail of assigned literals |
//! | `propagate.rs` | Boolean propagation |
//! | `learn/` | clauses learned from conflicts: derived, minimized, vivified, deleted |
//! | `decide.rs` | which variable, which value |
//! | `restart.rs` | when to restart |
//! | `assume.rs` | assumptions and which of them failed |
//! | `exchange.rs` | clauses out of the solver and in again, between searches |
//! | `log.rs` | all clauses, for proofs |
//! | `theory.rs`, `theory_link.rs` | the contract with theories, and the calls to them |
//! | `invariants.rs` | what debug builds check |

mod assume;
mod data;
mod decide;
mod exchange;
mod invariants;
mod learn;
pub(crate) mod log;
mod options;
mod propagate;
mod restart;
pub(crate) mod rng;
mod stats;
pub mod theory;
mod theory_link;

use std::collections::VecDeque;

use crate::answer::Unknown;
use crate::limits::Budget;
pub use data::lit::{Lit, Var};
pub(crate) use exchange::Taken;
pub use options::SatOptions;
pub use stats::SatStats;
use theory::{Theory, TheoryRecords};

use assume::Assumed;
use data::clause::{ClauseDb, ClauseKind};
use data::trail::{Reason, Trail};
use data::watch::Watches;
use decide::Decider;
use learn::analyze::Analysis;
use learn::reduce::ReduceSchedule;
use learn::vivify::VivifySchedule;
use log::{ClauseLog, Source};
use restart::Restart;

/// The answer of [`SatSolver::solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model; [`SatSolver::value`] tells it.
    Sat,
    /// There is none under the assumptions; [`SatSolver::failed_assumptions`] tells which of them are to
    /// blame.
    Unsat,
    /// The budget ended, or the theory gave up.
    Unknown(Unknown),
}

/// An incremental SAT solver modulo a theory.
///
/// ```
/// use cfp_solver::internals::sat::theory::NoTheory;
/// use cfp_solver::internals::sat::{Outcome, SatOptions, SatSolver};
/// use cfp_solver::Budget;
///
/// let mut solver = SatSolver::new(SatOptions::default());
/// let (a, b) = (solver.new_var(), solver.new_var());
/// solver.add_clause(&[a.positive(), b.positive()]);
/// solver.add_clause(&[a.negative(), b.positive()]);
///
/// let mut budget = Budget::unlimited();
/// assert_eq!(solver.solve(&mut NoTheory, &[], &mut budget), Outcome::Sat);
/// assert_eq!(solver.value(b.positive()), Some(true));
///
/// let c = solver.new_var();
/// let assumptions = [c.positive(), b.negative()];
/// assert_eq!(solver.solve(&mut NoTheory, &assumptions, &mut budget), Outcome::Unsat);
/// assert_eq!(solver.failed_assumptions(), [b.negative()]);
/// ```
pub struct SatSolver {
    options: SatOptions,
    stats: SatStats,
    /// The clauses are contradictory, whatever is assumed.
    inconsistent: bool,

    clauses: ClauseDb,
    watches: Watches,
    trail: Trail,
    decider: Decider,
    restart: Restart,
    schedule: ReduceSchedule,
    vivify_schedule: VivifySchedule,
    analysis: Analysis,

    /// Per variable: whether the theory interprets it.
    atoms: Vec<bool>,
    num_atoms: usize,
    records: TheoryRecords,
    /// Literals that the theory wants decided next.
    preferred: VecDeque<Lit>,
    /// Final checks in a row that changed nothing.
    idle_checks: u32,

    assumptions: Vec<Lit>,
    failed: Vec<Lit>,
    /// The values of the last model, per literal.
    model: Vec<i8>,
    /// Ticks that were already booked on some budget.
    booked_ticks: u64,
    /// All clauses, if a proof is wanted.
    log: Option<Box<ClauseLog>>,
}

/// # Stating the problem
impl SatSolver {
    /// A solver without variables and clauses.
    pub fn new(options: SatOptions) -> SatSolver {
        SatSolver {
            stats: SatStats::default(),
            inconsistent: false,
            clauses: ClauseDb::default(),
            watches: Watches::default(),
            trail: Trail::default(),
            decider: Decider::new(&options),
            restart: Restart::new(&options),
            schedule: ReduceSchedule::default(),
            vivify_schedule: VivifySchedule::default(),
            analysis: Analysis::default(),
            atoms: Vec::new(),
            num_atoms: 0,
            records: TheoryRecords::default(),
            preferred: VecDeque::new(),
            idle_checks: 0,
            assumptions: Vec::new(),
            failed: Vec::new(),
            model: Vec::new(),
            booked_ticks: 0,
            log: None,
            options,
        }
    }

    /// Number of variables, atoms included.
    pub fn num_vars(&self) -> usize {
        self.atoms.len()
    }

    /// Makes a plain Boolean variable.
    pub fn new_var(&mut self) -> Var {
        self.push_var(false, true);
        Var::new(self.num_vars() - 1)
    }

    /// Makes a plain Boolean variable that is never decided: it gets a value only by propagation or as an
    /// assumption, and may have none in a model. This is for *guards*, variables that occur in clauses only
    /// as `guard implies something`, or where an implied something is wanted: whatever the other variables
    /// are, a guard without a value can be false, or, if its clauses do not forbid it, true.
    pub fn new_guard(&mut self) -> Var {
        self.push_var(false, false);
        Var::new(self.num_vars() - 1)
    }

    /// Makes a variable that the theory interprets: its literals are asserted to the theory when they become
    /// true.
    pub fn new_atom(&mut self) -> Var {
        self.push_var(true, true);
        Var::new(self.num_vars() - 1)
    }

    /// Whether the theory interprets this variable.
    pub fn is_atom(&self, var: Var) -> bool {
        self.atoms[var.index()]
    }

    fn push_var(&mut self, is_atom: bool, is_decidable: bool) {
        self.atoms.push(is_atom);
        self.num_atoms += is_atom as usize;
        self.watches.add_var();
        self.trail.add_var();
        self.decider.add_var(is_decidable);
        self.analysis.add_var();
    }

    /// Adds a clause over existing variables, for good. Repeated literals and tautologies are fine; the empty
    /// clause makes everything unsatisfiable.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        debug_assert_eq!(self.trail.level(), 0, "clauses are added between solves");
        self.note_clause(lits, Source::Given);
        let mut clause = lits.to_vec();
        if self.inconsistent || !self.normalize(&mut clause) {
            return;
        }
        self.note_stored(&clause);
        match clause[..] {
            [] => self.inconsistent = true,
            [unit] => self.trail.assign(unit, Reason::None),
            _ => {
                self.attach(&clause, ClauseKind::Irredundant, 0);
            }
        }
    }

    /// Keeps a log of all clauses from now on.
    pub(crate) fn keep_log(&mut self) {
        self.log = Some(Box::default());
    }

    /// Adds a clause that follows from those before it by unit propagation.
    pub(crate) fn add_implied_clause(&mut self, lits: &[Lit]) {
        self.add_clause(lits);
        if let Some(log) = &mut self.log {
            log.mark_as_learned();
        }
    }

    /// The log of all clauses, if one is kept.
    pub(crate) fn log(&self) -> Option<&ClauseLog> {
        self.log.as_deref()
    }

    /// Adds a clause to the log, if one is kept.
    fn note_clause(&mut self, lits: &[Lit], source: Source) {
        if let Some(log) = &mut self.log {
            log.add(lits.iter().copied(), source);
        }
    }

    /// The clause that was added to the log last is stored with these literals.
    fn note_stored(&mut self, lits: &[Lit]) {
        if let Some(log) = &mut self.log {
            log.store_newest_as(lits.iter().copied());
        }
    }

    /// Sorts a clause and drops repetitions and literals that are false for good. `false` if there is no need
    /// for the clause: it is a tautology or true for good.
    fn normalize(&self, clause: &mut Vec<Lit>) -> bool {
        clause.sort_unstable();
        clause.dedup();
        let superfluous = clause.windows(2).any(|pair| pair[0] == !pair[1])
            || clause.iter().any(|&lit| self.trail.fixed(lit) > 0);
        clause.retain(|&lit| self.trail.fixed(lit) == 0);
        !superfluous
    }

    /// Stores and watches a clause of two literals or more; returns it in the form of a reason for its first
    /// literal.
    fn attach(&mut self, lits: &[Lit], kind: ClauseKind, glue: u32) -> Reason {
        if let [first, second] = *lits {
            self.watches.add_binary(first, second, kind == ClauseKind::Learned);
            return Reason::Binary(second);
        }
        let clause = self.clauses.add(lits, kind, glue);
        self.watches.add_long(lits, clause);
        Reason::Clause(clause)
    }

    /// Sets the value that is tried first for a variable.
    pub fn set_phase(&mut self, var: Var, value: bool) {
        self.decider.set_initial_phase(var, value);
    }
}

/// # Solving
impl SatSolver {
    /// Looks for a model of the clauses and assumptions that the theory accepts. Afterwards solver and theory
    /// are back at level 0, and more variables, atoms and clauses may be added.
    pub fn solve<T: Theory>(&mut self, theory: &mut T, assumptions: &[Lit], budget: &mut Budget) -> Outcome {
        self.stats.solves += 1;
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.failed.clear();
        self.preferred.clear();
        self.idle_checks = 0;
        self.choose_order();
        let outcome = self.search(theory, budget);
        if outcome == Outcome::Sat {
            self.model.clear();
            self.model.extend_from_slice(self.trail.values());
        }
        self.backtrack(theory, 0);
        debug_assert!(self.invariants_hold());
        outcome
    }

    /// The search: each round does the first of these things that there is occasion for.
    fn search<T: Theory>(&mut self, theory: &mut T, budget: &mut Budget) -> Outcome {
        loop {
            if self.inconsistent {
                return Outcome::Unsat;
            } else if let Some(reason) = self.book_work(budget) {
                return Outcome::Unknown(reason);
            } else if let Some(conflict) = self.propagate() {
                self.resolve_conflict(theory, conflict);
            } else if self.propagate_theory(theory, budget) {
                continue;
            } else if let Some(reason) = budget.stopped() {
                // The theory may have stopped in the middle: nothing may be built on what it said.
                return Outcome::Unknown(reason.clone());
            } else if self.is_restart_due() {
                self.restart(theory);
            } else if self.is_reduction_due() {
                self.reduce();
            } else if self.is_vivification_due() {
                self.vivify(theory);
            } else {
                if self.trail.level() == 0 {
                    self.simplify_if_due();
                }
                match self.assume(theory) {
                    Assumed::Failed => return Outcome::Unsat,
                    Assumed::Next => continue,
                    Assumed::All => {}
                }
                if self.decide(theory) {
                    continue;
                } else if let Some(outcome) = self.final_check(theory, budget) {
                    return outcome;
                }
            }
        }
    }

    /// Books the work since the last time; returns a reason to stop if there is one.
    fn book_work(&mut self, budget: &mut Budget) -> Option<Unknown> {
        self.stats.search_ticks += 1;
        let ticks = self.stats.search_ticks - self.booked_ticks;
        self.booked_ticks = self.stats.search_ticks;
        if budget.spend(ticks) {
            return None;
        }
        Some(budget.stopped().cloned().unwrap_or(Unknown::Resources))
    }

    /// Decides a variable; `false` if all have a value.
    fn decide<T: Theory>(&mut self, theory: &mut T) -> bool {
        let lit = match self.next_preferred() {
            Some(lit) => lit,
            None => match self.choose_var() {
                Some(var) => var.lit(self.choose_phase(theory, var)),
                None => return false,
            },
        };
        self.stats.decisions += 1;
        self.open_level(theory);
        self.trail.assign(lit, Reason::None);
        true
    }

    fn choose_var(&mut self) -> Option<Var> {
        let SatSolver { trail, decider, options, stats, .. } = self;
        let is_open = |var: Var| trail.is_unassigned(var.positive());
        if options.random_decisions > 0
            && decider.rng.below(1000) < u64::from(options.random_decisions)
            && let Some(var) = decider.random_var(is_open)
        {
            stats.random_decisions += 1;
            return Some(var);
        }
        decider.best_var(is_open)
    }

    fn open_level<T: Theory>(&mut self, theory: &mut T) {
        self.trail.open_level();
        theory.new_level();
    }

    /// Undoes all levels above `level`, in the theory too.
    fn backtrack<T: Theory>(&mut self, theory: &mut T, level: usize) {
        if level < self.trail.level() {
            self.undo(level);
            theory.backtrack(level);
        }
    }

    /// Undoes all levels above `level` in the solver alone.
    fn undo(&mut self, level: usize) {
        let SatSolver { trail, decider, .. } = self;
        trail.backtrack(level, |lit| decider.unassigned(lit));
    }
}

/// # Results
impl SatSolver {
    /// The value of a literal in the model found last. `None` for variables made since.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        truth(self.model.get(lit.index()).copied().unwrap_or(0))
    }

    /// The value of a literal that is known to hold in every model.
    pub fn fixed_value(&self, lit: Lit) -> Option<bool> {
        truth(self.trail.fixed(lit))
    }

    /// After [`Outcome::Unsat`]: assumptions that together contradict the clauses; none if the clauses
    /// contradict each other.
    pub fn failed_assumptions(&self) -> &[Lit] {
        &self.failed
    }

    /// Counters of what was done, over all solves.
    pub fn stats(&self) -> &SatStats {
        &self.stats
    }
}

fn truth(value: i8) -> Option<bool> {
    match value {
        0 => None,
        1.. => Some(true),
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests;
