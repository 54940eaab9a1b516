//! The lexer.
//!
//! The lexer reads its input incrementally and keeps only the current token and a little context for
//! messages, so that files of any size and interactive input work alike: a command is complete as soon as its
//! closing parenthesis has been read.
//!
//! Two deliberate extensions: numerals may have leading zeros, and comments, strings and quoted symbols that
//! are ignored (`set-info`) may contain bytes that are not UTF-8.

use crate::text::diagnostic::{Diagnostic, Position, Result};
use crate::text::source::Source;
use std::io::Read;

/// The kinds of tokens; [`Lexer::bytes`] has the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `42`
    Numeral,
    /// `4.2`
    Decimal,
    /// `#x2A`
    Hexadecimal,
    /// `#b101010`
    Binary,
    /// `"text"`
    String,
    /// A symbol without bars; may be a reserved word.
    Symbol,
    /// `|a symbol|`
    Quoted,
    /// `:keyword`
    Keyword,
    /// The end of the input, outside of all parentheses.
    End,
}

/// What a byte can be the beginning of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Blank,
    Symbol,
    Digit,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\n' => Class::Blank,
            b'0'..=b'9' => Class::Digit,
            b'a'..=b'z' | b'A'..=b'Z' => Class::Symbol,
            b'~' | b'!' | b'@' | b'$' | b'%' | b'^' | b'&' | b'*' | b'_' => Class::Symbol,
            b'-' | b'+' | b'=' | b'<' | b'>' | b'.' | b'?' | b'/' => Class::Symbol,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// Whether a byte may stand in a symbol without bars.
pub(crate) fn is_symbol_byte(byte: u8) -> bool {
    matches!(CLASSES[byte as usize], Class::Symbol | Class::Digit)
}

/// A stream of tokens.
pub struct Lexer<'a> {
    source: Source<'a>,
    /// Text of the current token without its marks (bars, quotes, colon), from the start of the token.
    text: (usize, usize),
    position: Position,
    depth: usize,
    outermost: Position,
    record: Option<String>,
}

impl<'a> Lexer<'a> {
    /// The tokens of this input.
    pub fn new(input: &'a mut dyn Read) -> Lexer<'a> {
        let start = Position { line: 1, column: 1 };
        Lexer {
            source: Source::new(input),
            text: (0, 0),
            position: start,
            depth: 0,
            outermost: start,
            record: None,
        }
    }

    /// Sets the bytes of memory that the process may have in use; reading stops with an error when it has
    /// more.
    pub fn set_memory_limit(&mut self, limit: Option<u64>) {
        self.source.memory_limit = limit;
    }

    /// Where the current token starts.
    #[inline]
    pub fn position(&self) -> Position {
        self.position
    }

    /// How many parentheses are open after the current token.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether all input was read.
    pub fn at_end(&self) -> bool {
        self.source.at_end()
    }

    /// The text of the current token: what stands between the bars or quotes, behind the colon.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.source.token()[self.text.0..self.text.1]
    }

    /// The text of the current token, which must be UTF-8.
    pub fn text(&self) -> Result<&str> {
        std::str::from_utf8(self.bytes()).map_err(|_| self.error_here("invalid UTF-8"))
    }

    /// The current token for a message, shortened if it is long.
    pub fn describe(&self, token: Token) -> String {
        const LONGEST: usize = 40;
        if token == Token::End {
            return "the end of the input".to_string();
        }
        let text = String::from_utf8_lossy(self.source.token());
        match text.char_indices().nth(LONGEST) {
            Some((cut, _)) => format!("{}…", &text[..cut]),
            None => text.into_owned(),
        }
    }

    /// The meaning of the current string literal: `""` stands for `"`.
    pub fn string(&self) -> Result<String> {
        Ok(self.text()?.replace("\"\"", "\""))
    }

    /// A complaint about the current token.
    pub fn error_here(&self, message: impl Into<String>) -> Box<Diagnostic> {
        let mut diagnostic = Diagnostic::at(self.position, message);
        diagnostic.width = String::from_utf8_lossy(self.source.token()).chars().count() as u32;
        diagnostic
    }

    /// The line of the input at a place, if it is still at hand.
    pub fn source_line(&self, position: Position) -> Option<String> {
        self.source.line(position)
    }

    /// Starts to write down the tokens read from now on, with single blanks between them.
    pub fn start_record(&mut self) {
        self.record = Some(String::new());
    }

    /// What was written down; stops writing.
    pub fn take_record(&mut self) -> String {
        self.record.take().unwrap_or_default()
    }

