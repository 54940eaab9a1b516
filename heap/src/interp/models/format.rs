//! The formatting of `printf`.

use crate::interp::arith::Value;
use crate::interp::machine::Stop;
use crate::ir::Scalar;

/// Why there is no text.
pub(super) enum FormatError {
    /// A string argument points to something else, or is uninitialized.
    Stop(Stop),
    /// The arguments do not fit the pattern.
    Misuse(&'static str),
    /// A conversion that is not modelled.
    Unsupported(&'static str),
}

/// What was made of the arguments.
#[derive(Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    /// Whether it shows the number of an address.
    pub(super) shows_address: bool,
}

#[derive(Default, Clone, Copy)]
struct Spec {
    left: bool,
    plus: bool,
    blank: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Width of an integer argument in bits; 0 for `int` and what is as wide as the argument itself.
    bits: u32,
}

/// The greatest width and precision.
const WIDEST: usize = 1 << 16;

/// Formats arguments. `string` reads strings of the program, up to a length.
pub(super) fn format(
    pattern: &[u8],
    args: &[(Value, Scalar)],
    string: &mut dyn FnMut(u64, u64) -> Result<Vec<u8>, Stop>,
) -> Result<Text, FormatError> {
    let mut formatter = Formatter { pattern, at: 0, args: args.iter(), text: Text::default() };
    while let Some(&byte) = pattern.get(formatter.at) {
        formatter.at += 1;
        match byte {
            b'%' => formatter.place(string)?,
            _ => formatter.text.bytes.push(byte),
        }
    }
    Ok(formatter.text)
}

/// A format string that is being worked through.
struct Formatter<'f> {
    pattern: &'f [u8],
    /// The next byte of the pattern.
    at: usize,
    args: std::slice::Iter<'f, (Value, Scalar)>,
    text: Text,
}

impl Formatter<'_> {
    fn peek(&self) -> Option<u8> {
        self.pattern.get(self.at).copied()
    }

    /// The next argument; `is_shown` if its value appears in the text.
    fn next(&mut self, is_shown: bool) -> Result<(Value, Scalar), FormatError> {
        let Some(&(value, ty)) = self.args.next() else {
            return Err(FormatError::Misuse("there are fewer arguments than the format string requires"));
        };
        self.text.shows_address |= is_shown && ty == Scalar::Ptr && value.bits != 0;
        Ok((value, ty))
    }

    /// A conversion specification, starting after its `%`.
    fn place(
        &mut self,
        string: &mut dyn FnMut(u64, u64) -> Result<Vec<u8>, Stop>,
    ) -> Result<(), FormatError> {
        let spec = self.spec()?;
        let Some(conversion) = self.peek() else {
            return Err(FormatError::Misuse("the pattern ends in a place"));
        };
        self.at += 1;
        let shown = match conversion {
            b'c' | b's' if spec.bits != 0 => return Err(FormatError::Unsupported("wide characters")),
            b'%' => vec![b'%'],
            b'd' | b'i' => {
                let value = integer(self.next(true)?, spec.bits, true) as i64;
                padded(sign(value < 0, spec), value.unsigned_abs().to_string(), spec)
            }
            b'u' => padded("", integer(self.next(true)?, spec.bits, false).to_string(), spec),
            b'x' | b'X' | b'o' => based(integer(self.next(true)?, spec.bits, false), conversion, spec),
            b'c' => in_field(vec![self.next(true)?.0.bits as u8], spec),
            b's' => {
                let most = spec.precision.map_or(u64::MAX, |precision| precision as u64);
                let text = match self.next(false)?.0.bits {
                    0 => b"(null)".to_vec(),
                    address => string(address, most).map_err(FormatError::Stop)?,
                };
                in_field(text, spec)
            }
            b'p' => {
                let text = match self.next(true)?.0.bits {
                    0 => "(nil)".to_string(),
                    bits => format!("{bits:#x}"),
                };
                in_field(text.into_bytes(), spec)
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let value = self.next(true)?.0.float();
                let text = floating(value.abs(), conversion, spec);
                let sign = sign(value.is_sign_negative(), spec);
                padded(sign, text, Spec { precision: None, zero: spec.zero && value.is_finite(), ..spec })
            }
            b'n' => return Err(FormatError::Unsupported("%n")),
            _ => return Err(FormatError::Unsupported("an unknown conversion")),
        };
        self.text.bytes.extend(shown);
        Ok(())
    }

    /// Flags, width, precision, and the size of an integer.
    fn spec(&mut self) -> Result<Spec, FormatError> {
        let mut spec = Spec::default();
        while let Some(flag) = self.peek() {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.blank = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                b'\'' => {}
                _ => break,
            }
            self.at += 1;
        }
        let width = self.number()?;
        spec.left |= width < 0;
        spec.width = (width.unsigned_abs() as usize).min(WIDEST);
        if self.peek() == Some(b'.') {
            self.at += 1;
            let precision = self.number()?;
            spec.precision = usize::try_from(precision).ok().map(|precision| precision.min(WIDEST));
        }
        let mut shorts = 0;
        while let Some(length) = self.peek() {
            match length {
                b'h' => {
                    shorts += 1;
                    spec.bits = if shorts == 1 { 16 } else { 8 };
                }
                b'l' | b'q' | b'j' | b'z' | b't' | b'L' => spec.bits = 64,
                _ => break,
            }
            self.at += 1;
        }
        Ok(spec)
    }

    /// A width or precision: digits, or an argument.
    fn number(&mut self) -> Result<i64, FormatError> {
        if self.peek() == Some(b'*') {
            self.at += 1;
            return Ok(i64::from(self.next(true)?.0.bits as i32));
        }
        let mut value = 0;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            value = (value * 10 + i64::from(digit - b'0')).min(WIDEST as i64);
            self.at += 1;
        }
        Ok(value)
    }
}

