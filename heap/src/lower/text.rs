//! Reading what libclang exposes only as source text: string literals, and the header of a `for`.

/// The units of a string literal as libclang spells it (`"a\000\n"`, `L"..."`), without the zero at the end.
/// Adjacent literals are already joined.
pub(super) fn string_units(spelling: &str) -> Option<Vec<u32>> {
    let start = spelling.find('"')?;
    let bytes = spelling.as_bytes();
    let wide = !matches!(&spelling[..start], "" | "u8");
    let mut units = Vec::new();
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return Some(units),
            b'\\' => {
                at += 1;
                units.push(escape(bytes, &mut at)?);
            }
            _ if wide => {
                let character = spelling[at..].chars().next()?;
                units.push(character as u32);
                at += character.len_utf8();
            }
            byte => {
                units.push(u32::from(byte));
                at += 1;
            }
        }
    }
    None
}

/// The code unit of an escape sequence, starting after its backslash.
fn escape(bytes: &[u8], at: &mut usize) -> Option<u32> {
    let letter = *bytes.get(*at)?;
    *at += 1;
    Some(match letter {
        b'0'..=b'7' => {
            *at -= 1;
            digits(bytes, at, 8, 3)
        }
        b'x' => digits(bytes, at, 16, usize::MAX),
        b'u' => digits(bytes, at, 16, 4),
        b'U' => digits(bytes, at, 16, 8),
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'n' => 10,
        b'r' => 13,
        b't' => 9,
        b'v' => 11,
        b'e' => 27,
        other => u32::from(other),
    })
}

/// A number with at most this many digits.
fn digits(bytes: &[u8], at: &mut usize, base: u32, most: usize) -> u32 {
    let mut value = 0u32;
    for _ in 0..most {
        let Some(digit) = bytes.get(*at).and_then(|&byte| char::from(byte).to_digit(base)) else { break };
        value = value.wrapping_mul(base).wrapping_add(digit);
        *at += 1;
    }
    value
}

/// Which of the three parts of a `for` header are there: first, test, step. `text` begins at the word `for`;
/// nothing is returned if it does not, or if the header does not look like one.
pub(super) fn for_header(text: &[u8]) -> Option<[bool; 3]> {
    let rest = text.strip_prefix(b"for")?;
    let mut parts = [false; 3];
    let mut part = 0;
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let byte = rest[at];
        match byte {
            b'/' if rest.get(at + 1) == Some(&b'*') => {
                let end = rest[at + 2..].windows(2).position(|pair| pair == b"*/")?;
                at += end + 4;
                continue;
            }
            b'/' if rest.get(at + 1) == Some(&b'/') => {
                at += rest[at..].iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                continue;
            }
            b'"' | b'\'' => {
                at += 1;
                while at < rest.len() && rest[at] != byte {
                    at += if rest[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'(' | b'[' | b'{' => {
                depth += 1;
                if depth > 1 {
                    parts[part] = true;
                }
            }
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return (part == 2).then_some(parts);
                }
            }
            b';' if depth == 1 => {
                part += 1;
                if part > 2 {
                    return None;
                }
            }
            byte if byte.is_ascii_whitespace() || byte == b'\\' => {}
            _ if depth == 0 => return None,
            _ => parts[part] = true,
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_decoded() {
        assert_eq!(string_units(r#""a\000b\n\"\x41""#), Some(vec![97, 0, 98, 10, 34, 0x41]));
        assert_eq!(string_units("u8\"\u{e9}\""), Some(vec![0xc3, 0xa9]));
        assert_eq!(string_units("L\"\u{e9}\\x1234\""), Some(vec![0xe9, 0x1234]));
        assert_eq!(string_units("\"open"), None);
    }

    #[test]
    fn missing_parts_of_a_for_are_seen() {
        assert_eq!(for_header(b"for (;;) {}"), Some([false, false, false]));
        assert_eq!(for_header(b"for(i = 0; ; i++)"), Some([true, false, true]));
        assert_eq!(for_header(b"for ( /* ; */ ; x[f(';', \")\")] ; )"), Some([false, true, false]));
        assert_eq!(for_header(b"FOR(i)"), None);
        assert_eq!(for_header(b"format(a;b;c)"), None);
    }
}