    /// Skips what is left of the current command. The complaint is about input that ends within it.
    pub fn skip_command(&mut self) -> Option<Box<Diagnostic>> {
        self.record = None;
        while self.depth > 0 {
            match self.next() {
                Err(error) if self.at_end() => {
                    self.depth = 0;
                    return Some(error);
                }
                _ => {}
            }
        }
        None
    }

    /// The next token. Input that ends within parentheses is an error.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Token> {
        self.skip_blanks()?;
        self.source.start_token();
        self.position = self.source.here();
        self.text = (0, 0);
        let Some(byte) = self.source.peek()? else { return self.end() };
        self.source.skip();
        self.text = (0, 1);
        let token = match byte {
            b'(' => {
                if self.depth == 0 {
                    self.outermost = self.position;
                }
                self.depth += 1;
                Token::Open
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                Token::Close
            }
            b'|' => self.quoted()?,
            b'"' => self.string_literal()?,
            b':' => self.keyword()?,
            b'#' => self.radix_literal()?,
            _ => match CLASSES[byte as usize] {
                Class::Symbol => self.symbol()?,
                Class::Digit => self.number()?,
                _ => return Err(self.bad_byte(byte)),
            },
        };
        if self.record.is_some() {
            self.write_down(token);
        }
        Ok(token)
    }

    fn end(&mut self) -> Result<Token> {
        let open = match std::mem::take(&mut self.depth) {
            0 => return Ok(Token::End),
            1 => "1 parenthesis is still open, from".to_string(),
            open => format!("{open} parentheses are still open, the first from"),
        };
        Err(self.error_here(format!("unexpected end of input: {open} {}", self.outermost)))
    }

    #[inline]
    fn skip_blanks(&mut self) -> Result<()> {
        loop {
            self.source.start_token();
            let Some(byte) = self.source.peek()? else { return Ok(()) };
            match CLASSES[byte as usize] {
                Class::Blank => self.source.pass(byte),
                _ if byte == b';' => self.skip_comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Result<()> {
        while let Some(byte) = self.source.peek()? {
            if byte == b'\n' {
                break;
            }
            self.source.pass(byte);
            self.source.start_token();
        }
        Ok(())
    }

    /// Goes on to the end of a symbol, number or the like, which is the text of the token.
    #[inline]
    fn word(&mut self) -> Result<()> {
        self.source.skip_while(is_symbol_byte)?;
        self.text = (0, self.source.token().len());
        Ok(())
    }

    #[inline]
    fn symbol(&mut self) -> Result<Token> {
        self.word()?;
        match self.source.peek()? {
            Some(byte) if byte >= 0x80 => Err(self.foreign_letter()),
            _ => Ok(Token::Symbol),
        }
    }

    fn number(&mut self) -> Result<Token> {
        self.word()?;
        let text = self.bytes();
        if text.iter().all(u8::is_ascii_digit) {
            return Ok(Token::Numeral);
        }
        let dot = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
        let (whole, fraction) = text.split_at(dot);
        let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
        if digits(whole) && fraction.split_first().is_some_and(|(_, rest)| digits(rest)) {
            return Ok(Token::Decimal);
        }
        let message = format!("malformed number {}", self.describe(Token::Numeral));
        Err(self.error_here(message).hint("a symbol does not start with a digit"))
    }

    fn keyword(&mut self) -> Result<Token> {
        self.word()?;
        self.text.0 = 1;
        if self.bytes().is_empty() {
            return Err(self.error_here("a colon must be followed by a keyword"));
        }
        Ok(Token::Keyword)
    }

    fn radix_literal(&mut self) -> Result<Token> {
        self.word()?;
        let text = self.bytes();
        let (token, good) = match text.get(1) {
            Some(b'x') => (Token::Hexadecimal, text[2..].iter().all(u8::is_ascii_hexdigit)),
            Some(b'b') => (Token::Binary, text[2..].iter().all(|byte| matches!(byte, b'0' | b'1'))),
            _ => (Token::Binary, false),
        };
        if !good || text.len() == 2 {
            let message = format!("malformed literal {}", self.describe(token));
            return Err(self
                .error_here(message)
                .hint("after # comes x and hexadecimal digits, or b and binary digits"));
        }
        Ok(token)
    }

    fn quoted(&mut self) -> Result<Token> {
        while let Some(byte) = self.source.peek()? {
            if byte == b'\\' || is_control(byte) {
                return Err(self.bad_inside(byte, "a quoted symbol", b'|'));
            }
            self.source.pass(byte);
            if byte == b'|' {
                self.text = (1, self.source.token().len() - 1);
                return Ok(Token::Quoted);
            }
        }
        Err(self.unterminated("quoted symbol"))
    }

    fn string_literal(&mut self) -> Result<Token> {
        while let Some(byte) = self.source.peek()? {
            if is_control(byte) {
                return Err(self.bad_inside(byte, "a string", b'"'));
            }
            self.source.pass(byte);
            if byte != b'"' {
                continue;
            }
            // A second quote makes it a quote in the string. A person at a keyboard never waits here, because
            // the closing parenthesis of the command is still to come.
            match self.source.peek()? {
                Some(b'"') => self.source.skip(),
                _ => {
                    self.text = (1, self.source.token().len() - 1);
                    return Ok(Token::String);
                }
            }
        }
        Err(self.unterminated("string"))
    }

    fn unterminated(&mut self, what: &str) -> Box<Diagnostic> {
        self.depth = 0;
        Diagnostic::at(self.position, format!("unexpected end of input: this {what} is not closed"))
    }

    /// A byte that may not stand inside of a literal. Goes on to its end, so that what follows is read as it
    /// was meant.
    fn bad_inside(&mut self, byte: u8, what: &str, close: u8) -> Box<Diagnostic> {
        let place = self.source.here();
        while let Ok(Some(byte)) = self.source.peek() {
            self.source.pass(byte);
            if byte == close {
                break;
            }
        }
        let name =
            if byte == b'\\' { "\\".to_string() } else { format!("the control character U+{byte:04X}") };
        Diagnostic::at(place, format!("{name} is not allowed in {what}"))
    }

    /// A byte that no token starts with: names the character, or says that it is none.
    fn bad_byte(&mut self, byte: u8) -> Box<Diagnostic> {
        if is_control(byte) {
            return self.error_here(format!("unexpected control character U+{byte:04X}"));
        }
        // Take in the rest of the character.
        while let Ok(Some(next)) = self.source.peek() {
            if byte < 0x80 || next & 0xc0 != 0x80 || self.source.token().len() >= 4 {
                break;
            }
            self.source.pass(next);
        }
        match std::str::from_utf8(self.source.token()) {
            Ok(text) if byte < 0x80 => self.error_here(format!("unexpected {text}")),
            Ok(text) => self
                .error_here(format!("unexpected character {text}"))
                .hint("write symbols with such characters between bars: |…|"),
            Err(_) => self.error_here(format!("invalid UTF-8: byte 0x{byte:02X}")),
        }
    }

    /// A symbol without bars that goes on with a character that may stand only between bars. Takes in all of
    /// it.
    #[cold]
    fn foreign_letter(&mut self) -> Box<Diagnostic> {
        self.source.start_token();
        self.position = self.source.here();
        let byte = self.source.peek().ok().flatten().unwrap_or(b'?');
        self.source.skip();
        let error = self.bad_byte(byte);
        while let Ok(Some(byte)) = self.source.peek() {
            if byte < 0x80 && !is_symbol_byte(byte) {
                break;
            }
            self.source.pass(byte);
        }
        error
    }

    fn write_down(&mut self, token: Token) {
        let record = self.record.as_mut().expect("only called while recording");
        if token != Token::Close && !record.is_empty() && !record.ends_with('(') {
            record.push(' ');
        }
        record.push_str(&String::from_utf8_lossy(self.source.token()));
    }
}

/// Whether a byte is a control character that may not even stand in comments and literals.
pub(crate) fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out its text in pieces of one size.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    /// All tokens and errors with their places, as text.
    fn tokens(text: &[u8], piece: usize) -> Vec<String> {
        let mut input = Pieces(text, piece);
        let mut lexer = Lexer::new(&mut input);
        let mut found = Vec::new();
        loop {
            match lexer.next() {
                Ok(Token::End) => return found,
                Ok(token) => {
                    let Position { line, column } = lexer.position();
                    found.push(format!(
                        "{token:?} {} {line}:{column}",
                        String::from_utf8_lossy(lexer.bytes())
                    ));
                }
                Err(error) => {
                    found.push(error.to_string());
                    if lexer.at_end() {
                        return found;
                    }
                }
            }
        }
    }

    #[test]
    fn every_kind_of_token_is_read_whatever_the_pieces() {
        let text = "(a |b c| 12 007 1.50 #xA0f #b01 \"x\"\"y\" :key ; comment é\r\n <= |é\nü| z)";
        let expected = [
            "Open ( 1:1",
            "Symbol a 1:2",
            "Quoted b c 1:4",
            "Numeral 12 1:10",
            "Numeral 007 1:13",
            "Decimal 1.50 1:17",
            "Hexadecimal #xA0f 1:22",
            "Binary #b01 1:28",
            "String x\"\"y 1:33",
            "Keyword key 1:40",
            "Symbol <= 2:2",
            "Quoted é\nü 2:5",
            "Symbol z 3:4",
            "Close ) 3:5",
        ];
        for piece in [1, 2, 3, 1000] {
            assert_eq!(tokens(text.as_bytes(), piece), expected);
        }
    }

    #[test]
    fn malformed_tokens_are_named_and_passed() {
        let cases: [(&[u8], &str); 13] = [
            (b"12ab", "line 1 column 1: malformed number 12ab; a symbol does not start with a digit"),
            (b" 1.", "line 1 column 2: malformed number 1.; a symbol does not start with a digit"),
            (
                b"#q1",
                "line 1 column 1: malformed literal #q1; after # comes x and hexadecimal digits, \
                 or b and binary digits",
            ),
            (
                b"#b",
                "line 1 column 1: malformed literal #b; after # comes x and hexadecimal digits, \
                 or b and binary digits",
            ),
            (b": a", "line 1 column 1: a colon must be followed by a keyword"),
            (b"|a", "line 1 column 1: unexpected end of input: this quoted symbol is not closed"),
            (b"\"a\"\"", "line 1 column 1: unexpected end of input: this string is not closed"),
            (b"|a\\b|", "line 1 column 3: \\ is not allowed in a quoted symbol"),
            (b"\"a\0\"", "line 1 column 3: the control character U+0000 is not allowed in a string"),
            (b"\0", "line 1 column 1: unexpected control character U+0000"),
            (
                "é".as_bytes(),
                "line 1 column 1: unexpected character é; \
                 write symbols with such characters between bars: |…|",
            ),
            (
                "größe".as_bytes(),
                "line 1 column 3: unexpected character ö; \
                 write symbols with such characters between bars: |…|",
            ),
            (b"\xff", "line 1 column 1: invalid UTF-8: byte 0xFF"),
        ];
        for (text, expected) in cases {
            assert_eq!(tokens(text, 1)[0], expected);
        }
        assert_eq!(
            tokens(b"\xff) 'x", 9),
            [
                "line 1 column 1: invalid UTF-8: byte 0xFF",
                "Close ) 1:2",
                "line 1 column 4: unexpected '",
                "Symbol x 1:5"
            ]
        );
    }

    #[test]
    fn an_open_command_at_the_end_is_an_error() {
        let expected = "line 2 column 3: unexpected end of input: 2 parentheses are still open, \
                        the first from line 1 column 2";
        assert_eq!(tokens(b" (a\n(b", 9).last().unwrap(), expected);
        let expected =
            "line 1 column 2: unexpected end of input: 1 parenthesis is still open, from line 1 column 1";
        assert_eq!(tokens(b"(", 9).last().unwrap(), expected);
    }

    #[test]
    fn the_line_of_a_mistake_is_at_hand_also_late_in_a_long_input() {
        let mut text = "(a)\n".repeat(50_000);
        text.push_str("(first line\n second) tail");
        let mut input = text.as_bytes();
        let mut lexer = Lexer::new(&mut input);
        while lexer.bytes() != b"second" {
            lexer.next().unwrap();
        }
        assert_eq!(lexer.source_line(lexer.position()).unwrap(), " second) tail");
        assert_eq!(lexer.source_line(Position { line: 50_001, column: 1 }).unwrap(), "(first line");
        assert_eq!(lexer.source_line(Position { line: 1, column: 1 }), None);
        let mut input = &b"only line"[..];
        let mut lexer = Lexer::new(&mut input);
        lexer.next().unwrap();
        assert_eq!(lexer.source_line(lexer.position()).unwrap(), "only line");
    }

    #[test]
    fn tokens_longer_than_the_buffer_are_whole() {
        let long = "x".repeat(1_000_000);
        let text = format!("|{long}| \"{long}\" {long}");
        assert_eq!(
            tokens(text.as_bytes(), 777).iter().map(String::len).max(),
            Some(1_000_000 + "String  1:1000004".len())
        );
    }

    #[test]
    fn recorded_text_has_single_blanks() {
        let mut input = &b"( +  x;c\n (- |y z| 3) )"[..];
        let mut lexer = Lexer::new(&mut input);
        lexer.start_record();
        while lexer.next().unwrap() != Token::End {}
        assert_eq!(lexer.take_record(), "(+ x (- |y z| 3))");
    }
}
