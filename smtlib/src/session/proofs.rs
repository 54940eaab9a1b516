//! Proofs of `unsat`.
//!
//! A proof is made when it is asked for: the assertions, and the assumptions of the last check, are refuted
//! once more, without preprocessing, by an engine that keeps a log. What it proves is given to the
//! independent checker before it is printed.

use crate::print::{proof_text, write_script};
use crate::session::answers::{Mode, require};
use crate::session::{Reply, Session};
use crate::text::diagnostic::{Diagnostic, Result};
use cfp_check::Verdict;
use cfp_solver::Term;
use cfp_solver::proof::NoProof;

impl Session {
    pub(crate) fn get_proof(&mut self) -> Result<Reply> {
        require(self.settings.produce_proofs, "produce-proofs")?;
        let Mode::Unsat { failed, .. } = &self.mode else {
            return Err(Diagnostic::general("the last check did not answer unsat"));
        };
        let failed: Vec<Term> = failed.clone();
        let mark = self.solver.terms().mark();
        let proof = self.solver.prove(&failed).map_err(|reason| Diagnostic::general(no_proof(&reason)))?;
        let text = proof_text(self.solver.terms(), &proof);
        let all: Vec<Term> = self.solver.assertions().iter().chain(&failed).copied().collect();
        let mut script = Vec::new();
        let written = write_script(&mut script, self.solver.terms(), "ALL", &[], &all);
        written.expect("writing to memory does not fail");
        self.solver.release_terms(&mark);
        let script = String::from_utf8_lossy(&script);
        match cfp_check::check(&script, &text) {
            Ok(report) if report.verdict == Verdict::Valid => Ok(Reply::Text(text)),
            Ok(report) => Err(Diagnostic::general(format!("the proof is not accepted: {}", report.message))),
            Err(error) => Err(Diagnostic::general(format!("the proof cannot be checked: {error}"))),
        }
    }
}

/// Why there is no proof, for people.
fn no_proof(reason: &NoProof) -> String {
    match reason {
        NoProof::Unsupported(what) => format!("there are no proofs yet about {what}"),
        NoProof::NotRefuted => "no proof was found within the limits".to_string(),
        NoProof::Unjustified => "a step of the refutation could not be justified".to_string(),
    }
}
