//! The cells of two objects, side by side.

use crate::ir::Scalar;
use crate::shapes::graph::Object;
use crate::shapes::memory::cut;
use crate::shapes::value::Value;
use std::collections::BTreeMap;

/// The cells of two objects, side by side. Nothing if they overlap differently.
pub(in crate::shapes) fn aligned(left: &Object, right: &Object) -> Option<Vec<(i64, i64, Value, Value)>> {
    let mut places: BTreeMap<i64, i64> = BTreeMap::new();
    for (object, other) in [(left, right), (right, left)] {
        for (&offset, cell) in &object.cells {
            let is_plain = matches!(cell.value, Value::Zeros | Value::Unset | Value::Any);
            if is_plain && other.overlapping(offset, cell.bytes).next().is_some() {
                // The same for each byte: split like the other side, and between its cells.
                for (start, piece) in cut(other, offset, cell.bytes) {
                    places.entry(offset + start).or_insert(piece.bytes);
                }
            } else {
                let known = places.entry(offset).or_insert(cell.bytes);
                if *known != cell.bytes {
                    return None;
                }
            }
        }
    }
    let mut end = i64::MIN;
    for (&offset, &bytes) in &places {
        if offset < end {
            return None;
        }
        end = offset + bytes;
    }
    let mut cells = Vec::new();
    for (offset, bytes) in places {
        let [one, other] = [left, right].map(|object| untyped(object, offset, bytes));
        let [one, other] = like(one, other);
        cells.push((offset, bytes, one, other));
    }
    Some(cells)
}

/// What some bytes hold, of whatever type.
fn untyped(object: &Object, offset: i64, bytes: i64) -> Value {
    let pieces = cut(object, offset, bytes);
    match &pieces[..] {
        [(_, cell)] => cell.value.clone(),
        pieces if pieces.iter().all(|(_, cell)| cell.value == Value::Zeros) => Value::Zeros,
        pieces if pieces.iter().any(|(_, cell)| cell.value == Value::Unset) => Value::Unset,
        _ => Value::Any,
    }
}

/// Zero bytes beside a typed value have its type.
fn like(one: Value, other: Value) -> [Value; 2] {
    let typed = |zeros: Value, value: &Value| match (&zeros, value) {
        (Value::Zeros, Value::Int(_)) => Value::int(0),
        (Value::Zeros, Value::Null | Value::Pointer(_) | Value::Function(_)) => Value::zero(Scalar::Ptr),
        _ => zeros,
    };
    let first = typed(one.clone(), &other);
    let second = typed(other, &one);
    [first, second]
}
