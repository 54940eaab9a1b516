//! Characters: their classes and case, and the tables that the macros of `<ctype.h>` use.

use super::{Call, Model};
use crate::interp::arith::Value;
use crate::interp::choices;
use crate::interp::machine::{Machine, Stop};
use crate::interp::memory::Origin;
use crate::libc::{CharClass, CtypeTable, Id};

/// The models of functions of characters.
pub(super) fn find(id: Id) -> Option<Model> {
    Some(match id {
        Id::IsClass(CharClass::Alpha) => |m, c| class(m, c, |byte| byte.is_ascii_alphabetic()),
        Id::IsClass(CharClass::Digit) => |m, c| class(m, c, |byte| byte.is_ascii_digit()),
        Id::IsClass(CharClass::Alnum) => |m, c| class(m, c, |byte| byte.is_ascii_alphanumeric()),
        Id::IsClass(CharClass::Space) => |m, c| class(m, c, |byte| byte.is_ascii_whitespace() || byte == 11),
        Id::IsClass(CharClass::Blank) => |m, c| class(m, c, |byte| byte == b' ' || byte == b'\t'),
        Id::IsClass(CharClass::Upper) => |m, c| class(m, c, |byte| byte.is_ascii_uppercase()),
        Id::IsClass(CharClass::Lower) => |m, c| class(m, c, |byte| byte.is_ascii_lowercase()),
        Id::IsClass(CharClass::Punct) => |m, c| class(m, c, |byte| byte.is_ascii_punctuation()),
        Id::IsClass(CharClass::Xdigit) => |m, c| class(m, c, |byte| byte.is_ascii_hexdigit()),
        Id::IsClass(CharClass::Cntrl) => |m, c| class(m, c, |byte| byte.is_ascii_control()),
        Id::IsClass(CharClass::Graph) => |m, c| class(m, c, |byte| byte.is_ascii_graphic()),
        Id::IsClass(CharClass::Print) => |m, c| class(m, c, |byte| byte.is_ascii_graphic() || byte == b' '),
        Id::ToLower => |_, c| change_case(c, |byte| byte.to_ascii_lowercase()),
        Id::ToUpper => |_, c| change_case(c, |byte| byte.to_ascii_uppercase()),
        Id::CtypeTable(CtypeTable::Classes) => |m, c| table(m, c, CtypeTable::Classes, 2, character_class),
        Id::CtypeTable(CtypeTable::Lower) => {
            |m, c| table(m, c, CtypeTable::Lower, 4, |at| case_entry(at, u8::to_ascii_lowercase))
        }
        Id::CtypeTable(CtypeTable::Upper) => {
            |m, c| table(m, c, CtypeTable::Upper, 4, |at| case_entry(at, u8::to_ascii_uppercase))
        }
        _ => return None,
    })
}

fn class(m: &Machine<'_>, c: &Call<'_>, is_in: fn(u8) -> bool) -> Result<Value, Stop> {
    let value = c.arg(0);
    let holds = u8::try_from(value.bits as i64).is_ok_and(is_in);
    if holds {
        // Any number but zero.
        m.memory.note_choice(choices::LIBRARY);
    }
    Ok(Value { bits: u64::from(holds), ..value })
}

fn change_case(c: &Call<'_>, change: fn(u8) -> u8) -> Result<Value, Stop> {
    let value = c.arg(0);
    let bits = u8::try_from(value.bits as i64).map_or(value.bits, |byte| u64::from(change(byte)));
    Ok(Value { bits, ..value })
}

/// The classes of a character, as bits, in the tables that some headers read directly.
fn character_class(at: i64) -> u64 {
    let Ok(byte) = u8::try_from(at) else { return 0 };
    let bits = [
        (byte.is_ascii_uppercase(), 8),
        (byte.is_ascii_lowercase(), 9),
        (byte.is_ascii_alphabetic(), 10),
        (byte.is_ascii_digit(), 11),
        (byte.is_ascii_hexdigit(), 12),
        (byte.is_ascii_whitespace() || byte == 11, 13),
        (byte.is_ascii_graphic() || byte == b' ', 14),
        (byte.is_ascii_graphic(), 15),
        (byte == b' ' || byte == b'\t', 0),
        (byte.is_ascii_control(), 1),
        (byte.is_ascii_punctuation(), 2),
        (byte.is_ascii_alphanumeric(), 3),
    ];
    bits.into_iter().filter(|(is_in, _)| *is_in).map(|(_, bit)| 1 << bit).sum()
}

fn case_entry(at: i64, change: fn(&u8) -> u8) -> u64 {
    u8::try_from(at).map_or(at as u64, |byte| u64::from(change(&byte)))
}

/// The address of a pointer to the middle of a table with an entry for each character from -128 to 255.
fn table(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    which: CtypeTable,
    entry: u32,
    value: fn(i64) -> u64,
) -> Result<Value, Stop> {
    if let Some((_, address)) = m.library_objects.iter().find(|(known, _)| *known == which) {
        return Ok(Value::new(*address));
    }
    let entries = m.create(384 * u64::from(entry), Origin::Global, c.pos)?;
    for index in 0..384 {
        let cell = m.memory.offset(entries, index * i64::from(entry));
        m.memory.write(cell, entry, value(index - 128), false).map_err(|fault| m.stop(fault, c.pos))?;
    }
    let pointer = m.create(u64::from(m.program.target.pointer_bytes), Origin::Global, c.pos)?;
    let middle = m.memory.offset(entries, 128 * i64::from(entry));
    m.memory.write_pointer(pointer, middle, false).map_err(|fault| m.stop(fault, c.pos))?;
    m.library_objects.push((which, pointer));
    Ok(Value::new(pointer))
}
