//! Reader of DIMACS CNF, the text format of SAT solvers.
//!
//! ```text
//! c comments anywhere, from a line's first character to its end
//! p cnf 3 2
//! 1 -3 0
//! 2 3 -1 0
//! ```
//!
//! Clauses may span lines or share them; each ends with 0. The header is required, and no literal may exceed
//! its number of variables. A wrong number of clauses is tolerated, since many generators get it wrong; see
//! [`Cnf::declared_clauses`]. A line with a lone `%`, as in the SATLIB files, ends the input.

use std::fmt;

/// The largest number of variables that is read.
pub const MAX_VARS: usize = (1 << 30) - 1;

/// Clauses over variables 1, 2, …; a negative number is a negated variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// Number of variables according to the header; no literal is larger.
    pub num_vars: usize,
    /// Number of clauses according to the header, right or wrong.
    pub declared_clauses: usize,
    /// The clauses, with literals as they stand in the text.
    pub clauses: Vec<Vec<i32>>,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DimacsError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// What was found instead.
    pub found: String,
}

impl fmt::Display for DimacsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: expected {}, found {}", self.line, self.column, self.expected, self.found)
    }
}

impl std::error::Error for DimacsError {}

/// Reads a whole text.
///
/// ```
/// let cnf = cfp_smtlib::dimacs::parse(b"p cnf 2 1\n1 -2 0\n").unwrap();
/// assert_eq!((cnf.num_vars, cnf.clauses), (2, vec![vec![1, -2]]));
/// let error = cfp_smtlib::dimacs::parse(b"p cnf 2 1\n1 -2\n").unwrap_err();
/// assert_eq!(error.to_string(), "3:1: expected 0 at the end of the clause, found the end of the text");
/// ```
pub fn parse(text: &[u8]) -> Result<Cnf, DimacsError> {
    let mut reader = Reader { text, position: 0, line: 1, line_start: 0 };
    let mut cnf = reader.header()?;
    let mut clause = Vec::new();
    while let Some(word) = reader.next_word() {
        if word.text == b"%" {
            reader.position = text.len();
            break;
        }
        match reader.number(&word, "a literal or 0")? {
            0 => cnf.clauses.push(std::mem::take(&mut clause)),
            number if number.unsigned_abs() as usize <= cnf.num_vars => clause.push(number),
            _ => return Err(word.error("a variable within the number that the header declares")),
        }
    }
    if clause.is_empty() { Ok(cnf) } else { Err(reader.end().error("0 at the end of the clause")) }
}

struct Reader<'a> {
    text: &'a [u8],
    position: usize,
    line: usize,
    line_start: usize,
}

/// A run of characters between blanks; empty at the end of the text.
struct Word<'a> {
    text: &'a [u8],
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(&self, expected: &'static str) -> DimacsError {
        const SHOWN: usize = 40;
        let found = match self.text {
            [] => "the end of the text".to_string(),
            text if text.len() <= SHOWN => format!("`{}`", text.escape_ascii()),
            text => format!("`{}…`", text[..SHOWN].escape_ascii()),
        };
        DimacsError { line: self.line, column: self.column, expected, found }
    }
}

