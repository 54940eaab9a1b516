//! A record of all solver requests as SMT-LIB scripts, so that any solver can replay them.
//!
//! Each request is one numbered script. A comment names the request and the statement that caused it; the
//! answer is the status. Simplifications and quantifier eliminations are written as the negated equivalence
//! of input and result, which is unsatisfiable.

use cfp_smtlib::print::write_script;
use cfp_solver::contextual::Truth;
use cfp_solver::{Term, Terms};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A request to the solver, with its answer.
pub(super) enum Request<'a> {
    Satisfiability { formula: Term, answer: &'a Truth },
    Simplification { formula: Term, result: Term },
    Elimination { variables: &'a [Term], body: Term, may: Term, must: Term },
}

/// Writes requests to a folder.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    origin: String,
    count: usize,
    /// The first error; nothing is written after it.
    error: Option<io::Error>,
}

impl Journal {
    /// A journal in a folder, which is created if necessary.
    pub fn new(folder: impl AsRef<Path>) -> io::Result<Journal> {
        std::fs::create_dir_all(&folder)?;
        Ok(Journal { folder: folder.as_ref().to_path_buf(), origin: String::new(), count: 0, error: None })
    }

    /// The number of scripts written.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first error that occurred; nothing was written after it.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }

    pub(super) fn set_origin(&mut self, origin: &str) {
        origin.clone_into(&mut self.origin);
    }

    pub(super) fn record(&mut self, terms: &mut Terms, request: &Request<'_>) {
        match *request {
            Request::Satisfiability { formula, answer } => {
                let status = match answer {
                    Truth::Yes => "sat",
                    Truth::No => "unsat",
                    Truth::Unknown(_) => "unknown",
                };
                self.write(terms, "is the formula satisfiable?", status, &[formula]);
            }
            Request::Simplification { formula, result } => {
                let differ = terms.xor(formula, result);
                self.write(terms, "does a formula differ from its simplification?", "unsat", &[differ]);
            }
            Request::Elimination { variables, body, may, must } if may == must => {
                let quantified = terms.exists(variables, body);
                let differ = terms.xor(quantified, may);
                self.write(
                    terms,
                    "does a formula differ from the result of quantifier elimination?",
                    "unsat",
                    &[differ],
                );
            }
            Request::Elimination { variables, body, may, must } => {
                let outside = terms.not(may);
                self.write(
                    terms,
                    "is a quantified formula true outside its upper bound?",
                    "unsat",
                    &[body, outside],
                );
                let quantified = terms.exists(variables, body);
                let none = terms.not(quantified);
                self.write(
                    terms,
                    "is a quantified formula false inside its lower bound?",
                    "unsat",
                    &[must, none],
                );
            }
        }
    }

    fn write(&mut self, terms: &Terms, question: &str, status: &str, assertions: &[Term]) {
        if self.error.is_none() {
            self.error = self.try_write(terms, question, status, assertions).err();
        }
    }

    fn try_write(
        &mut self,
        terms: &Terms,
        question: &str,
        status: &str,
        assertions: &[Term],
    ) -> io::Result<()> {
        self.count += 1;
        let path = self.folder.join(format!("{:06}.smt2", self.count));
        let mut out = io::BufWriter::new(std::fs::File::create(path)?);
        writeln!(out, "; Request {}: {question}", self.count)?;
        // A line break would end the comment.
        for line in self.origin.lines() {
            writeln!(out, "; {line}")?;
        }
        writeln!(out, "(set-info :status {status})")?;
        let logic = if terms.has_quantifiers(assertions) { "UFLIA" } else { "QF_UFLIA" };
        write_script(&mut out, terms, logic, &[], assertions)?;
        out.flush()
    }
}
