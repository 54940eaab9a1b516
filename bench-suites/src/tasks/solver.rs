//! The solvers to compare: a name and a command each.

use std::env;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::{Error, Result};

/// A solver under test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solver {
    /// What it is called in tables.
    pub name: String,
    /// The command as given.
    pub command: String,
    words: Vec<String>,
}

impl Solver {
    /// The command without a file: the program and its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The command line for a file: in place of every `{}`, or else at the end.
    pub fn command_line(&self, file: &Path) -> Vec<OsString> {
        let mut placed = false;
        let mut line: Vec<OsString> = Vec::with_capacity(self.words.len() + 1);
        for word in &self.words {
            let mut parts = word.split("{}");
            let mut argument = OsString::from(parts.next().unwrap_or_default());
            for part in parts {
                placed = true;
                argument.push(file);
                argument.push(part);
            }
            line.push(argument);
        }
        if !placed {
            line.push(file.into());
        }
        line
    }

    /// Looks the program up, so that a slip of the pen is noticed before a run of hours and not after it.
    pub fn check_program(&self) -> Result<()> {
        let program = &self.words[0];
        let executable = |path: PathBuf| {
            path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
        };
        let found = if program.contains('/') {
            executable(program.into())
        } else {
            let path = env::var_os("PATH").unwrap_or_default();
            env::split_paths(&path).any(|folder| executable(folder.join(program)))
        };
        if found {
            return Ok(());
        }
        Err(Error::new(format!("solver `{}`: there is no program `{program}` to execute", self.name)))
    }
}

impl FromStr for Solver {
    type Err = Error;

    /// Reads `name=command`, or a command alone, which is then named after its program.
    fn from_str(text: &str) -> Result<Self> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-+.".contains(c);
        let (name, command) = match text.split_once('=') {
            Some((name, command)) if !name.is_empty() && name.chars().all(plain) => (Some(name), command),
            _ => (None, text),
        };
        let words = split_words(command)?;
        let Some(program) = words.first() else {
            return Err(Error::new(format!("`{text}`: a solver needs a command, as in `z3=z3 -smt2`")));
        };
        let named = Path::new(program).file_name().map(|file| file.to_string_lossy().into_owned());
        let name = name.map(str::to_string).or(named).unwrap_or_else(|| program.clone());
        Ok(Self { name, command: command.to_string(), words })
    }
}

/// Splits a command into words as a shell does: at blanks, except inside quotes and after a backslash.
fn split_words(command: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ' ' | '\t' | '\n') => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == c => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(Error::new(format!("`{command}`: a quote is left open")));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(solver: &str, file: &str) -> Vec<OsString> {
        solver.parse::<Solver>().unwrap().command_line(Path::new(file))
    }

    #[test]
    fn the_file_goes_to_its_place() {
        assert_eq!(line("z3=z3 -smt2", "a b.smt2"), ["z3", "-smt2", "a b.smt2"]);
        assert_eq!(line("x=run --in={} --again {} -q", "f"), ["run", "--in=f", "--again", "f", "-q"]);
    }

    #[test]
    fn names() {
        let name = |text: &str| text.parse::<Solver>().unwrap().name;
        assert_eq!(name("old=target/release/cfp-solve"), "old");
        assert_eq!(name("target/release/cfp-solve --stats"), "cfp-solve");
        assert_eq!(name("z3 smt.random_seed=3"), "z3");
    }

    #[test]
    fn words_with_quotes() {
        let words = |text| split_words(text).unwrap();
        assert_eq!(words(r#"a 'b c' "d\"e" f\ g '' "#), ["a", "b c", "d\"e", "f g", ""]);
        assert!(split_words("a 'b").is_err());
        assert!("x=".parse::<Solver>().is_err());
        assert!("".parse::<Solver>().is_err());
    }

    #[test]
    fn missing_programs_are_noticed() {
        assert!("sh".parse::<Solver>().unwrap().check_program().is_ok());
        assert!("no-such-program-anywhere".parse::<Solver>().unwrap().check_program().is_err());
        assert!("/etc/passwd".parse::<Solver>().unwrap().check_program().is_err());
    }
}
