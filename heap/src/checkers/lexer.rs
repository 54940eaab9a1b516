//! Tokens of files with definitions.

use super::CheckerError;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tok {
    Word(String),
    Number(i64),
    /// A mark, or a sigil with its letter: `@p`.
    Mark(&'static str),
    End,
}

/// A token and where it starts: line and column, from 1.
pub(super) type Token = (Tok, (usize, usize));

/// Marks, longer ones first.
const MARKS: [&str; 32] = [
    "$sub", "|->", ":=", "->", "!=", "<=", ">=", "==", "@p", "@i", "@s", "|", "[", "]", "-", "+", "*", "&",
    "(", ")", "{", "}", "<", ">", "=", ".", ",", ":", "#", "$", "/", ";",
];

/// Splits a text into tokens, the last of which is the end.
pub(super) fn tokens(file: &str, text: &str) -> Result<Vec<Token>, CheckerError> {
    let mut found = Vec::new();
    let mut last = (1, 1);
    for (index, line) in text.lines().enumerate() {
        let code = line.split('%').next().unwrap_or_default();
        let mut rest = code;
        loop {
            rest = rest.trim_start();
            let column = code[..code.len() - rest.len()].chars().count() + 1;
            last = (index + 1, column);
            let Some(first) = rest.chars().next() else { break };
            let wrong = |message: String| error(file, text, last, message);
            let length = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (token, bytes) = if first.is_ascii_digit() {
                let bytes = length(|c| c.is_ascii_digit());
                match rest[..bytes].parse::<i64>() {
                    Ok(number) => (Tok::Number(number), bytes),
                    Err(_) => return Err(wrong("this number is too large".to_string())),
                }
            } else if first.is_ascii_alphabetic() || first == '_' {
                let bytes = length(|c| c.is_ascii_alphanumeric() || c == '_');
                (Tok::Word(rest[..bytes].to_string()), bytes)
            } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                (Tok::Mark(mark), mark.len())
            } else {
                return Err(wrong(format!("{first:?} is no part of a definition")));
            };
            found.push((token, last));
            rest = &rest[bytes..];
        }
    }
    found.push((Tok::End, last));
    Ok(found)
}

/// An error at a place.
pub(super) fn error(file: &str, text: &str, at: (usize, usize), message: String) -> CheckerError {
    let text = text.lines().nth(at.0 - 1).unwrap_or_default().to_string();
    CheckerError { file: file.to_string(), line: at.0, column: at.1, message, text }
}
