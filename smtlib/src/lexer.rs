//! Bytes to tokens.
//!
//! The lexer reads its input piece by piece and keeps only the current token and a little before it (for messages), so
//! that a file of any size and a person at a keyboard are served alike: a command is complete as soon as its closing
//! parenthesis has arrived, whatever comes after it.
//!
//! Two deliberate liberties: numerals may have leading zeros, and comments, strings and quoted symbols that nobody
//! looks at (`set-info`) may hold bytes that are not UTF-8.

use crate::diagnostic::{Diagnostic, Position, Result};
use std::io::{ErrorKind, Read};

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

/// Bytes kept before the current token, to show the line of a mistake.
const CONTEXT: usize = 4096;
/// Bytes asked from the input at a time.
const CHUNK: usize = 1 << 16;
/// Bytes read between two looks at the memory in use.
const MEMORY_INTERVAL: usize = 1 << 20;

/// What a byte can be the beginning of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Blank,
    Newline,
    Symbol,
    Digit,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' => Class::Blank,
            b'\n' => Class::Newline,
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
    input: &'a mut dyn Read,
    buffer: Vec<u8>,
    /// `buffer[..filled]` is input.
    filled: usize,
    /// Next byte to look at.
    at: usize,
    /// First byte of the current token.
    start: usize,
    /// Text of the current token without its marks (bars, quotes, colon).
    text: (usize, usize),
    position: Position,
    line: u32,
    /// Where the current line starts in `buffer`, moved on by one for each byte that continues a character, so that the
    /// difference to it counts characters. Negative when that place has left the buffer.
    line_start: i64,
    depth: usize,
    outermost: Position,
    ended: bool,
    /// Whether the beginning of the input has left the buffer.
    dropped: bool,
    record: Option<String>,
    memory_limit: Option<u64>,
    /// Bytes to be read until the memory in use is looked at again.
    until_memory_look: usize,
}

impl<'a> Lexer<'a> {
    /// The tokens of this input.
    pub fn new(input: &'a mut dyn Read) -> Lexer<'a> {
        Lexer {
            input,
            buffer: Vec::new(),
            filled: 0,
            at: 0,
            start: 0,
            text: (0, 0),
            position: Position { line: 1, column: 1 },
            line: 1,
            line_start: 0,
            depth: 0,
            outermost: Position { line: 1, column: 1 },
            ended: false,
            dropped: false,
            record: None,
            memory_limit: None,
            until_memory_look: MEMORY_INTERVAL,
        }
    }

    /// Where the current token starts.
    #[inline]
    pub fn position(&self) -> Position {
        self.position
    }

    /// Sets the bytes of memory that the process may have in use; reading stops with an error when it has more.
    pub fn set_memory_limit(&mut self, limit: Option<u64>) {
        self.memory_limit = limit;
    }

    /// How many parentheses are open after the current token.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether all input was read.
    pub fn at_end(&self) -> bool {
        self.ended && self.at == self.filled
    }

    /// The text of the current token: what stands between the bars or quotes, behind the colon.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.text.0..self.text.1]
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
        let text = String::from_utf8_lossy(&self.buffer[self.start..self.at]);
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
        diagnostic.width = String::from_utf8_lossy(&self.buffer[self.start..self.at]).chars().count() as u32;
        diagnostic
    }

