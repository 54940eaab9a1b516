//! Functions of floating-point numbers, and conversions of text to them.
//!
//! Numbers of type `float` are kept as `double`. A result that is rounded may differ in its last bit from
//! that of other libraries.

use super::numbers::OUT_OF_RANGE;
use super::strings::string;
use super::{Call, Model, done};
use crate::interp::arith::Value;
use crate::interp::choices;
use crate::interp::machine::{Errno, Machine, Stop};
use crate::interp::outcome::Outcome;
use crate::ir::{FloatType, Scalar};
use crate::libc::{self, FloatClass, FloatFunction, FloatPair, Id};

/// The models of functions of floating-point numbers.
pub(super) fn find(id: Id) -> Option<Model> {
    Some(match id {
        Id::Float(..) | Id::FloatPair(..) => compute,
        Id::FloatClass(_) => classify,
        Id::AtoFloat => |m, c| parse(m, c, 0, FloatType::F64),
        Id::StrtoFloat(FloatType::F32) => |m, c| parse(m, c, c.address(1), FloatType::F32),
        Id::StrtoFloat(_) => |m, c| parse(m, c, c.address(1), FloatType::F64),
        _ => return None,
    })
}

fn not_known(c: &Call<'_>) -> Stop {
    Box::new(Outcome::Unsupported(format!("the function {}", c.name), c.pos))
}

fn compute(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let (left, right) = (c.arg(0), c.arg(1));
    let (result, ty, is_exact) = match libc::id(libc::canonical_name(c.name)) {
        Some(Id::Float(function, ty)) => (unary(function, left.float()), ty, function.is_exact()),
        Some(Id::FloatPair(function, ty)) => {
            (binary(function, left.float(), right.float()), ty, function.is_exact())
        }
        _ => return Err(not_known(c)),
    };
    if !is_exact {
        m.memory.note_choice(choices::LIBRARY);
    }
    let result = if ty == FloatType::F32 { f64::from(result as f32) } else { result };
    m.errno = errno_after(result, c.args);
    let undefined = left.undefined || c.args.len() > 1 && right.undefined;
    Ok(Value { bits: result.to_bits(), undefined })
}

/// `EDOM`, as Linux has it: an argument is outside of the domain.
const OUT_OF_DOMAIN: Errno = Errno::Set(33);

/// What a function stores in `errno`. Where the result is too small, that need not be an error.
fn errno_after(result: f64, args: &[(Value, Scalar)]) -> Errno {
    match args.iter().all(|(arg, _)| arg.float().is_finite()) {
        true if result.is_nan() => OUT_OF_DOMAIN,
        true if result.is_infinite() => OUT_OF_RANGE,
        true if result.is_normal() => Errno::Kept,
        _ => Errno::NotKnown,
    }
}

fn unary(function: FloatFunction, x: f64) -> f64 {
    match function {
        FloatFunction::Fabs => x.abs(),
        FloatFunction::Sqrt => x.sqrt(),
        FloatFunction::Floor => x.floor(),
        FloatFunction::Ceil => x.ceil(),
        FloatFunction::Trunc => x.trunc(),
        FloatFunction::Round => x.round(),
        FloatFunction::Rint => x.round_ties_even(),
        FloatFunction::Sin => x.sin(),
        FloatFunction::Cos => x.cos(),
        FloatFunction::Tan => x.tan(),
        FloatFunction::Asin => x.asin(),
        FloatFunction::Acos => x.acos(),
        FloatFunction::Atan => x.atan(),
        FloatFunction::Sinh => x.sinh(),
        FloatFunction::Cosh => x.cosh(),
        FloatFunction::Tanh => x.tanh(),
        FloatFunction::Exp => x.exp(),
        FloatFunction::Exp2 => x.exp2(),
        FloatFunction::Expm1 => x.exp_m1(),
        FloatFunction::Log => x.ln(),
        FloatFunction::Log2 => x.log2(),
        FloatFunction::Log10 => x.log10(),
        FloatFunction::Log1p => x.ln_1p(),
        FloatFunction::Cbrt => x.cbrt(),
    }
}

