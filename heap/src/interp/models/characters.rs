//! Characters: their classes and case, and the tables that the macros of `<ctype.h>` use.

use super::{Call, Model};
use crate::interp::arith::Value;
use crate::interp::choices;
use crate::interp::machine::{Machine, Stop};
use crate::interp::memory::Origin;
use crate::libc::{CharClass, CtypeTable, Id};

/// The characters of a class.
pub(in crate::interp) fn character_class(class: CharClass) -> fn(u8) -> bool {
    match class {
        CharClass::Alpha => |byte| byte.is_ascii_alphabetic(),
        CharClass::Digit => |byte| byte.is_ascii_digit(),
        CharClass::Alnum => |byte| byte.is_ascii_alphanumeric(),
        CharClass::Space => |byte| byte.is_ascii_whitespace() || byte == 11,
        CharClass::Blank => |byte| byte == b' ' || byte == b'\t',
        CharClass::Upper => |byte| byte.is_ascii_uppercase(),
        CharClass::Lower => |byte| byte.is_ascii_lowercase(),
        CharClass::Punct => |byte| byte.is_ascii_punctuation(),
        CharClass::Xdigit => |byte| byte.is_ascii_hexdigit(),
        CharClass::Cntrl => |byte| byte.is_ascii_control(),
        CharClass::Graph => |byte| byte.is_ascii_graphic(),
        CharClass::Print => |byte| byte.is_ascii_graphic() || byte == b' ',
    }
}

/// The models of functions of characters.
pub(super) fn find(id: Id) -> Option<Model> {
    Some(match id {
        Id::IsClass(CharClass::Alpha) => |m, c| class(m, c, CharClass::Alpha),
        Id::IsClass(CharClass::Digit) => |m, c| class(m, c, CharClass::Digit),
        Id::IsClass(CharClass::Alnum) => |m, c| class(m, c, CharClass::Alnum),
        Id::IsClass(CharClass::Space) => |m, c| class(m, c, CharClass::Space),
        Id::IsClass(CharClass::Blank) => |m, c| class(m, c, CharClass::Blank),
        Id::IsClass(CharClass::Upper) => |m, c| class(m, c, CharClass::Upper),
        Id::IsClass(CharClass::Lower) => |m, c| class(m, c, CharClass::Lower),
        Id::IsClass(CharClass::Punct) => |m, c| class(m, c, CharClass::Punct),
        Id::IsClass(CharClass::Xdigit) => |m, c| class(m, c, CharClass::Xdigit),
        Id::IsClass(CharClass::Cntrl) => |m, c| class(m, c, CharClass::Cntrl),
        Id::IsClass(CharClass::Graph) => |m, c| class(m, c, CharClass::Graph),
        Id::IsClass(CharClass::Print) => |m, c| class(m, c, CharClass::Print),
        Id::ToLower => |_, c| change_case(c, |byte| byte.to_ascii_lowercase()),
        Id::ToUpper => |_, c| change_case(c, |byte| byte.to_ascii_uppercase()),
        Id::CtypeTable(CtypeTable::Classes) => |m, c| table(m, c, CtypeTable::Classes, 2, class_bits),
        Id::CtypeTable(CtypeTable::Lower) => {
            |m, c| table(m, c, CtypeTable::Lower, 4, |at| case_entry(at, u8::to_ascii_lowercase))
        }
        Id::CtypeTable(CtypeTable::Upper) => {
            |m, c| table(m, c, CtypeTable::Upper, 4, |at| case_entry(at, u8::to_ascii_uppercase))
        }
        _ => return None,
    })
}

fn class(m: &Machine<'_>, c: &Call<'_>, class: CharClass) -> Result<Value, Stop> {
    let value = c.arg(0);
    let holds = u8::try_from(value.bits as i64).is_ok_and(character_class(class));
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
fn class_bits(at: i64) -> u64 {
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
