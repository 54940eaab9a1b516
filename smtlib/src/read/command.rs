//! Parses commands. The terms of a command are complete when it has been read; nothing is executed yet.

use crate::read::scope::Binding;
use crate::read::sorts::SortMeaning;
use crate::read::template::TemplateBuilder;
use crate::read::term_reader::Parser;
use crate::text::diagnostic::{Diagnostic, Position, Result};
use crate::text::lexer::Token;
use crate::text::names::Name;
use crate::text::theory::{UNSUPPORTED_COMMANDS, nearest_command};
use cfp_solver::{Rat, Sort, Term};
use fxhash::FxHashSet;
use std::rc::Rc;

/// Levels that may be open.
pub(crate) const MAX_LEVELS: usize = 1 << 20;

/// A command of a script.
pub(crate) enum Command {
    /// A term, and the name that it got by an annotation around it.
    Assert(Term, Option<Name>),
    /// A formula that may be violated at the price of this weight; with the others of the same identifier.
    AssertSoft {
        formula: Term,
        weight: Rat,
        id: String,
    },
    CheckSat,
    CheckSatAssuming(Vec<WrittenTerm>),
    /// Name, sorts of the arguments, sort of the value.
    Declare(Name, Vec<Sort>, Sort),
    /// Datatypes, which the scope knows already.
    DeclareDatatypes,
    /// Name and number of parameters.
    DeclareSort(Name, usize),
    Define(Name, Binding),
    /// Formulas that say what functions are, which have been declared.
    DefineRecursive(Vec<Term>),
    DefineSort(Name, SortMeaning),
    /// A formula whose quantifiers are to be eliminated.
    Eliminate(Term),
    /// The name of a formula between the assertions and another formula, and that formula.
    Interpolate(String, Term),
    /// The name of a formula that the assertions lack to imply another one, and that formula.
    Abduct(String, Term),
    Echo(String),
    /// A term whose value in the model is asked for.
    Eval(Term),
    Exit,
    GetAssertions,
    GetAssignment,
    GetInfo(String),
    GetModel,
    GetObjectives,
    GetOption(String),
    GetUnsatAssumptions,
    GetProof,
    GetUnsatCore,
    GetValue(Vec<WrittenTerm>),
    /// An objective, and whether larger values are better.
    Optimize(WrittenTerm, bool),
    Pop(usize),
    Push(usize),
    Reset,
    ResetAssertions,
    SetInfo(String, Value),
    SetLogic(String),
    SetOption(String, Value),
    Simplify(Term),
    /// A command of the standard that is not carried out.
    Unsupported,
}

/// A term with its text, for answers that repeat it.
pub(crate) struct WrittenTerm {
    pub(crate) text: String,
    pub(crate) term: Term,
}

/// The value of an attribute or option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// No value.
    None,
    /// A symbol, number or other single word, as written but without bars.
    Word(String),
    /// A string.
    String(String),
    /// Something in parentheses, or text that is not UTF-8.
    Other,
}

