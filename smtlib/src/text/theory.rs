//! Predefined names: logics, the functions of the theories, and reserved words.

use crate::text::diagnostic::nearest;
use cfp_solver::{Op, Sort};

/// A logic: which theories are in scope, besides that of truth values. Sorts and functions can be declared in
/// every logic; the standard would have it only in those with `UF`, but nothing is gained by refusing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logic {
    /// Name for `set-logic`.
    pub name: String,
    /// Whether the theory of integers is in scope.
    pub integers: bool,
    /// Whether the theory of reals is in scope.
    pub reals: bool,
    /// Whether the theory of arrays is in scope.
    pub arrays: bool,
    /// Whether terms may have quantifiers.
    pub quantifiers: bool,
}

/// What the end of a logic's name says about numbers: its letters, integers, reals.
const ARITHMETIC: &[(&str, bool, bool)] = &[
    ("LIA", true, false),
    ("IDL", true, false),
    ("LRA", false, true),
    ("RDL", false, true),
    ("LIRA", true, true),
    ("NIA", true, false),
    ("NRA", false, true),
    ("NIRA", true, true),
    ("", false, false),
];

impl Logic {
    /// The logic in force before `set-logic`, with everything.
    pub fn all() -> Logic {
        Logic { name: "ALL".to_string(), integers: true, reals: true, arrays: true, quantifiers: true }
    }

    /// Whether the name of a logic announces a theory that is not supported: bit-vectors, floating-point
    /// numbers, strings.
    pub fn is_foreign(name: &str) -> bool {
        let theories = name.strip_prefix("QF_").unwrap_or(name);
        theories.contains("BV") || theories.contains("FP") || theories.starts_with('S')
    }

    /// The logic of this name, if it has no theory that is not supported.
    ///
    /// ```
    /// use cfp_smtlib::theory::Logic;
    ///
    /// let logic = Logic::find("QF_AUFLIA").unwrap();
    /// assert!(logic.arrays && logic.integers && !logic.reals && !logic.quantifiers);
    /// assert!(Logic::find("QF_BV").is_none());
    /// ```
    pub fn find(name: &str) -> Option<Logic> {
        if name == "ALL" || name == "QF_ALL" {
            return Some(Logic { name: name.to_string(), quantifiers: name == "ALL", ..Logic::all() });
        }
        let (quantifiers, theories) = match name.strip_prefix("QF_") {
            Some(theories) => (false, theories),
            None => (true, name),
        };
        let (arrays, rest) = match theories.strip_prefix("AX").or_else(|| theories.strip_prefix('A')) {
            Some(rest) => (true, rest),
            None => (false, theories),
        };
        let (functions, rest) = match rest.strip_prefix("UF") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let &(_, integers, reals) = ARITHMETIC.iter().find(|(letters, ..)| *letters == rest)?;
        // A name must say something: neither `QF_` nor `A` is a logic, but `QF_AX` is.
        let says_something = functions || integers || reals || theories == "AX";
        says_something.then(|| Logic { name: name.to_string(), integers, reals, arrays, quantifiers })
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

/// The functions that the theories of integers and of reals have in common.
pub const NUMBERS: &[(&str, Builtin)] = &[
    ("-", Builtin::Minus),
    ("+", Builtin::Op(Op::Add)),
    ("*", Builtin::Op(Op::Mul)),
    ("<=", Builtin::Op(Op::Le)),
    ("<", Builtin::Op(Op::Lt)),
    (">=", Builtin::Op(Op::Ge)),
    (">", Builtin::Op(Op::Gt)),
];

/// The functions of integers only; `(_ divisible n)` is not among them, because it has an index.
pub const INTS: &[(&str, Builtin)] =
    &[("div", Builtin::Op(Op::Div)), ("mod", Builtin::Op(Op::Mod)), ("abs", Builtin::Op(Op::Abs))];

/// The functions of reals only.
pub const REALS: &[(&str, Builtin)] = &[("/", Builtin::Op(Op::Divide))];

/// The functions between integers and reals.
pub const REALS_INTS: &[(&str, Builtin)] = &[
    ("to_real", Builtin::Op(Op::ToReal)),
    ("to_int", Builtin::Op(Op::ToInt)),
    ("is_int", Builtin::Op(Op::IsInt)),
];

/// The functions of the theory of arrays.
pub const ARRAYS: &[(&str, Builtin)] =
    &[("select", Builtin::Op(Op::Select)), ("store", Builtin::Op(Op::Store))];

/// The functions of all theories.
pub fn all_functions() -> impl Iterator<Item = &'static (&'static str, Builtin)> {
    [CORE, NUMBERS, INTS, REALS, REALS_INTS, ARRAYS].into_iter().flatten()
}

impl Logic {
    /// The functions of the theories in scope.
    pub fn functions(&self) -> impl Iterator<Item = &'static (&'static str, Builtin)> {
        let theories = [
            (true, CORE),
            (self.integers || self.reals, NUMBERS),
            (self.integers, INTS),
            (self.reals, REALS),
            (self.integers && self.reals, REALS_INTS),
            (self.arrays, ARRAYS),
        ];
        theories.into_iter().filter(|(in_scope, _)| *in_scope).flat_map(|(_, functions)| functions)
    }

