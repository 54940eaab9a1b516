//! Format strings of `scanf`: their directives, and what they read from a text.

/// A part of a format string.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Directive {
    /// Any amount of white space.
    Blanks,
    /// This byte.
    Byte(u8),
    /// A conversion specification.
    Conversion(Conversion),
}

/// A conversion specification.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Conversion {
    /// What.
    pub(crate) kind: Kind,
    /// Whether it is stored, or only skipped.
    pub(crate) is_stored: bool,
    /// How many bytes at most.
    pub(crate) width: Option<u64>,
    /// The size of what it is stored in.
    pub(crate) size: Size,
}

/// What a conversion converts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// An integer; without a base, its prefix tells.
    Int { is_signed: bool, base: Option<u32> },
    /// A floating-point number.
    Float,
    /// As many characters as the width says, white space included.
    Chars,
    /// A word without white space.
    Word,
    /// Characters of a set: for each of the 256 bytes whether it is a member.
    Set(Vec<bool>),
    /// How many bytes were read so far.
    Count,
}

/// The size of a number, as letters before the conversion tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    Char,
    Short,
    /// `int` or `float`.
    Plain,
    /// `long` or `double`.
    Long,
    LongLong,
    /// As large as a pointer.
    Pointer,
}

/// The directives of a format string; nothing if it has one that is not supported.
pub(crate) fn directives(pattern: &[u8]) -> Option<Vec<Directive>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        if is_blank(byte) {
            found.push(Directive::Blanks);
            continue;
        }
        if byte != b'%' {
            found.push(Directive::Byte(byte));
            continue;
        }
        if pattern.get(at) == Some(&b'%') {
            at += 1;
            found.extend([Directive::Blanks, Directive::Byte(b'%')]);
            continue;
        }
        let is_stored = pattern.get(at) != Some(&b'*');
        at += usize::from(!is_stored);
        let digits = pattern[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let width = std::str::from_utf8(&pattern[at..at + digits]).ok()?.parse::<u64>().ok();
        at += digits;
        let (size, letters) = match (pattern.get(at), pattern.get(at + 1)) {
            (Some(b'h'), Some(b'h')) => (Size::Char, 2),
            (Some(b'h'), _) => (Size::Short, 1),
            (Some(b'l'), Some(b'l')) => (Size::LongLong, 2),
            (Some(b'l'), _) => (Size::Long, 1),
            (Some(b'j' | b'q'), _) => (Size::LongLong, 1),
            (Some(b'z' | b't'), _) => (Size::Pointer, 1),
            _ => (Size::Plain, 0),
        };
        at += letters;
        let letter = *pattern.get(at)?;
        at += 1;
        let kind = match letter {
            b'd' => Kind::Int { is_signed: true, base: Some(10) },
            b'i' => Kind::Int { is_signed: true, base: None },
            b'u' => Kind::Int { is_signed: false, base: Some(10) },
            b'x' | b'X' => Kind::Int { is_signed: false, base: Some(16) },
            b'o' => Kind::Int { is_signed: false, base: Some(8) },
            b'f' | b'e' | b'g' | b'E' | b'G' if matches!(size, Size::Plain | Size::Long) => Kind::Float,
            // Wide characters are another matter.
            b'c' if size == Size::Plain => Kind::Chars,
            b's' if size == Size::Plain => Kind::Word,
            b'[' if size == Size::Plain => Kind::Set(set(pattern, &mut at)?),
            b'n' => Kind::Count,
            _ => return None,
        };
        found.push(Directive::Conversion(Conversion { kind, is_stored, width, size }));
    }
    Some(found)
}

