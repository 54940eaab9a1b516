//! Checkers: inductive definitions of linked structures, which programs assume and check.
//!
//! A [`Definition`] such as `list` says which memory a structure owns, starting at an address `this`, by
//! rules. A structure satisfies the definition if one of its rules does: there are values for the names of
//! the rule such that
//!
//! - its *cells* hold these values: `this->4 |-> $1` owns four bytes, or as many as a pointer has;
//! - its *calls* hold: `$0.list()` owns what another definition says about the address `$0`;
//! - its *facts* hold: comparisons of numbers and addresses, and `alloc(this, 8)`, which says that `this` is
//!   the start of an allocated block of this size, which may be freed;
//! - its *span* is there: `span(this, 16, $1)` owns `16 * $1` bytes from `this` on, a part of the memory that
//!   a memory manager has from the system.
//!
//! A cell is initialized, except that of a name of class `raw`, which need not be where a structure is
//! checked.
//!
//! What cells and calls own is separate: no byte is owned twice, so structures are finite and without
//! sharing. Nothing is said about what else points into a structure, nor about memory beside it. Blocks are
//! aligned for every type, as those of `malloc` are.
//!
//! # Grammar
//!
//! Definitions are written as those of the analyzer MemCAD. `%` begins a comment.
//!
//! ```text
//! file       := item*
//! item       := "prec" ":" name ("," name)* "."    a hint, without effect
//!             | name ":" name "."                  the definition for a type of C; a hint, without effect
//!             | definition
//! definition := name "<" number "," number ["," number] ">" ":=" rule+ "."
//!                                                  how many parameters are pointers, integers and sets
//! rule       := "|" "[" number class* "]" "-" heap "-" [fact ("&" fact)*]
//! class      := "addr" | "int" | "raw" | "set"     of the names $0, $1, ... of the rule
//! heap       := "emp" | part ("*" part)*
//! part       := "this" "->" place arrow term       a cell
//!             | term "." name "(" [terms] ["|" [terms] ["|" [terms]]] ")"
//! arrow      := "|->" | "|-" bytes "->"
//! place      := offset | field                     a member of the record that the program declares
//! fact       := "alloc" "(" "this" "," bytes ")"
//!             | "span" "(" "this" "," bytes "," term ")"
//!             | sum ("=" | "!=" | "<" | "<=" | ">" | ">=") sum
//!             | set ("==" | "#" | "$sub") set
//! sum        := ["-"] term (("+" | "-") term)*
//! term       := "this" | "$" number | "@p" number | "@i" number | "@s" number | number
//! ```
//!
//! `@p0`, `@i0` and `@s0` are the first parameters of each class. Definitions with sets are read, and
//! refused where they are used.
//!
//! # Contracts
//!
//! A program uses a definition `list` through two functions without a body ([`contract`]):
//! `__cfp_assume_list(...)` returns the address of a new structure that satisfies it, separate from all other
//! memory, and chosen by inputs; `__cfp_check_list(x, ...)` is an assertion that `x` satisfies it. Both take
//! the parameters of the definition, pointers first.
//!
//! A [`FunctionContract`] says the same about all calls of a function: `--entry f` starts with any call that
//! it allows, and checks what it promises.

mod commands;
mod functions;
mod layout;
mod lexer;
mod parser;
mod print;
#[cfg(test)]
mod tests;

pub use commands::{Command, Relation, Use, Value, read_command};
pub use functions::{
    FunctionContract, Parameter, Promise, RESULT, Specification, Structure, read_specification,
};
pub use layout::{Data, Layout, Nodes};
pub use parser::read;

use std::fmt;

/// An inductive definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// How many parameters are pointers.
    pub pointers: usize,
    /// How many are integers.
    pub integers: usize,
    /// How many are sets.
    pub sets: usize,
    /// The ways to satisfy it.
    pub rules: Vec<Rule>,
}

/// One way to satisfy a definition.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rule {
    /// The classes of the names that the rule introduces.
    pub fresh: Vec<Class>,
    /// The memory at `this`.
    pub cells: Vec<CellRule>,
    /// What other definitions own.
    pub calls: Vec<CallRule>,
    /// Comparisons.
    pub facts: Vec<Fact>,
    /// The size of the allocated block at `this`, if it is one.
    pub block: Option<i64>,
    /// The bytes from `this` on that it owns, if there are as many as a number says.
    pub span: Option<Span>,
    /// Whether it says something about sets.
    pub has_sets: bool,
}

/// A part of the memory that a memory manager has: a number of units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The bytes of a unit.
    pub unit: i64,
    /// How many there are.
    pub count: Term,
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// An address.
    Address,
    /// An integer.
    Integer,
    /// Some bytes, which need not be initialized.
    Raw,
    /// A set.
    Set,
    /// Not declared.
    Unknown,
}

/// A cell at `this`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellRule {
    /// Where it is.
    pub place: Place,
    /// How many bytes it has; those of a pointer if nothing is said.
    pub bytes: Option<i64>,
    /// What it holds.
    pub value: Term,
}