    /// The line of the input at a place, if it is still at hand.
    pub fn source_line(&self, position: Position) -> Option<String> {
        let newline = |&byte: &u8| byte == b'\n';
        let mut end = self.at;
        for _ in position.line..self.line {
            end = self.buffer[..end].iter().rposition(newline)?;
        }
        let start = match self.buffer[..end].iter().rposition(newline) {
            Some(before) => before + 1,
            None if !self.dropped => 0,
            None => return None,
        };
        let rest = &self.buffer[start..self.filled];
        let line = &rest[..rest.iter().position(newline).unwrap_or(rest.len())];
        Some(String::from_utf8_lossy(line).into_owned())
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
                Err(error) if self.at_end() => return Some(error),
                _ => {}
            }
        }
        None
    }

    /// The next token. Input that ends within parentheses is an error.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Token> {
        self.skip_blanks()?;
        self.start = self.at;
        self.position = self.here();
        let Some(byte) = self.peek()? else {
            return self.end();
        };
        self.at += 1;
        self.text = (self.start, self.at);
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
                Class::Symbol => {
                    self.symbol_rest()?;
                    if self.at < self.filled && self.buffer[self.at] >= 0x80 {
                        return Err(self.foreign_letter());
                    }
                    Token::Symbol
                }
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
        self.text = (self.at, self.at);
        let open = match std::mem::take(&mut self.depth) {
            0 => return Ok(Token::End),
            1 => "1 parenthesis is still open, from".to_string(),
            open => format!("{open} parentheses are still open, the first from"),
        };
        Err(self.error_here(format!("unexpected end of input: {open} {}", self.outermost)))
    }

    fn skip_blanks(&mut self) -> Result<()> {
        loop {
            while self.at < self.filled {
                let byte = self.buffer[self.at];
                match CLASSES[byte as usize] {
                    Class::Blank => self.at += 1,
                    Class::Newline => self.newline(),
                    _ if byte == b';' => self.skip_comment()?,
                    _ => return Ok(()),
                }
            }
            self.start = self.at;
            if !self.fill()? {
                return Ok(());
            }
        }
    }

    fn skip_comment(&mut self) -> Result<()> {
        while let Some(byte) = self.peek()? {
            if byte == b'\n' {
                return Ok(());
            }
            self.pass(byte);
            self.start = self.at;
        }
        Ok(())
    }

    /// The place of the next byte.
    #[inline]
    fn here(&self) -> Position {
        let column = (self.at as i64 - self.line_start + 1).clamp(1, i64::from(u32::MAX));
        Position { line: self.line, column: column as u32 }
    }

    #[inline]
    fn newline(&mut self) {
        self.at += 1;
        self.line = self.line.saturating_add(1);
        self.line_start = self.at as i64;
    }

    /// Goes past a byte of a comment, a string or a quoted symbol.
    #[inline]
    fn pass(&mut self, byte: u8) {
        if byte == b'\n' {
            return self.newline();
        }
        self.at += 1;
        if byte & 0xc0 == 0x80 {
            self.line_start += 1;
        }
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<u8>> {
        if self.at < self.filled || self.fill()? { Ok(Some(self.buffer[self.at])) } else { Ok(None) }
    }

    fn symbol_rest(&mut self) -> Result<()> {
        loop {
            while self.at < self.filled && is_symbol_byte(self.buffer[self.at]) {
                self.at += 1;
            }
            if self.at < self.filled || !self.fill()? {
                self.text.1 = self.at;
                return Ok(());
            }
        }
    }

    fn number(&mut self) -> Result<Token> {
        self.symbol_rest()?;
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
        self.symbol_rest()?;
        self.text.0 += 1;
        if self.bytes().is_empty() {
            return Err(self.error_here("a colon must be followed by a keyword"));
        }
        Ok(Token::Keyword)
    }

    fn radix_literal(&mut self) -> Result<Token> {
        self.symbol_rest()?;
        let text = &self.buffer[self.start..self.at];
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
        while let Some(byte) = self.peek()? {
            if byte == b'|' {
                self.at += 1;
                self.text = (self.start + 1, self.at - 1);
                return Ok(Token::Quoted);
            }
            if byte == b'\\' || is_control(byte) {
                return self.bad_inside(byte, "a quoted symbol", b'|');
            }
            self.pass(byte);
        }
        Err(self.unterminated("quoted symbol"))
    }

    fn string_literal(&mut self) -> Result<Token> {
        while let Some(byte) = self.peek()? {
            if byte == b'"' {
                self.at += 1;
                if self.peek_after_quote()? != Some(b'"') {
                    self.text = (self.start + 1, self.at - 1);
                    return Ok(Token::String);
                }
            } else if is_control(byte) {
                return self.bad_inside(byte, "a string", b'"');
            }
            let byte = self.buffer[self.at];
            self.pass(byte);
        }
        Err(self.unterminated("string"))
    }

    /// The byte after a quote, which tells the end of the string from an escaped quote. A person at a keyboard never
    /// waits here, because the closing parenthesis of the command is still to come.
    fn peek_after_quote(&mut self) -> Result<Option<u8>> {
        self.peek()
    }

    fn unterminated(&mut self, what: &str) -> Box<Diagnostic> {
        self.depth = 0;
        Diagnostic::at(self.position, format!("unexpected end of input: this {what} is not closed"))
    }

    /// A byte that may not stand inside of a literal. Goes on to its end, so that what follows is read as it was meant.
    fn bad_inside(&mut self, byte: u8, what: &str, close: u8) -> Result<Token> {
        let place = self.here();
        while let Some(byte) = self.peek()? {
            self.pass(byte);
            if byte == close {
                break;
            }
        }
        let name =
            if byte == b'\\' { "\\".to_string() } else { format!("the control character U+{byte:04X}") };
        Err(Diagnostic::at(place, format!("{name} is not allowed in {what}")))
    }

    /// A byte that no token starts with: names the character, or says that it is none.
    fn bad_byte(&mut self, byte: u8) -> Box<Diagnostic> {
        if byte < 0x80 {
            let text = if is_control(byte) {
                format!("control character U+{byte:04X}")
            } else {
                (byte as char).to_string()
            };
            return self.error_here(format!("unexpected {text}"));
        }
        // Take in the rest of the character.
        while let Ok(Some(next)) = self.peek() {
            if next & 0xc0 != 0x80 || self.at - self.start >= 4 {
                break;
            }
            self.pass(next);
        }
        match std::str::from_utf8(&self.buffer[self.start..self.at]) {
            Ok(text) => {
                let message = format!("unexpected character {text}");
                self.error_here(message).hint("write symbols with such characters between bars: |…|")
            }
            Err(_) => self.error_here(format!("invalid UTF-8: byte 0x{byte:02X}")),
        }
    }

    /// A symbol without bars that goes on with a character that may stand only between bars. Takes in all of it.
    #[cold]
    fn foreign_letter(&mut self) -> Box<Diagnostic> {
        let start = self.start;
        (self.start, self.position) = (self.at, self.here());
        self.at += 1;
        let error = self.bad_byte(self.buffer[self.start]);
        self.start = start;
        while let Ok(Some(byte)) = self.peek() {
            if byte < 0x80 && !is_symbol_byte(byte) {
                break;
            }
            self.pass(byte);
        }
        error
    }

    fn write_down(&mut self, token: Token) {
        let record = self.record.as_mut().expect("only called while recording");
        if token != Token::Close && !record.is_empty() && !record.ends_with('(') {
            record.push(' ');
        }
        record.push_str(&String::from_utf8_lossy(&self.buffer[self.start..self.at]));
    }

    /// Gets more input behind what is there; `false` at the end.
    #[cold]
    fn fill(&mut self) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.buffer.len() - self.filled < CHUNK / 4 {
            let drop = self.start.saturating_sub(CONTEXT);
            self.dropped |= drop > 0;
            self.buffer.copy_within(drop..self.filled, 0);
            self.filled -= drop;
            self.at -= drop;
            self.start -= drop;
            self.text = (self.text.0.saturating_sub(drop), self.text.1.saturating_sub(drop));
            self.line_start -= drop as i64;
            let wanted = (self.filled * 2).max(self.filled + CHUNK);
            if self.buffer.len() < self.filled + CHUNK {
                self.buffer.resize(wanted, 0);
            }
        }
        loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => {
                    self.ended = true;
                    return Ok(false);
                }
                Ok(count) => {
                    self.filled += count;
                    self.until_memory_look = self.until_memory_look.saturating_sub(count);
                    if self.until_memory_look == 0 {
                        self.look_at_memory()?;
                    }
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.depth = 0;
                    return Err(Diagnostic::at(self.here(), format!("cannot read the input: {error}")));
                }
            }
        }
    }
}

