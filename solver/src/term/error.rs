//! Errors in the construction of terms.

use std::fmt;

/// Why a term cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermError {
    /// An argument has the wrong sort.
    WrongSort {
        /// Which argument, counted from 0.
        argument: usize,
        /// The sort that the operator wants there.
        expected: String,
        /// The sort that was given.
        found: String,
    },
    /// Too few or too many arguments.
    WrongArity {
        /// What the operator wants, in words.
        expected: &'static str,
        /// How many were given.
        found: usize,
    },
    /// A product of two terms that are both no constants.
    NonLinear,
    /// `(_ divisible 0)`.
    ZeroDivisor,
    /// A quantifier that binds something which is not a symbol.
    NotAVariable {
        /// Which argument, counted from 0.
        argument: usize,
    },
    /// Arithmetic on constants whose result would have more than a million digits or so.
    HugeConstant,
}

impl fmt::Display for TermError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TermError::WrongSort { argument, expected, found } => {
                write!(f, "argument {} has sort {found}, expected {expected}", argument + 1)
            }
            TermError::WrongArity { expected, found } => {
                write!(f, "{found} arguments given, expected {expected}")
            }
            TermError::NonLinear => {
                f.write_str("non-linear term: at most one factor of a product may contain variables")
            }
            TermError::ZeroDivisor => f.write_str("the index of divisible must be positive"),
            TermError::NotAVariable { argument } => {
                write!(f, "argument {} of a quantifier is not a variable", argument + 1)
            }
            TermError::HugeConstant => f.write_str("this constant expression is too large to compute"),
        }
    }
}

impl std::error::Error for TermError {}