impl Value {
    /// The word, if it is one.
    pub(crate) fn as_word(&self) -> Option<&str> {
        match self {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// A command that was read, and what is needed to complain about it later.
pub(crate) struct ReadCommand {
    pub(crate) command: Command,
    /// Where its name or the argument that matters stands.
    pub(crate) place: Position,
}

impl Parser<'_, '_> {
    /// Reads the rest of a command after its opening parenthesis. `name` gets its name as soon as that is
    /// known.
    pub(crate) fn command(&mut self, name: &mut String) -> Result<ReadCommand> {
        let token = self.lexer.next()?;
        let mut place = self.lexer.position();
        if token != Token::Symbol {
            let found = self.lexer.describe(token);
            return Err(self.lexer.error_here(format!("expected the name of a command, found {found}")));
        }
        name.push_str(self.lexer.text()?);
        let command = match name.as_str() {
            "assert" => self.assert()?,
            "assert-soft" => return self.assert_soft(place),
            "check-sat" => Command::CheckSat,
            "check-sat-assuming" => Command::CheckSatAssuming(self.written_terms("assumptions", true)?),
            "declare-const" => {
                let name = self.symbol("the name of a constant")?;
                let taken = self.taken(name);
                let sort = self.sort()?;
                self.declaration(name, Vec::new(), sort, taken)?
            }
            "declare-datatype" => self.declare_datatype()?,
            "declare-datatypes" => self.declare_datatypes()?,
            "declare-fun" => self.declare_fun()?,
            "declare-sort" => {
                let name = self.new_sort()?;
                Command::DeclareSort(name, self.arity()?)
            }
            "define-const" => {
                let name = self.new_symbol("the name of a constant")?;
                let sort = self.sort()?;
                Command::Define(name, Binding::Term(self.body(name, sort)?))
            }
            "define-fun" => self.define_fun()?,
            "define-fun-rec" => self.define_fun_rec()?,
            "define-funs-rec" => self.define_funs_rec()?,
            "define-sort" => {
                let name = self.new_sort()?;
                Command::DefineSort(name, self.sort_definition()?)
            }
            "echo" => {
                self.expect(Token::String, "a string")?;
                Command::Echo(self.lexer.string()?)
            }
            "eval" => {
                let token = self.lexer.next()?;
                Command::Eval(self.term(token)?)
            }
            "exit" => Command::Exit,
            "get-assertions" => Command::GetAssertions,
            "get-assignment" => Command::GetAssignment,
            "get-info" => Command::GetInfo(self.keyword("a keyword such as :name", &mut place)?),
            "get-model" => Command::GetModel,
            "get-objectives" => Command::GetObjectives,
            "get-option" => Command::GetOption(self.keyword("an option such as :print-success", &mut place)?),
            "get-abduct" | "get-interpolant" => {
                let symbol = self.symbol("the name of the formula")?;
                let symbol = self.scope.names.text(symbol).to_string();
                let formula = self.formula("the conclusion")?;
                match name == "get-abduct" {
                    true => Command::Abduct(symbol, formula),
                    false => Command::Interpolate(symbol, formula),
                }
            }
            "get-qe" => Command::Eliminate(self.formula("the formula")?),
            "get-unsat-assumptions" => Command::GetUnsatAssumptions,
            "get-proof" => Command::GetProof,
            "get-unsat-core" => Command::GetUnsatCore,
            "get-value" => Command::GetValue(self.written_terms("terms", false)?),
            "maximize" | "minimize" => Command::Optimize(self.objective()?, name == "maximize"),
            "pop" => return self.levels(Command::Pop, place),
            "push" => return self.levels(Command::Push, place),
            "reset" => Command::Reset,
            "reset-assertions" => Command::ResetAssertions,
            "set-info" => {
                let keyword = self.keyword("an attribute such as :status", &mut place)?;
                let value = self.value()?;
                return Ok(ReadCommand { command: Command::SetInfo(keyword, value), place });
            }
            "set-logic" => {
                let logic = self.symbol("the name of a logic")?;
                place = self.lexer.position();
                Command::SetLogic(self.scope.names.text(logic).to_string())
            }
            "set-option" => {
                let keyword = self.keyword("an option such as :print-success", &mut place)?;
                let value = self.value()?;
                return Ok(ReadCommand { command: Command::SetOption(keyword, value), place });
            }
            "simplify" => return self.simplify(place),
            _ if UNSUPPORTED_COMMANDS.contains(&name.as_str()) => {
                self.skip_arguments()?;
                return Ok(ReadCommand { command: Command::Unsupported, place });
            }
            _ => {
                let error = self.lexer.error_here(format!("unknown command {name}"));
                return Err(error.suggest(nearest_command(name)));
            }
        };
        self.expect_close(&format!("at the end of {name}"))?;
        Ok(ReadCommand { command, place })
    }

    fn assert(&mut self) -> Result<Command> {
        let term = self.formula("the asserted term")?;
        Ok(Command::Assert(term, self.stacks.outermost_name))
    }

    /// Reads a formula, its weight and identifier, and the end of the command.
    fn assert_soft(&mut self, place: Position) -> Result<ReadCommand> {
        let formula = self.formula("the soft constraint")?;
        let (mut weight, mut id) = (Rat::ONE, String::new());
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Keyword if self.lexer.bytes() == b"weight" => weight = self.weight()?,
                Token::Keyword if self.lexer.bytes() == b"id" => {
                    let name = self.symbol("an identifier")?;
                    id = crate::text::literal::symbol_literal(self.scope.names.text(name)).into_owned();
                }
                token => {
                    let found = self.lexer.describe(token);
                    return Err(self.lexer.error_here(format!("expected :weight, :id or ), found {found}")));
                }
            }
        }
        Ok(ReadCommand { command: Command::AssertSoft { formula, weight, id }, place })
    }

    /// Reads a number, which may have a sign.
    fn weight(&mut self) -> Result<Rat> {
        let token = self.lexer.next()?;
        let place = self.lexer.position();
        let number = match token {
            Token::Numeral | Token::Decimal | Token::Symbol | Token::Open => {
                let term = self.term(token)?;
                self.terms.as_rational(term)
            }
            _ => None,
        };
        number.ok_or_else(|| Diagnostic::at(place, "a weight is a number"))
    }

    /// Reads a Boolean term; `what` says what it is.
    fn formula(&mut self, what: &str) -> Result<Term> {
        let token = self.lexer.next()?;
        let place = self.lexer.position();
        let term = self.term(token)?;
        self.expect_bool(term, place, what)?;
        Ok(term)
    }

    /// Reads a term to be simplified, options of other solvers for that, which are passed over, and the end
    /// of the command.
    fn simplify(&mut self, place: Position) -> Result<ReadCommand> {
        let token = self.lexer.next()?;
        let term = self.term(token)?;
        let mut token = self.lexer.next()?;
        while token != Token::Close {
            if token != Token::Keyword {
                let found = self.lexer.describe(token);
                return Err(self
                    .lexer
                    .error_here(format!("expected ) at the end of simplify, found {found}")));
            }
            token = self.lexer.next()?;
            if !matches!(token, Token::Keyword | Token::Close) {
                self.skip_value(token)?;
                token = self.lexer.next()?;
            }
        }
        Ok(ReadCommand { command: Command::Simplify(term), place })
    }

    fn expect_bool(&self, term: Term, place: Position, what: &str) -> Result<()> {
        match self.terms.sort(term) {
            Sort::Bool => Ok(()),
            sort => Err(Diagnostic::at(
                place,
                format!("{what} has sort {}, expected Bool", self.terms.sort_name(sort)),
            )),
        }
    }

    /// Reads a term to be optimised.
    fn objective(&mut self) -> Result<WrittenTerm> {
        self.lexer.start_record();
        let token = self.lexer.next()?;
        let place = self.lexer.position();
        if token == Token::Close {
            return Err(self.lexer.error_here("expected a term to be optimised, found )"));
        }
        let term = self.term(token)?;
        let text = self.lexer.take_record();
        match self.terms.sort(term) {
            Sort::Int | Sort::Real => Ok(WrittenTerm { text, term }),
            sort => Err(Diagnostic::at(
                place,
                format!("the objective has sort {}, expected Int or Real", self.terms.sort_name(sort)),
            )),
        }
    }

    fn declare_fun(&mut self) -> Result<Command> {
        let name = self.symbol("the name of a function")?;
        let taken = self.taken(name);
        self.expect(Token::Open, "( before the sorts of the arguments")?;
        let mut parameters = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                token => parameters.push(self.sort_from(token)?),
            }
        }
        let sort = self.sort()?;
        self.declaration(name, parameters, sort, taken)
    }

    /// A declaration under a name that may be taken: only by declarations with other arguments.
    fn declaration(
        &self,
        name: Name,
        parameters: Vec<Sort>,
        sort: Sort,
        taken: Option<Box<Diagnostic>>,
    ) -> Result<Command> {
        if let Some(error) = taken {
            let others = self.scope.declarations(name, self.terms);
            if others.is_empty() || others.iter().any(|&other| self.terms.parameters(other) == parameters) {
                return Err(error);
            }
        }
        Ok(Command::Declare(name, parameters, sort))
    }

    fn define_fun(&mut self) -> Result<Command> {
        let name = self.new_symbol("the name of a function")?;
        self.expect(Token::Open, "( before the parameters")?;
        let mark = self.scope.let_mark();
        let mut parameters = Vec::new();
        let mut seen = FxHashSet::default();
        let mut builder = TemplateBuilder::new(std::mem::take(&mut self.scope.placeholders));
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Open => {
                    let parameter = self.symbol("the name of a parameter")?;
                    if !seen.insert(parameter) {
                        return Err(self.lexer.error_here("two parameters have the same name"));
                    }
                    let sort = self.sort()?;
                    self.expect_close("after the sort of a parameter")?;
                    parameters.push((parameter, builder.parameter(self.terms, sort)));
                }
                token => {
                    let found = self.lexer.describe(token);
                    return Err(self
                        .lexer
                        .error_here(format!("expected a parameter (name sort), found {found}")));
                }
            }
        }
        let sort = self.sort()?;
        if parameters.is_empty() {
            self.scope.placeholders = builder.abandon();
            return Ok(Command::Define(name, Binding::Term(self.body(name, sort)?)));
        }
        for (parameter, term) in parameters {
            self.scope.bind(parameter, Binding::Term(term));
        }
        self.template = Some(builder);
        let body = self.body(name, sort)?;
        let builder = self.template.take().expect("set above");
        self.scope.end_let(mark);
        let (template, placeholders) = builder.finish(self.scope.next_definition(), body);
        self.scope.placeholders = placeholders;
        Ok(Command::Define(name, Binding::Macro(Rc::new(template))))
    }

    /// Reads the body of a definition, which must have this sort.
    pub(crate) fn body(&mut self, name: Name, expected: Sort) -> Result<Term> {
        let token = self.lexer.next()?;
        let place = self.lexer.position();
        let body = self.term(token)?;
        let body = self.as_sort(body, expected);
        let found = self.terms.sort(body);
        if found != expected {
            let name = crate::text::literal::symbol_literal(self.scope.names.text(name));
            return Err(Diagnostic::at(
                place,
                format!(
                    "the body of {name} has sort {}, expected {}",
                    self.terms.sort_name(found),
                    self.terms.sort_name(expected)
                ),
            ));
        }
        Ok(body)
    }

    /// Reads the name of a sort that is to be declared or defined.
    pub(crate) fn new_sort(&mut self) -> Result<Name> {
        let name = self.symbol("the name of a sort")?;
        if self.scope.sort(self.lexer.bytes()).is_some() {
            let text = crate::text::literal::symbol_literal(self.scope.names.text(name));
            return Err(self.lexer.error_here(format!("the sort {text} is already declared or defined")));
        }
        Ok(name)
    }

    /// Reads `(term …)` with the texts of the terms.
    fn written_terms(&mut self, what: &str, booleans: bool) -> Result<Vec<WrittenTerm>> {
        self.expect(Token::Open, &format!("( before the {what}"))?;
        let mut found = Vec::new();
        loop {
            self.lexer.start_record();
            let token = self.lexer.next()?;
            if token == Token::Close {
                self.lexer.take_record();
                if found.is_empty() && !booleans {
                    return Err(self.lexer.error_here("at least one term is needed"));
                }
                return Ok(found);
            }
            let place = self.lexer.position();
            let term = self.term(token)?;
            if booleans {
                self.expect_bool(term, place, "the assumption")?;
            }
            found.push(WrittenTerm { text: self.lexer.take_record(), term });
        }
    }

    /// The optional number of `push` and `pop`, and the end of the command.
    fn levels(&mut self, command: fn(usize) -> Command, place: Position) -> Result<ReadCommand> {
        let count = match self.lexer.next()? {
            Token::Close => {
                return Ok(ReadCommand { command: command(1), place });
            }
            Token::Numeral => self.lexer.text()?.parse().ok().filter(|&count| count <= MAX_LEVELS),
            token => {
                let found = self.lexer.describe(token);
                return Err(self.lexer.error_here(format!("expected a number of levels, found {found}")));
            }
        };
        let Some(count) = count else {
            return Err(self.lexer.error_here(format!("more than {MAX_LEVELS} levels are not supported")));
        };
        let place = self.lexer.position();
        self.expect_close("after the number of levels")?;
        Ok(ReadCommand { command: command(count), place })
    }

    fn keyword(&mut self, what: &str, place: &mut Position) -> Result<String> {
        self.expect(Token::Keyword, what)?;
        *place = self.lexer.position();
        Ok(self.lexer.text()?.to_string())
    }

    /// The value of an attribute, and the end of the command.
    fn value(&mut self) -> Result<Value> {
        let token = self.lexer.next()?;
        let value = match token {
            Token::Close => return Ok(Value::None),
            Token::Open => {
                self.skip_value(token)?;
                Value::Other
            }
            Token::String => self.lexer.string().map_or(Value::Other, Value::String),
            _ => self.lexer.text().map_or(Value::Other, |text| Value::Word(text.to_string())),
        };
        self.expect_close("after the value")?;
        Ok(value)
    }

    /// Goes past all arguments of a command, and its end.
    fn skip_arguments(&mut self) -> Result<()> {
        while self.lexer.depth() > 0 {
            self.lexer.next()?;
        }
        Ok(())
    }
}
