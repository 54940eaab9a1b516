//! An independent checker of Alethe proofs for linear arithmetic, functions and arrays.
//!
//! It shares no code with the solver: a lexer, terms, a reader of scripts, and the rules of the format. A
//! step is accepted only if its clause follows from its premises, whatever the solver meant by it. What the
//! checker cannot judge makes a proof *holey*, never valid.
//!
//! ```
//! use cfp_check::{Verdict, check};
//!
//! let problem = "(declare-const x Int) (assert (< 0 (* 2 x))) (assert (< (* 2 x) 2)) (check-sat)";
//! let proof = "(assume a (< 0 (* 2 x)))
//!     (assume b (< (* 2 x) 2))
//!     (step t (cl (not (< 0 (* 2 x))) (<= 1 x)) :rule la_generic :args (1 2))
//!     (step u (cl (not (< (* 2 x) 2)) (not (<= 1 x))) :rule la_generic :args (1 2))
//!     (step v (cl) :rule resolution :premises (u b t a))";
//! assert_eq!(check(problem, proof).unwrap().verdict, Verdict::Valid);
//! let wrong = proof.replace("(not (<= 1 x))", "(not (<= 0 x))");
//! assert_eq!(check(problem, &wrong).unwrap().verdict, Verdict::Invalid);
//! ```
//!
//! Read the files in this order: `lexer`, `terms`, `reader`, `problem`, `proof`, and the rules:
//! `rules/mod.rs`, then `clauses` (resolution), `gates`, `equality`, `linear`, `axioms`. What other programs
//! are given to check is in `export` and `script`.

mod export;
mod forms;
mod lexer;
mod problem;
mod proof;
mod reader;
mod report;
mod rules;
mod script;
mod terms;

pub use export::{Exports, Skeleton};
pub use lexer::{Place, SyntaxError};
pub use report::{Report, Verdict};

/// Checks a proof of a problem: that its assertions up to the first `check-sat` are unsatisfiable. The error
/// is one of the problem.
pub fn check(problem: &str, proof: &str) -> Result<Report, SyntaxError> {
    Ok(proof::check(&mut problem::read(problem)?, proof, None).0)
}

/// The same, with the parts of the proof that other programs can check.
///
/// ```
/// use cfp_check::{Verdict, check_and_export};
///
/// let problem = "(declare-const x Int) (assert (< 0 x)) (assert (< x 0)) (check-sat)";
/// let proof = "(assume a (< 0 x)) (assume b (< x 0))
///     (step t (cl (not (< 0 x)) (not (< x 0))) :rule la_generic :args (1 1))
///     (step u (cl) :rule resolution :premises (t b a))";
/// let (report, exports) = check_and_export(problem, proof).unwrap();
/// assert_eq!(report.verdict, Verdict::Valid);
/// assert_eq!(exports.skeleton.clauses, "p cnf 4 5\n1 0\n2 0\n-1 -2 0\n3 0\n-4 0\n");
/// assert_eq!(exports.skeleton.proof, "-1 -2 0\n0\n");
/// assert_eq!(exports.lemmas.len(), 1);
/// ```
pub fn check_and_export(problem: &str, proof: &str) -> Result<(Report, Exports), SyntaxError> {
    let exporter = export::Exporter::default();
    let (report, exports) = proof::check(&mut problem::read(problem)?, proof, Some(exporter));
    Ok((report, exports.unwrap_or_default()))
}
