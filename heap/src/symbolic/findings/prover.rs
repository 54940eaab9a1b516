//! The prover: checks obligations and records what it cannot discharge.
//!
//! Each obligation is checked where it arises. If it cannot be discharged, then the violation is a *suspect*,
//! and execution continues under the assumption that the obligation holds. Behaviour that the analysis does
//! not model is a *gap*: then nothing is proved.

use crate::analysis::Stop;
use crate::ir::{IntType, Pos, Program};
use crate::property::{Checks, ViolationKind};
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::unknowns::Loss;
use crate::symbolic::findings::sink::{Findings, Suspect, Suspicion};
use crate::symbolic::store::state::State;
use cfp_solver::{Op, Symbol, Term, resident_memory};
use fxhash::FxHashMap;
use std::time::Instant;

/// The limits of an analysis, and where one was reached.
pub(crate) struct Limits {
    /// When to stop.
    pub(crate) deadline: Option<Instant>,
    /// The maximum effort: the number of formulas in all queries.
    pub(crate) effort: u64,
    /// The maximum resident memory of the process, in bytes.
    pub(crate) memory: Option<u64>,
    /// Looks at the limits until the next look at the memory in use, which is a system call.
    until_memory: u32,
    /// Where a limit was reached, and which. Then nothing is proved, regardless of earlier findings.
    pub(crate) reached: Option<(Pos, Stop)>,
}

impl Limits {
    /// Looks at the memory for every so many looks at the other limits.
    const MEMORY_INTERVAL: u32 = 64;

    fn new() -> Limits {
        Limits { deadline: None, effort: u64::MAX, memory: None, until_memory: 0, reached: None }
    }

    /// The limit that is exceeded now, if any.
    fn exceeded(&mut self, effort: u64) -> Option<Stop> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Stop::Time);
        }
        if effort > self.effort {
            return Some(Stop::Effort);
        }
        let most = self.memory?;
        if self.until_memory > 0 {
            self.until_memory -= 1;
            return None;
        }
        self.until_memory = Limits::MEMORY_INTERVAL;
        resident_memory().is_some_and(|bytes| bytes > most).then_some(Stop::Memory)
    }
}

/// The logic, obligations and findings of one analysis.
pub(crate) struct Prover<'p> {
    pub(crate) program: &'p Program,
    pub(crate) logic: Logic,
    pub(crate) checks: Checks,
    pub(crate) findings: Findings,
    pub(crate) limits: Limits,
    /// The call sites of the library models under execution, outermost first.
    pub(crate) model_calls: Vec<Pos>,
    /// Uninterpreted functions for operations that are not modelled.
    pub(crate) opaque_functions: FxHashMap<(u8, IntType), Symbol>,
}

impl<'p> Prover<'p> {
    pub(crate) fn new(program: &'p Program, logic: Logic, checks: Checks) -> Prover<'p> {
        Prover {
            program,
            logic,
            checks,
            findings: Findings::default(),
            limits: Limits::new(),
            model_calls: Vec::new(),
            opaque_functions: FxHashMap::default(),
        }
    }

    /// The position to report: code of a library model is attributed to its call site.
    pub(crate) fn user_pos(&self, pos: Pos) -> Pos {
        self.model_calls.first().copied().unwrap_or(pos)
    }

    /// Records a gap. Trial executions are quiet, because the code will be executed again.
    pub(crate) fn gap(&mut self, pos: Pos, text: impl Into<String>) {
        if self.findings.quiet == 0 {
            self.findings.add_gap(self.user_pos(pos), text.into());
        }
    }

    /// Attributes the unknowns that are created next to a loss of information, until
    /// [`Logic::set_loss`] ends it. Code of a library model means nothing to users.
    pub(crate) fn begin_loss(&mut self, pos: Pos, text: impl Into<String>) {
        let text = match self.model_calls.is_empty() {
            true => text.into(),
            false => "the result of this library function is not known exactly".to_string(),
        };
        let pos = self.user_pos(pos);
        self.logic.set_loss(Some(Loss { pos, text }));
    }

    /// Records a violation that occurs on all paths to here, unless they are infeasible.
    pub(crate) fn suspect(&mut self, state: &State, kind: ViolationKind, pos: Pos, text: &str) {
        if self.findings.quiet == 0 && self.is_checked(kind) && !self.logic.can_hold(&state.path).is_no() {
            let pos = self.user_pos(pos);
            let formulas = state.path.clone();
            self.findings.add_suspect(Suspect { kind, pos, text: text.into(), formulas, fact: None });
        }
    }

    pub(crate) fn is_checked(&self, kind: ViolationKind) -> bool {
        self.checks.asks_for(kind)
    }

    /// States an obligation and assumes it afterwards. If its kind of violation is not checked, then
    /// executions continue past the violation and their behaviour is not modelled: a gap.
    pub(crate) fn require(&mut self, state: &mut State, claim: Term, suspicion: Suspicion) {
        if self.logic.terms().op(claim) == Op::True {
            return;
        }
        if suspicion.kind == ViolationKind::Uninitialized && !self.checks.uninitialized {
            // An uninitialized value is some value, and execution continues with it.
            return;
        }
        if self.findings.quiet == 0 && !self.logic.follows(&state.path, claim) {
            let Suspicion { kind, pos, text } = suspicion;
            if self.is_checked(kind) {
                let mut formulas = state.path.clone();
                formulas.push(self.logic.terms().not(claim));
                let fact = self.unproved_fact(state, claim, kind);
                let pos = self.user_pos(pos);
                self.findings.add_suspect(Suspect { kind, pos, text: text.into(), formulas, fact });
            } else {
                self.gap(pos, format!("behaviour after a possible violation not modelled: {text}"));
            }
        }
        state.assume(&mut self.logic, claim);
    }

    /// States a condition that the analysis needs to model what happens; a gap if it is not proved.
    pub(crate) fn require_known(&mut self, state: &mut State, claim: Term, pos: Pos, text: &str) {
        if self.findings.quiet == 0 && !self.logic.follows(&state.path, claim) {
            self.gap(pos, text);
        }
    }

    /// Whether a limit was reached, here or before.
    pub(crate) fn is_stopped(&mut self, pos: Pos) -> bool {
        if self.limits.reached.is_none() {
            let stop = self.limits.exceeded(self.logic.effort());
            self.limits.reached = stop.map(|stop| (self.user_pos(pos), stop));
        }
        self.limits.reached.is_some()
    }

    /// When to stop.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.limits.deadline = deadline;
        self.logic.brackets.set_deadline(deadline);
    }
}
