//! Strings.

use super::memory::allocate;
use super::{Call, Model, done};
use crate::interp::arith::Value;
use crate::interp::choices;
use crate::interp::machine::{Machine, Stop};
use crate::ir::*;
use crate::libc::Id;

/// The models of functions for strings.
pub(super) fn find(id: Id) -> Option<Model> {
    Some(match id {
        Id::Strlen => |m, c| Ok(Value::new(string(m, c, 0)?.len() as u64)),
        Id::Strnlen => |m, c| {
            let text = m.string(c.address(0), c.number(1), c.pos)?;
            Ok(Value::new(text.len() as u64))
        },
        Id::Strcpy => |m, c| copy_string(m, c, 0, u64::MAX, false).map(|_| c.arg(0)),
        Id::Stpcpy => |m, c| {
            let end = copy_string(m, c, 0, u64::MAX, false)?;
            Ok(Value::new(m.memory.offset(c.address(0), end as i64)))
        },
        Id::Strncpy => |m, c| copy_string(m, c, 0, c.number(2), true).map(|_| c.arg(0)),
        Id::Strcat => |m, c| {
            let start = string(m, c, 0)?.len() as u64;
            copy_string(m, c, start, u64::MAX, false).map(|_| c.arg(0))
        },
        Id::Strncat => concatenate_some,
        Id::Strcmp => |m, c| compare(m, c, u64::MAX, true, |byte| byte),
        Id::Strncmp => |m, c| compare(m, c, c.number(2), true, |byte| byte),
        Id::Strcasecmp => |m, c| compare(m, c, u64::MAX, true, |byte| byte.to_ascii_lowercase()),
        Id::Strncasecmp => |m, c| compare(m, c, c.number(2), true, |byte| byte.to_ascii_lowercase()),
        Id::Strchr => |m, c| search(m, c, u64::MAX, c.number(1) as u8, true),
        Id::Strrchr => |m, c| {
            let mut text = string(m, c, 0)?;
            text.push(0);
            let found = text.iter().rposition(|&byte| byte == c.number(1) as u8);
            Ok(at(m, c, found))
        },
        Id::Strstr => |m, c| {
            let (text, word) = (string(m, c, 0)?, string(m, c, 1)?);
            let found = match word.is_empty() {
                true => Some(0),
                false => text.windows(word.len()).position(|window| window == word),
            };
            Ok(at(m, c, found))
        },
        Id::Strspn => |m, c| {
            let (text, set) = (string(m, c, 0)?, string(m, c, 1)?);
            Ok(Value::new(text.iter().take_while(|byte| set.contains(byte)).count() as u64))
        },
        Id::Strcspn => |m, c| {
            let (text, set) = (string(m, c, 0)?, string(m, c, 1)?);
            Ok(Value::new(text.iter().take_while(|byte| !set.contains(byte)).count() as u64))
        },
        Id::Strpbrk => |m, c| {
            let (text, set) = (string(m, c, 0)?, string(m, c, 1)?);
            let found = text.iter().position(|byte| set.contains(byte));
            Ok(at(m, c, found))
        },
        Id::Strdup => |m, c| duplicate(m, c, u64::MAX),
        Id::Strndup => |m, c| duplicate(m, c, c.number(1)),
        _ => return None,
    })
}

pub(super) fn string(m: &mut Machine<'_>, c: &Call<'_>, index: usize) -> Result<Vec<u8>, Stop> {
    m.string(c.address(index), u64::MAX, c.pos)
}

fn at(m: &Machine<'_>, c: &Call<'_>, found: Option<usize>) -> Value {
    Value::new(found.map_or(0, |offset| m.memory.offset(c.address(0), offset as i64)))
}

/// Copies a string with its zero to `start` bytes after the first argument; at most `most` bytes, all of
/// them if it pads.
fn copy_string(m: &mut Machine<'_>, c: &Call<'_>, start: u64, most: u64, pads: bool) -> Result<u64, Stop> {
    let text = m.string(c.address(1), most, c.pos)?;
    let to = m.memory.offset(c.address(0), start as i64);
    let length = text.len() as u64;
    let copied = if length < most { length + 1 } else { length };
    let result = m.memory.copy(to, c.address(1), copied);
    done(m, c, result)?;
    if pads && copied < most {
        let result = m.memory.fill(m.memory.offset(to, copied as i64), most - copied, 0);
        done(m, c, result)?;
    }
    Ok(length)
}

fn concatenate_some(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let start = string(m, c, 0)?.len() as u64;
    let added = copy_string(m, c, start, c.number(2), false)?;
    let result = m.memory.fill(m.memory.offset(c.address(0), (start + added) as i64), 1, 0);
    done(m, c, result)?;
    Ok(c.arg(0))
}

pub(super) fn compare(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    most: u64,
    is_string: bool,
    view: fn(u8) -> u8,
) -> Result<Value, Stop> {
    let mut undefined = false;
    for index in 0..most {
        if let Some(coverage) = &mut m.coverage {
            coverage.note_prefix(c.pos, index);
        }
        let mut bytes = [0; 2];
        for (side, byte) in bytes.iter_mut().enumerate() {
            let cell = m.memory.offset(c.address(side), index as i64);
            let value = m.load(Value::new(cell), Scalar::Int(IntType { bits: 8, signed: false }), c.pos)?;
            undefined |= value.undefined;
            *byte = view(value.bits as u8);
        }
        if bytes[0] != bytes[1] {
            // Only the sign is known.
            m.memory.note_choice(choices::LIBRARY);
            let order = i64::from(bytes[0]) - i64::from(bytes[1]);
            return Ok(Value { bits: order as u64, undefined });
        }
        if is_string && bytes[0] == 0 {
            break;
        }
    }
    Ok(Value { bits: 0, undefined })
}

pub(super) fn search(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    most: u64,
    wanted: u8,
    is_string: bool,
) -> Result<Value, Stop> {
    for index in 0..most {
        let cell = m.memory.offset(c.address(0), index as i64);
        let byte = m.load(Value::new(cell), Scalar::Int(IntType { bits: 8, signed: false }), c.pos)?;
        if byte.bits as u8 == wanted {
            return Ok(Value::new(cell));
        }
        if is_string && byte.bits == 0 {
            break;
        }
    }
    Ok(Value::new(0))
}

fn duplicate(m: &mut Machine<'_>, c: &Call<'_>, most: u64) -> Result<Value, Stop> {
    let text = m.string(c.address(0), most, c.pos)?;
    let new = allocate(m, c, text.len() as u64 + 1, true)?;
    if new.bits != 0 {
        let result = m.memory.copy(new.bits, c.address(0), text.len() as u64);
        done(m, c, result)?;
    }
    Ok(new)
}
