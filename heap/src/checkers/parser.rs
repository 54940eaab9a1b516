//! Reading definitions.

use super::lexer::{Tok, Token, error, tokens};
use super::{CallRule, CellRule, CheckerError, Class, Comparison, Definition, Fact, Place, Rule, Span, Term};

/// Limit on parameters and names of a rule.
const MAX_NAMES: i64 = 64;

/// Limit on offsets and sizes.
const MAX_BYTES: i64 = 1 << 20;

/// Reads the definitions of a file.
pub fn read(file: &str, text: &str) -> Result<Vec<Definition>, CheckerError> {
    let mut parser = Parser::new(file, text)?;
    let mut definitions = Vec::new();
    while *parser.peek() != Tok::End {
        definitions.extend(parser.item()?);
    }
    Ok(definitions)
}

pub(super) struct Parser<'a> {
    pub file: &'a str,
    pub text: &'a str,
    tokens: Vec<Token>,
    at: usize,
}

/// One side of a fact.
#[derive(Default)]
struct Sum {
    terms: Vec<(Term, i64)>,
    constant: i64,
    is_set: bool,
}

pub(super) type Parsed<T> = Result<T, CheckerError>;

impl<'a> Parser<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Parsed<Parser<'a>> {
        Ok(Parser { file, text, tokens: tokens(file, text)?, at: 0 })
    }

    pub(super) fn peek(&self) -> &Tok {
        &self.tokens[self.at].0
    }

    /// Where the next token is.
    pub(super) fn place(&self) -> (usize, usize) {
        self.tokens[self.at].1
    }

    /// Whether a word is next, and a mark behind it.
    pub(super) fn is_after_word(&self, mark: &str) -> bool {
        let behind = self.tokens.get(self.at + 1).map(|token| &token.0);
        matches!(self.peek(), Tok::Word(_)) && matches!(behind, Some(Tok::Mark(found)) if *found == mark)
    }

    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn wrong<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(error(self.file, self.text, self.tokens[self.at].1, message.into()))
    }

    fn is(&self, mark: &str) -> bool {
        matches!(self.peek(), Tok::Mark(found) if *found == mark)
    }

    pub(super) fn accept(&mut self, mark: &str) -> bool {
        let is_here = self.is(mark);
        if is_here {
            self.advance();
        }
        is_here
    }

    pub(super) fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.accept(mark) { Ok(()) } else { self.wrong(format!("expected `{mark}`")) }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Tok::Word(found) if found == word)
    }

    pub(super) fn word(&mut self, what: &str) -> Parsed<String> {
        match self.peek() {
            Tok::Word(word) => {
                let word = word.clone();
                self.advance();
                Ok(word)
            }
            _ => self.wrong(format!("expected {what}")),
        }
    }

    fn number(&mut self, what: &str, most: i64) -> Parsed<i64> {
        match *self.peek() {
            Tok::Number(number) if number <= most => {
                self.advance();
                Ok(number)
            }
            Tok::Number(_) => self.wrong(format!("{what} is at most {most}")),
            _ => self.wrong(format!("expected {what}")),
        }
    }

    pub(super) fn item(&mut self) -> Parsed<Option<Definition>> {
        let name = self.word("the name of a definition")?;
        if self.accept(":") {
            self.word("a name")?;
            while self.accept(",") {
                self.word("a name")?;
            }
            self.expect(".")?;
            return Ok(None);
        }
        self.expect("<")?;
        let mut counts = vec![self.number("a number of parameters", MAX_NAMES)? as usize];
        while counts.len() < 3 && self.accept(",") {
            counts.push(self.number("a number of parameters", MAX_NAMES)? as usize);
        }
        self.expect(">")?;
        self.expect(":=")?;
        let count = |index: usize| counts.get(index).copied().unwrap_or(0);
        let (pointers, integers, sets) = (count(0), count(1), count(2));
        let mut definition = Definition { name, pointers, integers, sets, rules: Vec::new() };
        while self.is("|") {
            let rule = self.rule(&definition)?;
            definition.rules.push(rule);
        }
        if definition.rules.is_empty() {
            return self.wrong("expected a rule, which begins with `|`");
        }
        self.expect(".")?;
        Ok(Some(definition))
    }

    fn rule(&mut self, definition: &Definition) -> Parsed<Rule> {
        let mut rule = Rule::default();
        self.expect("|")?;
        self.expect("[")?;
        let count = self.number("a number of names", MAX_NAMES)? as usize;
        while let Tok::Word(word) = self.peek() {
            let class = match word.as_str() {
                "addr" => Class::Address,
                "int" => Class::Integer,
                "raw" => Class::Raw,
                "set" => Class::Set,
                _ => return self.wrong("a class is `addr`, `int`, `raw` or `set`"),
            };
            if rule.fresh.len() == count {
                return self.wrong("there are more classes than names");
            }
            rule.fresh.push(class);
            self.advance();
        }
        if !rule.fresh.is_empty() && rule.fresh.len() < count {
            return self.wrong("there are fewer classes than names");
        }
        rule.has_sets = rule.fresh.contains(&Class::Set);
        rule.fresh.resize(count, Class::Unknown);
        self.expect("]")?;
        self.expect("-")?;
        self.heap(definition, &mut rule)?;
        self.expect("-")?;
        if !self.is(".") && !self.is("|") {
            self.fact(definition, &mut rule)?;
            while self.accept("&") {
                self.fact(definition, &mut rule)?;
            }
        }
        Ok(rule)
    }

    fn heap(&mut self, definition: &Definition, rule: &mut Rule) -> Parsed<()> {
        if self.is_word("emp") {
            self.advance();
            return Ok(());
        }
        if self.is("-") {
            return Ok(());
        }
        loop {
            self.part(definition, rule)?;
            if !self.accept("*") {
                return Ok(());
            }
        }
    }

    fn part(&mut self, definition: &Definition, rule: &mut Rule) -> Parsed<()> {
        let start = self.at;
        let at = self.term(definition, rule)?;
        let Some(at) = at else {
            self.at = start;
            return self.wrong("a set is no address");
        };
        if self.accept(".") {
            let checker = self.word("the name of a definition")?;
            let mut call = CallRule { at, checker, pointers: Vec::new(), integers: Vec::new() };
            self.expect("(")?;
            call.pointers = self.terms(definition, rule)?;
            if self.accept("|") {
                call.integers = self.terms(definition, rule)?;
            }
            if self.accept("|") {
                self.terms(definition, rule)?;
            }
            self.expect(")")?;
            rule.calls.push(call);
            return Ok(());
        }
        if at != Term::This {
            self.at = start;
            return self.wrong("a rule has cells of `this` only");
        }
        self.expect("->")?;
        let place = match self.peek() {
            Tok::Number(_) => Place::Offset(self.number("an offset", MAX_BYTES)?),
            _ => Place::Field(self.word("an offset or a field")?),
        };
        let mut bytes = None;
        if !self.accept("|->") {
            self.expect("|")?;
            self.expect("-")?;
            bytes = Some(self.number("a size", MAX_BYTES)?);
            self.expect("->")?;
        }
        match self.term(definition, rule)? {
            Some(value) => rule.cells.push(CellRule { place, bytes, value }),
            None => return self.wrong("a set is no value of a cell"),
        }
        Ok(())
    }

    fn terms(&mut self, definition: &Definition, rule: &mut Rule) -> Parsed<Vec<Term>> {
        let mut terms = Vec::new();
        if self.is("|") || self.is(")") {
            return Ok(terms);
        }
        loop {
            terms.extend(self.term(definition, rule)?);
            if !self.accept(",") {
                return Ok(terms);
            }
        }
    }

    /// A term; nothing for a set.
    fn term(&mut self, definition: &Definition, rule: &mut Rule) -> Parsed<Option<Term>> {
        if self.is_word("this") {
            self.advance();
            return Ok(Some(Term::This));
        }
        if let Tok::Number(number) = *self.peek() {
            self.advance();
            return Ok(Some(Term::Number(number)));
        }
        let (count, what) = match self.peek() {
            Tok::Mark("$") => (rule.fresh.len(), "names"),
            Tok::Mark("@p") => (definition.pointers, "parameters that are pointers"),
            Tok::Mark("@i") => (definition.integers, "parameters that are integers"),
            Tok::Mark("@s") => (definition.sets, "parameters that are sets"),
            _ => return self.wrong("expected `this`, a number, or a name as `$0` or `@p0`"),
        };
        let sigil = self.peek().clone();
        self.advance();
        let Tok::Number(number) = *self.peek() else { return self.wrong("expected a number") };
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        if index >= count {
            return self.wrong(format!("there are only {count} {what}"));
        }
        self.advance();
        let term = match sigil {
            Tok::Mark("$") if rule.fresh[index] == Class::Set => None,
            Tok::Mark("$") => Some(Term::Fresh(index)),
            Tok::Mark("@p") => Some(Term::Pointer(index)),
            Tok::Mark("@i") => Some(Term::Integer(index)),
            _ => None,
        };
        rule.has_sets |= term.is_none();
        Ok(term)
    }

    fn span(&mut self, definition: &Definition, rule: &mut Rule) -> Parsed<()> {
        self.advance();
        self.expect("(")?;
        if !self.is_word("this") {
            return self.wrong("only `this` can be the start of a span");
        }
        self.advance();
        self.expect(",")?;
        let unit = self.number("a size", MAX_BYTES)?;
        self.expect(",")?;
        let at = self.at;
        let Some(count) = self.term(definition, rule)?.filter(|_| rule.span.is_none()) else {
            self.at = at;
            return self.wrong("expected one number of units");
        };
        rule.span = Some(Span { unit, count });
        self.expect(")")
    }

    fn fact(&mut self, definition: &Definition, rule: &mut Rule) -> Parsed<()> {
        if self.is_word("alloc") {
            self.advance();
            self.expect("(")?;
            if !self.is_word("this") {
                return self.wrong("only `this` can be an allocated block");
            }
            self.advance();
            self.expect(",")?;
            if rule.block.is_some() {
                return self.wrong("the size of the block is given twice");
            }
            rule.block = Some(self.number("a size", MAX_BYTES)?);
            return self.expect(")");
        }
        if self.is_word("span") {
            return self.span(definition, rule);
        }
        let left = self.sum(definition, rule)?;
        let marks = ["==", "#", "$sub", "=", "!=", "<=", ">=", "<", ">"];
        let Some(mark) = marks.into_iter().find(|mark| self.accept(mark)) else {
            return self.wrong("expected a comparison");
        };
        let at = self.at;
        let right = self.sum(definition, rule)?;
        if left.is_set || right.is_set || matches!(mark, "==" | "#" | "$sub") {
            rule.has_sets = true;
            return Ok(());
        }
        let (op, is_turned) = match mark {
            "=" => (Comparison::Equal, false),
            "!=" => (Comparison::Different, false),
            "<" => (Comparison::Less, false),
            "<=" => (Comparison::AtMost, false),
            ">" => (Comparison::Less, true),
            _ => (Comparison::AtMost, true),
        };
        let (first, second) = if is_turned { (right, left) } else { (left, right) };
        let mut fact = Fact { op, terms: first.terms, constant: first.constant };
        for (term, factor) in second.terms {
            add(&mut fact.terms, term, -factor);
        }
        let difference = fact.constant.checked_sub(second.constant);
        let Some(constant) = difference else {
            self.at = at;
            return self.wrong("this number is too large");
        };
        fact.constant = constant;
        rule.facts.push(fact);
        Ok(())
    }

    fn sum(&mut self, definition: &Definition, rule: &mut Rule) -> Parsed<Sum> {
        let mut sum = Sum::default();
        let mut sign = if self.accept("-") { -1 } else { 1 };
        loop {
            if self.accept("{") {
                sum.is_set = true;
                while !self.accept("}") {
                    self.term(definition, rule)?;
                    if !self.accept(",") && !self.is("}") {
                        return self.wrong("expected `}`");
                    }
                }
            } else {
                match self.term(definition, rule)? {
                    Some(Term::Number(number)) => match sum.constant.checked_add(sign * number) {
                        Some(constant) => sum.constant = constant,
                        None => return self.wrong("this sum is too large"),
                    },
                    Some(term) => add(&mut sum.terms, term, sign),
                    None => sum.is_set = true,
                }
            }
            sign = if self.accept("+") {
                1
            } else if self.accept("-") {
                -1
            } else {
                return Ok(sum);
            };
        }
    }
}

/// Adds a term to a sum.
fn add(terms: &mut Vec<(Term, i64)>, term: Term, factor: i64) {
    match terms.iter_mut().find(|(known, _)| *known == term) {
        Some((_, known)) => *known += factor,
        None => terms.push((term, factor)),
    }
    terms.retain(|(_, factor)| *factor != 0);
}
