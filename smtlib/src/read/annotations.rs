//! Annotations of terms: `(! (> x 3) :named big :pattern ((f x)))`.
//!
//! Names are used. So are patterns of quantifiers, by which their instances are chosen, unless they stand in
//! a definition with parameters; all other attributes are skipped.

use crate::read::term_reader::{Frame, Parser};
use crate::text::diagnostic::{Position, Result};
use crate::text::lexer::Token;
use crate::text::names::Name;
use cfp_solver::Term;

/// A term whose attributes are being read.
#[derive(Clone, Copy)]
pub(crate) struct Annotated {
    pub(crate) term: Term,
    /// Where the annotation starts.
    pub(crate) place: Position,
    /// Whether nothing is around it.
    pub(crate) is_outermost: bool,
}

impl Parser<'_, '_> {
    /// Reads the attributes of an annotated term and the closing parenthesis.
    pub(crate) fn attributes(&mut self, annotated: Annotated) -> Result<Option<Term>> {
        let token = self.lexer.next()?;
        if token == Token::Close {
            return Err(self.lexer.error_here("! without attributes").hint("write (! term :named name)"));
        }
        self.more_attributes(annotated, token)
    }

    /// Goes on with this token in the attributes. Returns the term if they end, nothing if a pattern comes
    /// first.
    pub(crate) fn more_attributes(&mut self, annotated: Annotated, mut token: Token) -> Result<Option<Term>> {
        while token != Token::Close {
            if token != Token::Keyword {
                let found = self.lexer.describe(token);
                return Err(self
                    .lexer
                    .error_here(format!("expected an attribute such as :named, found {found}")));
            }
            match self.lexer.bytes() {
                b"named" => {
                    let name = self.name_term(annotated.term)?;
                    if annotated.is_outermost {
                        self.stacks.outermost_name = Some(name);
                    }
                    token = self.lexer.next()?;
                }
                b"pattern" => {
                    self.expect(Token::Open, "( before the terms of a pattern")?;
                    let first = self.stacks.bound.start_of_pattern();
                    self.stacks.frames.push(Frame::Pattern { annotated, first });
                    return Ok(None);
                }
                _ => {
                    token = self.lexer.next()?;
                    if !matches!(token, Token::Keyword | Token::Close) {
                        self.skip_value(token)?;
                        token = self.lexer.next()?;
                    }
                }
            }
        }
        Ok(Some(annotated.term))
    }

    fn name_term(&mut self, term: Term) -> Result<Name> {
        let name = self.new_symbol("a name for the term")?;
        if self.is_open(term) {
            return Err(match self.stacks.bound.is_empty() {
                true => self.lexer.error_here("a term with parameters cannot be named"),
                false => {
                    let error = self.lexer.error_here("a term with bound variables cannot be named");
                    error.hint("name a term around the quantifier")
                }
            });
        }
        self.scope.name_term(name, term);
        Ok(name)
    }

    /// Goes past an attribute value of any kind whose first token is the current one.
    pub(crate) fn skip_value(&mut self, token: Token) -> Result<()> {
        if token == Token::Open {
            let outside = self.lexer.depth() - 1;
            while self.lexer.depth() > outside {
                self.lexer.next()?;
            }
        }
        Ok(())
    }
}