fn binary(function: FloatPair, x: f64, y: f64) -> f64 {
    match function {
        FloatPair::Pow => x.powf(y),
        FloatPair::Fmod => x % y,
        FloatPair::Atan2 => x.atan2(y),
        FloatPair::Hypot => x.hypot(y),
        FloatPair::Copysign => x.copysign(y),
        FloatPair::Fmax => x.max(y),
        FloatPair::Fmin => x.min(y),
        FloatPair::Fdim if x <= y => 0.0,
        FloatPair::Fdim => x - y,
    }
}

fn classify(m: &mut Machine<'_>, c: &Call<'_>) -> Result<Value, Stop> {
    let value = c.arg(0);
    let holds = match libc::id(libc::canonical_name(c.name)) {
        Some(Id::FloatClass(FloatClass::Nan)) => value.float().is_nan(),
        Some(Id::FloatClass(FloatClass::Infinite)) => value.float().is_infinite(),
        Some(Id::FloatClass(FloatClass::Finite)) => value.float().is_finite(),
        _ => return Err(not_known(c)),
    };
    if holds {
        // Any number but zero.
        m.memory.note_choice(choices::LIBRARY);
    }
    Ok(Value { bits: u64::from(holds), ..value })
}

/// Reads a number as `strtod` does.
fn parse(m: &mut Machine<'_>, c: &Call<'_>, end: u64, ty: FloatType) -> Result<Value, Stop> {
    let text = string(m, c, 0)?;
    let start = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 11).count();
    let Some((length, value)) = number(&text[start..], ty) else { return Err(not_known(c)) };
    let is_nonzero = text[start..start + length].iter().any(|byte| (b'1'..=b'9').contains(byte));
    // Whether a number that is too small is an error is up to the implementation.
    m.errno = match value.is_infinite() {
        true => OUT_OF_RANGE,
        false if value.is_subnormal() || value == 0.0 && is_nonzero => Errno::NotKnown,
        false => Errno::Kept,
    };
    if end != 0 {
        let used = if length == 0 { 0 } else { start + length };
        let place = m.memory.offset(c.address(0), used as i64);
        let result = m.memory.write_pointer(end, place, false);
        done(m, c, result)?;
    }
    Ok(Value::new(value.to_bits()))
}

/// The longest number at the beginning of a text, and its length; nothing if it is not written in decimal.
fn number(text: &[u8], ty: FloatType) -> Option<(usize, f64)> {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let after = &text[sign..];
    let begins =
        |word: &str| after.get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()));
    if begins("0x") || begins("nan") || begins("inf") {
        return None;
    }
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(sign);
    let mut length = sign + whole;
    let mut fraction = 0;
    if text.get(length) == Some(&b'.') {
        fraction = digits(length + 1);
        length += 1 + fraction;
    }
    if whole + fraction == 0 {
        return Some((0, 0.0));
    }
    if matches!(text.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
        let exponent = digits((length + 1 + sign).min(text.len()));
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    let text = std::str::from_utf8(&text[..length]).ok()?;
    let value = match ty {
        FloatType::F32 => f64::from(text.parse::<f32>().ok()?),
        _ => text.parse::<f64>().ok()?,
    };
    Some((length, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_far_as_they_go() {
        let read = |text: &str| number(text.as_bytes(), FloatType::F64);
        assert_eq!(read("1.5e1x"), Some((5, 15.0)));
        assert_eq!(read("-2.e"), Some((3, -2.0)));
        assert_eq!(read("1e+"), Some((1, 1.0)));
        assert_eq!(read(".5"), Some((2, 0.5)));
        assert_eq!(read("."), Some((0, 0.0)));
        assert_eq!(read("abc"), Some((0, 0.0)));
        assert_eq!(read("0x1p3"), None);
        assert_eq!(number(b"0.1", FloatType::F32), Some((3, f64::from(0.1f32))));
    }
}
