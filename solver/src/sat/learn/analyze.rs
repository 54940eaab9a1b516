//! Conflict analysis: from a false clause to a learned clause that prevents the same dead end.
//!
//! First-UIP learning: starting from the false clause, replace literals of the conflict level by their
//! reasons, latest first, until only one literal of that level is left. The negation of that literal, the
//! first *unique implication point*, is what should have been propagated after an earlier level; the solver
//! jumps back there and does so.
//!
//! A conflict may come late: a theory may report a clause that has been false for some levels, or that has
//! just one literal on its highest level. So the first step is always to go back to the highest level in the
//! clause. From there on the usual loop is right as it stands: it never resolves upon the last literal of the
//! conflict level, hence it needs neither two literals to start from nor reasons with a second literal of
//! that level.
//!
//! Theories give their reasons only on demand; [`SatSolver::explain`] caches them as clauses, so each is
//! asked for once.

use super::reduce::{TIER1_GLUE, TIER2_GLUE};
use crate::sat::data::clause::{ClauseKind, ClauseRef};
use crate::sat::data::trail::Reason;
use crate::sat::log::Source;
use crate::sat::propagate::Conflict;
use crate::sat::theory::Theory;
use crate::sat::{Lit, SatSolver, Var};

/// With more decisions for each conflict, only variables of the conflict become more active.
const MANY_DECISIONS: u64 = 100;

/// What analysis knows of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::sat) enum Mark {
    /// Not met yet.
    #[default]
    New,
    /// Part of the clause under construction, now or at some time.
    Seen,
    /// Minimisation: implied by marked literals.
    Removable,
    /// Minimisation: known not to be implied by marked literals.
    Needed,
}

/// Scratch space of analysis and minimisation, kept to save allocations.
#[derive(Default)]
pub(crate) struct Analysis {
    /// The conflict, if it is [`Conflict::Given`].
    pub(in crate::sat) given: Vec<Lit>,
    /// The clause under construction; at the end its first literal is the one to be asserted.
    pub(in crate::sat) learned: Vec<Lit>,
    pub(in crate::sat) marks: Vec<Mark>,
    /// Variables whose mark is to be cleared.
    pub(in crate::sat) marked: Vec<Var>,
    bumped: Vec<Var>,
    /// Shrinking: per variable, whether it was met on the level at hand, and those that were.
    pub(in crate::sat) in_block: Vec<bool>,
    pub(in crate::sat) met: Vec<Var>,
    /// Work stack of minimisation.
    pub(in crate::sat) stack: Vec<(Lit, u32)>,
    /// Premises of an explanation.
    premises: Vec<Lit>,
    /// Levels counted while computing glue carry the current stamp.
    stamps: Vec<u32>,
    stamp: u32,
}

impl Analysis {
    pub(in crate::sat) fn add_var(&mut self) {
        self.marks.push(Mark::New);
        self.in_block.push(false);
        self.stamps.push(0);
        if self.stamps.len() == 1 {
            self.stamps.push(0); // Levels are counted from 0, so there is one more than variables.
        }
    }

    #[inline]
    pub(in crate::sat) fn mark(&mut self, var: Var, mark: Mark) {
        if self.marks[var.index()] == Mark::New {
            self.marked.push(var);
        }
        self.marks[var.index()] = mark;
    }

    pub(in crate::sat) fn clear_marks(&mut self) {
        for var in self.marked.drain(..) {
            self.marks[var.index()] = Mark::New;
        }
    }

    /// Number of distinct levels; stops counting after `limit`.
    fn count_levels(&mut self, levels: impl Iterator<Item = usize>, limit: u32) -> u32 {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        let mut count = 0;
        for level in levels {
            // Assumptions that were already true make levels without variables: there may be more levels than
            // variables.
            if level >= self.stamps.len() {
                self.stamps.resize(level + 1, 0);
            }
            if self.stamps[level] != self.stamp {
                self.stamps[level] = self.stamp;
                count += 1;
                if count >= limit {
                    break;
                }
            }
        }
        count
    }
}

impl SatSolver {
    /// Learns from a conflict, jumps back and asserts what was learned. Sets `inconsistent` if the conflict
    /// needs no decision.
    pub(in crate::sat) fn resolve_conflict<T: Theory>(&mut self, theory: &mut T, conflict: Conflict) {
        self.stats.conflicts += 1;
        let level = self.highest_level(conflict);
        if level == 0 {
            self.inconsistent = true;
            return;
        }
        self.backtrack(theory, level);
        self.derive_first_uip(theory, conflict);
        let is_plain = self.num_atoms == 0;
        match (self.options.minimize, is_plain && self.options.shrink) {
            (true, true) => self.shrink_learned(),
            (true, false) => self.minimize_learned(),
            (false, _) => {}
        }
        self.note_hints(conflict);
        if is_plain && self.options.bump_reasons {
            self.mark_reasons();
        }
        self.bump_seen_vars();
        self.analysis.clear_marks();

        let glue = self.glue_of_learned();
        self.restart.count_conflict(glue);
        if self.restart.is_stable() {
            // Everything below the conflict level was free of conflict: remember it if it is the longest such
            // assignment so far.
            self.decider.record_phases(&self.trail.lits()[..self.trail.start_of(level)]);
        }
        let back = self.order_learned();
        self.backtrack(theory, back);
        self.learn(glue);
        self.decider.decay();
    }

