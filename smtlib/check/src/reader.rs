//! Reads terms and sorts. Definitions and `let` are expanded. Nesting is kept on a stack of its own, so that
//! no term is too deep.

use crate::lexer::{Lexer, SyntaxError, Token, shown};
use crate::terms::{Function, Op, Sort, SortNode, Term, Terms};
use fxhash::FxHashMap;
use rug::{Integer, Rational};
use std::rc::Rc;

/// Limit on the nesting of sorts.
const MAX_SORT_DEPTH: u32 = 200;

/// Words that begin an expression of a form of its own.
const RESERVED: [&str; 8] = ["!", "_", "as", "let", "forall", "exists", "match", "par"];

/// A definition with parameters.
#[derive(Debug)]
pub(crate) struct Macro {
    pub params: Vec<Term>,
    pub body: Term,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Function(Function),
    Macro(Rc<Macro>),
    Term(Term),
}

/// What a name of a sort stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortMeaning {
    /// A declared sort with so many parameters.
    Declared(usize),
    /// An abbreviation.
    Alias(Sort),
}

/// The names of a problem and its proof.
#[derive(Default)]
pub(crate) struct Scope {
    names: FxHashMap<String, Vec<Meaning>>,
    pub sorts: FxHashMap<String, SortMeaning>,
    /// Whether `-5` and `1/3` are numbers, as in proofs.
    pub has_signed_numbers: bool,
    /// How many variables of binders and parameters of definitions are in scope.
    num_bound: usize,
    /// Whether `1` is a real number, as in logics without integers.
    pub numerals_are_real: bool,
}

impl Scope {
    /// Gives a meaning to a name, until it is [forgotten](Scope::forget).
    pub(crate) fn define(&mut self, name: &str, meaning: Meaning) {
        self.names.entry(name.to_string()).or_default().push(meaning);
    }

    /// Takes the last meaning of a name back.
    pub(crate) fn forget(&mut self, name: &str) {
        if let Some(meanings) = self.names.get_mut(name) {
            meanings.pop();
        }
    }

    pub(crate) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.names.get(name)?.last()
    }

    /// Whether a name is taken, by a definition or by the standard. Reserved words are: between bars they
    /// would be names, but tokens do not tell.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.meaning(name).is_some() || Op::named(name).is_some() || RESERVED.contains(&name)
    }

    /// Variables of a binder or a definition come into scope.
    pub(crate) fn bind(&mut self, vars: &[(&str, Term)]) {
        vars.iter().for_each(|(name, var)| self.define(name, Meaning::Term(*var)));
        self.num_bound += vars.len();
    }

    /// They are out of scope again.
    pub(crate) fn unbind(&mut self, vars: &[(&str, Term)]) {
        vars.iter().for_each(|(name, _)| self.forget(name));
        self.num_bound -= vars.len();
    }
}

/// Whether a word is a numeral or fraction with a sign.
fn is_signed(word: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.strip_prefix('-').is_some_and(|rest| rest.splitn(2, '/').all(is_number))
}

/// What an application applies.
enum Head {
    Op(Op),
    Macro(Rc<Macro>),
}

/// A term that is not yet complete.
enum Frame<'a> {
    Apply(Head, Vec<Term>),
    /// The bindings of a `let` that are complete, and the name of the next one.
    Bindings(Vec<(&'a str, Term)>, &'a str),
    /// The names that the body of a `let` may use.
    Body(Vec<&'a str>),
    /// A binder with its variables.
    Binder(&'a str, Vec<(&'a str, Term)>),
    /// A term with attributes.
    Annotated,
}

/// Reads terms.
pub(crate) struct Reader<'a, 's> {
    pub lexer: &'s mut Lexer<'a>,
    pub terms: &'s mut Terms,
    pub scope: &'s mut Scope,
}

