//! Format strings of `printf`: which arguments they take.

use crate::ir::{FloatType, IntType, Scalar, Target};

/// A part of a format string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// So many bytes of text.
    Text(usize),
    /// A conversion specification.
    Conversion(Conversion),
}

/// A conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conversion {
    /// Its letter.
    pub(crate) kind: u8,
    /// How many arguments before it say how wide or precise it is.
    pub(crate) stars: usize,
    /// The precision: for a string, how much of it is looked at.
    pub(crate) limit: Limit,
    /// The least width.
    pub(crate) width: usize,
    /// Whether there are no flags.
    pub(crate) is_plain: bool,
    /// The size of an integer.
    pub(crate) size: Size,
}

/// The size of an integer argument, as letters before the conversion tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    Short,
    Int,
    Long,
    /// That of `long double`.
    LongDouble,
}

/// A precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    None,
    Constant(usize),
    /// Given by an argument.
    Star,
}

/// The parts of a format string; nothing if it has a conversion that the interpreter does not know.
pub(crate) fn pieces(pattern: &[u8]) -> Option<Vec<Piece>> {
    const WIDEST: usize = 1 << 16;
    let mut found = Vec::new();
    let mut at = 0;
    while at < pattern.len() {
        let text = pattern[at..].iter().take_while(|byte| **byte != b'%').count();
        if text > 0 {
            found.push(Piece::Text(text));
        }
        at += text + 1;
        if at > pattern.len() {
            break;
        }
        let flags = pattern[at..].iter().take_while(|byte| b"-+ #0'".contains(byte)).count();
        at += flags;
        let mut stars = 0;
        let mut number = |at: &mut usize| -> Limit {
            if pattern.get(*at) == Some(&b'*') {
                *at += 1;
                stars += 1;
                return Limit::Star;
            }
            let mut value = 0;
            while let Some(digit) = pattern.get(*at).filter(|byte| byte.is_ascii_digit()) {
                value = (value * 10 + usize::from(digit - b'0')).min(WIDEST);
                *at += 1;
            }
            Limit::Constant(value)
        };
        let width = match number(&mut at) {
            Limit::Constant(width) => width,
            _ => 0,
        };
        let mut limit = Limit::None;
        if pattern.get(at) == Some(&b'.') {
            at += 1;
            limit = number(&mut at);
        }
        let letters = pattern.get(at..)?.iter().take_while(|byte| b"hlqjztL".contains(byte)).count();
        let size = match pattern[at..].first() {
            Some(b'h') => Size::Short,
            Some(b'L') => Size::LongDouble,
            _ if letters > 0 => Size::Long,
            _ => Size::Int,
        };
        at += letters;
        let kind = *pattern.get(at)?;
        at += 1;
        match kind {
            b'%' => found.push(Piece::Text(1)),
            // Wide characters.
            b's' | b'c' if letters > 0 => return None,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b's' | b'p' | b'f' | b'F' | b'e' | b'E'
            | b'g' | b'G' | b'a' | b'A' => {
                let is_plain = flags == 0;
                found.push(Piece::Conversion(Conversion { kind, stars, limit, width, is_plain, size }));
            }
            _ => return None,
        }
    }
    Some(found)
}

/// The types of the arguments that a format string takes; nothing if they are not known.
pub(crate) fn argument_types(pattern: &[u8], target: Target) -> Option<Vec<Scalar>> {
    let mut types = Vec::new();
    for piece in pieces(pattern)? {
        let Piece::Conversion(conversion) = piece else { continue };
        types.extend(std::iter::repeat_n(Scalar::INT, conversion.stars));
        let signed = matches!(conversion.kind, b'd' | b'i' | b'c');
        types.push(match (conversion.kind, conversion.size) {
            (b's' | b'p', _) => Scalar::Ptr,
            (_, Size::LongDouble) => return None,
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', _) => Scalar::Float(FloatType::F64),
            // With 32 bits, `l` and `ll` are not the same.
            (_, Size::Long) if target.pointer_bytes == 8 => Scalar::Int(IntType { bits: 64, signed }),
            (_, Size::Long) => return None,
            _ => Scalar::Int(IntType { bits: 32, signed }),
        });
    }
    Some(types)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_taken_apart() {
        let place = |kind, stars, limit, width, is_plain, size| {
            Piece::Conversion(Conversion { kind, stars, limit, width, is_plain, size })
        };
        assert_eq!(pieces(b"plain"), Some(vec![Piece::Text(5)]));
        assert_eq!(
            pieces(b"a%-5ld%%%.*s"),
            Some(vec![
                Piece::Text(1),
                place(b'd', 0, Limit::None, 5, false, Size::Long),
                Piece::Text(1),
                place(b's', 1, Limit::Star, 0, true, Size::Int),
            ])
        );
        assert_eq!(pieces(b"%*.3f"), Some(vec![place(b'f', 1, Limit::Constant(3), 0, true, Size::Int)]));
        assert_eq!(pieces(b"%hhd"), Some(vec![place(b'd', 0, Limit::None, 0, true, Size::Short)]));
        assert_eq!(pieces(b"100%"), None);
        assert_eq!(pieces(b"%n"), None);
    }

    #[test]
    fn patterns_tell_the_types_of_arguments() {
        let wide = Target { pointer_bytes: 8 };
        let long = Scalar::Int(IntType { bits: 64, signed: true });
        assert_eq!(
            argument_types(b"%d %s %*ld%%%lf", wide),
            Some(vec![Scalar::INT, Scalar::Ptr, Scalar::INT, long, Scalar::Float(FloatType::F64)])
        );
        assert_eq!(argument_types(b"%ld", Target { pointer_bytes: 4 }), None);
        assert_eq!(argument_types(b"%Lf", wide), None);
    }
}
