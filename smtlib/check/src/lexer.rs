//! Tokens of SMT-LIB and Alethe: both are s-expressions with the same symbols and literals.

use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line, from 1 on.
    pub line: u32,
    /// The column in bytes, from 1 on.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why a text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Where it is wrong.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// A token. The text of a quoted symbol is that between the bars: `|a|` is the same as `a`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    Open,
    Close,
    /// A symbol or reserved word.
    Symbol(&'a str),
    /// A keyword, without its colon.
    Keyword(&'a str),
    /// A numeral.
    Numeral(&'a str),
    /// A decimal.
    Decimal(&'a str),
    /// Two numerals with a slash between them; only in proofs.
    Fraction(&'a str),
    /// A string literal, as it is written between the quotes.
    Text(&'a str),
    /// Another literal: hexadecimal or binary.
    Literal(&'a str),
    End,
}

/// Reads tokens one by one.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    /// Where the line begins.
    start: usize,
    /// The next token, if it was looked at.
    peeked: Option<(Token<'a>, Place)>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, line: 1, start: 0, peeked: None }
    }

    /// Where the next token is, or the end of what was read.
    pub(crate) fn place(&self) -> Place {
        match self.peeked {
            Some((_, place)) => place,
            None => self.here(),
        }
    }

    fn here(&self) -> Place {
        Place { line: self.line, column: (self.at - self.start + 1) as u32 }
    }

    /// An error at the current place.
    pub(crate) fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { place: self.place(), message: message.into() }
    }

    /// The next token, which stays there.
    pub(crate) fn peek(&mut self) -> Result<Token<'a>, SyntaxError> {
        if self.peeked.is_none() {
            let place = self.skip_blanks();
            self.peeked = Some((self.read()?, place));
        }
        Ok(self.peeked.expect("a token was read").0)
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Result<Token<'a>, SyntaxError> {
        let token = self.peek()?;
        self.peeked = None;
        Ok(token)
    }

    /// Reads a token that must come.
    pub(crate) fn expect(&mut self, wanted: Token<'_>) -> Result<(), SyntaxError> {
        let error = self.error(format!("{} is expected here", shown(wanted)));
        if self.peek()? == wanted {
            self.peeked = None;
            return Ok(());
        }
        Err(SyntaxError { place: self.place(), ..error })
    }

    /// Reads a symbol.
    pub(crate) fn symbol(&mut self) -> Result<&'a str, SyntaxError> {
        match self.peek()? {
            Token::Symbol(name) => {
                self.peeked = None;
                Ok(name)
            }
            other => Err(self.error(format!("a symbol is expected here, not {}", shown(other)))),
        }
    }

    /// Skips one s-expression.
    pub(crate) fn skip(&mut self) -> Result<(), SyntaxError> {
        let mut depth = 0u64;
        loop {
            match self.next()? {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => return Err(self.error("an expression is expected here")),
                Token::Close => depth -= 1,
                Token::End => return Err(self.error("the text ends inside of an expression")),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips the rest of a list, its end included.
    pub(crate) fn skip_rest(&mut self) -> Result<(), SyntaxError> {
        while self.peek()? != Token::Close {
            self.skip()?;
        }
        self.expect(Token::Close)
    }

    fn skip_blanks(&mut self) -> Place {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.start = self.at;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b';' => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => break,
            }
        }
        self.here()
    }

    fn read(&mut self) -> Result<Token<'a>, SyntaxError> {
        let bytes = self.text.as_bytes();
        let Some(&first) = bytes.get(self.at) else { return Ok(Token::End) };
        match first {
            b'(' => {
                self.at += 1;
                Ok(Token::Open)
            }
            b')' => {
                self.at += 1;
                Ok(Token::Close)
            }
            b'|' => Ok(Token::Symbol(self.quoted()?)),
            b'"' => Ok(Token::Text(self.string()?)),
            _ => self.word(),
        }
    }

    /// Text up to a closing byte. Lines in it are counted.
    fn enclosed(&mut self, end: u8) -> Result<&'a str, SyntaxError> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let mut at = start;
        while let Some(&byte) = bytes.get(at) {
            if byte == end {
                self.at = at + 1;
                return Ok(&self.text[start..at]);
            }
            at += 1;
            if byte == b'\n' {
                self.line += 1;
                self.start = at;
            }
        }
        self.at = at;
        Err(self.error("the text ends inside of a quoted symbol or string"))
    }

    fn quoted(&mut self) -> Result<&'a str, SyntaxError> {
        self.enclosed(b'|')
    }

    /// A string literal; two quotes inside of it stand for one.
    fn string(&mut self) -> Result<&'a str, SyntaxError> {
        let start = self.at + 1;
        loop {
            self.enclosed(b'"')?;
            if self.text.as_bytes().get(self.at) != Some(&b'"') {
                return Ok(&self.text[start..self.at - 1]);
            }
        }
    }

    fn word(&mut self) -> Result<Token<'a>, SyntaxError> {
        let rest = &self.text.as_bytes()[self.at..];
        let is_end =
            |byte: &u8| matches!(byte, b'(' | b')' | b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b'"');
        let length = rest.iter().position(is_end).unwrap_or(rest.len());
        let word = &self.text[self.at..self.at + length];
        let is_digit = |byte: u8| byte.is_ascii_digit();
        let token = match word.as_bytes() {
            [b':', _, ..] => Token::Keyword(&word[1..]),
            [b'#', _, ..] => Token::Literal(word),
            [first, ..] if is_digit(*first) => {
                let (whole, fraction) =
                    word.split_once('.').map_or((word, None), |(one, two)| (one, Some(two)));
                let parts = word.split_once('/');
                let is_number = |part: &str| !part.is_empty() && part.bytes().all(is_digit);
                match fraction {
                    None if is_number(whole) => Token::Numeral(word),
                    None if parts.is_some_and(|(one, other)| is_number(one) && is_number(other)) => {
                        Token::Fraction(word)
                    }
                    Some(fraction) if is_number(whole) && is_number(fraction) => Token::Decimal(word),
                    _ => return Err(self.error("a malformed number")),
                }
            }
            _ if word.bytes().all(|byte| byte.is_ascii_graphic() || byte >= 0x80) => Token::Symbol(word),
            _ => return Err(self.error("a control character")),
        };
        self.at += length;
        Ok(token)
    }
}

