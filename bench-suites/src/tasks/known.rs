//! The expected answers of a benchmark.
//!
//! Two sources, in this order: the `manifest.csv` nearest above the file, if it lists the file, and the
//! script's own `(set-info :status …)`. Where neither says, the expectation is `unknown`, one for each
//! check, and the runner can only compare the solvers with each other.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::error::{Error, Result};
use crate::formats::csv::Table;
use crate::tasks::answer::{self, Answer};

/// The answers a script declares, one for each check in the order of execution.
///
/// A status holds for the next check only: incremental benchmarks state it anew before each check, and one
/// stated once says nothing about the later checks.
pub fn declared(script: &[u8]) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut status = Answer::Unknown;
    for command in Commands::new(script) {
        match command.as_slice() {
            [b"set-info", b":status", word] => {
                let word = std::str::from_utf8(word).ok();
                status = word.and_then(Answer::from_word).unwrap_or(Answer::Unknown);
            }
            [b"check-sat" | b"check-sat-assuming" | b"check-sat-using", ..] => {
                answers.push(std::mem::replace(&mut status, Answer::Unknown));
            }
            [b"exit", ..] => break,
            _ => {}
        }
    }
    answers
}

/// The declarations, definitions and assertions of a script, one a line or more, without the rest.
pub fn statements(script: &[u8]) -> String {
    let mut kept = String::new();
    let mut commands = Commands::new(script);
    loop {
        let start = commands.at;
        let Some(atoms) = commands.next() else { return kept };
        let name = atoms.first().copied().unwrap_or_default();
        if name == b"assert" || name.starts_with(b"declare-") || name.starts_with(b"define-") {
            kept.push_str(String::from_utf8_lossy(&script[start..commands.at]).trim_start());
            kept.push('\n');
        }
    }
}

/// The commands of a script, each cut down to its first three atoms at top level.
struct Commands<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Commands<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// The next parenthesis or atom. Comments are skipped; a string or a quoted symbol is one atom.
    fn token(&mut self) -> Option<&'a [u8]> {
        loop {
            match *self.text.get(self.at)? {
                b';' => self.at = self.end_of(|c| c == b'\n'),
                c if c.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
        let start = self.at;
        self.at = match self.text[start] {
            b'(' | b')' => start + 1,
            // A doubled quote inside a string splits it in two atoms, which does no harm here.
            quote @ (b'"' | b'|') => {
                self.at += 1;
                (self.end_of(|c| c == quote) + 1).min(self.text.len())
            }
            _ => self.end_of(|c| c.is_ascii_whitespace() || matches!(c, b'(' | b')' | b';' | b'"' | b'|')),
        };
        Some(&self.text[start..self.at])
    }

    fn end_of(&self, stop: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text[self.at..];
        self.at + rest.iter().position(|&c| stop(c)).unwrap_or(rest.len())
    }
}

impl<'a> Iterator for Commands<'a> {
    type Item = Vec<&'a [u8]>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut atoms = Vec::new();
        let mut depth = 0usize;
        loop {
            match self.token()? {
                b"(" => depth += 1,
                b")" if depth <= 1 => return Some(atoms),
                b")" => depth -= 1,
                atom if depth == 1 && atoms.len() < 3 => atoms.push(atom),
                _ => {}
            }
        }
    }
}

/// What a manifest says of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The file's path below the manifest's folder: the same on every machine.
    pub name: String,
    /// `logic/family`, or the family alone where there is no column `logic`.
    pub family: String,
    /// The expected answers.
    pub answers: Vec<Answer>,
}

/// A list of benchmarks with their families and answers: `path` and `status` are needed, `logic` and `family`
/// help.
#[derive(Debug)]
pub struct Manifest {
    folder: PathBuf,
    entries: HashMap<PathBuf, Entry>,
}

impl Manifest {
    /// Reads a manifest.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).map_err(|e| Error::file(path, &e))?;
        let real = path.canonicalize().map_err(|e| Error::file(path, &e))?;
        let folder = real.parent().unwrap_or(Path::new("/")).to_path_buf();
        let table = Table::read(&text);
        let (Some(name), Some(status)) = (table.column("path"), table.column("status")) else {
            return Err(Error::new(format!(
                "{}: a manifest needs the columns `path` and `status`",
                path.display()
            )));
        };
        let family = [table.column("logic"), table.column("family")];
        let field = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
        let entries = table.rows().iter().map(|row| {
            let family: Vec<String> = family.iter().flatten().map(|&column| field(row, column)).collect();
            let entry = Entry {
                name: field(row, name),
                family: family.join("/"),
                answers: answer::split(&field(row, status)),
            };
            (folder.join(&entry.name), entry)
        });
        Ok(Self { entries: entries.collect(), folder })
    }

    /// What is said of the file at this absolute path.
    pub fn entry(&self, file: &Path) -> Option<&Entry> {
        self.entries.get(file)
    }

    /// The files listed, as absolute paths, in the order of their names.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.entries.keys().cloned().collect();
        files.sort();
        files
    }

    /// The folder that the listed paths are relative to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Finds the manifest of a file, reading each manifest once.
#[derive(Debug, Default)]
pub struct Manifests {
    by_folder: HashMap<PathBuf, Option<Rc<Manifest>>>,
}

impl Manifests {
    /// What the nearest manifest above an absolute path says of it. A `manifest.csv` of some other kind is
    /// passed over.
    pub fn entry(&mut self, file: &Path) -> Option<Entry> {
        let folders = file.parent()?.ancestors();
        folders.into_iter().find_map(|folder| self.of_folder(folder))?.entry(file).cloned()
    }

    fn of_folder(&mut self, folder: &Path) -> Option<Rc<Manifest>> {
        if let Some(known) = self.by_folder.get(folder) {
            return known.clone();
        }
        let found = Manifest::read(&folder.join("manifest.csv")).ok().map(Rc::new);
        self.by_folder.insert(folder.to_path_buf(), found.clone());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Answer::{Sat, Unknown, Unsat};

    #[test]
    fn one_check() {
        assert_eq!(declared(b"(set-info :status unsat)\n(assert false)(check-sat)(exit)"), [Unsat]);
        assert_eq!(declared(b"(set-logic QF_LIA) (check-sat)"), [Unknown]);
        assert_eq!(declared(b"(set-info :status nonsense)(check-sat)"), [Unknown]);
        assert_eq!(declared(b"(assert true)"), []);
    }

    #[test]
    fn several_checks_in_order() {
        let script =
            b"(set-info :status sat)(check-sat)(push 1)(set-info :status unsat)(check-sat-assuming (a b))\
                       (pop 1)(check-sat)";
        assert_eq!(declared(script), [Sat, Unsat, Unknown]);
    }

    #[test]
    fn only_commands_count() {
        let script = br#"; (set-info :status unsat) (check-sat)
            (set-info :notes "(check-sat) ""(set-info :status unsat)""")
            (set-info :source |(check-sat) ; not a comment|)
            (set-info :status sat) (assert (= |check-sat| (check-sat)))
            (check-sat) (exit) (check-sat)"#;
        assert_eq!(declared(script), [Sat]);
    }

    #[test]
    fn broken_text_is_read_without_complaint() {
        assert_eq!(declared(b")))(check-sat)((("), [Unknown]);
        assert_eq!(declared(b"(check-sat) (set-info :source |open"), [Unknown]);
        assert_eq!(declared(b""), []);
    }
}
