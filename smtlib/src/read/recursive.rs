//! Recursive definitions. As the standard has it, `(define-fun-rec f ((x Int)) Int body)` declares `f` and
//! asserts that `(f x)` is the body for all `x`.

use crate::read::command::Command;
use crate::read::scope::Binding;
use crate::read::term_reader::Parser;
use crate::text::diagnostic::Result;
use crate::text::lexer::Token;
use crate::text::names::Name;
use cfp_solver::{Sort, Symbol, Term};

/// A function whose body is still to be read.
struct Signature {
    name: Name,
    symbol: Symbol,
    parameters: Vec<(Name, Sort)>,
    sort: Sort,
}

impl Parser<'_, '_> {
    /// `define-fun-rec`, after its name.
    pub(crate) fn define_fun_rec(&mut self) -> Result<Command> {
        let signature = self.signature()?;
        Ok(Command::DefineRecursive(vec![self.definition(&signature)?]))
    }

    /// `define-funs-rec`, after its name.
    pub(crate) fn define_funs_rec(&mut self) -> Result<Command> {
        self.expect(Token::Open, "( before the functions")?;
        let mut signatures = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Open => {
                    signatures.push(self.signature()?);
                    self.expect_close("after the sort of a function")?;
                }
                token => {
                    let found = self.lexer.describe(token);
                    return Err(self.lexer.error_here(format!("expected a function, found {found}")));
                }
            }
        }
        self.expect(Token::Open, "( before the bodies")?;
        let mut definitions = Vec::with_capacity(signatures.len());
        for signature in &signatures {
            definitions.push(self.definition(signature)?);
        }
        self.expect_close("after the bodies, one for each function")?;
        Ok(Command::DefineRecursive(definitions))
    }

    /// Reads name, parameters and sort of a function, and declares it.
    fn signature(&mut self) -> Result<Signature> {
        let name = self.new_symbol("the name of a function")?;
        self.expect(Token::Open, "( before the parameters")?;
        let mut parameters: Vec<(Name, Sort)> = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Open => {
                    let parameter = self.symbol("the name of a parameter")?;
                    if parameters.iter().any(|(other, _)| *other == parameter) {
                        return Err(self.lexer.error_here("two parameters have the same name"));
                    }
                    let sort = self.sort()?;
                    self.expect_close("after the sort of a parameter")?;
                    parameters.push((parameter, sort));
                }
                token => {
                    let found = self.lexer.describe(token);
                    let message = format!("expected a parameter (name sort), found {found}");
                    return Err(self.lexer.error_here(message));
                }
            }
        }
        let sort = self.sort()?;
        let sorts: Vec<Sort> = parameters.iter().map(|&(_, sort)| sort).collect();
        let symbol = self.terms.declare_function(self.scope.names.text(name), &sorts, sort);
        self.scope.declare(name, symbol, self.terms);
        Ok(Signature { name, symbol, parameters, sort })
    }

    /// Reads the body of a function: the formula that says what it is everywhere.
    fn definition(&mut self, signature: &Signature) -> Result<Term> {
        let mark = self.scope.let_mark();
        let mut variables = Vec::with_capacity(signature.parameters.len());
        for &(name, sort) in &signature.parameters {
            let variable = self.terms.constant(self.scope.names.text(name), sort);
            self.scope.bind(name, Binding::Term(variable));
            variables.push(variable);
        }
        let body = self.body(signature.name, signature.sort)?;
        self.scope.end_let(mark);
        let value = self.terms.apply(signature.symbol, &variables);
        let equation = self.terms.eq(value, body);
        Ok(if variables.is_empty() { equation } else { self.terms.forall(&variables, equation) })
    }
}
