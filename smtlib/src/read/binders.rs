//! Quantifiers: `(forall ((x Int) (y Int)) (< x y))`.
//!
//! Each variable becomes a symbol of its own, made for this one binder, that its name stands for until the
//! body ends. As the standard says of a list of variables, it means the same as one binder for each, so that
//! the last of two with the same name is the one that the body sees.
//!
//! In the body of a definition with parameters the variables are placeholders like the parameters: a use of
//! the definition makes its own ones. Otherwise a definition that is used in an argument of itself would bind
//! a variable twice on the way to where it is used.

use crate::read::scope::Binding;
use crate::read::term_reader::{Frame, Parser};
use crate::text::diagnostic::{Diagnostic, Position, Result};
use crate::text::lexer::Token;
use cfp_solver::{Op, Sort, Term};
use fxhash::FxHashSet;

/// The variables of the binders whose bodies are being read.
#[derive(Default)]
pub(crate) struct Bound {
    /// Outermost first.
    variables: Vec<Term>,
    /// The same, to look them up.
    in_scope: FxHashSet<Term>,
    /// Terms in which no variable occurs that is or was in scope.
    closed: FxHashSet<Term>,
    /// The terms of the open patterns, innermost last.
    pattern_terms: Vec<Term>,
    /// Patterns, with the bodies that they were written at.
    patterns: Vec<(Term, Vec<Term>)>,
}

impl Bound {
    /// Where the terms of a pattern begin that opens here.
    pub(crate) fn start_of_pattern(&self) -> usize {
        self.pattern_terms.len()
    }

    /// Adds a term to the innermost open pattern.
    pub(crate) fn add_to_pattern(&mut self, term: Term) {
        self.pattern_terms.push(term);
    }

    /// Ends the pattern of a body whose terms begin at `first`; `false` if it has none.
    pub(crate) fn end_pattern(&mut self, body: Term, first: usize, is_kept: bool) -> bool {
        let pattern = self.pattern_terms.split_off(first);
        let has_terms = !pattern.is_empty();
        if is_kept {
            self.patterns.push((body, pattern));
        }
        has_terms
    }

    /// The patterns that were written at a body.
    fn take_patterns(&mut self, body: Term) -> Vec<Vec<Term>> {
        let of_body = self.patterns.extract_if(.., |(at, _)| *at == body);
        of_body.map(|(_, pattern)| pattern).collect()
    }

    /// Whether no binder is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// Forgets everything, for the next term.
    pub(crate) fn clear(&mut self) {
        let Bound { variables, closed, pattern_terms, patterns, .. } = &self;
        if !(variables.is_empty() && closed.is_empty() && pattern_terms.is_empty() && patterns.is_empty()) {
            *self = Bound::default();
        }
    }
}

impl Parser<'_, '_> {
    /// Reads the variables of a quantifier after the word itself; what comes next is the body.
    pub(crate) fn quantifier(&mut self, op: Op, place: Position) -> Result<()> {
        if !self.scope.logic().quantifiers {
            return Err(self.not_in_logic("quantifiers"));
        }
        let token = self.lexer.next()?;
        if token != Token::Open {
            return Err(self.wrong_binder(op, "( before the variables", token));
        }
        let (first, mark) = (self.stacks.bound.variables.len(), self.scope.let_mark());
        loop {
            match self.lexer.next()? {
                Token::Open => {
                    let name = self.symbol("a variable")?;
                    let sort = self.sort()?;
                    self.expect_close("after the sort of a variable")?;
                    let text = self.scope.names.text(name);
                    let variable = match &mut self.template {
                        None => self.terms.constant(text, sort),
                        Some(template) => template.variable(self.terms, text, sort),
                    };
                    self.stacks.bound.variables.push(variable);
                    self.stacks.bound.in_scope.insert(variable);
                    self.scope.bind(name, Binding::Term(variable));
                }
                Token::Close if self.stacks.bound.variables.len() > first => break,
                Token::Close => {
                    let word = self.terms.operator_name(op);
                    let error = self.lexer.error_here(format!("{word} without variables"));
                    return Err(error.hint(format!("write ({word} ((x Int)) …), or the body alone")));
                }
                token => return Err(self.wrong_binder(op, "a variable (name sort)", token)),
            }
        }
        self.stacks.frames.push(Frame::Quantifier { op, first, mark, place });
        Ok(())
    }

    fn wrong_binder(&self, op: Op, expected: &str, found: Token) -> Box<Diagnostic> {
        let (word, found) = (self.terms.operator_name(op), self.lexer.describe(found));
        let error = self.lexer.error_here(format!("expected {expected} of {word}, found {found}"));
        error.hint(format!("write ({word} ((x Int)) …)"))
    }

    /// The quantified term, after its body.
    pub(crate) fn end_quantifier(
        &mut self,
        op: Op,
        (first, mark): (usize, usize),
        body: Term,
        body_place: Position,
    ) -> Result<Term> {
        let sort = self.terms.sort(body);
        if sort != Sort::Bool {
            let (word, sort) = (self.terms.operator_name(op), self.terms.sort_name(sort));
            let message = format!("the body of {word} has sort {sort}, expected Bool");
            return Err(Diagnostic::at(body_place, message));
        }
        let after = if op == Op::Forall { "after the body of forall" } else { "after the body of exists" };
        self.expect_close(after)?;
        self.scope.end_let(mark);
        let mut args = self.stacks.bound.variables.split_off(first);
        for variable in &args {
            self.stacks.bound.in_scope.remove(variable);
        }
        for pattern in self.stacks.bound.take_patterns(body) {
            self.terms.add_pattern(args[0], pattern);
        }
        args.push(body);
        let made = match &mut self.template {
            None => self.terms.make(op, &args).map_err(Into::into),
            Some(template) => template.make(self.terms, op, &args),
        };
        let function = crate::read::apply::Function::Op(op);
        made.map_err(|error| self.wrong_application(&function, error, body_place, &[]))
    }

    /// Whether a variable occurs in a term whose binder is still open.
    pub(crate) fn is_open(&mut self, term: Term) -> bool {
        if let Some(template) = &self.template {
            return template.is_open(term);
        }
        let Bound { variables, in_scope, closed, .. } = &mut self.stacks.bound;
        let Some(first) = variables.first() else { return false };
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            // Arguments are older than what is made of them, and what is older than all variables is without
            // them.
            if term < *first || !closed.insert(term) {
                continue;
            }
            if in_scope.contains(&term) {
                // The command is rejected, and with it what was noted on the way here.
                return true;
            }
            pending.extend_from_slice(self.terms.args(term));
        }
        false
    }
}
