//! Output: `printf` and its variants, strings, characters.

use super::strings::string;
use super::{Call, Model, done, format, misuse, printed, some_number};
use crate::interp::arith::Value;
use crate::interp::choices;
use crate::interp::machine::{Machine, Stop};
use crate::interp::outcome::Outcome;
use crate::ir::*;
use crate::libc::print_format::argument_types;
use crate::libc::{Destination, Id, Printf};

/// The models of functions that print.
pub(super) fn find(id: Id) -> Option<Model> {
    Some(match id {
        Id::Printf(printf) => print_model(printf),
        Id::Puts => |m, c| {
            let mut text = string(m, c, 0)?;
            text.push(b'\n');
            emit(m, &text);
            Ok(some_number(m, c))
        },
        Id::Putchar => |m, c| {
            emit(m, &[c.number(0) as u8]);
            Ok(printed(m, c, u64::from(c.number(0) as u8)))
        },
        Id::Fputs | Id::Perror => |m, c| {
            string(m, c, 0)?;
            Ok(some_number(m, c))
        },
        Id::Fputc => |m, c| Ok(printed(m, c, u64::from(c.number(0) as u8))),
        _ => return None,
    })
}

/// The model of a variant of `printf`.
fn print_model(printf: Printf) -> Model {
    use Destination::*;
    match (printf.to, printf.takes_list) {
        (Stdout, false) => |m, c| print(m, c, 0),
        // Only standard output is recorded; it is not known which stream this is.
        (Stream | Descriptor, false) => |m, c| print_elsewhere(m, c, 1),
        (Buffer, false) => |m, c| print_to(m, c, u64::MAX, 1),
        (BoundedBuffer, false) => |m, c| print_to(m, c, c.number(1), 2),
        (Stdout, true) => |m, c| print_list(m, c, Stdout),
        (Stream, true) => |m, c| print_list(m, c, Stream),
        (Descriptor, true) => |m, c| print_list(m, c, Descriptor),
        (Buffer, true) => |m, c| print_list(m, c, Buffer),
        (BoundedBuffer, true) => |m, c| print_list(m, c, BoundedBuffer),
    }
}

fn emit(m: &mut Machine<'_>, text: &[u8]) {
    const MOST: usize = 1 << 24;
    if m.output.len() + text.len() <= MOST {
        m.output.extend_from_slice(text);
    }
}

fn formatted(m: &mut Machine<'_>, c: &Call<'_>, first: usize) -> Result<Vec<u8>, Stop> {
    let pattern = string(m, c, first)?;
    let rest = c.args.get(first + 1..).unwrap_or_default();
    let text = format::format(&pattern, rest, &mut |address, most| m.string(address, most, c.pos));
    match text {
        Ok(text) => {
            if text.shows_address {
                m.memory.note_choice(choices::ADDRESS);
            }
            Ok(text.bytes)
        }
        Err(format::FormatError::Stop(stop)) => Err(stop),
        Err(format::FormatError::Misuse(message)) => Err(misuse(m, c, message)),
        Err(format::FormatError::Unsupported(what)) => {
            Err(Box::new(Outcome::Unsupported(format!("{what} in a format string"), c.pos)))
        }
    }
}

fn print(m: &mut Machine<'_>, c: &Call<'_>, first: usize) -> Result<Value, Stop> {
    let text = formatted(m, c, first)?;
    emit(m, &text);
    Ok(printed(m, c, text.len() as u64))
}

/// `vprintf` and the like: reads the arguments from a list and calls the variant without a list.
fn print_list(m: &mut Machine<'_>, c: &Call<'_>, to: Destination) -> Result<Value, Stop> {
    let printf = Printf { to, takes_list: false };
    let first = printf.format_index();
    let pattern = string(m, c, first)?;
    let target = m.program.target;
    let Some(types) = argument_types(&pattern, target) else {
        let reason = "a list of arguments that is printed by an unknown pattern".to_string();
        return Err(Box::new(Outcome::Unsupported(reason, c.pos)));
    };
    let mut next = c.arg(first + 1);
    // Where pointers have 64 bits, a list is an object with the address of the next argument; else it is this
    // address.
    if target.pointer_bytes == 8 && !types.is_empty() {
        next = m.load(next, Scalar::Ptr, c.pos)?;
    }
    let mut args = c.args.get(..=first).unwrap_or_default().to_vec();
    for ty in types {
        args.push((m.load(next, ty, c.pos)?, ty));
        let bytes = target.size_of(ty).next_multiple_of(target.pointer_bytes);
        next.bits = m.memory.offset(next.bits, i64::from(bytes));
    }
    let name = Id::Printf(printf).name();
    print_model(printf)(m, &Call { name, args: &args, ..*c })
}

/// Prints to some other stream: arguments are checked, nothing is kept.
fn print_elsewhere(m: &mut Machine<'_>, c: &Call<'_>, first: usize) -> Result<Value, Stop> {
    let length = formatted(m, c, first)?.len() as u64;
    Ok(printed(m, c, length))
}

fn print_to(m: &mut Machine<'_>, c: &Call<'_>, room: u64, first: usize) -> Result<Value, Stop> {
    let text = formatted(m, c, first)?;
    let length = text.len() as u64;
    let (object, start) = (c.address(0) >> 32, m.memory.locate(c.address(0)).1);
    for &(value, ty) in c.args.get(first + 1..).unwrap_or_default() {
        if ty == Scalar::Ptr && room > 0 && value.bits >> 32 == object {
            let own = m.memory.locate(value.bits).1;
            let size = m.memory.string(value.bits, u64::MAX).map_or(0, |(text, _)| text.len() as i64);
            // The result of formatting a string into itself is undefined.
            if own <= start + length as i64 && start <= own + size {
                let reason = "text that is printed over itself".to_string();
                return Err(Box::new(Outcome::Unsupported(reason, c.pos)));
            }
        }
    }
    if room > 0 {
        let shown = &text[..text.len().min((room - 1) as usize)];
        for (index, &byte) in shown.iter().chain(&[0]).enumerate() {
            let cell = m.memory.offset(c.address(0), index as i64);
            let result = m.memory.write(cell, 1, u64::from(byte), false);
            done(m, c, result)?;
        }
    }
    Ok(Value::new(length))
}
