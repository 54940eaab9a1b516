//! Parses terms.
//!
//! Terms are built while they are read, without a tree of the text in between. What is open at some point is
//! a stack of [`Frame`]s and the arguments read so far are a stack of terms, so that nesting is bounded by
//! memory only. `let` and definitions leave no trace: their names are looked up and stand for terms.
//! Quantifiers are read in `binders.rs`, annotations in `annotations.rs`.

use crate::read::annotations::Annotated;
use crate::read::apply::{Function, Maker};
use crate::read::binders::Bound;
use crate::read::datatypes::Role;
use crate::read::datatypes::generic::Generic;
use crate::read::matching::Matching;
use crate::read::scope::{Binding, Scope};
use crate::read::template::TemplateBuilder;
use crate::text::diagnostic::{Diagnostic, Position, Result};
use crate::text::lexer::{Lexer, Token};
use crate::text::names::Name;
use crate::text::theory::{Builtin, all_functions, is_term_keyword};
use cfp_solver::{Int, Op, Rat, Sort, Symbol, Term, Terms};
use fxhash::FxHashSet;
use std::rc::Rc;

/// Reads terms and commands from tokens. (Commands are read in `command.rs`.)
pub(crate) struct Parser<'a, 'input> {
    pub(crate) lexer: &'a mut Lexer<'input>,
    pub(crate) scope: &'a mut Scope,
    pub(crate) terms: &'a mut Terms,
    pub(crate) stacks: &'a mut Stacks,
    /// The definition whose body is being read, if it has parameters.
    pub(crate) template: Option<TemplateBuilder>,
}

/// The stacks of the reader, kept from term to term for their memory.
#[derive(Default)]
pub(crate) struct Stacks {
    pub(crate) frames: Vec<Frame>,
    /// Arguments of the open applications, innermost last.
    args: Vec<Term>,
    /// Where each argument starts.
    places: Vec<Position>,
    /// Variables of the open `let`s whose bindings are not complete.
    bindings: Vec<(Name, Term)>,
    /// Variables of the open quantifiers.
    pub(crate) bound: Bound,
    /// The name that the whole term got by an annotation around it.
    pub(crate) outermost_name: Option<Name>,
}

/// Something open that waits for a term.
pub(crate) enum Frame {
    /// An application; its arguments start at `first`.
    Apply { function: Function, first: usize, place: Position },
    /// The binding of one variable of a `let`, whose complete bindings start at `first`.
    Binding { name: Name, first: usize, place: Position },
    /// The body of a `let`.
    Body { mark: usize, place: Position },
    /// The body of a quantifier; its variables start at `first`.
    Quantifier { op: Op, first: usize, mark: usize, place: Position },
    /// The term that is matched.
    Subject { place: Position },
    /// The body of a case of a `match`.
    Case(Box<Matching>),
    /// The term of an annotation.
    Annotation { place: Position },
    /// A pattern among the attributes of a term.
    Pattern { annotated: Annotated, first: usize },
}

impl Parser<'_, '_> {
    /// Reads one term whose first token is the current one.
    pub(crate) fn term(&mut self, mut token: Token) -> Result<Term> {
        self.stacks.frames.clear();
        self.stacks.args.clear();
        self.stacks.places.clear();
        self.stacks.bindings.clear();
        self.stacks.bound.clear();
        self.stacks.outermost_name = None;
        loop {
            let place = self.lexer.position();
            let complete = match token {
                Token::Symbol | Token::Quoted => Some((self.constant(token)?, place)),
                Token::Numeral => Some((self.numeral()?, place)),
                Token::Decimal => Some((self.decimal()?, place)),
                Token::Open => self.open(place)?,
                Token::Close => self.close()?,
                _ => return Err(self.not_a_term(token)),
            };
            if let Some((term, place)) = complete
                && let Some(term) = self.deliver(term, place)?
            {
                return Ok(term);
            }
            token = self.lexer.next()?;
        }
    }

