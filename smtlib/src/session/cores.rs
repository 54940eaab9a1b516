//! Unsatisfiable cores of named assertions.
//!
//! With `:produce-unsat-cores`, named assertions are tracked by the engine, which reports after `unsat` which
//! of them it used. With `:minimal-unsat-cores` the reply is made minimal by deletion: an assertion is left
//! out, and if the others are still unsatisfiable it stays out. That takes one check for each, so it is done
//! only when the core is asked for.

use crate::session::answers::Mode;
use crate::session::{Reply, Session};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::literal::symbol_literal;
use crate::text::names::Name;
use cfp_solver::{Answer, Objective, Solver, Term};
use fxhash::FxHashSet;

/// An assertion of which cores tell whether it is to blame.
#[derive(Clone, Copy)]
pub(crate) struct Tracked {
    /// Its position among all assertions.
    pub(crate) position: usize,
    pub(crate) name: Name,
}

/// The assertions to blame for an `unsat`.
#[derive(Default)]
pub(crate) struct Core {
    /// Positions among the tracked assertions, ascending.
    members: Vec<usize>,
    /// Whether none of them can be left out, as far as is known.
    minimal: bool,
}

impl Session {
    /// The core of the check that just answered `unsat`.
    pub(crate) fn read_core(&self) -> Core {
        let mut blamed = self.blamed.clone();
        let members = (0..self.tracked.len()).filter(|&index| blamed.remove(&self.tracked_term(index)));
        Core { members: members.collect(), minimal: false }
    }

    fn tracked_term(&self, index: usize) -> Term {
        self.solver.assertions()[self.tracked[index].position]
    }

    pub(crate) fn get_unsat_core(&mut self) -> Result<Reply> {
        crate::session::answers::require(self.settings.produce_unsat_cores, "produce-unsat-cores")?;
        let Mode::Unsat { core, failed, .. } = &mut self.mode else {
            return Err(Diagnostic::general("the last check did not answer unsat"));
        };
        if self.settings.minimal_unsat_cores && !core.minimal {
            let (members, failed) = (std::mem::take(&mut core.members), failed.clone());
            let members = self.minimise(members, &failed);
            if let Mode::Unsat { core, .. } = &mut self.mode {
                *core = Core { members, minimal: true };
            }
        }
        let Mode::Unsat { core, .. } = &self.mode else { unreachable!("checked above") };
        let name =
            |&index: &usize| symbol_literal(self.scope.names.text(self.tracked[index].name)).into_owned();
        Ok(Reply::Text(crate::session::answers::list(core.members.iter().map(name), " ")))
    }

    /// Leaves out of a core what can be left out. What a check cannot decide in its limits stays in.
    fn minimise(&mut self, core: Vec<usize>, failed: &[Term]) -> Vec<usize> {
        let term_of: Vec<Term> = (0..self.tracked.len()).map(|index| self.tracked_term(index)).collect();
        let assertions = self.solver.assertions().to_vec();
        let tracked: FxHashSet<usize> = self.tracked.iter().map(|tracked| tracked.position).collect();
        let objectives = self.solver.objectives().to_vec();
        self.solver.reset_assertions();
        for (position, &assertion) in assertions.iter().enumerate() {
            if !tracked.contains(&position) {
                self.solver.assert(assertion);
            }
        }
        let mut left = core.clone();
        for candidate in core {
            if !left.contains(&candidate) {
                continue;
            }
            let others: Vec<usize> = left.iter().copied().filter(|&index| index != candidate).collect();
            let terms: Vec<Term> =
                others.iter().map(|&index| term_of[index]).chain(failed.iter().copied()).collect();
            if self.ask_engine(&terms) == Answer::Unsat {
                let blamed: FxHashSet<Term> = self.solver.failed_assumptions().iter().copied().collect();
                left = others.into_iter().filter(|&index| blamed.contains(&term_of[index])).collect();
            }
        }
        self.restore(&assertions, &tracked, &objectives);
        left
    }

    /// Asserts everything as it was, level by level.
    fn restore(&mut self, assertions: &[Term], tracked: &FxHashSet<usize>, objectives: &[Objective]) {
        self.solver.reset_assertions();
        restore_objectives(&mut self.solver, objectives);
        let mut starts = self.level_starts.iter().copied().peekable();
        for position in 0..=assertions.len() {
            while starts.next_if_eq(&position).is_some() {
                self.solver.push();
                restore_objectives(&mut self.solver, objectives);
            }
            match assertions.get(position) {
                Some(&assertion) if tracked.contains(&position) => self.solver.assert_tracked(assertion),
                Some(&assertion) => self.solver.assert(assertion),
                None => {}
            }
        }
    }
}

/// Registers the objectives of the level that was just opened.
fn restore_objectives(solver: &mut Solver, objectives: &[Objective]) {
    let level = solver.level();
    for objective in objectives.iter().filter(|objective| objective.level == level) {
        match objective.maximize {
            true => solver.maximize(objective.term),
            false => solver.minimize(objective.term),
        }
    }
}