/// The members of a set, from behind its opening bracket to behind the closing one.
fn set(pattern: &[u8], at: &mut usize) -> Option<Vec<bool>> {
    let is_negated = pattern.get(*at) == Some(&b'^');
    *at += usize::from(is_negated);
    let (start, mut members) = (*at, vec![false; 256]);
    loop {
        let byte = *pattern.get(*at)?;
        let (next, last) = (pattern.get(*at + 1), pattern.get(*at + 2));
        match (byte, next, last) {
            // The first one is a member.
            (b']', ..) if *at > start => break,
            (low, Some(b'-'), Some(&high)) if high != b']' => {
                (low..=high).for_each(|byte| members[usize::from(byte)] = true);
                *at += 3;
            }
            _ => {
                members[usize::from(byte)] = true;
                *at += 1;
            }
        }
    }
    *at += 1;
    if is_negated {
        members.iter_mut().for_each(|member| *member = !*member);
    }
    Some(members)
}

/// A value that was found in a text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Found {
    Int(i128),
    Float(f64),
    Bytes(Vec<u8>),
}

/// What was read from a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Scanned {
    /// What `sscanf` returns.
    pub(crate) items: i32,
    /// The values to be stored, `%n` among them.
    pub(crate) values: Vec<Found>,
    /// Whether something has a form that is not supported, so that the rest is a guess.
    pub(crate) is_unclear: bool,
}

/// Reads a text as `sscanf` does. At the end of the text the result is -1 if nothing was stored, as the GNU
/// library has it; the standard would count what is only skipped, too.
pub(crate) fn scan(directives: &[Directive], text: &[u8]) -> Scanned {
    let mut scanned = Scanned::default();
    let mut at = 0;
    for directive in directives {
        let blanks = text[at..].iter().take_while(|byte| is_blank(**byte)).count();
        let conversion = match directive {
            Directive::Blanks => {
                at += blanks;
                continue;
            }
            Directive::Byte(byte) if text.get(at) == Some(byte) => {
                at += 1;
                continue;
            }
            Directive::Byte(_) => {
                if at == text.len() && scanned.items == 0 {
                    scanned.items = -1;
                }
                return scanned;
            }
            Directive::Conversion(conversion) => conversion,
        };
        if conversion.kind == Kind::Count {
            if conversion.is_stored {
                scanned.values.push(Found::Int(at as i128));
            }
            continue;
        }
        if !matches!(conversion.kind, Kind::Chars | Kind::Set(_)) {
            at += blanks;
        }
        if at == text.len() {
            if scanned.items == 0 {
                scanned.items = -1;
            }
            return scanned;
        }
        let default = if conversion.kind == Kind::Chars { 1 } else { u64::MAX };
        let most = usize::try_from(conversion.width.filter(|width| *width > 0).unwrap_or(default));
        let rest = &text[at..];
        let rest = &rest[..rest.len().min(most.unwrap_or(usize::MAX))];
        scanned.is_unclear |= conversion.kind == Kind::Float && is_unknown_float(rest);
        let Some((found, used)) = convert(&conversion.kind, rest) else { return scanned };
        at += used;
        if conversion.is_stored {
            scanned.values.push(found);
            scanned.items += 1;
        }
    }
    scanned
}

/// A value at the beginning of a text, and how long it is; nothing if there is none.
fn convert(kind: &Kind, text: &[u8]) -> Option<(Found, usize)> {
    let bytes = |is_member: &dyn Fn(u8) -> bool| {
        let used = text.iter().take_while(|byte| is_member(**byte)).count();
        (used > 0).then(|| (Found::Bytes(text[..used].to_vec()), used))
    };
    match kind {
        Kind::Chars => bytes(&|_| true),
        Kind::Word => bytes(&|byte| !is_blank(byte)),
        Kind::Set(members) => bytes(&|byte| members[usize::from(byte)]),
        Kind::Int { is_signed, base } => integer(text, *is_signed, *base),
        Kind::Float => float(text),
        Kind::Count => None,
    }
}

