//! The prover: formulas, what counts as an error, and where findings go.
//!
//! Whatever might go wrong is asked on the spot. What cannot be excluded is a *suspect*, and execution goes
//! on where it does not happen. What the analysis does not model is a *gap*: then nothing is proved.

use crate::ir::{IntType, Pos, Program};
use crate::property::{Checks, ViolationKind};
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::findings::sink::{Findings, Suspect, Suspicion};
use crate::symbolic::store::state::State;
use cfp_solver::{Op, Symbol, Term};
use fxhash::FxHashMap;
use std::time::Instant;

/// Limits of an analysis, and where one was reached.
pub(crate) struct Limits {
    /// When to stop.
    pub(crate) deadline: Option<Instant>,
    /// How many formulas questions may have in all.
    pub(crate) effort: u64,
    /// Where a limit was reached: then nothing is proved, whatever was found before.
    pub(crate) reached: Option<Pos>,
}

/// Formulas, obligations and findings of one analysis of a program.
pub(crate) struct Prover<'p> {
    pub(crate) program: &'p Program,
    pub(crate) logic: Logic,
    pub(crate) checks: Checks,
    pub(crate) findings: Findings,
    pub(crate) limits: Limits,
    /// Where the program called the library models that are being executed.
    pub(crate) model_calls: Vec<Pos>,
    /// Operations that are not interpreted, as functions.
    pub(crate) opaque_functions: FxHashMap<(u8, IntType), Symbol>,
}

impl<'p> Prover<'p> {
    pub(crate) fn new(program: &'p Program, logic: Logic, checks: Checks) -> Prover<'p> {
        Prover {
            program,
            logic,
            checks,
            findings: Findings::default(),
            limits: Limits { deadline: None, effort: u64::MAX, reached: None },
            model_calls: Vec::new(),
            opaque_functions: FxHashMap::default(),
        }
    }

    /// A place as the program knows it: what happens in a model happens where it is called.
    pub(crate) fn user_pos(&self, pos: Pos) -> Pos {
        self.model_calls.first().copied().unwrap_or(pos)
    }

    /// Notes something that the analysis does not follow. Code that is tried will be executed again.
    pub(crate) fn gap(&mut self, pos: Pos, text: impl Into<String>) {
        if self.findings.quiet == 0 {
            self.findings.gaps.push((self.user_pos(pos), text.into()));
        }
    }

    /// Notes an error that happens on all paths to here, unless these are impossible.
    pub(crate) fn suspect(&mut self, state: &State, kind: ViolationKind, pos: Pos, text: &str) {
        if self.findings.quiet == 0 && self.is_checked(kind) && !self.logic.can_hold(&state.path).is_no() {
            let pos = self.user_pos(pos);
            let formulas = state.path.clone();
            self.findings.suspects.push(Suspect { kind, pos, text: text.into(), formulas, fact: None });
        }
    }

    pub(crate) fn is_checked(&self, kind: ViolationKind) -> bool {
        self.checks.asks_for(kind)
    }

    /// Something must hold here, or there is an error. It holds afterwards. If nobody asks for that kind of
    /// error, then executions go on that have one, and nothing is known of them.
    pub(crate) fn require(&mut self, state: &mut State, claim: Term, suspicion: Suspicion) {
        if self.logic.terms().op(claim) == Op::True {
            return;
        }
        if suspicion.kind == ViolationKind::Uninitialized && !self.checks.uninitialized {
            // What nobody has set is some value, and the program goes on with it.
            return;
        }
        if self.findings.quiet == 0 && !self.logic.follows(&state.path, claim) {
            let Suspicion { kind, pos, text } = suspicion;
            if self.is_checked(kind) {
                let mut formulas = state.path.clone();
                formulas.push(self.logic.terms().not(claim));
                let fact = self.unproved_fact(state, claim, kind);
                let pos = self.user_pos(pos);
                self.findings.suspects.push(Suspect { kind, pos, text: text.into(), formulas, fact });
            } else {
                self.gap(pos, format!("{text}, perhaps, and what happens then"));
            }
        }
        state.assume(&mut self.logic, claim);
    }

    /// Something must hold here for the analysis to know what happens.
    pub(crate) fn require_known(&mut self, state: &mut State, claim: Term, pos: Pos, text: &str) {
        if self.findings.quiet == 0 && !self.logic.follows(&state.path, claim) {
            self.gap(pos, text);
        }
    }

    /// When to stop.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.limits.deadline = deadline;
        if let Some(deadline) = deadline {
            self.logic.brackets.set_deadline(deadline);
        }
    }
}