    /// Hands a complete term to what waits for it; returns it if nothing does.
    fn deliver(&mut self, mut term: Term, mut place: Position) -> Result<Option<Term>> {
        loop {
            match self.stacks.frames.last_mut() {
                None => return Ok(Some(term)),
                Some(Frame::Apply { .. }) => {
                    self.stacks.args.push(term);
                    self.stacks.places.push(place);
                    return Ok(None);
                }
                Some(&mut Frame::Binding { name, first, place }) => {
                    self.stacks.frames.pop();
                    self.stacks.bindings.push((name, term));
                    self.expect_close("after the term of a let binding")?;
                    let token = self.lexer.next()?;
                    self.let_bindings(token, first, place)?;
                    return Ok(None);
                }
                Some(&mut Frame::Body { mark, place: start }) => {
                    self.stacks.frames.pop();
                    self.expect_close("after the body of let")?;
                    self.scope.end_let(mark);
                    place = start;
                }
                Some(&mut Frame::Quantifier { op, first, mark, place: start }) => {
                    self.stacks.frames.pop();
                    term = self.end_quantifier(op, (first, mark), term, place)?;
                    place = start;
                }
                Some(&mut Frame::Subject { place }) => {
                    self.stacks.frames.pop();
                    self.match_cases(term, place)?;
                    return Ok(None);
                }
                Some(Frame::Case(_)) => {
                    let Some(Frame::Case(matching)) = self.stacks.frames.pop() else {
                        unreachable!("just seen")
                    };
                    match self.end_case(matching, term)? {
                        None => return Ok(None),
                        Some((whole, start)) => (term, place) = (whole, start),
                    }
                }
                Some(&mut Frame::Annotation { place: start }) => {
                    self.stacks.frames.pop();
                    let is_outermost = self.stacks.frames.is_empty();
                    match self.attributes(Annotated { term, place: start, is_outermost })? {
                        None => return Ok(None),
                        Some(_) => place = start,
                    }
                }
                Some(Frame::Pattern { .. }) => {
                    self.stacks.bound.add_to_pattern(term);
                    return Ok(None);
                }
            }
        }
    }

    /// A symbol that is a term by itself.
    #[inline]
    fn constant(&mut self, token: Token) -> Result<Term> {
        if token == Token::Symbol && is_term_keyword(self.lexer.bytes()) {
            return Err(self.not_a_term(token));
        }
        match self.scope.find(self.lexer.bytes()) {
            Some(&Binding::Term(term)) => Ok(term),
            Some(&Binding::Builtin(Builtin::Constant(value))) => Ok(self.terms.bool(value)),
            Some(Binding::Builtin(_)) => {
                let text = self.lexer.describe(token);
                Err(self
                    .lexer
                    .error_here(format!("the function {text} needs arguments"))
                    .hint(format!("write ({text} …)")))
            }
            Some(Binding::Macro(template)) => Err(self.needs_arguments(token, template.parameters.len())),
            Some(Binding::Generic(generic)) => match generic.arity() {
                0 => Err(self.lexer.error_here(self.needs_sort(generic))),
                arity => Err(self.needs_arguments(token, arity)),
            },
            Some(&Binding::Function(symbol)) => {
                Err(self.needs_arguments(token, self.terms.parameters(symbol).len()))
            }
            Some(Binding::Overloaded(symbols)) => {
                let is_constant = |&&symbol: &&Symbol| self.terms.parameters(symbol).is_empty();
                match symbols.iter().find(is_constant) {
                    Some(&symbol) => Ok(self.terms.symbol(symbol)),
                    None => Err(self.needs_arguments(token, self.terms.parameters(symbols[0]).len())),
                }
            }
            None => match self.negative_number(token)? {
                Some(term) => Ok(term),
                None => Err(self.unknown(token, false)),
            },
        }
    }