fn integer(text: &[u8], is_signed: bool, base: Option<u32>) -> Option<(Found, usize)> {
    let is_negative = text.first() == Some(&b'-');
    let mut at = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let has_zero = text.get(at) == Some(&b'0');
    let has_prefix = has_zero && matches!(text.get(at + 1), Some(b'x' | b'X'));
    let base = match base {
        None | Some(16) if has_prefix => 16,
        None if has_zero => 8,
        None => 10,
        Some(base) => base,
    };
    let start = at;
    if base == 16 && has_prefix {
        at += 2;
    }
    let mut value = 0i128;
    while let Some(digit) = text.get(at).and_then(|&byte| char::from(byte).to_digit(base)) {
        value = (value * i128::from(base) + i128::from(digit)).min(1 << 100);
        at += 1;
    }
    if at == start {
        return None;
    }
    // The library reads a long number and cuts it to the size of what it is stored in.
    let value = match (is_signed, is_negative) {
        (true, true) => (-value).max(i128::from(i64::MIN)),
        (true, false) => value.min(i128::from(i64::MAX)),
        (false, _) if value > i128::from(u64::MAX) => i128::from(u64::MAX),
        (false, true) => -value,
        (false, false) => value,
    };
    Some((Found::Int(value), at))
}

/// Whether a floating number has another form than decimal digits: it is infinite, no number, or has
/// hexadecimal digits.
fn is_unknown_float(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    matches!(text, [b'i' | b'I' | b'n' | b'N', ..] | [b'0', b'x' | b'X', ..])
}

/// Decimal digits with a point and an exponent.
fn float(text: &[u8]) -> Option<(Found, usize)> {
    let digits =
        |from: usize| text[from.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let mut count = digits(at);
    at += count;
    if text.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        count += fraction;
        at += 1 + fraction;
    }
    if count == 0 {
        return None;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'-' | b'+')));
        let exponent = digits(at + 1 + sign);
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    let value = std::str::from_utf8(&text[..at]).ok()?.parse().ok()?;
    Some((Found::Float(value), at))
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 11
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, pattern: &str) -> (i32, Vec<Found>) {
        let scanned = scan(&directives(pattern.as_bytes()).expect("a pattern"), text.as_bytes());
        (scanned.items, scanned.values)
    }

    #[test]
    fn texts_are_read_by_patterns() {
        let word = |text: &str| Found::Bytes(text.as_bytes().to_vec());
        assert_eq!(read(" 12 -7", "%d%d"), (2, vec![Found::Int(12), Found::Int(-7)]));
        assert_eq!(read("12,0x1f", "%d,%i%n"), (2, vec![Found::Int(12), Found::Int(31), Found::Int(7)]));
        assert_eq!(read("name=value", "%4[a-z]=%s"), (2, vec![word("name"), word("value")]));
        assert_eq!(read("abcdef", "%3s%c"), (2, vec![word("abc"), word("d")]));
        assert_eq!(read("1 x", "%d%d"), (1, vec![Found::Int(1)]));
        assert_eq!(read("", "%d"), (-1, vec![]));
        assert_eq!(read("  ", "%*d"), (-1, vec![]));
        assert_eq!(read("x", "%d"), (0, vec![]));
        assert_eq!(read("1 2", "%*d %d"), (1, vec![Found::Int(2)]));
        assert_eq!(read("2.5e1", "%lf"), (1, vec![Found::Float(25.0)]));
        assert!(scan(&directives(b"%f").expect("a pattern"), b"-0x1p3").is_unclear);
        assert_eq!(read("]-x", "%[]-]"), (1, vec![word("]-")]));
        assert_eq!(read("50%", "%d%%%n"), (1, vec![Found::Int(50), Found::Int(3)]));
    }

    #[test]
    fn patterns_with_something_else_are_not_known() {
        for pattern in ["%", "%ls", "%p", "%1$d", "%[a", "%ms"] {
            assert_eq!(directives(pattern.as_bytes()), None, "{pattern}");
        }
    }
}