impl Lexer<'_> {
    fn look_at_memory(&mut self) -> Result<()> {
        self.until_memory_look = MEMORY_INTERVAL;
        let Some(limit) = self.memory_limit else {
            return Ok(());
        };
        if cfp_solver::limits::resident_memory().is_none_or(|used| used <= limit) {
            return Ok(());
        }
        // Whatever was read is left as it is, and nothing more is asked for.
        (self.ended, self.depth, self.filled) = (true, 0, self.at);
        let message = format!("the input needs more memory than the limit of {} MiB", limit >> 20);
        Err(Diagnostic::at(self.here(), message))
    }
}

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
                "line 1 column 1: malformed literal #q1; after # comes x and hexadecimal digits, or b and binary digits",
            ),
            (
                b"#b",
                "line 1 column 1: malformed literal #b; after # comes x and hexadecimal digits, or b and binary digits",
            ),
            (b": a", "line 1 column 1: a colon must be followed by a keyword"),
            (b"|a", "line 1 column 1: unexpected end of input: this quoted symbol is not closed"),
            (b"\"a\"\"", "line 1 column 1: unexpected end of input: this string is not closed"),
            (b"|a\\b|", "line 1 column 3: \\ is not allowed in a quoted symbol"),
            (b"\"a\0\"", "line 1 column 3: the control character U+0000 is not allowed in a string"),
            (b"\0", "line 1 column 1: unexpected control character U+0000"),
            (
                "é".as_bytes(),
                "line 1 column 1: unexpected character é; write symbols with such characters between bars: |…|",
            ),
            (
                "größe".as_bytes(),
                "line 1 column 3: unexpected character ö; write symbols with such characters between bars: |…|",
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
        let expected = "line 2 column 3: unexpected end of input: 2 parentheses are still open, the first from line 1 column 2";
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