impl<'a> Reader<'a> {
    fn header(&mut self) -> Result<Cnf, DimacsError> {
        let mut expect = |what: &'static [u8], expected| {
            let word = self.next_word().unwrap_or(self.end());
            if word.text == what { Ok(()) } else { Err(word.error(expected)) }
        };
        expect(b"p", "the header `p cnf <variables> <clauses>`")?;
        expect(b"cnf", "`cnf`")?;
        let num_vars = self.count("the number of variables", MAX_VARS)?;
        let declared_clauses = self.count("the number of clauses", usize::MAX)?;
        Ok(Cnf { num_vars, declared_clauses, clauses: Vec::new() })
    }

    fn count(&mut self, expected: &'static str, max: usize) -> Result<usize, DimacsError> {
        let word = self.next_word().unwrap_or(self.end());
        let digits =
            std::str::from_utf8(word.text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok()).filter(|&number: &usize| number <= max);
        number.ok_or_else(|| word.error(expected))
    }

    fn number(&self, word: &Word<'_>, expected: &'static str) -> Result<i32, DimacsError> {
        let digits = word.text.strip_prefix(b"-").unwrap_or(word.text);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(word.error(expected));
        }
        let number = std::str::from_utf8(word.text).ok().and_then(|text| text.parse().ok());
        // i32::MIN has no negation; it is too large anyway.
        let number = number.filter(|&number: &i32| number != i32::MIN);
        number.ok_or_else(|| word.error("a variable within the number that the header declares"))
    }

    /// The place behind the last character.
    fn end(&self) -> Word<'a> {
        Word { text: &[], line: self.line, column: self.position - self.line_start + 1 }
    }

    /// The next word, comments skipped.
    fn next_word(&mut self) -> Option<Word<'a>> {
        while let Some(&byte) = self.text.get(self.position) {
            if byte == b'\n' {
                self.position += 1;
                self.line += 1;
                self.line_start = self.position;
            } else if byte.is_ascii_whitespace() {
                self.position += 1;
            } else if self.at_comment() {
                let rest = &self.text[self.position..];
                self.position += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            } else {
                let rest = &self.text[self.position..];
                let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
                let column = self.position - self.line_start + 1;
                self.position += len;
                return Some(Word { text: &rest[..len], line: self.line, column });
            }
        }
        None
    }

    /// At a `c` that begins a line. Before the header comments like `cfoo` are common, so nothing need follow
    /// the `c`; yet the line of the header, `p cnf`, is not a comment even if it is broken in two.
    fn at_comment(&self) -> bool {
        let rest = &self.text[self.position..];
        let at_line_start = self.text[self.line_start..self.position].iter().all(u8::is_ascii_whitespace);
        rest[0] == b'c' && at_line_start && !rest.starts_with(b"cnf ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(text: &str) -> Vec<Vec<i32>> {
        parse(text.as_bytes()).unwrap().clauses
    }

    fn error(text: &[u8]) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn clauses_comments_and_blanks() {
        let text = "c first\n\ncsecond\n  p  cnf 3\t4\r\n1 -2 0 3\n c third\n-1\n0\n0\n  2 0\nc last 1 0";
        assert_eq!(clauses(text), [vec![1, -2], vec![3, -1], vec![], vec![2]]);
        assert_eq!(parse(text.as_bytes()).unwrap().num_vars, 3);
    }

    #[test]
    fn satlib_files_end_with_a_percent_sign() {
        assert_eq!(clauses("p cnf 2 1\n1 2 0\n%\n0\n\n"), [vec![1, 2]]);
    }

    #[test]
    fn errors_say_where_and_what() {
        let header = "the header `p cnf <variables> <clauses>`";
        assert_eq!(error(b""), format!("1:1: expected {header}, found the end of the text"));
        assert_eq!(error(b"c x\n 1 2 0"), format!("2:2: expected {header}, found `1`"));
        assert_eq!(error(b"p dnf 1 1"), "1:3: expected `cnf`, found `dnf`");
        assert_eq!(error(b"p cnf -1 1"), "1:7: expected the number of variables, found `-1`");
        assert_eq!(error(b"p cnf 1"), "1:8: expected the number of clauses, found the end of the text");
        assert_eq!(error(b"p cnf 2 1\n1 x 0"), "2:3: expected a literal or 0, found `x`");
        assert_eq!(error(b"p cnf 2 1\n1 --2 0"), "2:3: expected a literal or 0, found `--2`");
        assert_eq!(
            error(b"p cnf 2 1\n1 2"),
            "2:4: expected 0 at the end of the clause, found the end of the text"
        );
        assert_eq!(error(b"p cnf 2 1\n\xff\x00"), "2:1: expected a literal or 0, found `\\xff\\x00`");
    }

    #[test]
    fn huge_numbers_are_errors_not_overflows() {
        let range = "expected a variable within the number that the header declares";
        assert_eq!(error(b"p cnf 2 1\n3 0"), format!("2:1: {range}, found `3`"));
        assert_eq!(error(b"p cnf 2 1\n-2147483648 0"), format!("2:1: {range}, found `-2147483648`"));
        assert_eq!(
            error(b"p cnf 2 1\n99999999999999999999 0"),
            format!("2:1: {range}, found `99999999999999999999`")
        );
        let nines = "9".repeat(1000);
        assert!(error(format!("p cnf {nines} 1").as_bytes()).contains("999…`"));
        assert!(error(b"p cnf 1073741824 1").contains("the number of variables"));
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let alphabet = b"pcnf 0123-%\n\r\t\xffx";
        let mut state = 1u64;
        for round in 0..20_000 {
            let mut text = if round % 2 == 0 { b"p cnf 3 3\n".to_vec() } else { Vec::new() };
            for _ in 0..round % 40 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                text.push(alphabet[(state >> 33) as usize % alphabet.len()]);
            }
            if let Ok(cnf) = parse(&text) {
                assert!(
                    cnf.clauses
                        .iter()
                        .flatten()
                        .all(|&lit| lit != 0 && lit.unsigned_abs() as usize <= cnf.num_vars)
                );
            }
        }
    }
}