    /// `-5` or `-0.5`, which the standard does not have, but other solvers accept.
    #[cold]
    fn negative_number(&mut self, token: Token) -> Result<Option<Term>> {
        let digits = self.lexer.bytes().strip_prefix(b"-").filter(|_| token == Token::Symbol);
        let Some(digits) = digits.map(|digits| String::from_utf8_lossy(digits).into_owned()) else {
            return Ok(None);
        };
        let is_numeral = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let term = match digits.split_once('.') {
            None if is_numeral(&digits) => self.numeral_of(&digits)?,
            Some((whole, fraction)) if is_numeral(whole) && is_numeral(fraction) => {
                self.decimal_of(&digits)?
            }
            _ => return Ok(None),
        };
        if !std::mem::replace(&mut self.scope.warned_of_sign, true) {
            let warning = format!("negative numbers are written (- {digits}) in SMT-LIB");
            self.scope.warnings.push(warning);
        }
        // As it will be printed.
        Ok(Some(self.terms.neg(term)))
    }

    fn needs_arguments(&self, token: Token, count: usize) -> Box<Diagnostic> {
        let text = self.lexer.describe(token);
        let error = self.lexer.error_here(format!("the function {text} needs arguments ({count})"));
        match self.stacks.frames.last() {
            Some(Frame::Pattern { .. }) => {
                error.hint(format!("a pattern is a list of terms, such as (({text} …))"))
            }
            _ => error,
        }
    }

    fn unknown(&self, token: Token, function: bool) -> Box<Diagnostic> {
        let text = match self.lexer.text() {
            Ok(text) => text,
            Err(error) => return error,
        };
        let kind = if function { "function" } else { "constant" };
        let error = self.lexer.error_here(format!("unknown {kind} {}", self.lexer.describe(token)));
        if function && all_functions().any(|(name, _)| *name == text) {
            let logic = &self.scope.logic().name;
            return self
                .lexer
                .error_here(format!("the function {text} does not belong to the logic {logic}"))
                .hint("set another logic, such as ALL");
        }
        match self.scope.nearest(text, function) {
            Some(meant) => error.suggest(Some(&crate::text::literal::symbol_literal(meant))),
            None => error,
        }
    }

    fn not_a_term(&self, token: Token) -> Box<Diagnostic> {
        let text = self.lexer.describe(token);
        let message = match token {
            Token::Hexadecimal | Token::Binary => {
                format!("{text} is a bit-vector; bit-vectors are not supported")
            }
            Token::String => "strings are not supported in terms".to_string(),
            Token::Symbol => format!("expected a term, found the reserved word {text}"),
            _ => format!("expected a term, found {text}"),
        };
        let error = self.lexer.error_here(message);
        match token {
            Token::Symbol => error.hint(format!("as a symbol it is written |{text}|")),
            _ => error,
        }
    }

    fn numeral(&mut self) -> Result<Term> {
        let value = self.numeral_value()?;
        match self.scope.logic().numerals() {
            Some(Sort::Int) => Ok(self.terms.int(value)),
            Some(_) => Ok(self.terms.real(value)),
            None => Err(self.not_in_logic("numbers")),
        }
    }

    fn decimal(&mut self) -> Result<Term> {
        let text = self.lexer.text()?.to_string();
        self.decimal_of(&text)
    }

    /// The number that these digits say.
    fn numeral_of(&mut self, digits: &str) -> Result<Term> {
        let value: Int = digits.parse().map_err(|_| self.lexer.error_here("this number cannot be read"))?;
        match self.scope.logic().numerals() {
            Some(Sort::Int) => Ok(self.terms.int(value)),
            Some(_) => Ok(self.terms.real(value)),
            None => Err(self.not_in_logic("numbers")),
        }
    }

    /// The real number that these digits with a point say.
    fn decimal_of(&mut self, text: &str) -> Result<Term> {
        if !self.scope.logic().reals {
            return Err(self.not_in_logic("real numbers"));
        }
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let scale = format!("1{}", "0".repeat(fraction.len()));
        match (format!("{whole}{fraction}").parse::<Int>(), scale.parse::<Int>()) {
            (Ok(digits), Ok(scale)) => Ok(self.terms.real(Rat::new(digits, scale))),
            _ => Err(self.lexer.error_here("this number cannot be read")),
        }
    }

