//! What a check answers, and the reasons for not knowing.

use crate::term::TermError;
use std::fmt;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; it was checked against the assertions.
    Sat,
    /// There is no model.
    Unsat,
    /// Not decided, for this reason.
    Unknown(Unknown),
}

/// Why an answer is `unknown`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The time limit was reached.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// The deterministic resource limit was reached.
    Resources,
    /// [`Interrupt::trigger`](crate::Interrupt::trigger) was called.
    Interrupted,
    /// The procedure cannot decide this input.
    Incomplete(Incompleteness),
}

/// What a procedure cannot decide.
///
/// Its [`Display`](fmt::Display) form is meant for users; programs should match on the variants.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Incompleteness {
    /// Quantifiers in a question to a procedure for quantifier-free formulas.
    Quantifiers,
    /// Arrays indexed by truth values or arrays, or constant arrays over declared sorts.
    UnusualArrays,
    /// Real numbers in a question to an engine for integers.
    Reals,
    /// Difference logic would need an atom during the search.
    NeedsAtoms,
    /// The final check of a theory repeats itself.
    NoProgress,
    /// A division by a variable needed too many instances of its axiom.
    VariableDivisor,
    /// A product of variables needed too many instances of what is known about it.
    Product,
    /// Objectives together with quantifiers.
    QuantifiedObjectives,
    /// The formula contains operators that contextual simplification does not interpret.
    Uninterpreted,
    /// A bound variable occurs in an argument of a function, an array or a divisor.
    BoundUnderFunction,
    /// A bound variable is neither a number nor a truth value.
    BoundSort,
    /// No exact elimination of a variable that occurs under a function was found.
    InexactCover,
    /// A bound integer and a real number occur in one comparison.
    MixedComparison,
    /// The quantified formula needs a theory that is not supported.
    QuantifiedTheory,
    /// A part of the formula is not supported under quantifiers.
    UnderQuantifier,
    /// The instances of the quantified formulas do not decide them.
    Instances,
    /// The reference engine decides linear integer arithmetic only.
    ReferenceFragment,
    /// A term could not be built.
    Term(TermError),
    /// A reason given by a program around this crate, in its own words.
    Other(String),
}

impl Unknown {
    /// A reason from outside this crate.
    pub fn other(why: impl Into<String>) -> Unknown {
        Unknown::Incomplete(Incompleteness::Other(why.into()))
    }
}

impl From<Incompleteness> for Unknown {
    fn from(what: Incompleteness) -> Unknown {
        Unknown::Incomplete(what)
    }
}

impl From<Incompleteness> for Answer {
    fn from(what: Incompleteness) -> Answer {
        Answer::Unknown(Unknown::Incomplete(what))
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Timeout => f.write_str("timeout"),
            Unknown::Memory => f.write_str("memout"),
            Unknown::Resources => f.write_str("resource limit reached"),
            Unknown::Interrupted => f.write_str("interrupted"),
            Unknown::Incomplete(why) => write!(f, "incomplete: {why}"),
        }
    }
}

impl fmt::Display for Incompleteness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Incompleteness::Quantifiers => "quantifiers are not supported here",
            Incompleteness::UnusualArrays => {
                "arrays with truth values or arrays as indices, and constant arrays over declared sorts, \
                 are not supported"
            }
            Incompleteness::Reals => "real numbers are not supported here",
            Incompleteness::NeedsAtoms => "difference logic cannot add an equality during the search",
            Incompleteness::NoProgress => "the theory's final check makes no progress",
            Incompleteness::VariableDivisor => "a division by a variable with too many values",
            Incompleteness::Product => "a product of variables with too many values",
            Incompleteness::QuantifiedObjectives => "objectives are not supported together with quantifiers",
            Incompleteness::Uninterpreted => {
                "the formula contains operators that contextual simplification does not interpret"
            }
            Incompleteness::BoundUnderFunction => {
                "a bound variable occurs under a function, an array or a divisor"
            }
            Incompleteness::BoundSort => "a bound variable is neither a number nor a truth value",
            Incompleteness::InexactCover => "a bound variable occurs under a function",
            Incompleteness::MixedComparison => "a bound integer and a real number occur in one comparison",
            Incompleteness::QuantifiedTheory => "the quantified formula needs a theory that is not supported",
            Incompleteness::UnderQuantifier => "a part of the formula is not supported under quantifiers",
            Incompleteness::Instances => "instances of the quantified formulas do not decide them",
            Incompleteness::ReferenceFragment => {
                "the reference engine decides linear integer arithmetic only"
            }
            Incompleteness::Term(error) => return error.fmt(f),
            Incompleteness::Other(why) => why,
        })
    }
}
