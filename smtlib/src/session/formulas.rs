//! The extensions that reply with a formula: `get-qe`, `simplify`, `get-interpolant` and `get-abduct`.
//!
//! `(get-qe term)` is that of cvc5: the reply is equivalent to the term and has no quantifiers. `(simplify
//! term)` is that of Z3: the reply is equivalent to the term and not larger. Both ignore the assertions.
//!
//! `(get-interpolant name formula)` and `(get-abduct name formula)` are those of cvc5: the reply defines a
//! formula over the common symbols that the assertions imply and that implies the given one; or a formula
//! that is consistent with the assertions and implies the given one together with them. `fail` says that
//! there is none.

use crate::print::term_text;
use crate::session::{Reply, Session};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::literal::symbol_literal;
use cfp_solver::contextual::Simplifier;
use cfp_solver::{Op, Solver, Sort, Term, Terms, Unknown};
use fxhash::{FxHashMap, FxHashSet};
use std::io::Write;
use std::time::Instant;

/// Quantifiers whose bodies are simplified one by one; each costs a look at all that is in it.
const MOST_QUANTIFIERS: usize = 1_000;

impl Session {
    pub(crate) fn get_qe(&mut self, formula: Term, output: &mut dyn Write) -> Result<Reply> {
        let result = self.with_engine(output, |solver| solver.eliminate(formula));
        if result.is_exact() {
            let small = self.with_engine(output, |solver| simplify(solver, result.may));
            return Ok(Reply::Text(term_text(self.solver.terms(), small)));
        }
        let why = result.reason.map_or("no reason is known".to_string(), |reason| reason.to_string());
        Err(Diagnostic::general(format!("the quantifiers could not be eliminated: {why}")))
    }

    pub(crate) fn get_interpolant(
        &mut self,
        name: &str,
        formula: Term,
        output: &mut dyn Write,
    ) -> Result<Reply> {
        let found = self.with_engine(output, |solver| {
            let assertions = solver.assertions().to_vec();
            let first = solver.terms_mut().and(&assertions);
            let second = solver.terms_mut().not(formula);
            let found = solver.interpolant(first, second)?;
            Ok(found.map(|found| simplify(solver, found)))
        });
        self.defined(name, found)
    }

    pub(crate) fn get_abduct(&mut self, name: &str, formula: Term, output: &mut dyn Write) -> Result<Reply> {
        let found = self.with_engine(output, |solver| {
            let found = solver.abduct(formula)?;
            Ok(found.map(|found| simplify(solver, found)))
        });
        self.defined(name, found)
    }

    /// The definition of a formula that was looked for.
    fn defined(&self, name: &str, found: std::result::Result<Option<Term>, Unknown>) -> Result<Reply> {
        match found {
            Ok(Some(found)) => {
                let (name, text) = (symbol_literal(name), term_text(self.solver.terms(), found));
                Ok(Reply::Text(format!("(define-fun {name} () Bool {text})")))
            }
            Ok(None) => Ok(Reply::Text("fail".to_string())),
            Err(reason) => Err(Diagnostic::general(format!("no formula was found: {reason}"))),
        }
    }

    pub(crate) fn simplify(&mut self, term: Term, output: &mut dyn Write) -> Reply {
        let simplified = match self.solver.terms().sort(term) {
            Sort::Bool => self.with_engine(output, |solver| simplify(solver, term)),
            _ => number(self.solver.terms_mut(), term),
        };
        Reply::Text(term_text(self.solver.terms(), simplified))
    }
}

/// The number that a term is, or the term itself.
fn number(terms: &mut Terms, term: Term) -> Term {
    match (terms.sort(term), terms.as_rational(term)) {
        (Sort::Int, Some(value)) => value.to_int().map_or(term, |value| terms.int(value)),
        (Sort::Real, Some(value)) => terms.real(value),
        _ => term,
    }
}

/// A formula that is equivalent to this one and not larger.
fn simplify(solver: &mut Solver, formula: Term) -> Term {
    let start = Instant::now();
    let time = solver.options().limits.time;
    let mut simplifier = Simplifier::new(solver.options().clone());
    simplifier.set_interrupt(solver.interrupt());
    let terms = solver.terms_mut();
    let mut quantified = Vec::new();
    if terms.has_quantifiers(&[formula]) {
        quantified = terms.reachable(&[formula]);
        quantified.retain(|&term| terms.quantifier(term).is_some());
    }
    if quantified.len() > MOST_QUANTIFIERS {
        quantified.clear();
    }
    // To the simplifier a quantified formula is a leaf; its body is a formula of its own, for all values of
    // the variables.
    let mut simplified: FxHashMap<Term, Term> = FxHashMap::default();
    for term in quantified {
        if time.is_some_and(|time| start.elapsed() >= time) {
            break;
        }
        let (variables, body) = terms.quantifier(term).expect("only quantifiers are left");
        let variables = variables.to_vec();
        let Ok(body) = terms.substitute(body, &simplified) else { continue };
        let body = simplifier.simplify(terms, body);
        let result = quantify(terms, terms.op(term), variables, body);
        simplified.insert(term, result);
    }
    let formula = terms.substitute(formula, &simplified).unwrap_or(formula);
    simplifier.simplify(terms, formula)
}

/// A quantified formula without the variables that it does not need: no sort is empty.
fn quantify(terms: &mut Terms, op: Op, mut variables: Vec<Term>, body: Term) -> Term {
    let used: FxHashSet<Term> = terms.reachable(&[body]).into_iter().collect();
    variables.retain(|variable| used.contains(variable));
    match op {
        Op::Forall => terms.forall(&variables, body),
        _ => terms.exists(&variables, body),
    }
}