    pub(crate) fn not_in_logic(&self, what: &str) -> Box<Diagnostic> {
        let logic = &self.scope.logic().name;
        self.lexer
            .error_here(format!("the logic {logic} has no {what}"))
            .hint("set another logic, such as ALL")
    }

    fn numeral_value(&self) -> Result<Int> {
        let digits = self.lexer.bytes();
        if digits.len() <= 18 {
            return Ok(Int::from(
                digits.iter().fold(0i64, |value, digit| value * 10 + i64::from(digit - b'0')),
            ));
        }
        let text = self.lexer.text()?;
        text.parse().map_err(|_| self.lexer.error_here("this number cannot be read"))
    }

    /// After an opening parenthesis: finds out what it opens. Some forms are complete terms at once.
    fn open(&mut self, place: Position) -> Result<Option<(Term, Position)>> {
        let token = self.lexer.next()?;
        let function = match token {
            Token::Symbol if is_term_keyword(self.lexer.bytes()) => match self.lexer.bytes() {
                b"let" => {
                    self.expect(Token::Open, "( before the bindings of let")?;
                    let token = self.lexer.next()?;
                    if token == Token::Close {
                        return Err(self.lexer.error_here("let without bindings"));
                    }
                    let first = self.stacks.bindings.len();
                    self.let_bindings(token, first, place)?;
                    return Ok(None);
                }
                b"!" => {
                    self.stacks.frames.push(Frame::Annotation { place });
                    return Ok(None);
                }
                b"match" => {
                    self.stacks.frames.push(Frame::Subject { place });
                    return Ok(None);
                }
                b"as" => return Ok(Some((self.qualified()?, place))),
                b"_" => return Err(self.indexed_identifier_expected()),
                word @ (b"forall" | b"exists") => {
                    let op = if word == b"forall" { Op::Forall } else { Op::Exists };
                    self.quantifier(op, place)?;
                    return Ok(None);
                }
                _ => {
                    let text = self.lexer.describe(token);
                    return Err(self.lexer.error_here(format!("terms with {text} are not supported")));
                }
            },
            Token::Symbol | Token::Quoted => self.function(token)?,
            Token::Open => self.function_in_parentheses()?,
            Token::Close => return Err(Diagnostic::at(place, "expected a term, found ()")),
            _ => {
                let message =
                    format!("expected the name of a function, found {}", self.lexer.describe(token));
                return Err(self.lexer.error_here(message));
            }
        };
        let first = self.stacks.args.len();
        self.stacks.frames.push(Frame::Apply { function, first, place });
        Ok(None)
    }

    #[inline]
    fn function(&mut self, token: Token) -> Result<Function> {
        match self.scope.find(self.lexer.bytes()) {
            Some(&Binding::Builtin(Builtin::Op(op))) => Ok(Function::Op(op)),
            Some(Binding::Builtin(Builtin::Minus)) => Ok(Function::Minus),
            Some(Binding::Macro(template)) => {
                let name = self.scope.names.find(self.lexer.bytes()).expect("just found");
                Ok(Function::Macro(name, Rc::clone(template)))
            }
            Some(&Binding::Function(symbol)) => Ok(Function::Op(Op::Apply(symbol))),
            Some(Binding::Overloaded(symbols)) => {
                let name = self.scope.names.find(self.lexer.bytes()).expect("just found");
                Ok(Function::Overloaded(name, Rc::clone(symbols)))
            }
            Some(Binding::Generic(generic)) => Ok(Function::Generic(generic.clone())),
            Some(Binding::Term(_) | Binding::Builtin(Builtin::Constant(_))) => {
                let text = self.lexer.describe(token);
                Err(self
                    .lexer
                    .error_here(format!("{text} is a constant, it takes no arguments"))
                    .hint(format!("write {text} without parentheses")))
            }
            None => Err(self.unknown(token, true)),
        }
    }

