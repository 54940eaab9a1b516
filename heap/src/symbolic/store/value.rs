//! Values of scalars.

use crate::symbolic::facts::choice::ite;
use crate::symbolic::facts::logic::Logic;
use cfp_solver::Term;
use fxhash::FxHashMap;

/// An object, by number, and an offset in bytes; the null pointer is object 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pointer {
    pub(crate) object: Term,
    pub(crate) offset: Term,
}

impl Pointer {
    /// The pointer with terms in the place of others.
    pub(crate) fn substitute(self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Pointer {
        Pointer {
            object: logic.substitute(self.object, values),
            offset: logic.substitute(self.offset, values),
        }
    }

    /// One pointer or the other.
    pub(crate) fn choose(logic: &mut Logic, condition: Term, then: Pointer, otherwise: Pointer) -> Pointer {
        Pointer {
            object: ite(logic, condition, then.object, otherwise.object),
            offset: ite(logic, condition, then.offset, otherwise.offset),
        }
    }
}

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// An integer in the range of its type, or a floating number that is not looked into.
    Number(Term),
    Pointer(Pointer),
}

impl Value {
    /// The value with terms in the place of others.
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