/// An unsigned number with hexadecimal or octal digits.
fn based(value: u64, conversion: u8, spec: Spec) -> Vec<u8> {
    let (digits, prefix) = match conversion {
        b'x' => (format!("{value:x}"), "0x"),
        b'X' => (format!("{value:X}"), "0X"),
        _ => (format!("{value:o}"), "0"),
    };
    let prefix = if spec.alternate && value != 0 { prefix } else { "" };
    padded(prefix, digits, spec)
}

fn sign(negative: bool, spec: Spec) -> &'static str {
    match (negative, spec.plus, spec.blank) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// An integer argument, cut to the width that the pattern says.
fn integer((value, ty): (Value, Scalar), bits: u32, signed: bool) -> u64 {
    let own = match ty {
        Scalar::Int(int) => u32::from(int.bits),
        _ => 64,
    };
    let bits = match bits {
        0 => 32,
        bits => bits.min(own.max(32)),
    };
    let shift = 64 - bits;
    if signed { (((value.bits << shift) as i64) >> shift) as u64 } else { (value.bits << shift) >> shift }
}

/// A number with its sign or prefix, digits filled up with zeros, in its field.
fn padded(prefix: &str, digits: String, spec: Spec) -> Vec<u8> {
    let mut digits = digits;
    if let Some(precision) = spec.precision {
        if precision == 0 && digits == "0" {
            digits.clear();
        }
        digits = format!("{digits:0>precision$}");
    } else if spec.zero && !spec.left {
        let width = spec.width.saturating_sub(prefix.len());
        digits = format!("{digits:0>width$}");
    }
    in_field(format!("{prefix}{digits}").into_bytes(), spec)
}

fn in_field(text: Vec<u8>, spec: Spec) -> Vec<u8> {
    let blanks = vec![b' '; spec.width.saturating_sub(text.len())];
    if spec.left { [text, blanks].concat() } else { [blanks, text].concat() }
}

fn floating(value: f64, conversion: u8, spec: Spec) -> String {
    let precision = spec.precision.unwrap_or(6);
    let upper = conversion.is_ascii_uppercase();
    let text = if value.is_nan() {
        "nan".to_string()
    } else if value.is_infinite() {
        "inf".to_string()
    } else {
        match conversion.to_ascii_lowercase() {
            b'e' => scientific(value, precision),
            b'g' => general(value, precision.max(1), spec.alternate),
            _ => format!("{value:.precision$}"),
        }
    };
    let text = if spec.alternate && value.is_finite() { with_point(text) } else { text };
    if upper { text.to_uppercase() } else { text }
}

/// Adds the decimal point that a number without fraction lacks.
fn with_point(text: String) -> String {
    if text.contains('.') {
        return text;
    }
    let (digits, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    format!("{digits}.{exponent}")
}

/// `1.5e+03`: Rust writes the exponent without sign and zeros.
fn scientific(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let exponent: i32 = exponent.parse().unwrap_or(0);
            format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
        }
        None => text,
    }
}

/// The shorter of the two styles, without zeros at the end.
fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let rounded = scientific(value, precision - 1);
    let exponent: i32 = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let trim = |text: String| match text.contains('.') && !keep_zeros {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    };
    if exponent < -4 || exponent >= precision as i32 {
        return match rounded.split_once('e') {
            Some((digits, exponent)) => format!("{}e{exponent}", trim(digits.to_string())),
            None => rounded,
        };
    }
    let digits = (precision as i32 - 1 - exponent).max(0) as usize;
    trim(format!("{value:.digits$}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{FloatType, IntType};

    fn show(pattern: &str, args: &[(Value, Scalar)]) -> String {
        let result = format(pattern.as_bytes(), args, &mut |_, _| Ok(b"text".to_vec()));
        result.map_or("error".to_string(), |text| String::from_utf8_lossy(&text.bytes).into_owned())
    }

    #[test]
    fn numbers_look_as_in_c() {
        let int = |value: i64| (Value::new(value as u64), Scalar::INT);
        let long = |value: i64| (Value::new(value as u64), Scalar::Int(IntType { bits: 64, signed: true }));
        let float = |value: f64| (Value::new(value.to_bits()), Scalar::Float(FloatType::F64));
        assert_eq!(
            show("%d|%5d|%-5d|%05d|%+d|%.3d", &[int(-7), int(42), int(42), int(-42), int(1), int(5)]),
            "-7|   42|42   |-0042|+1|005"
        );
        assert_eq!(
            show("%u %x %#X %o %hhd", &[int(-1), int(-1), int(255), int(8), int(511)]),
            "4294967295 ffffffff 0XFF 10 -1"
        );
        assert_eq!(show("%ld %llu %zu", &[long(-5), long(-1), long(7)]), "-5 18446744073709551615 7");
        assert_eq!(
            show("%f %.2f %e %g %g %g", &[1.5, 2.0, 1234.5, 0.0001, 1e10, 100.0].map(float)),
            "1.500000 2.00 1.234500e+03 0.0001 1e+10 100"
        );
        assert_eq!(show("%#.0f|%#.0e|%#g", &[2.0, 2.0, 2.0].map(float)), "2.|2.e+00|2.00000");
        assert_eq!(
            show("%s|%6s|%c%%", &[(Value::new(1), Scalar::Ptr), (Value::new(1), Scalar::Ptr), int(65)]),
            "text|  text|A%"
        );
        assert_eq!(show("%d", &[]), "error");
    }
}
