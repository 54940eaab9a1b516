//! Contracts of functions: what a function may take for granted, and what it promises.
//!
//! ```text
//! contract  := name "(" [parameter ("," parameter)*] [";" parameter ("," parameter)*] ")"
//!              ["when" relation ("," relation)*] "->" [promise ("," promise)*] "."
//! parameter := name ":" ("int" | structure)
//! promise   := name ":" structure | relation
//! relation  := value ("=" | "==" | "!=" | "<" | "<=" | ">" | ">=") value
//! structure := name ["(" [value ("," value)*] ")"]     a definition, and its arguments, pointers first
//! value     := name | ["-"] number
//! ```
//!
//! A name is that of a parameter, which stands for its value at the call, or `result`. Parameters behind the
//! semicolon are integers that the function does not get: the contract holds for all of them.

use super::commands::{Relation, Use, Value};
use super::lexer::{Tok, error};
use super::parser::{Parsed, Parser};
use super::{CheckerError, Definition};

/// The name of what a function returns.
pub const RESULT: &str = "result";

/// What a file of definitions and contracts says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specification {
    /// Definitions of structures.
    pub definitions: Vec<Definition>,
    /// Contracts of functions.
    pub contracts: Vec<FunctionContract>,
}

/// A contract of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionContract {
    /// The function.
    pub function: String,
    /// What it gets, in order, and then integers that only the contract mentions.
    pub parameters: Vec<Parameter>,
    /// How many of these the function gets.
    pub passed: usize,
    /// What holds of the parameters.
    pub conditions: Vec<(Value, Relation, Value)>,
    /// What holds when it returns.
    pub promises: Vec<Promise>,
    place: CheckerError,
}

/// A parameter: its name, and the structure that it is the address of. Others are integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name in the contract.
    pub name: String,
    /// Nothing for an integer.
    pub structure: Option<Structure>,
}

/// A definition and its arguments, pointers first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// The definition.
    pub checker: String,
    /// The arguments.
    pub arguments: Vec<Value>,
}

/// What holds when a function returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Promise {
    /// A name is the address of a structure.
    Structure(String, Structure),
    /// A relation of two values.
    Relation(Value, Relation, Value),
}

impl FunctionContract {
    /// An error in the contract.
    pub fn wrong(&self, message: impl Into<String>) -> CheckerError {
        CheckerError { message: message.into(), ..self.place.clone() }
    }

    /// The name of the function that assumes what the contract grants, calls the function, and checks what it
    /// promises.
    pub fn wrapper(function: &str) -> String {
        format!("__cfp_contract_{function}")
    }
}

/// A structure without the name of what it is about.
impl Structure {
    /// As it is used about a variable, by a definition with so many parameters that are pointers.
    pub fn used(&self, variable: &str, pointers: usize) -> Use {
        let at = pointers.min(self.arguments.len());
        let (pointers, integers) = self.arguments.split_at(at);
        Use {
            variable: variable.to_string(),
            checker: self.checker.clone(),
            pointers: pointers.to_vec(),
            integers: integers.to_vec(),
        }
    }
}

/// Reads a file of definitions and contracts of functions.
pub fn read_specification(file: &str, text: &str) -> Result<Specification, CheckerError> {
    let mut parser = Parser::new(file, text)?;
    let mut specification = Specification::default();
    while *parser.peek() != Tok::End {
        if parser.is_after_word("(") {
            let contract = parser.contract()?;
            if specification.contracts.iter().any(|known| known.function == contract.function) {
                return Err(contract.wrong(format!("{} has a contract already", contract.function)));
            }
            specification.contracts.push(contract);
        } else {
            specification.definitions.extend(parser.item()?);
        }
    }
    Ok(specification)
}

