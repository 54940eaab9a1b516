//! Proofs of `unsat`.
//!
//! With `:produce-proofs` a check first looks for a refutation with an engine that keeps a log and eliminates
//! nothing. What it does not refute soon is decided by the usual engine; if that says `unsat`, the first one
//! gets the rest of the time. So answers are the same with and without proofs. With `:check-proofs`, `unsat`
//! is said only if the independent checker accepts the proof.

use crate::certify::{accepts, flattened, no_proof};
use crate::print::proof_text;
use crate::session::answers::{Mode, require};
use crate::session::{Reply, Session};
use crate::text::diagnostic::{Diagnostic, Result};
use cfp_solver::proof::{NoProof, Proof};
use cfp_solver::{Answer, Term, Unknown};
use std::fs;
use std::path::{Path, PathBuf};

/// Ticks that the search with a log may take before the usual one is asked.
const FIRST_TICKS: u64 = 60_000_000;

/// Why there is no proof where none was looked for.
pub(crate) const NOT_ABOUT: &str = "there are no proofs about objectives and datatypes";

/// The proof of the last check, or why there is none.
pub(crate) type Proved = std::result::Result<Refutation, String>;

/// A proof as text, and what it rests on.
pub(crate) struct Refutation {
    text: String,
    /// The assertions and assumptions that it uses.
    used: Vec<Term>,
}

impl Session {
    /// A check that is to have a proof if its answer is `unsat`.
    pub(crate) fn check_with_proof(&mut self, assumptions: &[Term]) -> Answer {
        self.proof = None;
        let first = self.refute(assumptions, Some(FIRST_TICKS));
        if first.is_ok() {
            self.solver.forget_answer();
            return self.proved(assumptions, first);
        }
        let answer = self.ask_engine(assumptions);
        if answer != Answer::Unsat {
            return answer;
        }
        let failed = self.solver.failed_assumptions().to_vec();
        self.blamed = self.solver.unsat_core().iter().chain(&failed).copied().collect();
        let second = match first {
            Err(NoProof::NotRefuted) => self.refute(&failed, None),
            other => other,
        };
        self.proved(&failed, second)
    }

    /// Keeps a proof; the answer if it has to be accepted first.
    fn proved(&mut self, assumptions: &[Term], proved: std::result::Result<Refutation, NoProof>) -> Answer {
        let proved = proved.map_err(|reason| no_proof(&reason));
        let checked = match &proved {
            _ if !self.settings.check_proofs => Ok(()),
            Ok(refutation) => accepts(&flattened(&self.solver, assumptions).0, &refutation.text),
            Err(why) => Err(why.clone()),
        };
        if let Ok(refutation) = &proved {
            self.blamed = refutation.used.iter().copied().collect();
        }
        self.proof = Some(proved);
        match checked {
            Ok(()) => Answer::Unsat,
            Err(why) => Answer::Unknown(Unknown::other(format!("there is no checked proof: {why}"))),
        }
    }

    /// Looks for a refutation, with so many ticks for the search if a number is given. Terms that only the
    /// proof speaks of are given up again.
    fn refute(
        &mut self,
        assumptions: &[Term],
        ticks: Option<u64>,
    ) -> std::result::Result<Refutation, NoProof> {
        let mark = self.solver.terms().mark();
        let proof = self.in_time_left(|solver| solver.prove(assumptions, ticks));
        let refutation = proof
            .map(|proof| Refutation { text: proof_text(self.solver.terms(), &proof), used: assumed(&proof) });
        self.solver.release_terms(&mark);
        refutation
    }

    pub(crate) fn get_proof(&mut self) -> Result<Reply> {
        require(self.settings.produce_proofs, "produce-proofs")?;
        let Mode::Unsat { .. } = &self.mode else {
            return Err(Diagnostic::general("the last check did not answer unsat"));
        };
        match &self.proof {
            Some(Ok(refutation)) => Ok(Reply::Text(refutation.text.clone())),
            Some(Err(why)) => Err(Diagnostic::general(why.clone())),
            None => Err(Diagnostic::general(NOT_ABOUT)),
        }
    }

    /// After `unsat`: writes the proof into the file that the session was asked for. The proof of a later
    /// check has a number after the name. If the script is not the problem that is refuted, but has levels,
    /// assumptions or several checks, the problem is written beside it.
    pub(crate) fn write_proof(&mut self, assumptions: &[Term]) -> std::result::Result<(), String> {
        let Some(path) = self.config.proof.clone() else { return Ok(()) };
        self.num_proofs += 1;
        let path = match self.num_proofs {
            1 => path,
            number => with_suffix(&path, &number.to_string()),
        };
        let proof = self.proof.as_ref().ok_or(NOT_ABOUT)?;
        let refutation = proof.as_ref().map_err(String::clone)?;
        let write = |path: &Path, text: &[u8]| {
            fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
        };
        write(&path, refutation.text.as_bytes())?;
        let is_script = assumptions.is_empty() && self.num_checks == 1 && self.solver.level() == 0;
        match is_script {
            true => Ok(()),
            false => write(&with_suffix(&path, "smt2"), &flattened(&self.solver, assumptions).0),
        }
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

/// What a proof assumes.
fn assumed(proof: &Proof) -> Vec<Term> {
    let steps = proof.steps.iter().filter(|step| step.rule == "assume");
    steps.map(|step| step.clause[0].term).collect()
}
