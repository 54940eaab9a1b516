//! What is known before the script says anything: logics, the functions of the theories, and reserved words.

use crate::diagnostic::nearest;
use cfp_solver::Op;

/// A logic: which theories are in scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Logic {
    /// Name for `set-logic`.
    pub name: &'static str,
    /// Whether the theory of integers is in scope, besides that of truth values.
    pub integers: bool,
}

/// The logics that can be set.
pub const LOGICS: &[Logic] = &[
    Logic { name: "QF_LIA", integers: true },
    Logic { name: "QF_IDL", integers: true },
    Logic { name: "QF_UF", integers: false },
    Logic { name: "ALL", integers: true },
];

impl Logic {
    /// The logic in force before `set-logic`.
    pub const DEFAULT: Logic = Logic { name: "ALL", integers: true };

    /// The logic of this name.
    pub fn find(name: &str) -> Option<Logic> {
        LOGICS.iter().copied().find(|logic| logic.name == name)
    }
}

/// A function of a theory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `true` or `false`.
    Constant(bool),
    /// An operator of the engine.
    Op(Op),
    /// `-`: negation of one argument, difference of more.
    Minus,
}

/// The functions of the theory of truth values.
pub const CORE: &[(&str, Builtin)] = &[
    ("true", Builtin::Constant(true)),
    ("false", Builtin::Constant(false)),
    ("not", Builtin::Op(Op::Not)),
    ("=>", Builtin::Op(Op::Implies)),
    ("and", Builtin::Op(Op::And)),
    ("or", Builtin::Op(Op::Or)),
    ("xor", Builtin::Op(Op::Xor)),
    ("=", Builtin::Op(Op::Eq)),
    ("distinct", Builtin::Op(Op::Distinct)),
    ("ite", Builtin::Op(Op::Ite)),
];

/// The functions of the theory of integers; `(_ divisible n)` is not among them, because it has an index.
pub const INTS: &[(&str, Builtin)] = &[
    ("-", Builtin::Minus),
    ("+", Builtin::Op(Op::Add)),
    ("*", Builtin::Op(Op::Mul)),
    ("div", Builtin::Op(Op::Div)),
    ("mod", Builtin::Op(Op::Mod)),
    ("abs", Builtin::Op(Op::Abs)),
    ("<=", Builtin::Op(Op::Le)),
    ("<", Builtin::Op(Op::Lt)),
    (">=", Builtin::Op(Op::Ge)),
    (">", Builtin::Op(Op::Gt)),
];

/// Words of the term language that are no symbols unless between bars.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "exists",
    "forall",
    "let",
    "match",
    "par",
    "lambda",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
];

/// The commands of the standard that are read. (`declare-sort` is read to be refused with a reason.)
pub const COMMANDS: &[&str] = &[
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-unsat-assumptions",
    "get-value",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

/// The commands of the standard that are answered with `unsupported`.
pub const UNSUPPORTED_COMMANDS: &[&str] = &[
    "declare-datatype",
    "declare-datatypes",
    "declare-sort-parameter",
    "define-fun-rec",
    "define-funs-rec",
    "get-proof",
    "get-unsat-core",
];

/// Whether a word stops a term from being read, so that it cannot be a symbol there.
pub fn is_term_keyword(word: &[u8]) -> bool {
    RESERVED.iter().any(|reserved| reserved.as_bytes() == word)
}

/// Whether the standard reserves a word, so that as a symbol it is written between bars.
pub fn is_reserved(word: &str) -> bool {
    is_term_keyword(word.as_bytes()) || COMMANDS.contains(&word) || UNSUPPORTED_COMMANDS.contains(&word)
}

/// The command that was probably meant by a misspelt one.
pub fn nearest_command(word: &str) -> Option<&'static str> {
    nearest(word, COMMANDS.iter().copied())
}
