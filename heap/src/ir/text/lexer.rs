//! Tokens of the text. Ends of lines are tokens: they end statements.

use super::ReadError;

/// What a token is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tok<'t> {
    /// The end of one or more lines.
    Newline,
    /// The end of the text.
    End,
    /// A keyword or name.
    Word(&'t str),
    /// `%3` or `i.3`
    Var(Option<String>, u32),
    /// `&a.3`
    Slot(String, u32),
    /// `@g`
    Symbol(String),
    /// `@3`
    SymbolNumber(u32),
    /// A number as it is written; negative ones have their sign.
    Number(&'t str),
    /// Bytes in quotes.
    Text(Vec<u8>),
    /// `!line:column`, `!line:column:file`
    Place(u32, u32, Option<u32>),
    /// A punctuation mark.
    Mark(&'static str),
}

/// A token and where it begins.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token<'t> {
    pub(super) tok: Tok<'t>,
    /// Line and column in bytes, from 1.
    pub(super) at: (u32, u32),
}

/// All marks; those that begin with another one come first.
const MARKS: [&str; 18] =
    ["->", "...", "..", "{", "}", "(", ")", "[", "]", ",", ":", "=", "+", "-", "*", ".", "#", "?"];

/// Splits a text into tokens. The last one is [`Tok::End`], after a [`Tok::Newline`].
pub(super) fn lex(text: &str) -> Result<Vec<Token<'_>>, ReadError> {
    let mut lexer = Lexer { text, at: 0, line: 1, line_start: 0 };
    let mut tokens: Vec<Token<'_>> = Vec::new();
    loop {
        lexer.skip_blanks();
        let at = lexer.place();
        let tok = lexer.token()?;
        let is_end = tok == Tok::End;
        let is_repeated = tok == Tok::Newline && tokens.last().is_none_or(|last| last.tok == Tok::Newline);
        if is_end && tokens.last().is_some_and(|last| last.tok != Tok::Newline) {
            tokens.push(Token { tok: Tok::Newline, at });
        }
        if !is_repeated {
            tokens.push(Token { tok, at });
        }
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    line_start: usize,
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

impl<'t> Lexer<'t> {
    fn place(&self) -> (u32, u32) {
        (self.line, u32::try_from(self.at - self.line_start + 1).unwrap_or(u32::MAX))
    }

    fn error<T>(&self, message: &str) -> Result<T, ReadError> {
        Err(ReadError::new(self.place(), message))
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Takes bytes for which something holds, from here on; these are ASCII.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        while self.peek(0).is_some_and(&wanted) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn skip_blanks(&mut self) {
        self.take(|byte| byte == b' ' || byte == b'\t' || byte == b'\r');
        if self.peek(0) == Some(b';') {
            let rest = &self.text.as_bytes()[self.at..];
            self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        }
    }

    fn token(&mut self) -> Result<Tok<'t>, ReadError> {
        let Some(first) = self.peek(0) else { return Ok(Tok::End) };
        match first {
            b'\n' => {
                self.at += 1;
                self.line = self.line.saturating_add(1);
                self.line_start = self.at;
                Ok(Tok::Newline)
            }
            b'%' => {
                self.at += 1;
                Ok(Tok::Var(None, self.number()?))
            }
            b'&' => {
                self.at += 1;
                let name = self.name()?;
                match self.suffix()? {
                    Some(number) => Ok(Tok::Slot(name, number)),
                    None => self.error("expected `.` and the number of a local object"),
                }
            }
            b'@' => {
                self.at += 1;
                match self.peek(0).is_some_and(|byte| byte.is_ascii_digit()) {
                    true => Ok(Tok::SymbolNumber(self.number()?)),
                    false => Ok(Tok::Symbol(self.name()?)),
                }
            }
            b'!' => self.source_place(),
            b'"' => {
                let start = self.place();
                let bytes = self.quoted()?;
                Ok(match self.suffix()? {
                    Some(number) => Tok::Var(Some(utf8(bytes, start)?), number),
                    None => Tok::Text(bytes),
                })
            }
            b'-' if self.text[self.at..].starts_with("-inf") => {
                self.at += 4;
                Ok(Tok::Number("-inf"))
            }
            b'-' if self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) => Ok(self.literal()),
            _ if first.is_ascii_digit() => Ok(self.literal()),
            _ if is_letter(first) => {
                let word = self.take(|byte| is_letter(byte) || byte.is_ascii_digit());
                Ok(match self.suffix()? {
                    Some(number) => Tok::Var(Some(word.to_string()), number),
                    None => Tok::Word(word),
                })
            }
            _ => self.mark(),
        }
    }

    fn mark(&mut self) -> Result<Tok<'t>, ReadError> {
        let rest = &self.text[self.at..];
        match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            Some(mark) => {
                self.at += mark.len();
                Ok(Tok::Mark(mark))
            }
            None => {
                let found =
                    rest.chars().next().map_or(String::new(), |found| found.escape_debug().to_string());
                self.error(&format!("`{found}` is not part of a program"))
            }
        }
    }

    /// A decimal number that counts things.
    fn number(&mut self) -> Result<u32, ReadError> {
        let start = self.place();
        let digits = self.take(|byte| byte.is_ascii_digit());
        digits.parse().map_err(|_| match digits {
            "" => ReadError::new(start, "expected a number"),
            _ => ReadError::new(start, "this number is too large"),
        })
    }

    /// The number of a local after its name, if there is one.
    fn suffix(&mut self) -> Result<Option<u32>, ReadError> {
        if self.peek(0) == Some(b'.') && self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
            return self.number().map(Some);
        }
        Ok(None)
    }

    /// The value of a number: digits, hexadecimal or with fraction and exponent.
    fn literal(&mut self) -> Tok<'t> {
        let start = self.at;
        let is_digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
        self.at += usize::from(self.peek(0) == Some(b'-'));
        if self.peek(0) == Some(b'0') && self.peek(1) == Some(b'x') {
            self.at += 2;
            self.take(|byte| byte.is_ascii_hexdigit());
            return Tok::Number(&self.text[start..self.at]);
        }
        self.take(|byte| byte.is_ascii_digit());
        if self.peek(0) == Some(b'.') && is_digit(self.peek(1)) {
            self.at += 1;
            self.take(|byte| byte.is_ascii_digit());
        }
        let sign = usize::from(matches!(self.peek(1), Some(b'-' | b'+')));
        if self.peek(0) == Some(b'e') && is_digit(self.peek(1 + sign)) {
            self.at += 1 + sign;
            self.take(|byte| byte.is_ascii_digit());
        }
        Tok::Number(&self.text[start..self.at])
    }

    fn source_place(&mut self) -> Result<Tok<'t>, ReadError> {
        self.at += 1;
        let line = self.number()?;
        if self.peek(0) != Some(b':') {
            return self.error("expected `:` and a column");
        }
        self.at += 1;
        let column = self.number()?;
        let mut file = None;
        if self.peek(0) == Some(b':') {
            self.at += 1;
            file = Some(self.number()?);
        }
        Ok(Tok::Place(line, column, file))
    }

    /// A word or a name in quotes.
    fn name(&mut self) -> Result<String, ReadError> {
        let start = self.place();
        match self.peek(0) {
            Some(b'"') => utf8(self.quoted()?, start),
            Some(first) if is_letter(first) => {
                Ok(self.take(|byte| is_letter(byte) || byte.is_ascii_digit()).to_string())
            }
            _ => self.error("expected a name"),
        }
    }

    /// Bytes in quotes: printable ASCII as it is, all else as `\n`, `\t`, `\r`, `\\`, `\"`, `\'`, `\xff`.
    fn quoted(&mut self) -> Result<Vec<u8>, ReadError> {
        let start = self.place();
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            match self.peek(0) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(bytes);
                }
                Some(b'\\') => bytes.push(self.escape()?),
                None | Some(b'\n') => {
                    return Err(ReadError::new(start, "this quote is not closed in its line"));
                }
                Some(byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self) -> Result<u8, ReadError> {
        let (byte, length) = match self.peek(1) {
            Some(b'n') => (b'\n', 2),
            Some(b't') => (b'\t', 2),
            Some(b'r') => (b'\r', 2),
            Some(b'0') => (0, 2),
            Some(same @ (b'\\' | b'"' | b'\'')) => (same, 2),
            Some(b'x') => {
                let digits = self.text.as_bytes().get(self.at + 2..self.at + 4);
                let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
                let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
                match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    Some(byte) => (byte, 4),
                    None => return self.error("expected two hexadecimal digits after `\\x`"),
                }
            }
            _ => return self.error("there is no such escape"),
        };
        self.at += length;
        Ok(byte)
    }
}

/// A name or message, which is text and not any bytes.
pub(super) fn utf8(bytes: Vec<u8>, at: (u32, u32)) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|_| ReadError::new(at, "these bytes are not UTF-8"))
}
