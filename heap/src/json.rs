//! A small reader and writer of JSON, for compilation databases and reports.

use std::fmt::{self, Write as _};

/// A JSON value.
#[derive(Clone, PartialEq, Debug)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A list.
    Array(Vec<Json>),
    /// Names with values, in order.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a name.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_text()
    }
}

impl fmt::Display for Json {
    /// The value without blanks. Numbers that JSON cannot express become `null`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(value) if value.is_finite() => write!(f, "{value}"),
            Json::Number(_) => f.write_str("null"),
            Json::Text(text) => write_string(f, text),
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "[" } else { "," })?;
                }
                f.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Json::Object(members) => {
                for (index, (name, value)) in members.iter().enumerate() {
                    f.write_str(if index == 0 { "{" } else { "," })?;
                    write_string(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_str(if members.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            control if control < ' ' => write!(f, "\\u{:04x}", u32::from(control))?,
            other => f.write_char(other)?,
        }
    }
    f.write_char('"')
}

/// An error in a JSON text, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonError {
    line: usize,
    message: &'static str,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for JsonError {}

/// Reads a JSON text. Values may be nested up to a fixed depth.
pub fn parse(text: &str) -> Result<Json, JsonError> {
    let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.at < reader.bytes.len() {
        return Err(reader.error("more text after the value"));
    }
    Ok(value)
}

const MAX_DEPTH: usize = 200;

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn error(&self, message: &'static str) -> JsonError {
        let before = &self.bytes[..self.at.min(self.bytes.len())];
        JsonError { line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(), message }
    }

    fn blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.blanks();
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, JsonError> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(value);
        }
        Err(self.error("an unknown word"))
    }

    fn value(&mut self, depth: usize) -> Result<Json, JsonError> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        match self.peek() {
            Some(b'{') => {
                self.at += 1;
                let mut members = Vec::new();
                if self.eat(b'}') {
                    return Ok(Json::Object(members));
                }
                loop {
                    self.blanks();
                    let name = self.string()?;
                    if !self.eat(b':') {
                        return Err(self.error("a colon is missing"));
                    }
                    members.push((name, self.value(depth + 1)?));
                    if self.eat(b'}') {
                        return Ok(Json::Object(members));
                    }
                    if !self.eat(b',') {
                        return Err(self.error("a comma is missing"));
                    }
                }
            }
            Some(b'[') => {
                self.at += 1;
                let mut items = Vec::new();
                if self.eat(b']') {
                    return Ok(Json::Array(items));
                }
                loop {
                    items.push(self.value(depth + 1)?);
                    if self.eat(b']') {
                        return Ok(Json::Array(items));
                    }
                    if !self.eat(b',') {
                        return Err(self.error("a comma is missing"));
                    }
                }
            }
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            Some(_) => {
                let start = self.at;
                let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
                while self.bytes.get(self.at).is_some_and(is_part) {
                    self.at += 1;
                }
                let text = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
                text.parse().map(Json::Number).map_err(|_| self.error("a value is missing"))
            }
            None => Err(self.error("the text ends too early")),
        }
    }

    fn string(&mut self) -> Result<String, JsonError> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(self.error("a string is missing"));
        }
        self.at += 1;
        let mut text = Vec::new();
        loop {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(self.error("the text ends in a string"));
            };
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(text).map_err(|_| self.error("a string is not UTF-8")),
                b'\\' => {
                    let Some(&escape) = self.bytes.get(self.at) else {
                        return Err(self.error("the text ends in a string"));
                    };
                    self.at += 1;
                    let character = match escape {
                        b'n' => '\n',
                        b't' => '\t',
                        b'r' => '\r',
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        b'u' => self.unicode()?,
                        other => char::from(other),
                    };
                    text.extend(character.encode_utf8(&mut [0; 4]).bytes());
                }
                byte => text.push(byte),
            }
        }
    }

    fn unicode(&mut self) -> Result<char, JsonError> {
        let first = self.hex()?;
        if (0xd800..0xdc00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u") {
            self.at += 2;
            let second = self.hex()?;
            let low = second.wrapping_sub(0xdc00) & 0x3ff;
            return Ok(char::from_u32(0x10000 + ((first - 0xd800) << 10) + low)
                .unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, JsonError> {
        let digits = self.bytes.get(self.at..self.at + 4).and_then(|digits| std::str::from_utf8(digits).ok());
        let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4;
        value.ok_or_else(|| self.error("a bad escape in a string"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let json =
            parse(r#" [ {"file": "a\n\u00e9\ud83d\ude00.c", "n": -1.5e1}, [], {}, null, true ] "#).unwrap();
        let Json::Array(items) = &json else { panic!("not a list") };
        assert_eq!(items[0].text("file"), Some("a\n\u{e9}\u{1f600}.c"));
        assert_eq!(items[0].get("n"), Some(&Json::Number(-15.0)));
        assert_eq!(items[1..], [Json::Array(vec![]), Json::Object(vec![]), Json::Null, Json::Bool(true)]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = Json::Text("a\"b\\c\n\t\u{1}\u{e9}\u{1f600}".to_string());
        let inner = Json::Object(vec![
            ("k\"".to_string(), Json::Array(vec![])),
            ("n".to_string(), Json::Number(-1.5)),
        ]);
        let json = Json::Array(vec![
            text,
            inner,
            Json::Object(vec![]),
            Json::Null,
            Json::Bool(false),
            Json::Number(1e300),
        ]);
        assert_eq!(parse(&json.to_string()), Ok(json));
        assert_eq!(Json::Number(f64::NAN).to_string(), "null");
        assert_eq!(Json::Number(172.0).to_string(), "172");
    }

    #[test]
    fn errors_have_a_line() {
        let shown = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(shown("[1,\n2"), "line 2: a comma is missing");
        assert_eq!(shown("{\"a\" 1}"), "line 1: a colon is missing");
        assert_eq!(shown("\"open"), "line 1: the text ends in a string");
        assert_eq!(shown(&"[".repeat(1000)), "line 1: nested too deeply");
        assert_eq!(shown(""), "line 1: the text ends too early");
    }
}