    /// `(_ divisible 3)`, `(as const (Array Int Int))` or `(as f Int)` as a function, after its opening
    /// parenthesis.
    fn function_in_parentheses(&mut self) -> Result<Function> {
        let token = self.lexer.next()?;
        match self.lexer.bytes() {
            b"_" if token == Token::Symbol => self.indexed_function(),
            b"as" if token == Token::Symbol => self.qualified_function(),
            _ => {
                let found = self.lexer.describe(token);
                Err(self.lexer.error_here(format!("expected the name of a function, _ or as, found {found}")))
            }
        }
    }

    /// `(as const (Array Int Int))` or `(as f Int)` as a function, after the `as`.
    fn qualified_function(&mut self) -> Result<Function> {
        let token = self.lexer.next()?;
        if !matches!(token, Token::Symbol | Token::Quoted) {
            let found = self.lexer.describe(token);
            return Err(self.lexer.error_here(format!("expected a function after as, found {found}")));
        }
        if self.lexer.bytes() == b"const" && self.scope.logic().arrays && self.scope.find(b"const").is_none()
        {
            let sort = self.sort()?;
            self.expect_close("after the sort")?;
            return match sort {
                Sort::Array(id) => Ok(Function::Op(Op::ConstArray(id))),
                _ => {
                    let error = self.lexer.error_here("a constant array has an array sort");
                    Err(error.hint("write ((as const (Array Int Int)) 0)"))
                }
            };
        }
        let text = self.lexer.describe(token);
        let function = self.function(token)?;
        if let Function::Generic(generic) = &function {
            return Ok(Function::Op(Op::Apply(self.qualified_instance(generic)?)));
        }
        let symbols: Vec<Symbol> = match &function {
            Function::Op(Op::Apply(symbol)) => vec![*symbol],
            Function::Overloaded(_, symbols) => symbols.to_vec(),
            // What the functions of theories and definitions return follows from their arguments.
            _ => return Err(self.lexer.error_here(format!("{text} is not a declared function"))),
        };
        let place = self.lexer.position();
        let sort = self.sort()?;
        self.expect_close("after the sort")?;
        let returned = symbols.iter().copied().filter(|&symbol| self.terms.symbol_sort(symbol) == sort);
        match (returned.collect::<Vec<Symbol>>().as_slice(), function) {
            ([], _) => {
                let sort = self.terms.sort_name(sort);
                Err(Diagnostic::at(place, format!("{text} does not return terms of sort {sort}")))
            }
            (&[symbol], _) if !self.terms.parameters(symbol).is_empty() => {
                Ok(Function::Op(Op::Apply(symbol)))
            }
            (left, Function::Overloaded(name, _)) => Ok(Function::Overloaded(name, left.into())),
            (_, function) => Ok(function),
        }
    }

    /// `(_ divisible 3)` or `(_ is cons)` as a function, after the `_`.
    fn indexed_function(&mut self) -> Result<Function> {
        let token = self.lexer.next()?;
        if matches!(token, Token::Symbol | Token::Quoted) && self.lexer.bytes() == b"is" {
            self.symbol("a constructor")?;
            if let Some(Binding::Generic(generic)) = self.scope.find(self.lexer.bytes())
                && generic.role == Role::Constructs
            {
                let generic = Generic { role: Role::Tests, ..generic.clone() };
                self.expect_close("after the constructor")?;
                return Ok(Function::Generic(generic));
            }
            let Some(tester) = self.tester(self.lexer.bytes()) else {
                return Err(self.lexer.error_here("expected a constructor of a datatype"));
            };
            self.expect_close("after the constructor")?;
            return Ok(Function::Op(Op::Apply(tester)));
        }
        let known = self.scope.logic().integers && self.lexer.bytes() == b"divisible";
        if !matches!(token, Token::Symbol | Token::Quoted) || !known {
            return Err(self.indexed_identifier_expected());
        }
        self.expect(Token::Numeral, "a number after divisible")?;
        let place = self.lexer.position();
        let divisor = self.numeral_value()?;
        self.expect_close("after the index of divisible")?;
        // The engine numbers its numerals itself: a term tells the operator.
        let probe = self.terms.int(1);
        match self.terms.divisible(divisor, probe) {
            Ok(term) => Ok(Function::Op(self.terms.op(term))),
            Err(_) => Err(Diagnostic::at(place, "the index of divisible must be positive")),
        }
    }

