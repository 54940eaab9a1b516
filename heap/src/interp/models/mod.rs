//! The interpreter's models of library functions.
//!
//! A model reads its arguments, updates the memory of the machine, and returns a result. The table of
//! [`libc`] lists the functions with a model, and what each function requires, which [`needs`] checks before
//! the call. Functions without a model are in [`unmodelled`].

pub(super) mod again;
mod characters;
mod contracts;
mod floats;
mod format;
mod inclusions;
mod memory;
pub(super) mod needs;
mod numbers;
mod output;
mod scan;
mod strings;
mod unmodelled;

pub(super) use characters::character_class;

use super::arith::Value;
use super::choices;
use super::inputs::InputKind;
use super::machine::{Machine, Stop};
use super::memory::Fault;
use crate::ir::*;
use crate::libc::{self, Id, internal};
use crate::property::ViolationKind;

/// A call of a function without a body.
pub(super) struct Call<'c> {
    pub(super) name: &'c str,
    pub(super) args: &'c [(Value, Scalar)],
    pub(super) result: Option<Scalar>,
    /// Whether the program uses the result.
    pub(super) is_read: bool,
    pub(super) pos: Pos,
}

/// A model.
pub(super) type Model = fn(&mut Machine<'_>, &Call<'_>) -> Result<Value, Stop>;

impl Call<'_> {
    pub(super) fn arg(&self, index: usize) -> Value {
        self.args.get(index).map_or(Value { bits: 0, undefined: true }, |arg| arg.0)
    }

    pub(super) fn address(&self, index: usize) -> u64 {
        self.arg(index).bits
    }

    pub(super) fn number(&self, index: usize) -> u64 {
        self.arg(index).bits
    }

    /// The name of the function in messages.
    fn shown_name(&self) -> &str {
        if self.name == internal::SCAN_STREAM { Id::Fscanf.name() } else { self.name }
    }
}

/// The model of a function, by its plain name.
pub(super) fn find(name: &str) -> Option<Model> {
    match libc::find(name) {
        Some(function) => function.id.and_then(model),
        None => match internal::TextPart::parse(name) {
            Some(_) => Some(scan::text_part),
            None => contracts::find(name),
        },
    }
}

/// The model of a function.
pub(super) fn model(id: Id) -> Option<Model> {
    let model: Model = match id {
        Id::Fflush | Id::Srand | Id::Setlocale => |m, c| Ok(some_number(m, c)),
        Id::Rand => |m, c| input_in(m, c, 0, i128::from(i32::MAX)),
        Id::Getchar | Id::Fgetc => |m, c| input_in(m, c, -1, 255),
        Id::AtomicSection => |_, _| Ok(Value::new(0)),
        Id::Getenv => |m, _| {
            m.memory.note_choice(choices::OUTSIDE);
            Ok(Value::new(0))
        },
        _ => {
            let by_concern =
                [memory::find, strings::find, output::find, numbers::find, floats::find, characters::find];
            return by_concern.into_iter().find_map(|find| find(id));
        }
    };
    Some(model)
}

/// The model of a function without a body, by its plain name; `returns` says whether calls do.
pub(super) fn of_function(name: &str, returns: bool) -> Model {
    find(name).unwrap_or(if returns { unmodelled::call } else { unmodelled::last })
}

/// An input of a range.
fn input_in(m: &mut Machine<'_>, c: &Call<'_>, low: i128, high: i128) -> Result<Value, Stop> {
    let Some(ty) = c.result else { return Ok(Value::new(0)) };
    Ok(m.input_within(InputKind::Function(c.name.to_string()), ty, Some((low, high)), c.pos))
}

/// A result that is mostly unspecified, if it is used.
fn some_number(m: &Machine<'_>, c: &Call<'_>) -> Value {
    printed(m, c, 0)
}

/// The result of a function that prints. Printing may fail on other machines.
fn printed(m: &Machine<'_>, c: &Call<'_>, result: u64) -> Value {
    if c.is_read {
        m.memory.note_choice(choices::LIBRARY);
    }
    Value::new(result)
}

/// The result of an effect on memory that may be invalid.
pub(super) fn done(m: &mut Machine<'_>, c: &Call<'_>, result: Result<(), Fault>) -> Result<Value, Stop> {
    result.map(|()| Value::new(0)).map_err(|fault| m.stop(fault, c.pos))
}

pub(super) fn misuse(m: &Machine<'_>, c: &Call<'_>, message: &str) -> Stop {
    m.violation(ViolationKind::Misuse, format!("{}: {message}", c.shown_name()), c.pos, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_which_functions_have_models() {
        for function in libc::table::functions() {
            let has_model = function.id.and_then(model).is_some();
            assert_eq!(has_model, function.is_native, "{:?}", function.names);
        }
    }
}
