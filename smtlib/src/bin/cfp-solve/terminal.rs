//! Commands typed at a terminal: a prompt, a history, and completion of commands, options and logics.

use cfp_smtlib::theory::{COMMANDS, all_functions};
use cfp_solver::OPTIONS;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{self, Read};
use std::path::PathBuf;

/// The options of the standard that people type.
const STANDARD_OPTIONS: &[&str] =
    &["print-success", "produce-unsat-cores", "produce-models", "global-declarations", "opt.priority"];

/// Lines of the history that are kept.
const HISTORY: usize = 1_000;

/// The terminal as a stream of bytes, one line at a time.
pub(crate) struct Terminal {
    editor: Editor<Names, FileHistory>,
    history: Option<PathBuf>,
    line: Vec<u8>,
    /// How much of the line was handed out.
    read: usize,
    /// Open parentheses.
    depth: usize,
}

impl Terminal {
    /// The terminal, or why it cannot be used.
    pub(crate) fn open() -> rustyline::Result<Terminal> {
        let config = rustyline::Config::builder().max_history_size(HISTORY)?.auto_add_history(true).build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Names));
        let history = history_file();
        if let Some(file) = &history {
            // There is none before the first session.
            let _ = editor.load_history(file);
        }
        Ok(Terminal { editor, history, line: Vec::new(), read: 0, depth: 0 })
    }

    /// Reads the next line; `false` at the end.
    fn next_line(&mut self) -> io::Result<bool> {
        let prompt = if self.depth == 0 { "cfp> " } else { "...> " };
        match self.editor.readline(prompt) {
            Ok(line) => {
                self.depth = depth_after(&line, self.depth);
                self.line = line.into_bytes();
                self.line.push(b'\n');
                self.read = 0;
                Ok(true)
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => {
                if let Some(file) = &self.history {
                    // A history that cannot be kept is no reason to complain at the end.
                    let _ = self.editor.save_history(file);
                }
                Ok(false)
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

impl Read for Terminal {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.line.len() && !self.next_line()? {
            return Ok(0);
        }
        let count = buffer.len().min(self.line.len() - self.read);
        buffer[..count].copy_from_slice(&self.line[self.read..][..count]);
        self.read += count;
        Ok(count)
    }
}

/// Where the history is kept between sessions.
fn history_file() -> Option<PathBuf> {
    let folder = std::env::var_os("XDG_STATE_HOME").or_else(|| std::env::var_os("HOME"))?;
    Some(PathBuf::from(folder).join(".cfp_history"))
}

/// The open parentheses after a line, outside of strings, quoted symbols and comments. Strings that go on in
/// the next line are taken to end in this one: only the prompt depends on it.
fn depth_after(line: &str, mut depth: usize) -> usize {
    let mut within = None;
    for byte in line.bytes() {
        match (within, byte) {
            (Some(end), byte) if byte == end => within = None,
            (Some(_), _) => {}
            (None, b'"' | b'|') => within = Some(byte),
            (None, b';') => break,
            (None, b'(') => depth += 1,
            (None, b')') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

/// What can be completed.
struct Names;

impl Helper for Names {}
impl Highlighter for Names {}
impl Validator for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Completer for Names {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = candidates(&line[..position]);
        let pair = |name: String| Pair { display: name.clone(), replacement: name };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

/// Where the word before the cursor starts, and what it may become.
fn candidates(before: &str) -> (usize, Vec<String>) {
    let start =
        before.rfind(|c: char| c.is_whitespace() || c == '(' || c == ')').map_or(0, |place| place + 1);
    let (word, around) = (&before[start..], before[..start].trim_end());
    let names: Vec<String> = if let Some(option) = word.strip_prefix(':') {
        let all = OPTIONS.iter().map(|option| option.name).chain(STANDARD_OPTIONS.iter().copied());
        all.filter(|name| name.starts_with(option)).map(|name| format!(":{name}")).collect()
    } else if around == "(" {
        COMMANDS.iter().filter(|name| name.starts_with(word)).map(|name| (*name).to_string()).collect()
    } else if around.ends_with('(') {
        let all = all_functions().map(|(name, _)| *name);
        all.filter(|name| !word.is_empty() && name.starts_with(word)).map(str::to_string).collect()
    } else {
        Vec::new()
    };
    (start, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prompt_knows_open_parentheses() {
        assert_eq!(depth_after("(assert (= x", 0), 2);
        assert_eq!(depth_after("5)) ; (", 2), 0);
        assert_eq!(depth_after("(echo \"(((\")", 0), 0);
        assert_eq!(depth_after("|(| )", 1), 0);
    }

    #[test]
    fn commands_options_and_functions_are_completed() {
        let of = |text: &str| candidates(text).1;
        assert_eq!(of("(check-sat-"), ["check-sat-assuming"]);
        assert!(of("(set-option :produce-").contains(&":produce-unsat-cores".to_string()));
        assert!(of("(assert (distin").contains(&"distinct".to_string()));
        assert!(of("(assert ").is_empty());
    }
}