    fn indexed_identifier_expected(&self) -> Box<Diagnostic> {
        self.lexer
            .error_here("the only indexed functions are divisible and is")
            .hint("write ((_ divisible 3) x)")
    }

    /// `(as x Int)`, after the `as`.
    fn qualified(&mut self) -> Result<Term> {
        let token = self.lexer.next()?;
        if !matches!(token, Token::Symbol | Token::Quoted) {
            let found = self.lexer.describe(token);
            return Err(self.lexer.error_here(format!("expected a constant after as, found {found}")));
        }
        if let Some(Binding::Generic(generic)) = self.scope.find(self.lexer.bytes())
            && generic.arity() == 0
        {
            let generic = generic.clone();
            let symbol = self.qualified_instance(&generic)?;
            return Ok(self.terms.symbol(symbol));
        }
        let text = self.lexer.describe(token);
        let term = self.constant(token)?;
        let place = self.lexer.position();
        let sort = self.sort()?;
        self.expect_close("after the sort")?;
        let found = self.terms.sort(term);
        if found != sort {
            return Err(Diagnostic::at(
                place,
                format!(
                    "{text} has sort {}, not {}",
                    self.terms.sort_name(found),
                    self.terms.sort_name(sort)
                ),
            ));
        }
        Ok(term)
    }

    /// The function of a datatype with parameters that returns this sort, which comes next.
    fn qualified_instance(&mut self, generic: &Generic) -> Result<Symbol> {
        let text = self.lexer.describe(Token::Symbol);
        let sort = self.sort()?;
        let place = self.lexer.position();
        self.expect_close("after the sort")?;
        let symbol = self.instance_function(generic, sort).filter(|_| generic.role == Role::Constructs);
        symbol.ok_or_else(|| {
            let sort = self.terms.sort_name(sort);
            Diagnostic::at(place, format!("{text} does not return terms of sort {sort}"))
        })
    }

    /// Reads on in the bindings of a `let`, with the token that opens the next one or closes the list.
    fn let_bindings(&mut self, token: Token, first: usize, place: Position) -> Result<()> {
        match token {
            Token::Open => {
                let name = self.symbol("a variable")?;
                self.stacks.frames.push(Frame::Binding { name, first, place });
                Ok(())
            }
            Token::Close => {
                let bindings = self.stacks.bindings.drain(first..);
                let variables = bindings.as_slice();
                let mut seen = FxHashSet::default();
                if variables.len() > 1
                    && let Some((name, _)) = variables.iter().find(|(name, _)| !seen.insert(*name))
                {
                    let text = crate::text::literal::symbol_literal(self.scope.names.text(*name));
                    return Err(Diagnostic::at(place, format!("let binds {text} twice")));
                }
                let mark = self.scope.let_mark();
                for (name, term) in bindings {
                    self.scope.bind(name, Binding::Term(term));
                }
                self.stacks.frames.push(Frame::Body { mark, place });
                Ok(())
            }
            _ => {
                let found = self.lexer.describe(token);
                Err(self
                    .lexer
                    .error_here(format!("expected a binding (variable term) of let, found {found}")))
            }
        }
    }

