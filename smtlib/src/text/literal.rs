//! Quoting of symbols and strings.

use crate::text::lexer::{is_control, is_symbol_byte};
use std::borrow::Cow;

/// A string literal with this meaning.
pub fn string_literal(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A symbol as it must be written: between bars unless it is a simple symbol. Characters that cannot be
/// written even between bars become `_`.
pub fn symbol_literal(name: &str) -> Cow<'_, str> {
    let simple = name.bytes().all(is_symbol_byte) && !name.starts_with(|c: char| c.is_ascii_digit());
    if simple && !name.is_empty() && !crate::text::theory::is_reserved(name) {
        return Cow::Borrowed(name);
    }
    let writable = |c: char| {
        if c == '|' || c == '\\' || (c.is_ascii() && is_control(c as u8)) { '_' } else { c }
    };
    Cow::Owned(format!("|{}|", name.chars().map(writable).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_strings_are_written_as_they_must_be() {
        assert_eq!(symbol_literal("x!1"), "x!1");
        assert_eq!(symbol_literal("1x"), "|1x|");
        assert_eq!(symbol_literal(""), "||");
        assert_eq!(symbol_literal("a b"), "|a b|");
        assert_eq!(symbol_literal("let"), "|let|");
        assert_eq!(symbol_literal("a|b"), "|a_b|");
        assert_eq!(string_literal("say \"x\""), "\"say \"\"x\"\"\"");
    }
}
