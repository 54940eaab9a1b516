//! `(match t ((nil 0) ((cons h t) h) (x 1)))`: an `ite` over the testers of the constructors. Variables stand
//! for selectors of the term.

use crate::read::apply::Function;
use crate::read::datatypes::Constructor;
use crate::read::scope::Binding;
use crate::read::term_reader::{Frame, Parser};
use crate::text::diagnostic::{Diagnostic, Position, Result};
use crate::text::lexer::Token;
use crate::text::names::Name;
use cfp_solver::{Op, Symbol, Term};

/// A `match` of which some cases have been read.
pub(crate) struct Matching {
    subject: Term,
    place: Position,
    /// The constructors of the datatype without a case so far.
    missing: Vec<Constructor>,
    /// The tester of each case, none if it fits all terms, and its body.
    cases: Vec<(Option<Symbol>, Term)>,
    /// Tester of the case that is being read, and where its variables start.
    tester: Option<Symbol>,
    mark: usize,
}

impl Parser<'_, '_> {
    /// Goes on after the term that is matched.
    pub(crate) fn match_cases(&mut self, subject: Term, place: Position) -> Result<()> {
        let Some(datatype) = self.scope.datatypes.find(self.terms.sort(subject)) else {
            let sort = self.terms.sort_name(self.terms.sort(subject));
            return Err(Diagnostic::at(
                place,
                format!("match needs a term of a datatype, not of sort {sort}"),
            ));
        };
        let missing = datatype.constructors.clone();
        self.expect(Token::Open, "( before the cases of match")?;
        self.expect(Token::Open, "( before the first case of match")?;
        let matching = Matching { subject, place, missing, cases: Vec::new(), tester: None, mark: 0 };
        self.match_case(Box::new(matching))
    }

    /// Reads the pattern of a case after its opening parenthesis; what comes next is its body.
    fn match_case(&mut self, mut matching: Box<Matching>) -> Result<()> {
        matching.mark = self.scope.let_mark();
        let token = self.lexer.next()?;
        let is_list = token == Token::Open;
        let name = match token {
            Token::Open => self.symbol("a constructor")?,
            // The pattern that fits all terms and names none.
            Token::Symbol if self.lexer.bytes() == b"_" => self.scope.names.intern_str("_"),
            token => self.symbol_from(token, "a pattern")?,
        };
        let datatype = self.scope.datatypes.find(self.terms.sort(matching.subject));
        let text = self.scope.names.text(name);
        let is_meant = |constructor: &&Constructor| self.terms.name(constructor.symbol) == text;
        let constructor = datatype.and_then(|datatype| datatype.constructors.iter().find(is_meant)).cloned();
        matching.tester = constructor.as_ref().map(|constructor| constructor.tester);
        match (constructor, is_list) {
            (Some(constructor), true) => {
                self.match_variables(matching.subject, &constructor)?;
                matching.missing.retain(|other| other.symbol != constructor.symbol);
            }
            (Some(constructor), false) if constructor.selectors.is_empty() => {
                matching.missing.retain(|other| other.symbol != constructor.symbol);
            }
            (Some(_), false) => return Err(self.lexer.error_here("this constructor needs variables")),
            (None, true) => return Err(self.lexer.error_here("expected a constructor of the datatype")),
            (None, false) => {
                self.scope.bind(name, Binding::Term(matching.subject));
                matching.missing.clear();
            }
        }
        self.stacks.frames.push(Frame::Case(matching));
        Ok(())
    }

    /// Reads the variables of a pattern and binds them.
    fn match_variables(&mut self, subject: Term, constructor: &Constructor) -> Result<()> {
        let mut names: Vec<Name> = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Symbol if self.lexer.bytes() == b"_" => names.push(self.scope.names.intern_str("_")),
                token => {
                    let name = self.symbol_from(token, "a variable")?;
                    if names.contains(&name) {
                        return Err(self.lexer.error_here("two variables of a pattern have the same name"));
                    }
                    names.push(name);
                }
            }
        }
        if names.len() != constructor.selectors.len() {
            let count = constructor.selectors.len();
            return Err(self.lexer.error_here(format!("the constructor takes {count} arguments")));
        }
        for (name, &selector) in names.into_iter().zip(&constructor.selectors) {
            let selected = self.apply_to(Op::Apply(selector), &[subject])?;
            if self.scope.names.text(name) != "_" {
                self.scope.bind(name, Binding::Term(selected));
            }
        }
        Ok(())
    }

    /// Goes on after the body of a case. Returns the whole term if it was the last.
    pub(crate) fn end_case(
        &mut self,
        mut matching: Box<Matching>,
        body: Term,
    ) -> Result<Option<(Term, Position)>> {
        self.expect_close("after the body of a case")?;
        self.scope.end_let(matching.mark);
        matching.cases.push((matching.tester, body));
        match self.lexer.next()? {
            Token::Open => {
                self.match_case(matching)?;
                return Ok(None);
            }
            Token::Close => self.expect_close("after the cases of match")?,
            token => {
                let found = self.lexer.describe(token);
                return Err(self.lexer.error_here(format!("expected a case (pattern term), found {found}")));
            }
        }
        if let Some(constructor) = matching.missing.first() {
            let name = crate::text::literal::symbol_literal(self.terms.name(constructor.symbol));
            return Err(Diagnostic::at(matching.place, format!("match has no case for {name}")));
        }
        // The cases fit all terms: the first without a tester is the last that matters, and if there is none,
        // the last needs no test.
        let last = matching.cases.iter().position(|(tester, _)| tester.is_none());
        matching.cases.truncate(last.map_or(usize::MAX, |last| last + 1));
        let mut result = matching.cases.pop().expect("there is a case").1;
        while let Some((tester, body)) = matching.cases.pop() {
            let tester = tester.expect("those before the last have one");
            let condition = self.apply_to(Op::Apply(tester), &[matching.subject])?;
            result = self.apply_to(Op::Ite, &[condition, body, result])?;
        }
        Ok(Some((result, matching.place)))
    }

    fn apply_to(&mut self, op: Op, args: &[Term]) -> Result<Term> {
        let function = Function::Op(op);
        let made = self.maker().apply(&function, args);
        made.map_err(|error| self.wrong_application(&function, error, self.lexer.position(), &[]))
    }
}
