//! The patterns of `printf`, as far as they say which arguments are used and how long the text can be.

/// A part of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// So many bytes of text.
    Text(usize),
    /// A place for an argument.
    Conversion(Conversion),
}

/// A place for an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conversion {
    /// Its letter.
    pub(super) kind: u8,
    /// How many arguments before it say how wide or precise it is.
    pub(super) stars: usize,
    /// The precision: for a string, how much of it is looked at.
    pub(super) limit: Limit,
    /// The least width.
    pub(super) width: usize,
    /// Whether there are no flags.
    pub(super) is_plain: bool,
    /// The size of an integer.
    pub(super) size: Size,
}

/// The size of an integer argument, as letters before the conversion tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    Short,
    Int,
    Long,
}

/// A precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    None,
    Constant(usize),
    /// An argument says it.
    Star,
}

/// The parts of a pattern; nothing if it has something that the interpreter does not know.
pub(super) fn pieces(pattern: &[u8]) -> Option<Vec<Piece>> {
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
            _ if letters > 0 => Size::Long,
            _ => Size::Int,
        };
        at += letters;
        let kind = *pattern.get(at)?;
        at += 1;
        match kind {
            b'%' => found.push(Piece::Text(1)),
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
}
