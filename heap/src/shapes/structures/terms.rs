//! Values of the terms of rules.

use crate::checkers::{CallRule, Comparison, Definition, Fact, Term};
use crate::ir::CompareOp;
use crate::numbers::Interval;
use crate::shapes::value::{End, Expr, ObjectId, Pointer, Value, plus};
use cfp_solver::Rat;

/// Values for the parameters of a definition.
#[derive(Clone, Debug, Default)]
pub(in crate::shapes) struct Given {
    pub pointers: Vec<Value>,
    pub integers: Vec<Expr>,
}

/// The value of a term; nothing if its name has none.
pub(in crate::shapes) fn value_of(
    term: Term,
    this: &Value,
    given: &Given,
    fresh: &[Option<Value>],
) -> Option<Value> {
    match term {
        Term::This => Some(this.clone()),
        Term::Fresh(index) => fresh.get(index).cloned().flatten(),
        Term::Pointer(index) => given.pointers.get(index).cloned(),
        Term::Integer(index) => given.integers.get(index).cloned().map(Value::Int),
        Term::Number(number) => Some(Value::int(number)),
    }
}

/// The arguments of a call in a rule.
pub(in crate::shapes) fn arguments(
    call: &CallRule,
    definition: &Definition,
    this: &Value,
    given: &Given,
    fresh: &[Option<Value>],
) -> Option<Given> {
    if (call.pointers.len(), call.integers.len()) != (definition.pointers, definition.integers) {
        return None;
    }
    let pointer = |term: &Term| match value_of(*term, this, given, fresh)? {
        value if value == Value::int(0) => Some(Value::Null),
        value => Some(value),
    };
    let integer = |term: &Term| match value_of(*term, this, given, fresh)? {
        Value::Int(expr) => Some(expr),
        _ => None,
    };
    Some(Given {
        pointers: call.pointers.iter().map(pointer).collect::<Option<_>>()?,
        integers: call.integers.iter().map(integer).collect::<Option<_>>()?,
    })
}

/// The sum of a fact, if all its terms are numbers.
pub(in crate::shapes) fn sum(
    fact: &Fact,
    this: &Value,
    given: &Given,
    fresh: &[Option<Value>],
) -> Option<Expr> {
    let mut sum = Expr::constant(fact.constant);
    for (term, factor) in &fact.terms {
        let Value::Int(expr) = value_of(*term, this, given, fresh)? else { return None };
        sum = plus(&sum, &Expr::constant(0).plus_expr(&expr, &Rat::from(*factor)));
    }
    Some(sum)
}

pub(in crate::shapes) fn test_op(op: Comparison) -> CompareOp {
    match op {
        Comparison::Equal => CompareOp::Eq,
        Comparison::Different => CompareOp::Ne,
        Comparison::Less => CompareOp::Lt,
        Comparison::AtMost => CompareOp::Le,
    }
}

/// The numbers that so many bytes hold.
pub(in crate::shapes) fn signed_range(bytes: i64) -> Interval {
    let half = 1i128 << (bytes.clamp(1, 8) * 8 - 1);
    Interval::between(-half, half - 1)
}

/// The address of the node of a segment that a cell is in.
pub(super) fn own(object: ObjectId) -> Value {
    Value::Pointer(Pointer { object, end: End::Own, offset: Expr::constant(0) })
}
