//! The connection to the theory: asserts the trail to it, queries it, and integrates its answers into the
//! search.
//!
//! A theory only records what it found (see [`super::theory`]); everything happens here after the call has
//! returned, in the order the contract promises: new variables, conflict, lemmas, propagations, preferred
//! decisions. Conflicts and lemmas may make the solver jump back; propagations found before the jump rest on
//! literals that may be gone, so they are dropped then. The theory will be asked again anyway.
//!
//! A lemma is an ordinary clause that may have any shape under the current assignment. If it is unit or
//! false, the solver goes back just far enough for it to have been propagated in time.

use super::data::clause::ClauseKind;
use super::data::trail::Reason;
use super::log::Source;
use super::propagate::Conflict;
use super::theory::{FinalCheck, Theory, TheoryContext, TheoryRecords, Values};
use super::{Lit, Outcome, SatSolver, Var};
use crate::answer::Incompleteness;
use crate::limits::Budget;

/// Estimated work of one call to the theory, in ticks.
const CALL_TICKS: u64 = 5;
/// Final checks in a row that may ask to continue without changing anything.
const IDLE_LIMIT: u32 = 1000;

/// What came out of a call to the theory.
#[derive(Clone, Copy)]
struct Effect {
    /// The theory recorded something or made a variable.
    recorded: bool,
    /// Variables or the trail changed: propagation has work to do again.
    changed: bool,
}

impl SatSolver {
    /// At a Boolean fixpoint: lets the theory propagate. Says whether anything changed.
    pub(super) fn propagate_theory<T: Theory>(&mut self, theory: &mut T, budget: &mut Budget) -> bool {
        self.assert_atoms(theory);
        self.stats.theory_checks += 1;
        let ((), effect) = self.ask(theory, budget, |theory, context| theory.propagate(context));
        effect.changed
    }

    /// When everything is assigned: lets the theory have the last word. `None` means that the search goes on.
    pub(super) fn final_check<T: Theory>(&mut self, theory: &mut T, budget: &mut Budget) -> Option<Outcome> {
        self.stats.final_checks += 1;
        let (answer, effect) = self.ask(theory, budget, |theory, context| theory.final_check(context));
        match answer {
            FinalCheck::GiveUp(reason) => Some(Outcome::Unknown(reason)),
            _ if effect.changed => {
                self.idle_checks = 0;
                None
            }
            FinalCheck::Consistent => Some(Outcome::Sat),
            FinalCheck::Continue => {
                debug_assert!(effect.recorded, "a theory wants to continue but recorded nothing");
                self.idle_checks += 1;
                let stuck = !effect.recorded || self.idle_checks >= IDLE_LIMIT;
                stuck.then(|| Outcome::Unknown(Incompleteness::NoProgress.into()))
            }
        }
    }

    /// Tells the theory the atoms on the trail that it does not know of yet.
    fn assert_atoms<T: Theory>(&mut self, theory: &mut T) {
        for position in self.trail.asserted..self.trail.lits().len() {
            let lit = self.trail.lits()[position];
            if self.atoms[lit.var().index()] {
                self.stats.theory_asserts += 1;
                self.stats.search_ticks += 1;
                theory.assert_lit(lit);
            }
        }
        self.trail.asserted = self.trail.lits().len();
    }

