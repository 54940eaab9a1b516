//! Functions without a body and without a model.
//!
//! An input of the program gives any value of its type. Of a library function, the table says what it
//! requires and does; a run that depends on more than that ends here, since what would happen is not known.

use super::{Call, InputKind, again, needs};
use crate::interp::arith::Value;
use crate::interp::machine::{Machine, Stop};
use crate::interp::memory::Origin;
use crate::interp::outcome::Outcome;
use crate::ir::{IntType, Scalar};
use crate::libc::{self, Description, Effect};

/// A call of a function without a body and without a model.
pub(super) fn call(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    if let Some(error) = m.error_of_call(c.pos)? {
        return Ok(error);
    }
    if m.is_input(c.name) {
        return Ok(match c.result {
            Some(ty) => m.input(InputKind::Function(c.name.to_string()), ty, c.pos),
            None => Value::new(0),
        });
    }
    match libc::find(libc::canonical_name(c.name)) {
        Some(function) => described(m, c, function),
        None => Err(not_known(c, "which has no body")),
    }
}

/// A function without a body that does not return: the program ends.
pub(super) fn last(_: &mut Machine<'_>, _: &Call<'_>) -> Result<Value, Stop> {
    Err(Box::new(Outcome::Finished(1)))
}

fn not_known(c: &Call<'_>, why: &str) -> Stop {
    Box::new(Outcome::Unsupported(format!("the function {}, {why}", c.name), c.pos))
}

/// A library function: if its line describes it completely, the effects there are all it has.
fn described(m: &mut Machine<'_>, c: &Call<'_>, function: &'static Description) -> Result<Value, Stop> {
    needs::check(m, c, function)?;
    if !function.is_described {
        return Err(not_known(c, "which has no model"));
    }
    needs::check_types(m, c, function)?;
    let is_address = |(value, ty): &(_, Scalar)| {
        let value: &Value = value;
        *ty == Scalar::Ptr && value.bits != 0
    };
    let opens = function.effects.contains(&Effect::Opens);
    let (mut is_from_outside, mut range) = (false, None);
    for effect in function.effects {
        match *effect {
            Effect::Writes(at) if c.args.get(usize::from(at)).is_none_or(is_address) => {
                return Err(not_known(c, "which writes through its arguments"));
            }
            Effect::WritesAny if c.args.iter().any(is_address) => {
                return Err(not_known(c, "which writes through its arguments"));
            }
            // A stream that is opened anew.
            Effect::Closes(_) if opens => return Err(not_known(c, "which has no model")),
            Effect::Closes(at) => m.memory.end(c.address(at.into()), c.pos),
            Effect::Allocates | Effect::Frees(_) | Effect::NeverReturns | Effect::CallsBack => {
                return Err(not_known(c, "which has no model"));
            }
            Effect::ReturnsArg(at) => return Ok(c.arg(at.into())),
            Effect::Input => is_from_outside = true,
            Effect::Returns(low, high) => range = Some((low, high)),
            Effect::Writes(_)
            | Effect::WritesAny
            | Effect::ReturnsInto(_)
            | Effect::ReturnsStatic
            | Effect::Opens
            | Effect::Output => {}
        }
    }
    if opens {
        return open(m, c);
    }
    match c.result {
        Some(ty @ Scalar::Int(_)) if is_from_outside => {
            Ok(m.input_within(InputKind::Function(c.name.to_string()), ty, range, c.pos))
        }
        Some(_) if c.is_read => Err(not_known(c, "which has no model")),
        _ => Ok(Value::new(0)),
    }
}

/// A new stream, or null: opening one may always fail.
fn open(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let fails = m.input(InputKind::Allocation(c.name.to_string()), Scalar::Int(IntType::BOOL), c.pos);
    match fails.bits {
        0 => {
            let stream = m.create(0, Origin::Stream, c.pos)?;
            again::note_opened(m, c, stream)?;
            Ok(Value::new(stream))
        }
        _ => Ok(Value::new(0)),
    }
}
