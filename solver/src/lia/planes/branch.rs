//! Branching on a variable: the oldest way to cut off a fractional value, and the last resort of the ladder.
//!
//! The variable with the smallest range is taken, since its subtree is the smallest; among unbounded ones the
//! one with the smallest value.

use crate::lia::split::Split;
use crate::linear::Linear;
use crate::num::Rat;
use crate::simplex::{ArithVar, Simplex};

/// How to choose among variables with a fractional value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Branching {
    /// The one with the smallest range.
    #[default]
    SmallestRange,
    /// The one made last.
    Last,
}

/// Splits on a structural variable with a fractional value, if there is one.
pub(crate) fn choose(simplex: &Simplex, rule: Branching) -> Option<Split> {
    let fractional = |&var: &ArithVar| simplex.definition(var).is_none() && !simplex.is_integral(var);
    let rank = |&var: &ArithVar| match (simplex.lower(var), simplex.upper(var)) {
        (Some(lower), Some(upper)) => (0, Rat::from(upper - lower)),
        (None, None) => (2, simplex.value(var).abs()),
        _ => (1, simplex.value(var).abs()),
    };
    let var = match rule {
        Branching::SmallestRange => simplex.vars().filter(fractional).min_by_key(rank)?,
        Branching::Last => simplex.vars().filter(fractional).last()?,
    };
    Some(Split { form: Linear::variable(var), floor: simplex.value(var).floor() })
}
