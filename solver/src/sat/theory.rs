//! The contract between the SAT core and the theories behind its atoms.
//!
//! The core owns the Boolean trail. It tells the theory each atom's literal in trail order
//! ([`Theory::assert_lit`]), announces decision levels, and undoes them ([`Theory::backtrack`]). At every
//! Boolean fixpoint it calls [`Theory::propagate`]; when all variables are assigned, [`Theory::final_check`].
//! The theory answers through a [`TheoryContext`]: implied literals, conflict clauses, lemmas, new atoms.
//!
//! Every clause that a theory hands over, in whatever way, must be valid in the theory *by itself*: it may
//! not depend on the trail. That is what keeps learned clauses sound after backtracking and unsat answers
//! checkable.

use super::{Lit, Var};
use crate::limits::Budget;

/// What a theory says after [`Theory::final_check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinalCheck {
    /// The assignment has a theory model.
    Consistent,
    /// Something was added to the context (an atom, a lemma, a propagation or a conflict): search goes on. If
    /// that neither makes an atom nor changes the assignment many times in a row, the core stops with
    /// [`Unknown::Incomplete`].
    ///
    /// [`Unknown::Incomplete`]: crate::answer::Unknown::Incomplete
    Continue,
    /// The theory can neither confirm nor refute this assignment; the search must stop with this reason.
    GiveUp(crate::answer::Unknown),
}

/// A theory that interprets some of the SAT core's variables.
pub trait Theory {
    /// A literal of an atom of this theory became true. Called in trail order, once per atom and level; must
    /// be cheap. A contradiction found here is reported by the next [`Theory::propagate`].
    fn assert_lit(&mut self, lit: Lit);

    /// A decision level is opened; literals asserted from now on belong to it.
    fn new_level(&mut self);

    /// All levels above `level` are closed: forget their literals.
    fn backtrack(&mut self, level: usize);

    /// The Boolean trail is at a fixpoint and all its atoms have been asserted. *Must* report a conflict that
    /// it knows of; *may* report implied literals and lemmas. Called again after anything was reported.
    fn propagate(&mut self, context: &mut TheoryContext<'_>);

    /// Why did this theory imply `lit`? Pushes literals that were all true before `lit` was propagated and
    /// together imply it in the theory. Called only for literals reported by [`TheoryContext::propagate`]
    /// that are still on the trail.
    fn explain(&mut self, lit: Lit, premises: &mut Vec<Lit>);

    /// All variables are assigned and propagation is at a fixpoint.
    fn final_check(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck;

    /// The value the theory would like a still undecided atom to take, if it has an opinion.
    fn suggest_phase(&self, _var: Var) -> Option<bool> {
        None
    }
}

/// What a theory may look at and add while it is being asked.
///
/// The context only records; the core acts on the records when the call returns, in this order: new
/// variables, conflict, lemmas, propagations, restart, preferred decision.
pub struct TheoryContext<'a> {
    pub(crate) values: Values<'a>,
    pub(crate) num_vars: &'a mut usize,
    pub(crate) records: &'a mut TheoryRecords,
    /// What the search may still spend; the theory books its own work here.
    pub budget: &'a mut Budget,
}

/// The values of literals, by their index: 1 for true, -1 for false.
#[derive(Clone, Copy)]
pub struct Values<'a>(pub(crate) &'a [i8]);

impl Values<'_> {
    /// The value of a literal, if it has one.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self.0.get(lit.index()) {
            Some(1) => Some(true),
            Some(-1) => Some(false),
            _ => None,
        }
    }
}

/// The records of one call; kept by the core so that no call allocates.
#[derive(Default, Debug)]
pub(crate) struct TheoryRecords {
    pub(crate) propagations: Vec<Lit>,
    pub(crate) conflict: Option<Vec<Lit>>,
    pub(crate) lemmas: Vec<Vec<Lit>>,
    pub(crate) preferred: Vec<Lit>,
    pub(crate) restart: bool,
}

impl TheoryContext<'_> {
    /// The current value of a literal, if it has one. Atoms made during this call have none.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.values.value(lit)
    }

    /// Whether the core will change the trail for what was reported in this call, and ask again before it
    /// opens a level: there is a conflict, or a propagated literal that is not true yet.
    pub fn will_change(&self) -> bool {
        let is_new = |lit: &Lit| self.value(*lit) != Some(true);
        self.records.conflict.is_some() || self.records.propagations.iter().any(is_new)
    }

    /// The values and the budget, for code that needs both at once.
    pub fn values_and_budget(&mut self) -> (Values<'_>, &mut Budget) {
        (self.values, self.budget)
    }

    /// Makes a new variable that the theory interprets as one of its atoms. The core asserts its literals to
    /// the theory when they get a value, and always decides it before a final check.
    pub fn new_atom(&mut self) -> Var {
        let var = Var::new(*self.num_vars);
        *self.num_vars += 1;
        var
    }

    /// `lit` follows from literals now on the trail; [`Theory::explain`] can say from which. Literals that
    /// are already true are ignored; one that is false makes the core ask for the explanation at once and
    /// treat it as a conflict.
    #[inline]
    pub fn propagate(&mut self, lit: Lit) {
        self.records.propagations.push(lit);
    }

    /// A valid clause all of whose literals are false now. The first conflict reported wins.
    pub fn conflict(&mut self, clause: Vec<Lit>) {
        self.records.conflict.get_or_insert(clause);
    }

    /// A valid clause, whatever the values of its literals. Repeated literals and tautologies are fine. The
    /// core keeps lemmas for good, except very long ones (option `lemma_keep_length`), which it may drop like
    /// learned clauses: a theory must be ready to find such a lemma again.
    pub fn lemma(&mut self, clause: Vec<Lit>) {
        self.records.lemmas.push(clause);
    }

    /// Asks the core to take back all decisions, so that preferred ones come first.
    pub fn restart(&mut self) {
        self.records.restart = true;
    }

    /// Asks the core to decide this literal next, if it has no value by then.
    pub fn prefer(&mut self, lit: Lit) {
        self.records.preferred.push(lit);
    }
}

/// The theory of no atoms at all: plain propositional logic.
#[derive(Default, Debug, Clone, Copy)]
pub struct NoTheory;

impl Theory for NoTheory {
    fn assert_lit(&mut self, _lit: Lit) {}
    fn new_level(&mut self) {}
    fn backtrack(&mut self, _level: usize) {}
    fn propagate(&mut self, _context: &mut TheoryContext<'_>) {}
    fn explain(&mut self, lit: Lit, _premises: &mut Vec<Lit>) {
        unreachable!("nothing was propagated, yet {lit:?} is to be explained")
    }
    fn final_check(&mut self, _context: &mut TheoryContext<'_>) -> FinalCheck {
        FinalCheck::Consistent
    }
}
