//! Integers: absolute values, conversions from text, bits.

use super::strings::string;
use super::{Call, Model, done};
use crate::interp::arith::Value;
use crate::interp::machine::{Errno, Machine, NUMBERS, Stop};
use crate::interp::outcome::Outcome;
use crate::ir::*;
use crate::libc::{BitCount, CInt, Id};
use crate::property::{Ints, ViolationKind};

/// The models of functions of numbers.
pub(super) fn find(id: Id) -> Option<Model> {
    Some(match id {
        Id::Abs(CInt::Int) => |m, c| absolute(m, c, CInt::Int),
        Id::Abs(CInt::Long) => |m, c| absolute(m, c, CInt::Long),
        Id::Abs(CInt::LongLong) => |m, c| absolute(m, c, CInt::LongLong),
        Id::Ato(CInt::Int) => |m, c| parse_short(m, c, IntType::INT),
        Id::Ato(CInt::Long) => |m, c| parse_short(m, c, CInt::Long.signed(m.program.target)),
        Id::Ato(CInt::LongLong) => |m, c| parse_short(m, c, CInt::LongLong.signed(m.program.target)),
        Id::Strto(CInt::LongLong) => |m, c| parse_long(m, c, CInt::LongLong.signed(m.program.target)),
        Id::Strto(_) => |m, c| parse_long(m, c, CInt::Long.signed(m.program.target)),
        Id::StrtoUnsigned(CInt::LongLong) => {
            |m, c| parse_long(m, c, CInt::LongLong.unsigned(m.program.target))
        }
        Id::StrtoUnsigned(_) => |m, c| parse_long(m, c, CInt::Long.unsigned(m.program.target)),
        Id::Bits(count, ty) => bits_model(count, ty),
        Id::ByteSwap(16) => |_, c| Ok(Value::new(u64::from((c.number(0) as u16).swap_bytes()))),
        Id::ByteSwap(32) => |_, c| Ok(Value::new(u64::from((c.number(0) as u32).swap_bytes()))),
        Id::ByteSwap(_) => |_, c| Ok(Value::new(c.number(0).swap_bytes())),
        _ => return None,
    })
}

/// The model of a function that counts bits.
fn bits_model(count: BitCount, ty: CInt) -> Model {
    match (count, ty) {
        (BitCount::LeadingZeros, CInt::Int) => |_, c| Ok(count_of((c.number(0) as u32).leading_zeros())),
        (BitCount::LeadingZeros, CInt::Long) => |m, c| match m.program.target.pointer_bytes {
            8 => Ok(count_of(c.number(0).leading_zeros())),
            _ => Ok(count_of((c.number(0) as u32).leading_zeros())),
        },
        (BitCount::LeadingZeros, CInt::LongLong) => |_, c| Ok(count_of(c.number(0).leading_zeros())),
        (BitCount::TrailingZeros, _) => |_, c| Ok(count_of(c.number(0).trailing_zeros())),
        (BitCount::FirstSet, _) => |_, c| match c.number(0) {
            0 => Ok(Value::new(0)),
            bits => Ok(count_of(bits.trailing_zeros() + 1)),
        },
        (BitCount::Ones, CInt::Int) => |_, c| Ok(count_of((c.number(0) as u32).count_ones())),
        (BitCount::Ones, _) => |_, c| Ok(count_of(c.number(0).count_ones())),
    }
}

fn count_of(count: u32) -> Value {
    Value::new(u64::from(count))
}

fn absolute(m: &mut Machine<'_>, c: &Call<'_>, ty: CInt) -> Result<Value, Stop> {
    let ty = ty.signed(m.program.target);
    let value = c.arg(0);
    let number = crate::interp::arith::number(value.bits, ty);
    if number == ty.min() && m.config.ints == Ints::Math {
        return Err(Box::new(Outcome::Limit(NUMBERS)));
    }
    if number == ty.min() && m.config.checks.overflow {
        let message = format!("signed overflow: the absolute value of {number} does not fit");
        return Err(m.violation(ViolationKind::Overflow, message, c.pos, Vec::new()));
    }
    Ok(Value { bits: ty.wrap(number.abs()) as u64, ..value })
}

/// `ERANGE`, as Linux has it: a result does not fit.
pub(super) const OUT_OF_RANGE: Errno = Errno::Set(34);

/// `atoi` and the like: if the number does not fit, then nothing is said about the result.
fn parse_short(m: &mut Machine<'_>, c: &Call<'_>, ty: IntType) -> Result<Value, Stop> {
    let value = parse_number(m, c, 0, Some(10), ty)?;
    match m.errno {
        Errno::Kept => Ok(value),
        _ => Err(m.undefined_behavior(&format!("{}: the number is out of range", c.name), c.pos)),
    }
}

/// `strtol` and the like.
fn parse_long(m: &mut Machine<'_>, c: &Call<'_>, ty: IntType) -> Result<Value, Stop> {
    let base = match c.number(2) as u32 {
        0 => None,
        base @ 2..=36 => Some(base),
        base => {
            let reason = format!("{} with the base {base}", c.name);
            return Err(Box::new(Outcome::Unsupported(reason, c.pos)));
        }
    };
    parse_number(m, c, c.address(1), base, ty)
}

/// Reads a number as `strtol` does; without a base, the prefix tells it.
fn parse_number(
    m: &mut Machine<'_>,
    c: &Call<'_>,
    end: u64,
    base: Option<u32>,
    ty: IntType,
) -> Result<Value, Stop> {
    let text = string(m, c, 0)?;
    let mut index = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 11).count();
    let negative = text.get(index) == Some(&b'-');
    if matches!(text.get(index), Some(b'+' | b'-')) {
        index += 1;
    }
    let has_prefix = text.get(index) == Some(&b'0')
        && matches!(text.get(index + 1), Some(b'x' | b'X'))
        && text.get(index + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = match base {
        None | Some(16) if has_prefix => 16,
        Some(base) => base,
        None if text.get(index) == Some(&b'0') => 8,
        _ => 10,
    };
    if base == 16 && has_prefix {
        index += 2;
    }
    let (start, mut value) = (index, 0i128);
    while let Some(digit) = text.get(index).and_then(|&byte| char::from(byte).to_digit(base)) {
        value = (value * i128::from(base) + i128::from(digit)).min(1 << 100);
        index += 1;
    }
    let value = if negative { -value } else { value };
    let fits = if ty.signed { (ty.min()..=ty.max()).contains(&value) } else { value.abs() <= ty.max() };
    m.errno = if fits { Errno::Kept } else { OUT_OF_RANGE };
    let value = match ty.signed {
        true => value.clamp(ty.min(), ty.max()),
        false if !fits => ty.max(),
        false => ty.wrap(value),
    };
    if end != 0 {
        let used = if index == start { 0 } else { index };
        let place = m.memory.offset(c.address(0), used as i64);
        let result = m.memory.write_pointer(end, place, false);
        done(m, c, result)?;
    }
    Ok(Value::new(value as u64))
}
