//! The parsing of `sscanf`. Lowering has split such calls into their conversions (see `lower`); each is
//! identified by its number.

use super::strings::string;
use super::{Call, done, misuse};
use crate::interp::arith::Value;
use crate::interp::machine::{Machine, Stop};
use crate::interp::outcome::Outcome;
use crate::ir::Scalar;
use crate::libc::internal::{ScanPart, TextPart};
use crate::libc::scan_format::{Found, directives, scan};

/// A function that implements a part of a call of `sscanf`: its arguments are the text, the pattern, and,
/// except for the number of items, which value is meant.
pub(super) fn text_part(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let (text, pattern) = (string(m, c, 0)?, string(m, c, 1)?);
    let Some(directives) = directives(&pattern) else {
        return Err(misuse(m, c, "the pattern is not known"));
    };
    let scanned = scan(&directives, &text);
    if scanned.is_unclear {
        let reason = "a floating number in a text that is not in decimal digits".to_string();
        return Err(Box::new(Outcome::Unsupported(reason, c.pos)));
    }
    let part = TextPart::parse(c.name);
    if part == Some(TextPart::Part(ScanPart::Items)) {
        return Ok(Value::new(i64::from(scanned.items) as u64));
    }
    let found = usize::try_from(c.number(2)).ok().and_then(|index| scanned.values.get(index));
    if part == Some(TextPart::Part(ScanPart::Reaches)) {
        return Ok(Value::new(u64::from(found.is_some())));
    }
    match (found, c.result) {
        (Some(Found::Int(value)), Some(Scalar::Int(int))) => Ok(Value::new(int.wrap(*value) as u64)),
        (Some(Found::Float(value)), Some(Scalar::Float(_))) => Ok(Value::new(value.to_bits())),
        (Some(Found::Bytes(bytes)), Some(Scalar::Int(int))) => {
            let byte = bytes.first().copied().unwrap_or(0);
            Ok(Value::new(int.wrap(i128::from(byte)) as u64))
        }
        (Some(Found::Bytes(bytes)), None) => {
            let is_terminated = part != Some(TextPart::Part(ScanPart::Chars));
            let end: &[u8] = if is_terminated { &[0] } else { &[] };
            for (index, &byte) in bytes.iter().chain(end).enumerate() {
                let cell = m.memory.offset(c.address(3), index as i64);
                let result = m.memory.write(cell, 1, u64::from(byte), false);
                done(m, c, result)?;
            }
            Ok(Value::new(0))
        }
        // There are fewer values, and the result is not used.
        _ => Ok(Value::new(0)),
    }
}
