//! Commands of MemCAD, which programs give as string literals: `_memcad("add_inductive(l, list)")`.
//!
//! ```text
//! command := ("add_inductive" | "check_inductive") "(" name "," definition ["," parameters] ")"
//!          | "assume" "(" condition ("," condition)* ")"
//!          | "check_bottomness" "(" ("true" | "false") ")"
//!          | "kill_flow" ["(" ")"]
//!          | hint
//! parameters := "[" [values] ["|" [values] ["|" [names]]] "]"
//! condition  := value ("==" | "=" | "!=" | "<" | "<=" | ">" | ">=") value
//! value      := name | ["-"] number
//! ```
//!
//! Hints direct the analysis of MemCAD and mean nothing: `unfold`, `merge`, `sel_merge`, `unroll`,
//! `force_live`, `output_dot`, with anything in parentheses.

use super::CheckerError;
use super::lexer::{Tok, Token, error, tokens};

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A variable gets the address of a new structure.
    Assume(Use),
    /// A variable must hold the address of such a structure.
    Check(Use),
    /// Only executions count in which these hold.
    Conditions(Vec<(Value, Relation, Value)>),
    /// No execution may come here.
    Unreachable,
    /// No execution that comes here counts.
    Stop,
    /// Nothing.
    Hint,
}

/// A definition and what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The variable.
    pub variable: String,
    /// The definition.
    pub checker: String,
    /// Arguments that are pointers.
    pub pointers: Vec<Value>,
    /// Arguments that are integers.
    pub integers: Vec<Value>,
}

/// A value in a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of a variable.
    Name(String),
    /// A number.
    Number(i64),
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Relation {
    /// How they are written.
    pub(super) const MARKS: [(&'static str, Relation); 7] = [
        ("==", Relation::Eq),
        ("=", Relation::Eq),
        ("!=", Relation::Ne),
        ("<=", Relation::Le),
        (">=", Relation::Ge),
        ("<", Relation::Lt),
        (">", Relation::Gt),
    ];
}

const HINTS: [&str; 6] = ["unfold", "merge", "sel_merge", "unroll", "force_live", "output_dot"];

/// Reads a command.
pub fn read_command(text: &str) -> Result<Command, CheckerError> {
    let mut reader = Reader { text, tokens: tokens("command", text)?, at: 0 };
    let name = reader.word()?;
    let command = match name.as_str() {
        "add_inductive" => Command::Assume(reader.structure()?),
        "check_inductive" => Command::Check(reader.structure()?),
        "assume" => Command::Conditions(reader.conditions()?),
        "check_bottomness" => {
            reader.expect("(")?;
            let command = match reader.word()?.as_str() {
                "true" => Command::Unreachable,
                "false" => Command::Hint,
                _ => return reader.wrong("expected `true` or `false`"),
            };
            reader.expect(")")?;
            command
        }
        "kill_flow" => {
            if reader.accept("(") {
                reader.expect(")")?;
            }
            Command::Stop
        }
        _ if HINTS.contains(&name.as_str()) => return Ok(Command::Hint),
        _ => return reader.wrong(format!("{name} is no command that is supported")),
    };
    match reader.tokens[reader.at].0 {
        Tok::End => Ok(command),
        _ => reader.wrong("expected the end of the command"),
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
}

type Read<T> = Result<T, CheckerError>;

impl Reader<'_> {
    fn wrong<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(error("command", self.text, self.tokens[self.at].1, message.into()))
    }

    fn accept(&mut self, mark: &str) -> bool {
        let is_here = matches!(self.tokens[self.at].0, Tok::Mark(found) if found == mark);
        if is_here {
            self.at += 1;
        }
        is_here
    }

    fn expect(&mut self, mark: &str) -> Read<()> {
        if self.accept(mark) { Ok(()) } else { self.wrong(format!("expected `{mark}`")) }
    }

    fn word(&mut self) -> Read<String> {
        let Tok::Word(word) = &self.tokens[self.at].0 else { return self.wrong("expected a name") };
        let word = word.clone();
        self.at += 1;
        Ok(word)
    }

    fn value(&mut self) -> Read<Value> {
        let sign = if self.accept("-") { -1 } else { 1 };
        if let Tok::Number(number) = self.tokens[self.at].0 {
            self.at += 1;
            return Ok(Value::Number(sign * number));
        }
        self.word().map(Value::Name)
    }

    fn values(&mut self) -> Read<Vec<Value>> {
        let mut values = Vec::new();
        while !matches!(self.tokens[self.at].0, Tok::Mark("|" | "]")) {
            if !values.is_empty() {
                self.expect(",")?;
            }
            values.push(self.value()?);
        }
        Ok(values)
    }

    fn structure(&mut self) -> Read<Use> {
        self.expect("(")?;
        let variable = self.word()?;
        self.expect(",")?;
        let checker = self.word()?;
        let (mut pointers, mut integers) = (Vec::new(), Vec::new());
        if self.accept(",") {
            self.expect("[")?;
            pointers = self.values()?;
            if self.accept("|") {
                integers = self.values()?;
            }
            if self.accept("|") && !self.values()?.is_empty() {
                return self.wrong("parameters that are sets are not supported");
            }
            self.expect("]")?;
        }
        self.expect(")")?;
        Ok(Use { variable, checker, pointers, integers })
    }

    fn conditions(&mut self) -> Read<Vec<(Value, Relation, Value)>> {
        let mut conditions = Vec::new();
        self.expect("(")?;
        loop {
            let left = self.value()?;
            let Some((_, relation)) = Relation::MARKS.into_iter().find(|(mark, _)| self.accept(mark)) else {
                return self.wrong("expected a comparison");
            };
            conditions.push((left, relation, self.value()?));
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(conditions)
    }
}