/// A token in a message.
pub(crate) fn shown(token: Token<'_>) -> String {
    match token {
        Token::Open => "(".to_string(),
        Token::Close => ")".to_string(),
        Token::Symbol(text)
        | Token::Numeral(text)
        | Token::Decimal(text)
        | Token::Fraction(text)
        | Token::Literal(text) => text.to_string(),
        Token::Keyword(text) => format!(":{text}"),
        Token::Text(text) => format!("\"{text}\""),
        Token::End => "the end of the text".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_places() {
        let mut lexer = Lexer::new("(a |b c| :k 12\n 1.50 \"x\"\"y\" #b01) ; end");
        let tokens: Vec<_> = std::iter::from_fn(|| match lexer.next() {
            Ok(Token::End) => None,
            token => Some(token.expect("a token")),
        })
        .collect();
        use Token::*;
        let wanted = [
            Open,
            Symbol("a"),
            Symbol("b c"),
            Keyword("k"),
            Numeral("12"),
            Decimal("1.50"),
            Text("x\"\"y"),
            Literal("#b01"),
            Close,
        ];
        assert_eq!(tokens, wanted);
        let mut lexer = Lexer::new("(\n  12x)");
        lexer.next().expect("a token");
        let error = lexer.next().expect_err("no number");
        assert_eq!(error.to_string(), "2:3: a malformed number");
        assert!(Lexer::new("|a").next().is_err());
        assert!(Lexer::new("\"a").next().is_err());
    }
}
