//! Values of scalars.

use crate::symbolic::facts::choice::ite;
use crate::symbolic::facts::logic::Logic;
use cfp_solver::Term;
use fxhash::FxHashMap;

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// An integer in the range of its type, or a floating number that is not looked into.
    Number(Term),
    /// An object, by number, and an offset in bytes; the null pointer is object 0.
    Pointer(Term, Term),
}

impl Value {
    /// The value with terms in the place of others.
    pub(crate) fn substitute(self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Value {
        match self {
            Value::Number(term) => Value::Number(logic.substitute(term, values)),
            Value::Pointer(object, offset) => {
                Value::Pointer(logic.substitute(object, values), logic.substitute(offset, values))
            }
        }
    }
}

pub(crate) fn merge_values(logic: &mut Logic, condition: Term, one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => Some(Value::Number(ite(logic, condition, one, other))),
        (Value::Pointer(object, offset), Value::Pointer(other, other_offset)) => Some(Value::Pointer(
            ite(logic, condition, object, other),
            ite(logic, condition, offset, other_offset),
        )),
        _ => None,
    }
}
