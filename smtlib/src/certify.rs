//! Answers with proofs that the independent checker accepts.

use crate::print::{named_proof_text, write_named_script};
use cfp_check::Verdict;
use cfp_solver::proof::NoProof;
use cfp_solver::{Solver, Symbol, Term};
use fxhash::FxHashMap;

/// Whether the assertions of a solver have no model, with a proof that the independent checker accepts; the
/// error says why there is none. Terms that only the proof speaks of are given up again.
///
/// ```
/// use cfp_solver::{Solver, Sort};
///
/// let mut solver = Solver::new();
/// let x = solver.terms_mut().constant("x", Sort::Int);
/// let below = solver.terms_mut().lt(&[x, x]);
/// solver.assert(below);
/// assert_eq!(cfp_smtlib::certify(&mut solver), Ok(()));
/// ```
pub fn certify(solver: &mut Solver) -> Result<(), String> {
    // Symbols of the same name have other names in the script, and so they have in the proof.
    let (script, names) = flattened(solver, &[]);
    let mark = solver.terms().mark();
    let proof = solver.prove(&[], None);
    let text = proof.map(|proof| named_proof_text(solver.terms(), &proof, &names));
    solver.release_terms(&mark);
    accepts(&script, &text.map_err(|reason| no_proof(&reason))?)
}

/// Whether the independent checker accepts a proof of a script.
pub(crate) fn accepts(script: &[u8], proof: &str) -> Result<(), String> {
    match cfp_check::check(&String::from_utf8_lossy(script), proof) {
        Ok(report) if report.verdict == Verdict::Valid => Ok(()),
        Ok(report) => Err(format!("the proof is not accepted: {}", report.message)),
        Err(error) => Err(format!("the proof cannot be checked: {error}")),
    }
}

/// The assertions in force and some assumptions, as a script of one check, and how its symbols are written.
pub(crate) fn flattened(solver: &Solver, assumptions: &[Term]) -> (Vec<u8>, FxHashMap<Symbol, String>) {
    let all: Vec<Term> = solver.assertions().iter().chain(assumptions).copied().collect();
    let mut script = Vec::new();
    let written = write_named_script(&mut script, solver.terms(), "ALL", &[], &all);
    let names = written.expect("writing to memory does not fail");
    (script, names)
}

/// Why there is no proof, for people.
pub(crate) fn no_proof(reason: &NoProof) -> String {
    match reason {
        NoProof::Unsupported(what) => format!("there are no proofs yet about {what}"),
        NoProof::NotRefuted => "no proof was found within the limits".to_string(),
        NoProof::Unjustified => "a step of the refutation could not be justified".to_string(),
    }
}
