//! The commands beyond the standard that answer with a formula: `get-qe` and `simplify`.
//!
//! `(get-qe term)` is that of cvc5: the reply is equivalent to the term and has no quantifiers. The assertions play no part.

use crate::diagnostic::{Diagnostic, Result};
use crate::print::term_text;
use crate::session::{Reply, Session};
use cfp_solver::Term;
use std::io::Write;

impl Session {
    pub(crate) fn get_qe(&mut self, formula: Term, output: &mut dyn Write) -> Result<Reply> {
        let result = self.with_engine(output, |solver| solver.eliminate(formula));
        if result.is_exact() {
            return Ok(Reply::Text(term_text(self.solver.terms(), result.may)));
        }
        let why = result.reason.map_or("no reason is known".to_string(), |reason| reason.to_string());
        Err(Diagnostic::general(format!("the quantifiers could not be eliminated: {why}")))
    }
}