/// A place in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Its offset in bytes.
    Offset(i64),
    /// Its name.
    Field(String),
}

/// Another structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallRule {
    /// Where it starts.
    pub at: Term,
    /// The definition that it satisfies.
    pub checker: String,
    /// Arguments that are pointers.
    pub pointers: Vec<Term>,
    /// Arguments that are integers.
    pub integers: Vec<Term>,
}

/// A value in a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// The address of the structure.
    This,
    /// A name that the rule introduces.
    Fresh(usize),
    /// A parameter that is a pointer.
    Pointer(usize),
    /// A parameter that is an integer.
    Integer(usize),
    /// A constant; 0 is the null pointer.
    Number(i64),
}

/// A comparison: a sum of terms with factors, plus a constant, compared with zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// How it is compared.
    pub op: Comparison,
    /// Terms other than numbers, with their factors.
    pub terms: Vec<(Term, i64)>,
    /// What is added.
    pub constant: i64,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
}

impl Fact {
    /// The two sides, if it says that two terms are equal or different.
    pub fn sides(&self) -> Option<(Term, Term)> {
        match &self.terms[..] {
            [(one, 1 | -1)] if self.constant == 0 => Some((*one, Term::Number(0))),
            [(one, 1), (other, -1)] | [(other, -1), (one, 1)] if self.constant == 0 => Some((*one, *other)),
            [(one, 1)] => Some((*one, Term::Number(self.constant.checked_neg()?))),
            [(one, -1)] => Some((*one, Term::Number(self.constant))),
            _ => None,
        }
    }
}

impl Rule {
    /// Whether a name stands for an address.
    pub fn is_address(&self, index: usize) -> bool {
        let name = Term::Fresh(index);
        let is_passed = |call: &CallRule| call.at == name || call.pointers.contains(&name);
        self.fresh.get(index) == Some(&Class::Address) || self.calls.iter().any(is_passed)
    }

    /// Whether a cell holds an address.
    pub fn is_address_in(&self, cell: &CellRule) -> bool {
        match cell.value {
            Term::Fresh(index) => self.is_address(index),
            Term::This | Term::Pointer(_) => true,
            Term::Integer(_) | Term::Number(_) => false,
        }
    }
}

impl Definition {
    /// Whether a rule uses the definition itself. Definitions that use each other count as such.
    pub fn calls_itself(&self) -> bool {
        self.rules.iter().flat_map(|rule| &rule.calls).any(|call| call.checker == self.name)
    }

    /// How many parameters it has.
    pub fn arity(&self) -> usize {
        self.pointers + self.integers
    }

    /// Whether it is about sets, which are not supported.
    pub fn has_sets(&self) -> bool {
        self.sets > 0 || self.rules.iter().any(|rule| rule.has_sets)
    }

    /// The definition with the offsets of fields instead of their names; the name that has none otherwise.
    pub fn with_offsets(&self, offset: impl Fn(&str) -> Option<i64>) -> Result<Definition, String> {
        let mut definition = self.clone();
        for cell in definition.rules.iter_mut().flat_map(|rule| &mut rule.cells) {
            if let Place::Field(name) = &cell.place {
                cell.place = Place::Offset(offset(name).ok_or_else(|| name.clone())?);
            }
        }
        Ok(definition)
    }

    /// Whether it is about parts of the memory of a memory manager.
    pub fn has_spans(&self) -> bool {
        self.rules.iter().any(|rule| rule.span.is_some())
    }

    /// Whether all fields are given by their offsets.
    pub fn is_resolved(&self) -> bool {
        let cells = self.rules.iter().flat_map(|rule| &rule.cells);
        cells.into_iter().all(|cell| matches!(cell.place, Place::Offset(_)))
    }
}

/// What a function without a body does with a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contract {
    /// It returns the address of a new one.
    Assume,
    /// It asserts that its argument is one.
    Check,
}

impl Contract {
    /// The name of the function for a definition.
    pub fn function(self, definition: &str) -> String {
        format!("{}{definition}", self.prefix())
    }

    fn prefix(self) -> &'static str {
        match self {
            Contract::Assume => "__cfp_assume_",
            Contract::Check => "__cfp_check_",
        }
    }
}

/// The contract that a function name stands for, and the name of the definition.
pub fn contract(function: &str) -> Option<(Contract, &str)> {
    let of = |contract: Contract| Some((contract, function.strip_prefix(contract.prefix())?));
    of(Contract::Assume).or_else(|| of(Contract::Check))
}

/// An error in a file of definitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckerError {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The line.
    pub text: String,
}

impl fmt::Display for CheckerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckerError { file, line, column, message, text } = self;
        let blank = " ".repeat(column.saturating_sub(1));
        write!(f, "{file}:{line}:{column}: error: {message}\n{text}\n{blank}^")
    }
}

impl std::error::Error for CheckerError {}
