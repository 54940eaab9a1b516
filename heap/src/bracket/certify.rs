//! Answers `unsat` of an analysis with proofs that an independent checker accepts.
//!
//! A proof of a program rests on questions that have no model, and on simplifications, each of which says
//! that a formula and its result cannot differ. Each of them is refuted once more by an engine that keeps a
//! log, and the proof is given to the checker, which shares no code with the solver. Eliminations of
//! quantifiers have no such proofs; they are counted.

use super::Truth;
use super::journal::Request;
use cfp_smtlib::certify;
use cfp_solver::{Limits, Options, Solver, Term, Terms};
use fxhash::FxHashSet;

/// What was checked, and what was not.
#[derive(Clone, Debug, Default)]
pub struct Certifier {
    /// Questions and simplifications that were seen: each counts once.
    seen: FxHashSet<(Term, Option<Term>)>,
    /// Questions without a model whose proofs are accepted.
    pub questions: usize,
    /// Simplifications whose proofs are accepted.
    pub simplifications: usize,
    /// Eliminations of quantifiers, which have no proofs.
    pub eliminations: usize,
    /// Questions and simplifications without an accepted proof: how many, and why the first one has none.
    pub open: usize,
    /// Why the first of them has none.
    pub reason: Option<String>,
}

impl Certifier {
    /// Checks what a request says.
    pub(super) fn certify(&mut self, terms: &mut Terms, request: &Request<'_>, limits: &Limits) {
        let (key, formula) = match *request {
            Request::Satisfiability { formula, answer: Truth::No } => ((formula, None), formula),
            Request::Satisfiability { .. } => return,
            Request::Simplification { formula, result } => {
                if formula == result || self.seen.contains(&(formula, Some(result))) {
                    return;
                }
                ((formula, Some(result)), terms.xor(formula, result))
            }
            Request::Elimination { .. } => {
                self.eliminations += 1;
                return;
            }
        };
        if !self.seen.insert(key) {
            return;
        }
        let options = Options { limits: limits.clone(), ..Options::default() };
        let mut solver = Solver::with_options(options);
        std::mem::swap(solver.terms_mut(), terms);
        solver.assert(formula);
        let certified = certify(&mut solver);
        std::mem::swap(solver.terms_mut(), terms);
        match (certified, key.1) {
            (Ok(()), None) => self.questions += 1,
            (Ok(()), Some(_)) => self.simplifications += 1,
            (Err(why), _) => {
                self.open += 1;
                self.reason.get_or_insert(why);
            }
        }
    }

    /// Whether everything that was asked has an accepted proof.
    pub fn is_complete(&self) -> bool {
        self.open == 0 && self.eliminations == 0
    }
}