    /// Calls the theory and acts on what it recorded.
    fn ask<T: Theory, R>(
        &mut self,
        theory: &mut T,
        budget: &mut Budget,
        question: impl FnOnce(&mut T, &mut TheoryContext<'_>) -> R,
    ) -> (R, Effect) {
        self.stats.search_ticks += CALL_TICKS;
        let mut records = std::mem::take(&mut self.records);
        let mut num_vars = self.num_vars();
        let mut context = TheoryContext {
            values: Values(self.trail.values()),
            num_vars: &mut num_vars,
            records: &mut records,
            budget,
        };
        let answer = question(theory, &mut context);
        let effect = self.digest(theory, &mut records, num_vars);
        self.records = records;
        (answer, effect)
    }

    fn digest<T: Theory>(&mut self, theory: &mut T, records: &mut TheoryRecords, num_vars: usize) -> Effect {
        let new_vars = num_vars - self.num_vars();
        let recorded = new_vars > 0
            || records.conflict.is_some()
            || !(records.lemmas.is_empty()
                && records.propagations.is_empty()
                && !records.restart
                && records.preferred.is_empty());
        if !recorded {
            return Effect { recorded, changed: false };
        }
        let level = self.trail.level();
        self.stats.theory_atoms += new_vars as u64;
        (0..new_vars).for_each(|_| self.push_var(true, true));
        let mut changed = new_vars > 0;

        if let Some(mut conflict) = records.conflict.take() {
            self.stats.theory_conflicts += 1;
            changed |= self.add_theory_conflict(theory, &mut conflict);
        }
        for mut lemma in records.lemmas.drain(..) {
            self.stats.theory_lemmas += 1;
            changed |= self.add_lemma(theory, &mut lemma);
        }
        let propagations = std::mem::take(&mut records.propagations);
        if self.trail.level() == level && !self.inconsistent {
            changed |= self.add_theory_propagations(theory, &propagations);
        }
        records.propagations = propagations;
        records.propagations.clear();
        if std::mem::take(&mut records.restart) && !self.inconsistent {
            self.backtrack(theory, 0);
            changed = true;
        }
        self.preferred.extend(records.preferred.drain(..));
        Effect { recorded, changed }
    }

    /// Learns from a clause that the theory says is false.
    fn add_theory_conflict<T: Theory>(&mut self, theory: &mut T, clause: &mut Vec<Lit>) -> bool {
        let all_false = clause.iter().all(|&lit| self.trail.is_false(lit));
        debug_assert!(all_false, "a theory conflict has literals that are not false");
        if !all_false {
            // A slip of the theory. The clause is valid nonetheless.
            return self.add_lemma(theory, clause);
        }
        self.note_clause(clause, Source::Theory);
        self.analysis.given.clear();
        self.analysis.given.append(clause);
        self.resolve_conflict(theory, Conflict::Given);
        true
    }

    /// Adds a valid clause of any shape; says whether the trail changed.
    fn add_lemma<T: Theory>(&mut self, theory: &mut T, clause: &mut Vec<Lit>) -> bool {
        self.note_clause(clause, Source::Theory);
        if self.inconsistent || !self.normalize(clause) {
            return false;
        }
        self.note_stored(clause);
        // The best literals to watch come first: true, then unassigned, then false ones of high level.
        clause.sort_unstable_by_key(|&lit| {
            let goodness = match self.trail.value(lit) {
                0 => usize::MAX - 1,
                1.. => usize::MAX,
                _ => self.trail.level_of(lit.var()),
            };
            (std::cmp::Reverse(goodness), lit)
        });
        match clause[..] {
            [] => {
                self.inconsistent = true;
                true
            }
            [unit] => {
                self.backtrack(theory, 0);
                self.trail.assign(unit, Reason::None);
                true
            }
            [first, second, ..] => {
                let second_level = self.trail.level_of(second.var());
                let reason = self.attach_lemma(clause);
                if !self.trail.is_false(second) || self.trail.is_true(first) {
                    return false;
                }
                if self.trail.is_false(first) && self.trail.level_of(first.var()) == second_level {
                    let conflict = match reason {
                        Reason::Clause(clause) => Conflict::Clause(clause),
                        _ => Conflict::Binary(first, second),
                    };
                    self.resolve_conflict(theory, conflict);
                } else {
                    self.backtrack(theory, second_level);
                    self.trail.assign(first, reason);
                }
                true
            }
        }
    }

    /// Stores and watches a lemma of two literals or more. Long ones may be thrown away again, though not at
    /// once.
    fn attach_lemma(&mut self, clause: &[Lit]) -> Reason {
        if clause.len() <= self.options.lemma_keep_length.max(2) {
            return self.attach(clause, ClauseKind::Irredundant, 0);
        }
        let reason = self.attach(clause, ClauseKind::Learned, clause.len() as u32);
        if let Reason::Clause(clause) = reason {
            self.clauses.set_used(clause, 3);
        }
        reason
    }

    /// Assigns what the theory implies; says whether anything was new.
    fn add_theory_propagations<T: Theory>(&mut self, theory: &mut T, lits: &[Lit]) -> bool {
        let mut changed = false;
        for &lit in lits {
            match self.trail.value(lit) {
                0 => {
                    self.stats.theory_propagations += 1;
                    self.trail.assign(lit, Reason::Theory);
                    if self.log.is_some() && self.trail.level() == 0 {
                        // Reasons at level 0 are not asked for later.
                        self.explain(theory, lit);
                    }
                    changed = true;
                }
                1.. => {}
                _ => {
                    self.stats.theory_conflicts += 1;
                    self.explain_conflict(theory, lit);
                    self.resolve_conflict(theory, Conflict::Given);
                    return true;
                }
            }
        }
        changed
    }

    /// The next literal that the theory wants decided.
    pub(super) fn next_preferred(&mut self) -> Option<Lit> {
        while let Some(lit) = self.preferred.pop_front() {
            if self.trail.is_unassigned(lit) {
                self.stats.preferred_decisions += 1;
                return Some(lit);
            }
        }
        None
    }

    /// The value to try for a variable.
    pub(super) fn choose_phase<T: Theory>(&self, theory: &T, var: Var) -> bool {
        let suggested = if self.options.theory_phase && self.atoms[var.index()] {
            theory.suggest_phase(var)
        } else {
            None
        };
        let use_target = self.options.target_phases && self.restart.is_stable();
        suggested.unwrap_or_else(|| self.decider.phase(var, use_target))
    }
}