impl Parser<'_> {
    fn contract(&mut self) -> Parsed<FunctionContract> {
        let place = error(self.file, self.text, self.place(), String::new());
        let function = self.word("the name of a function")?;
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut passed = None;
        self.expect("(")?;
        while !self.accept(")") {
            if passed.is_none() && self.accept(";") {
                passed = Some(parameters.len());
            } else if !parameters.is_empty() {
                self.expect(",")?;
            }
            let start = self.place();
            let parameter = self.parameter(&parameters)?;
            if passed.is_some() && parameter.structure.is_some() {
                let message = "the function must get the structure".to_string();
                return Err(error(self.file, self.text, start, message));
            }
            parameters.push(parameter);
        }
        let passed = passed.unwrap_or(parameters.len());
        let (mut conditions, mut promises) = (Vec::new(), Vec::new());
        let names: Vec<&str> = parameters.iter().map(|parameter| &parameter.name[..]).collect();
        if self.is_word("when") {
            self.advance();
            conditions.push(self.relation(&names)?);
            while self.accept(",") {
                conditions.push(self.relation(&names)?);
            }
        }
        self.expect("->")?;
        let all: Vec<&str> = names.iter().copied().chain([RESULT]).collect();
        while !self.accept(".") {
            if !promises.is_empty() {
                self.expect(",")?;
            }
            promises.push(self.promise(&all)?);
        }
        for parameter in &parameters {
            let structure = parameter.structure.iter().flat_map(|structure| &structure.arguments);
            let unknown = structure.into_iter().find_map(|value| match value {
                Value::Name(name) if !names.contains(&&name[..]) => Some(name),
                _ => None,
            });
            if let Some(name) = unknown {
                return Err(CheckerError { message: format!("{name} is no parameter"), ..place });
            }
        }
        Ok(FunctionContract { function, parameters, passed, conditions, promises, place })
    }

    fn parameter(&mut self, known: &[Parameter]) -> Parsed<Parameter> {
        let name = match self.peek() {
            Tok::Word(word) if word == RESULT => return self.wrong("no parameter is called `result`"),
            Tok::Word(word) if known.iter().any(|other| other.name == *word) => {
                return self.wrong("there is another parameter of this name");
            }
            _ => self.word("the name of a parameter")?,
        };
        self.expect(":")?;
        if self.is_word("int") {
            self.advance();
            return Ok(Parameter { name, structure: None });
        }
        let structure = Some(self.structure(None)?);
        Ok(Parameter { name, structure })
    }

    fn structure(&mut self, names: Option<&[&str]>) -> Parsed<Structure> {
        let checker = self.word("`int` or the name of a definition")?;
        let mut arguments = Vec::new();
        if self.accept("(") {
            while !self.accept(")") {
                if !arguments.is_empty() {
                    self.expect(",")?;
                }
                arguments.push(self.value(names)?);
            }
        }
        Ok(Structure { checker, arguments })
    }

    fn promise(&mut self, names: &[&str]) -> Parsed<Promise> {
        if !self.is_after_word(":") {
            let (left, relation, right) = self.relation(names)?;
            return Ok(Promise::Relation(left, relation, right));
        }
        let Value::Name(name) = self.value(Some(names))? else { return self.wrong("expected a name") };
        self.expect(":")?;
        Ok(Promise::Structure(name, self.structure(Some(names))?))
    }

    fn relation(&mut self, names: &[&str]) -> Parsed<(Value, Relation, Value)> {
        let left = self.value(Some(names))?;
        let found = Relation::MARKS.into_iter().find(|(mark, _)| self.accept(mark));
        let Some((_, relation)) = found else { return self.wrong("expected a comparison") };
        Ok((left, relation, self.value(Some(names))?))
    }

    /// A value; names must be among those that are known, if these are.
    fn value(&mut self, names: Option<&[&str]>) -> Parsed<Value> {
        let sign = if self.accept("-") { -1 } else { 1 };
        if let Tok::Number(number) = *self.peek() {
            self.advance();
            return Ok(Value::Number(sign * number));
        }
        if let (Tok::Word(word), Some(names)) = (self.peek(), names)
            && !names.contains(&&word[..])
        {
            return self.wrong(format!("{word} is no parameter"));
        }
        self.word("a name or a number").map(Value::Name)
    }
}