    /// The highest level among the literals of a conflict.
    fn highest_level(&self, conflict: Conflict) -> usize {
        let level = |&lit: &Lit| {
            debug_assert!(self.trail.is_false(lit), "{lit:?} of a conflict is not false");
            self.trail.level_of(lit.var())
        };
        let levels = match conflict {
            Conflict::Binary(a, b) => level(&a).max(level(&b)),
            Conflict::Clause(clause) => self.clauses.lits(clause).iter().map(level).max().unwrap_or(0),
            Conflict::Given => self.analysis.given.iter().map(level).max().unwrap_or(0),
        };
        debug_assert!(levels <= self.trail.level());
        levels
    }

    /// Leaves the first-UIP clause in `analysis.learned`, the asserting literal first; its variables stay
    /// marked.
    fn derive_first_uip<T: Theory>(&mut self, theory: &mut T, conflict: Conflict) {
        debug_assert!(self.analysis.marked.is_empty());
        self.analysis.learned.clear();
        self.analysis.learned.push(Lit::from_index(0)); // Room for the asserting literal.
        let mut open = match conflict {
            Conflict::Binary(a, b) => self.add_premise(a) + self.add_premise(b),
            Conflict::Clause(clause) => {
                self.note_use(clause);
                self.add_premises(clause, None)
            }
            Conflict::Given => {
                let given = std::mem::take(&mut self.analysis.given);
                let open = given.iter().map(|&lit| self.add_premise(lit)).sum();
                self.analysis.given = given;
                open
            }
        };
        let mut position = self.trail.lits().len();
        loop {
            debug_assert!(open > 0);
            position -= 1;
            let lit = self.trail.lits()[position];
            if self.analysis.marks[lit.var().index()] == Mark::New {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.analysis.learned[0] = !lit;
                return;
            }
            open += match self.explained_reason(theory, lit) {
                Reason::Binary(other) => self.add_premise(other),
                Reason::Clause(clause) => {
                    self.note_use(clause);
                    self.add_premises(clause, Some(lit))
                }
                Reason::None | Reason::Theory => unreachable!("a decision is the last literal of its level"),
            };
        }
    }

    /// Takes a false literal into account. Returns 1 if it is one of the conflict level that was not met
    /// before.
    #[inline]
    fn add_premise(&mut self, lit: Lit) -> usize {
        let var = lit.var();
        let level = self.trail.level_of(var);
        if level == 0 || self.analysis.marks[var.index()] != Mark::New {
            return 0;
        }
        self.analysis.mark(var, Mark::Seen);
        if level == self.trail.level() {
            1
        } else {
            self.analysis.learned.push(lit);
            0
        }
    }

    /// [`SatSolver::add_premise`] for all literals of a clause but the one it implies.
    fn add_premises(&mut self, clause: ClauseRef, implied: Option<Lit>) -> usize {
        let mut open = 0;
        for index in 0..self.clauses.len(clause) {
            let lit = self.clauses.lits(clause)[index];
            if Some(lit) != implied {
                open += self.add_premise(lit);
            }
        }
        open
    }

    /// Marks the premises of the literals of the learned clause as met, if there are not too many decisions
    /// between conflicts for that to matter.
    fn mark_reasons(&mut self) {
        if self.stats.decisions > MANY_DECISIONS * self.stats.conflicts {
            return;
        }
        let SatSolver { analysis, trail, clauses, .. } = self;
        let learned = std::mem::take(&mut analysis.learned);
        let mut mark = |premise: Lit| {
            if trail.level_of(premise.var()) > 0 {
                analysis.mark(premise.var(), Mark::Seen);
            }
        };
        for lit in &learned {
            match trail.reason_of(lit.var()) {
                Reason::None | Reason::Theory => {}
                Reason::Binary(other) => mark(other),
                Reason::Clause(clause) => clauses.lits(clause).iter().for_each(|&other| mark(other)),
            }
        }
        analysis.learned = learned;
    }

    /// Variables met on the way to the learned clause are worth deciding soon.
    fn bump_seen_vars(&mut self) {
        let SatSolver { analysis, decider, .. } = self;
        let Analysis { marked, marks, bumped, .. } = analysis;
        bumped.clear();
        bumped.extend(marked.iter().filter(|var| marks[var.index()] == Mark::Seen));
        decider.bump_all(bumped);
    }

