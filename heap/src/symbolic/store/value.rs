//! Scalar values.

use crate::symbolic::facts::choice::ite;
use crate::symbolic::facts::logic::Logic;
use cfp_solver::Term;
use fxhash::FxHashMap;

/// An object number and an offset in bytes; the null pointer is object 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pointer {
    pub(crate) object: Term,
    pub(crate) offset: Term,
}

impl Pointer {
    /// Substitutes terms in the pointer.
    pub(crate) fn substitute(self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Pointer {
        Pointer {
            object: logic.substitute(self.object, values),
            offset: logic.substitute(self.offset, values),
        }
    }

    /// `if condition then … else …` for pointers.
    pub(crate) fn choose(logic: &mut Logic, condition: Term, then: Pointer, otherwise: Pointer) -> Pointer {
        Pointer {
            object: ite(logic, condition, then.object, otherwise.object),
            offset: ite(logic, condition, then.offset, otherwise.offset),
        }
    }
}

/// The value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// An integer in the range of its type, or an uninterpreted floating-point number.
    Number(Term),
    Pointer(Pointer),
}

impl Value {
    /// Substitutes terms in the value.
    pub(crate) fn substitute(self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Value {
        match self {
            Value::Number(term) => Value::Number(logic.substitute(term, values)),
            Value::Pointer(pointer) => Value::Pointer(pointer.substitute(logic, values)),
        }
    }
}

pub(crate) fn merge_values(logic: &mut Logic, condition: Term, one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => Some(Value::Number(ite(logic, condition, one, other))),
        (Value::Pointer(one), Value::Pointer(other)) => {
            Some(Value::Pointer(Pointer::choose(logic, condition, one, other)))
        }
        _ => None,
    }
}