impl<'a> Reader<'a, '_> {
    /// Reads a term.
    pub(crate) fn term(&mut self) -> Result<Term, SyntaxError> {
        let mut frames: Vec<Frame<'a>> = Vec::new();
        loop {
            let mut value = self.begin(&mut frames)?;
            while let Some(term) = value {
                let Some(frame) = frames.pop() else { return Ok(term) };
                value = self.proceed(frame, term, &mut frames)?;
            }
        }
    }

    /// Reads the beginning of a term, or all of it if it has no parts.
    fn begin(&mut self, frames: &mut Vec<Frame<'a>>) -> Result<Option<Term>, SyntaxError> {
        let value = match self.lexer.peek()? {
            Token::Symbol(name) => self.constant(name)?,
            Token::Numeral(text) => {
                let sort = if self.scope.numerals_are_real { Sort::REAL } else { Sort::INT };
                self.number(text, sort)?
            }
            Token::Decimal(text) => self.number(text, Sort::REAL)?,
            Token::Fraction(text) if self.scope.has_signed_numbers => self.signed_number(text)?,
            Token::Open => {
                self.lexer.next()?;
                return self.begin_list(frames);
            }
            other => return Err(self.lexer.error(format!("a term is expected here, not {}", shown(other)))),
        };
        self.lexer.next()?;
        Ok(Some(value))
    }

    fn begin_list(&mut self, frames: &mut Vec<Frame<'a>>) -> Result<Option<Term>, SyntaxError> {
        let Token::Symbol(name) = self.lexer.peek()? else {
            let head = self.qualified_head()?;
            frames.push(Frame::Apply(Head::Op(head), Vec::new()));
            return Ok(None);
        };
        match name {
            "let" => {
                self.lexer.next()?;
                self.lexer.expect(Token::Open)?;
                self.lexer.expect(Token::Open)?;
                let name = self.lexer.symbol()?;
                frames.push(Frame::Bindings(Vec::new(), name));
            }
            "forall" | "exists" | "choice" if self.scope.meaning(name).is_none() => {
                self.lexer.next()?;
                let vars = self.sorted_vars()?;
                self.scope.bind(&vars);
                frames.push(Frame::Binder(name, vars));
            }
            "!" => {
                self.lexer.next()?;
                frames.push(Frame::Annotated);
            }
            "as" => {
                self.lexer.next()?;
                let name = self.lexer.symbol()?;
                let (value, sort) = (self.constant(name)?, self.sort()?);
                self.lexer.expect(Token::Close)?;
                if self.terms.sort_of(value) != sort {
                    return Err(self.lexer.error(format!("{name} is of another sort")));
                }
                return Ok(Some(value));
            }
            _ => {
                let head = self.head(name)?;
                self.lexer.next()?;
                if self.lexer.peek()? == Token::Close {
                    return Err(self.lexer.error(format!("{name} has no arguments here")));
                }
                frames.push(Frame::Apply(head, Vec::new()));
            }
        }
        Ok(None)
    }

    /// Adds a complete part to the term around it; returns that one if it is complete, too.
    fn proceed(
        &mut self,
        frame: Frame<'a>,
        part: Term,
        frames: &mut Vec<Frame<'a>>,
    ) -> Result<Option<Term>, SyntaxError> {
        match frame {
            Frame::Apply(head, mut args) => {
                args.push(part);
                if self.lexer.peek()? != Token::Close {
                    frames.push(Frame::Apply(head, args));
                    return Ok(None);
                }
                let term = self.applied(head, args)?;
                self.lexer.next()?;
                Ok(Some(term))
            }
            Frame::Bindings(mut bindings, name) => {
                self.lexer.expect(Token::Close)?;
                bindings.push((name, part));
                if self.lexer.peek()? == Token::Open {
                    self.lexer.next()?;
                    let name = self.lexer.symbol()?;
                    frames.push(Frame::Bindings(bindings, name));
                    return Ok(None);
                }
                self.lexer.expect(Token::Close)?;
                for (name, term) in &bindings {
                    self.scope.define(name, Meaning::Term(*term));
                }
                frames.push(Frame::Body(bindings.into_iter().map(|(name, _)| name).collect()));
                Ok(None)
            }
            Frame::Body(names) => {
                self.lexer.expect(Token::Close)?;
                names.iter().for_each(|name| self.scope.forget(name));
                Ok(Some(part))
            }
            Frame::Binder(binder, vars) => {
                self.lexer.expect(Token::Close)?;
                self.scope.unbind(&vars);
                let vars = vars.into_iter().map(|(_, var)| var).collect();
                let term = self.terms.binder(binder, vars, part);
                term.map(Some).map_err(|message| self.lexer.error(message))
            }
            Frame::Annotated => self.attributes(part).map(Some),
        }
    }

    fn attributes(&mut self, term: Term) -> Result<Term, SyntaxError> {
        loop {
            match self.lexer.next()? {
                Token::Close => return Ok(term),
                Token::Keyword("named") => {
                    let name = self.lexer.symbol()?;
                    // Some solvers name a term wherever it occurs.
                    if matches!(self.scope.meaning(name), Some(Meaning::Term(known)) if *known == term) {
                        continue;
                    }
                    if self.scope.is_taken(name) {
                        return Err(self.lexer.error(format!("the name {name} is taken")));
                    }
                    if self.scope.num_bound > 0 {
                        return Err(self.lexer.error("names inside of binders are not supported"));
                    }
                    self.scope.define(name, Meaning::Term(term));
                }
                Token::Keyword(_) => {
                    if !matches!(self.lexer.peek()?, Token::Keyword(_) | Token::Close) {
                        self.lexer.skip()?;
                    }
                }
                other => {
                    let message = format!("an attribute is expected here, not {}", shown(other));
                    return Err(self.lexer.error(message));
                }
            }
        }
    }

    fn constant(&mut self, name: &str) -> Result<Term, SyntaxError> {
        match self.scope.meaning(name) {
            Some(Meaning::Term(term)) => return Ok(*term),
            Some(Meaning::Function(function)) => {
                let op = Op::Declared(*function);
                return self.terms.apply(op, Vec::new()).map_err(|message| self.lexer.error(message));
            }
            _ => {}
        }
        match name {
            "true" => Ok(Term::TRUE),
            "false" => Ok(Term::FALSE),
            _ if self.scope.has_signed_numbers && is_signed(name) => self.signed_number(name),
            _ => Err(self.lexer.error(format!("unknown symbol {name}"))),
        }
    }

    fn head(&self, name: &str) -> Result<Head, SyntaxError> {
        match self.scope.meaning(name) {
            Some(Meaning::Function(function)) => Ok(Head::Op(Op::Declared(*function))),
            Some(Meaning::Macro(definition)) => Ok(Head::Macro(definition.clone())),
            Some(Meaning::Term(_)) => Err(self.lexer.error(format!("{name} is no function"))),
            None => match Op::named(name) {
                Some(op) => Ok(Head::Op(op)),
                None => Err(self.lexer.error(format!("unknown function {name}"))),
            },
        }
    }

    /// A head with a sort: constant arrays.
    fn qualified_head(&mut self) -> Result<Op, SyntaxError> {
        self.lexer.expect(Token::Open)?;
        match (self.lexer.symbol()?, self.lexer.symbol()?) {
            ("as", "const") => {
                let sort = self.sort()?;
                self.lexer.expect(Token::Close)?;
                Ok(Op::ConstArray(sort))
            }
            (_, name) => Err(self.lexer.error(format!("{name} is not supported here"))),
        }
    }

    fn applied(&mut self, head: Head, args: Vec<Term>) -> Result<Term, SyntaxError> {
        let definition = match head {
            Head::Op(op) => return self.terms.apply(op, args).map_err(|message| self.lexer.error(message)),
            Head::Macro(definition) => definition,
        };
        let sorts =
            |terms: &Terms, of: &[Term]| of.iter().map(|term| terms.sort_of(*term)).collect::<Vec<_>>();
        if sorts(self.terms, &definition.params) != sorts(self.terms, &args) {
            return Err(self.lexer.error("a definition cannot be applied to these arguments"));
        }
        let values = definition.params.iter().copied().zip(args).collect();
        let expanded = self.terms.substitute(definition.body, &values);
        expanded.ok_or_else(|| self.lexer.error("definitions with quantifiers are not supported"))
    }

    /// A number with a sign or as a fraction, as some solvers write them in proofs.
    fn signed_number(&mut self, text: &str) -> Result<Term, SyntaxError> {
        let is_fraction = text.contains('/');
        let value: Rational = text.parse().map_err(|_| self.lexer.error("a malformed number"))?;
        let is_real = is_fraction || self.scope.numerals_are_real;
        Ok(self.terms.make_number(value, if is_real { Sort::REAL } else { Sort::INT }))
    }

    fn number(&mut self, text: &str, sort: Sort) -> Result<Term, SyntaxError> {
        let digits: String = text.chars().filter(|character| *character != '.').collect();
        let places = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let whole =
            Integer::from_str_radix(&digits, 10).map_err(|_| self.lexer.error("a malformed number"))?;
        let places = u32::try_from(places).map_err(|_| self.lexer.error("too many decimal places"))?;
        let scale = Integer::from(Integer::u_pow_u(10, places));
        Ok(self.terms.make_number(Rational::from((whole, scale)), sort))
    }

    /// Reads `((x Int) (y Real) …)`.
    pub(crate) fn sorted_vars(&mut self) -> Result<Vec<(&'a str, Term)>, SyntaxError> {
        self.lexer.expect(Token::Open)?;
        let mut vars = Vec::new();
        while self.lexer.peek()? != Token::Close {
            self.lexer.expect(Token::Open)?;
            let name = self.lexer.symbol()?;
            let sort = self.sort()?;
            self.lexer.expect(Token::Close)?;
            let level = self.scope.num_bound + vars.len();
            vars.push((name, self.terms.bound(name, sort, level)));
        }
        self.lexer.next()?;
        Ok(vars)
    }

    /// Reads a sort.
    pub(crate) fn sort(&mut self) -> Result<Sort, SyntaxError> {
        self.sort_within(MAX_SORT_DEPTH)
    }

    fn sort_within(&mut self, depth: u32) -> Result<Sort, SyntaxError> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.lexer.error("a sort is nested too deeply"));
        };
        let (name, mut args) = match self.lexer.next()? {
            Token::Symbol(name) => (name, Vec::new()),
            Token::Open => (self.lexer.symbol()?, vec![self.sort_within(depth)?]),
            other => return Err(self.lexer.error(format!("a sort is expected here, not {}", shown(other)))),
        };
        if !args.is_empty() {
            while self.lexer.peek()? != Token::Close {
                args.push(self.sort_within(depth)?);
            }
            self.lexer.next()?;
        }
        let node = match (name, &args[..], self.scope.sorts.get(name)) {
            (_, [], Some(SortMeaning::Alias(sort))) => return Ok(*sort),
            (_, _, Some(SortMeaning::Declared(count))) if *count == args.len() => {
                SortNode::Declared(name.to_string(), args)
            }
            ("Bool", [], None) => SortNode::Bool,
            ("Int", [], None) => SortNode::Int,
            ("Real", [], None) => SortNode::Real,
            ("Array", &[index, element], None) => SortNode::Array(index, element),
            _ => return Err(self.lexer.error(format!("unknown sort {name}"))),
        };
        Ok(self.terms.sort(node))
    }
}