    /// A learned clause took part in a conflict: it survives the next reductions, and its glue may have
    /// improved.
    fn note_use(&mut self, clause: ClauseRef) {
        if !self.clauses.is_learned(clause) {
            return;
        }
        let SatSolver { clauses, analysis, trail, .. } = self;
        let old = clauses.glue(clause);
        if old > TIER1_GLUE {
            let levels = clauses.lits(clause).iter().map(|lit| trail.level_of(lit.var()));
            let glue = analysis.count_levels(levels, old);
            if glue < old {
                clauses.set_glue(clause, glue);
            }
        }
        let used = if clauses.glue(clause) <= TIER2_GLUE { 2 } else { 1 };
        clauses.set_used(clause, used);
    }

    fn glue_of_learned(&mut self) -> u32 {
        let SatSolver { analysis, trail, .. } = self;
        let learned = std::mem::take(&mut analysis.learned);
        let glue = analysis.count_levels(learned.iter().map(|lit| trail.level_of(lit.var())), u32::MAX);
        analysis.learned = learned;
        glue
    }

    /// Moves a literal of the second highest level to the second place and returns that level: the one to
    /// jump back to.
    fn order_learned(&mut self) -> usize {
        let SatSolver { analysis, trail, .. } = self;
        let learned = &mut analysis.learned;
        let second = (1..learned.len()).max_by_key(|&index| trail.level_of(learned[index].var()));
        let Some(second) = second else { return 0 };
        learned.swap(1, second);
        trail.level_of(learned[1].var())
    }

    /// Stores the learned clause and asserts its first literal, which is unassigned by now.
    fn learn(&mut self, glue: u32) {
        let learned = std::mem::take(&mut self.analysis.learned);
        self.stats.learned_literals += learned.len() as u64;
        self.note_clause(&learned, Source::Learned);
        let reason = match learned[..] {
            [] => unreachable!("a learned clause has an asserting literal"),
            [_] => {
                self.stats.learned_units += 1;
                Reason::None
            }
            [a, b] => {
                self.stats.learned_binaries += 1;
                self.watches.add_binary(a, b, true);
                Reason::Binary(b)
            }
            _ => {
                let clause = self.clauses.add(&learned, ClauseKind::Learned, glue);
                self.clauses.set_used(clause, if glue <= TIER2_GLUE { 2 } else { 1 });
                self.watches.add_long(&learned, clause);
                Reason::Clause(clause)
            }
        };
        self.trail.assign(learned[0], reason);
        self.analysis.learned = learned;
    }

    /// The reason of a true literal; if the theory has to be asked for it, the answer is kept.
    pub(in crate::sat) fn explained_reason<T: Theory>(&mut self, theory: &mut T, lit: Lit) -> Reason {
        let var = lit.var();
        if self.trail.reason_of(var) == Reason::Theory {
            self.explain(theory, lit);
            let premises = std::mem::take(&mut self.analysis.premises);
            let is_earlier =
                |premise: &Lit| self.trail.position_of(premise.var()) < self.trail.position_of(var);
            assert!(premises[1..].iter().all(is_earlier), "a theory explains {lit:?} by a later literal");
            let reason = match premises[..] {
                [_, other] => Reason::Binary(other),
                _ => Reason::Clause(self.clauses.add(&premises, ClauseKind::Explanation, 0)),
            };
            self.trail.set_reason(var, reason);
            self.analysis.premises = premises;
        }
        self.trail.reason_of(var)
    }

    /// Asks the theory why it implied `lit`: leaves the clause "`lit`, or one of the premises is false" in
    /// `analysis.premises`, without what is false for good.
    pub(in crate::sat) fn explain<T: Theory>(&mut self, theory: &mut T, lit: Lit) {
        self.stats.theory_explanations += 1;
        let premises = &mut self.analysis.premises;
        premises.clear();
        theory.explain(lit, premises);
        self.stats.search_ticks += premises.len() as u64;
        // Checked in release builds too: a premise that does not hold would end in a wrong answer.
        let all_true = premises.iter().all(|&premise| self.trail.is_true(premise));
        assert!(all_true, "a theory explains {lit:?} by a literal that is not true");
        if let Some(log) = &mut self.log {
            log.add(premises.iter().map(|&premise| !premise).chain([lit]), Source::Theory);
        }
        premises.retain(|&premise| self.trail.fixed(premise) <= 0);
        premises.iter_mut().for_each(|premise| *premise = !*premise);
        premises.push(lit);
        let last = premises.len() - 1;
        premises.swap(0, last);
        if let Some(log) = &mut self.log {
            log.store_newest_as(premises.iter().copied());
        }
    }

    /// The theory implies a literal that is false: makes its explanation the given conflict.
    pub(in crate::sat) fn explain_conflict<T: Theory>(&mut self, theory: &mut T, lit: Lit) {
        self.explain(theory, lit);
        let SatSolver { analysis, .. } = self;
        analysis.given.clear();
        analysis.given.extend_from_slice(&analysis.premises);
    }
}