    /// A closing parenthesis where a term could start: ends the innermost application, or a pattern.
    #[inline]
    fn close(&mut self) -> Result<Option<(Term, Position)>> {
        match self.stacks.frames.pop() {
            Some(Frame::Apply { mut function, first, place }) => {
                if let Function::Generic(generic) = &function {
                    let args = self.stacks.args[first..].to_vec();
                    let symbol = self.instantiate(generic, &args);
                    function = Function::Op(Op::Apply(symbol.map_err(|why| Diagnostic::at(place, why))?));
                }
                let (scope, template) = (&mut *self.scope, &mut self.template);
                let mixes_numbers = scope.mixes_numbers();
                let expansions = &mut scope.expansions;
                let mut maker = Maker { terms: self.terms, template, expansions, mixes_numbers };
                let result = maker.apply(&function, &self.stacks.args[first..]);
                let term = result.map_err(|error| {
                    self.wrong_application(&function, error, place, &self.stacks.places[first..])
                })?;
                self.stacks.args.truncate(first);
                self.stacks.places.truncate(first);
                Ok(Some((term, place)))
            }
            Some(Frame::Pattern { annotated, first }) => {
                let is_kept = self.template.is_none();
                if !self.stacks.bound.end_pattern(annotated.term, first, is_kept) {
                    return Err(self.lexer.error_here("a pattern without terms"));
                }
                let token = self.lexer.next()?;
                let term = self.more_attributes(annotated, token)?;
                Ok(term.map(|term| (term, annotated.place)))
            }
            _ => Err(self.not_a_term(Token::Close)),
        }
    }

    /// Reads a symbol; `what` says what for.
    pub(crate) fn symbol(&mut self, what: &str) -> Result<Name> {
        let token = self.lexer.next()?;
        self.symbol_from(token, what)
    }

    /// Reads a symbol that is the current token; `what` says what for.
    pub(crate) fn symbol_from(&mut self, token: Token, what: &str) -> Result<Name> {
        if !matches!(token, Token::Symbol | Token::Quoted) {
            let found = self.lexer.describe(token);
            return Err(self.lexer.error_here(format!("expected {what}, found {found}")));
        }
        if token == Token::Symbol && is_term_keyword(self.lexer.bytes()) {
            let text = self.lexer.describe(token);
            let error = self.lexer.error_here(format!("expected {what}, found the reserved word {text}"));
            return Err(error.hint(format!("as a symbol it is written |{text}|")));
        }
        self.scope
            .names
            .intern(self.lexer.bytes())
            .map_err(|_| self.lexer.error_here("invalid UTF-8 in a symbol"))
    }

    /// Reads a symbol that has no meaning yet.
    pub(crate) fn new_symbol(&mut self, what: &str) -> Result<Name> {
        let name = self.symbol(what)?;
        match self.taken(name) {
            None => Ok(name),
            Some(error) => Err(error),
        }
    }

    /// The complaint about a name at the current token that has a meaning already.
    pub(crate) fn taken(&self, name: Name) -> Option<Box<Diagnostic>> {
        let problem = match self.scope.binding(name)? {
            Binding::Builtin(_) => "belongs to the logic and cannot be declared or defined",
            _ => "is already declared or defined",
        };
        self.scope.was_taken.set(true);
        let text = crate::text::literal::symbol_literal(self.scope.names.text(name));
        Some(self.lexer.error_here(format!("{text} {problem}")))
    }

    /// Reads a token of this kind; `what` says what is wanted.
    pub(crate) fn expect(&mut self, wanted: Token, what: &str) -> Result<()> {
        let token = self.lexer.next()?;
        if token == wanted {
            return Ok(());
        }
        Err(self.lexer.error_here(format!("expected {what}, found {}", self.lexer.describe(token))))
    }

    /// Reads a closing parenthesis.
    pub(crate) fn expect_close(&mut self, after: &str) -> Result<()> {
        let token = self.lexer.next()?;
        if token == Token::Close {
            return Ok(());
        }
        Err(self.lexer.error_here(format!("expected ) {after}, found {}", self.lexer.describe(token))))
    }
}
