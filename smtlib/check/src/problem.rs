//! The problem that a proof is about: the declarations and assertions of an SMT-LIB script up to its first
//! `check-sat`.

use crate::lexer::{Lexer, SyntaxError, Token};
use crate::reader::{Macro, Meaning, Reader, Scope, SortMeaning};
use crate::terms::{Sort, Term, Terms};
use fxhash::FxHashSet;
use std::rc::Rc;

/// A problem.
pub(crate) struct Problem {
    pub terms: Terms,
    pub scope: Scope,
    /// What is asserted, each formula once.
    pub assertions: FxHashSet<Term>,
}

/// Reads a script up to its first `check-sat`. Scripts with levels are refused: which assertions count there
/// depends on the answers that are looked at.
pub(crate) fn read(text: &str) -> Result<Problem, SyntaxError> {
    let (terms, scope) = (Terms::new(), Scope::default());
    let mut problem = Problem { terms, scope, assertions: FxHashSet::default() };
    let mut lexer = Lexer::new(text);
    loop {
        match lexer.next()? {
            Token::End => return Ok(problem),
            Token::Open => {}
            _ => return Err(lexer.error("a command is expected here")),
        }
        let command = lexer.symbol()?;
        if matches!(command, "check-sat" | "check-sat-assuming" | "exit") {
            if command == "check-sat-assuming" {
                return Err(lexer.error("assumptions are not supported: state them as assertions"));
            }
            return Ok(problem);
        }
        problem.command(command, &mut lexer)?;
    }
}

impl Problem {
    fn reader<'a, 's>(&'s mut self, lexer: &'s mut Lexer<'a>) -> Reader<'a, 's> {
        Reader { lexer, terms: &mut self.terms, scope: &mut self.scope }
    }

    fn command<'a>(&mut self, command: &str, lexer: &mut Lexer<'a>) -> Result<(), SyntaxError> {
        match command {
            "set-logic" => self.scope.numerals_are_real = has_only_reals(lexer.symbol()?),
            "declare-sort" => {
                let name = self.new_sort(lexer)?;
                let count = match lexer.peek()? {
                    Token::Numeral(text) => text.parse().map_err(|_| lexer.error("too many parameters"))?,
                    _ => 0,
                };
                if lexer.peek()? != Token::Close {
                    lexer.next()?;
                }
                self.scope.sorts.insert(name, SortMeaning::Declared(count));
            }
            "define-sort" => {
                let name = self.new_sort(lexer)?;
                lexer.expect(Token::Open)?;
                lexer.expect(Token::Close)?;
                let sort = self.reader(lexer).sort()?;
                self.scope.sorts.insert(name, SortMeaning::Alias(sort));
            }
            "declare-fun" | "declare-const" => self.declare(command == "declare-fun", lexer)?,
            "define-fun" | "define-const" => self.define(command == "define-fun", lexer)?,
            "assert" => {
                let term = self.reader(lexer).term()?;
                if self.terms.sort_of(term) != Sort::BOOL {
                    return Err(lexer.error("an assertion is a formula"));
                }
                self.assertions.insert(term);
            }
            "set-info" | "set-option" | "get-model" | "echo" | "get-info" | "get-option" => {
                return lexer.skip_rest();
            }
            _ => return Err(lexer.error(format!("the command {command} is not supported"))),
        }
        lexer.expect(Token::Close)
    }

    fn new_sort(&mut self, lexer: &mut Lexer<'_>) -> Result<String, SyntaxError> {
        let name = lexer.symbol()?;
        if self.scope.sorts.contains_key(name) || matches!(name, "Bool" | "Int" | "Real" | "Array") {
            return Err(lexer.error(format!("the sort {name} is declared twice")));
        }
        Ok(name.to_string())
    }

    fn declare(&mut self, has_params: bool, lexer: &mut Lexer<'_>) -> Result<(), SyntaxError> {
        let name = self.new_name(lexer)?;
        let mut params = Vec::new();
        if has_params {
            lexer.expect(Token::Open)?;
            while lexer.peek()? != Token::Close {
                params.push(self.reader(lexer).sort()?);
            }
            lexer.next()?;
        }
        let result = self.reader(lexer).sort()?;
        let function = self.terms.declare(&name, params, result);
        self.scope.define(&name, Meaning::Function(function));
        Ok(())
    }

    fn new_name(&mut self, lexer: &mut Lexer<'_>) -> Result<String, SyntaxError> {
        let name = lexer.symbol()?;
        if self.scope.is_taken(name) {
            return Err(lexer.error(format!("{name} is declared twice")));
        }
        Ok(name.to_string())
    }

    /// Reads a definition. In proofs, too, it is an abbreviation.
    pub(crate) fn define<'a>(&mut self, has_params: bool, lexer: &mut Lexer<'a>) -> Result<(), SyntaxError> {
        let name = self.new_name(lexer)?;
        let params = if has_params { self.reader(lexer).sorted_vars()? } else { Vec::new() };
        let sort = self.reader(lexer).sort()?;
        self.scope.bind(&params);
        let body = self.reader(lexer).term()?;
        self.scope.unbind(&params);
        if self.terms.sort_of(body) != sort {
            return Err(lexer.error(format!("{name} is of another sort than it says")));
        }
        let meaning = match params.is_empty() {
            true => Meaning::Term(body),
            false => {
                let params = params.into_iter().map(|(_, var)| var).collect();
                Meaning::Macro(Rc::new(Macro { params, body }))
            }
        };
        self.scope.define(&name, meaning);
        Ok(())
    }
}

/// Whether numerals are reals in a logic: it has reals, and no integers.
fn has_only_reals(logic: &str) -> bool {
    let theory = logic.strip_prefix("QF_").unwrap_or(logic);
    let has_reals = theory.ends_with("RA") || theory.ends_with("RDL");
    has_reals && !theory.contains("IRA")
}
