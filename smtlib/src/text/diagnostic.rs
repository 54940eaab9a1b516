//! Errors with their position in the input, rendered as standard replies or as messages with a source
//! excerpt.

use std::fmt;
use std::fmt::Write as _;

/// A position in the input, counted from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}", self.line, self.column)
    }
}

/// An error in the input.
///
/// Its text is one line, `line 3 column 7: unknown constant y1; did you mean y?`; [`Diagnostic::render`]
/// produces several lines with a source excerpt, for terminals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The position, if there is one.
    pub position: Option<Position>,
    /// The number of characters concerned.
    pub width: u32,
    /// What is wrong.
    pub message: String,
    /// How to correct it.
    pub hint: Option<String>,
    /// The source line, if available.
    pub source_line: Option<String>,
}

/// The result of reading something; the error is boxed because it is large and rare.
pub type Result<T> = std::result::Result<T, Box<Diagnostic>>;

impl Diagnostic {
    /// An error at a position.
    pub fn at(position: Position, message: impl Into<String>) -> Box<Diagnostic> {
        let mut diagnostic = Diagnostic::general(message);
        diagnostic.position = Some(position);
        diagnostic
    }

    /// An error without a position.
    pub fn general(message: impl Into<String>) -> Box<Diagnostic> {
        let message = message.into();
        Box::new(Diagnostic { position: None, width: 1, message, hint: None, source_line: None })
    }

    /// Adds a hint.
    pub fn hint(mut self: Box<Self>, hint: impl Into<String>) -> Box<Diagnostic> {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the name that was probably meant as a hint, if there is one.
    pub fn suggest(self: Box<Self>, meant: Option<&str>) -> Box<Diagnostic> {
        match meant {
            Some(meant) => self.hint(format!("did you mean {meant}?")),
            None => self,
        }
    }

    /// The message with a source excerpt, a caret and the hint.
    pub fn render(&self, source_name: &str, colour: bool) -> String {
        let paint = |code: &'static str| if colour { code } else { "" };
        let (red, blue, bold, plain) =
            (paint("\x1b[1;31m"), paint("\x1b[1;34m"), paint("\x1b[1m"), paint("\x1b[0m"));
        let mut text = format!("{red}error{plain}{bold}: {}{plain}\n", self.message);
        let margin = self.position.map_or(1, |position| position.line.to_string().len());
        if let Some(Position { line, column }) = self.position {
            let _ = writeln!(text, "{:margin$}{blue}-->{plain} {source_name}:{line}:{column}", "");
            if let Some((shown, before)) = self.shown_line() {
                let carets = "^".repeat((self.width as usize).clamp(1, 60));
                let _ = writeln!(text, "{:margin$} {blue}|{plain}", "");
                let _ = writeln!(text, "{blue}{line} |{plain} {shown}");
                let _ = writeln!(text, "{:margin$} {blue}|{plain} {before}{red}{carets}{plain}", "");
            }
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(text, "{:margin$} {blue}={plain} help: {hint}", "");
        }
        text
    }

    /// The part of the source line around the place, and blanks as wide as what comes before the place.
    fn shown_line(&self) -> Option<(String, String)> {
        const AROUND: usize = 90;
        let line = self.source_line.as_ref()?;
        let column = self.position?.column as usize - 1;
        let from = column.saturating_sub(AROUND);
        let visible = |c: char| if c == '\t' || c.is_control() { ' ' } else { c };
        let shown: String = line.chars().skip(from).take(2 * AROUND).map(visible).collect();
        Some((shown, " ".repeat(column - from)))
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.position {
            write!(f, "{position}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// The name most similar to a misspelt one, if any is similar enough; the first of several.
pub fn nearest<'a>(misspelt: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let length = misspelt.chars().count();
    if length > LONGEST {
        return None;
    }
    let allowed = match length {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        if name.len().abs_diff(misspelt.len()) > allowed * 4
            || name.chars().count().abs_diff(length) > allowed
        {
            continue;
        }
        let distance = edit_distance(misspelt, name);
        // As many changes as there are letters make any word out of any other.
        if distance <= allowed && distance < length && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Insertions, deletions, replacements and swaps of neighbours that make one word of another; case costs
/// nothing but wins no tie.
fn edit_distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().flat_map(char::to_lowercase).collect();
    let to: Vec<char> = to.chars().flat_map(char::to_lowercase).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for i in 1..=from.len() {
        let mut row = vec![i; to.len() + 1];
        for j in 1..=to.len() {
            let replace = above[j - 1] + usize::from(from[i - 1] != to[j - 1]);
            row[j] = replace.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_far_ones_are_not() {
        let names = ["counter", "count", "x", "assert", "check-sat"];
        let near = |word| nearest(word, names.iter().copied());
        assert_eq!(near("conter"), Some("counter"));
        assert_eq!(near("cuont"), Some("count"));
        assert_eq!(near("checksat"), Some("check-sat"));
        assert_eq!(near("asert"), Some("assert"));
        assert_eq!(near("X"), Some("x"));
        assert_eq!(near("q"), None);
        assert_eq!(near("entirely-different"), None);
        assert_eq!(near(""), None);
    }

    #[test]
    fn the_place_is_marked() {
        let mut diagnostic =
            Diagnostic::at(Position { line: 12, column: 12 }, "unknown constant y1").hint("did you mean y?");
        assert_eq!(diagnostic.to_string(), "line 12 column 12: unknown constant y1; did you mean y?");
        diagnostic.width = 2;
        diagnostic.source_line = Some("(assert (> y1 0))".to_string());
        let expected = "error: unknown constant y1\n  --> a.smt2:12:12\n   |\n12 | (assert (> y1 0))\n   \
                        |            ^^\n   = help: did you mean y?\n";
        assert_eq!(diagnostic.render("a.smt2", false), expected);
    }
}