    /// The sort of numerals, if there are numbers: `Real` only where there are no integers.
    pub fn numerals(&self) -> Option<Sort> {
        match (self.integers, self.reals) {
            (true, _) => Some(Sort::Int),
            (false, true) => Some(Sort::Real),
            (false, false) => None,
        }
    }
}

/// The commands that are read: those of the standard, of optimisation, and those that answer with a formula.
pub const COMMANDS: &[&str] = &[
    "assert",
    "assert-soft",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "eval",
    "exit",
    "get-abduct",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-interpolant",
    "get-model",
    "get-objectives",
    "get-option",
    "get-proof",
    "get-qe",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "maximize",
    "minimize",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
    "simplify",
];

/// The commands of the standard that are answered with `unsupported`.
pub const UNSUPPORTED_COMMANDS: &[&str] = &["declare-sort-parameter"];

/// Whether a word of the term language is no symbol unless between bars: it stops a term from being read.
#[inline]
pub fn is_term_keyword(word: &[u8]) -> bool {
    matches!(
        word,
        b"!" | b"_"
            | b"as"
            | b"let"
            | b"par"
            | b"exists"
            | b"forall"
            | b"match"
            | b"lambda"
            | b"BINARY"
            | b"DECIMAL"
            | b"HEXADECIMAL"
            | b"NUMERAL"
            | b"STRING"
    )
}

/// Whether the standard reserves a word, so that as a symbol it is written between bars.
pub fn is_reserved(word: &str) -> bool {
    is_term_keyword(word.as_bytes()) || COMMANDS.contains(&word) || UNSUPPORTED_COMMANDS.contains(&word)
}

/// The command that was probably meant by a misspelt one.
pub fn nearest_command(word: &str) -> Option<&'static str> {
    nearest(word, COMMANDS.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_logics_say_which_theories_are_in_scope() {
        let good = "QF_UF QF_UFLIA QF_UFIDL QF_UFLRA QF_UFLIRA QF_LRA QF_LIRA QF_RDL QF_IDL QF_LIA QF_AX \
                    QF_ALIA QF_AUFLIA QF_AUFLIRA QF_UFRDL QF_ALRA LIA LRA UF UFLIA UFLRA UFLIRA UFIDL ALIA \
                    AUFLIA AUFLIRA ALL QF_ALL QF_AUF AX LIRA";
        for name in good.split_whitespace() {
            let logic = Logic::find(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(logic.quantifiers, !name.starts_with("QF_"), "{name}");
        }
        for name in "QF_NIA NIA QF_UFNRA AUFNIRA".split_whitespace() {
            assert!(Logic::find(name).is_some(), "{name}");
        }
        for name in "QF_BV QF_ABV QF_S QF_SLIA QF_FP".split_whitespace() {
            assert!(Logic::is_foreign(name), "{name}");
        }
        for name in "HORN ALL_SUPPORTED QF_AUFLIA UFDT".split_whitespace() {
            assert!(!Logic::is_foreign(name), "{name}");
        }
        for name in "QF_ A QF_A QF_BV QF_LIAX qf_lia QF_S HORN UFDT QF_ABV".split_whitespace() {
            assert!(Logic::find(name).is_none(), "{name}");
        }
        assert!(Logic::find("").is_none());
        assert_eq!(Logic::find("QF_UFLRA").unwrap().numerals(), Some(Sort::Real));
        assert_eq!(Logic::find("AUFLIRA").unwrap().numerals(), Some(Sort::Int));
        assert_eq!(Logic::find("QF_AX").unwrap().numerals(), None);
    }
}
