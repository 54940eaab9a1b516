//! A status line on the terminal during a long analysis.
//!
//! A separate thread updates it, so that the clock advances even while a single question takes seconds.

use cfp_heap::analysis::{Progress, Step};
use cfp_heap::ir::Program;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Moves to the start of the line and clears it.
const CLEAR_LINE: &str = "\r\x1b[K";
/// Fits on usual terminals: a line that wraps cannot be cleared.
const MOST_COLUMNS: usize = 78;
/// The delay before the line appears: a short analysis shows none.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between updates.
const EVERY: Duration = Duration::from_millis(200);

/// The status line, until it is dropped.
pub(crate) struct ProgressLine {
    last: Arc<Mutex<Option<Step>>>,
    /// The thread that writes it, and the channel whose end stops it.
    writer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressLine {
    /// Starts the line, if standard error is a terminal that can clear lines and there is no log to mix with.
    pub(crate) fn start(program: &Program, verbose: u8) -> ProgressLine {
        let last = Arc::new(Mutex::new(None));
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if !io::stderr().is_terminal() || is_dumb || verbose > 0 {
            return ProgressLine { last, writer: None };
        }
        let files: Vec<String> = program.files.iter().map(|file| file.name.clone()).collect();
        let (end, ended) = channel();
        let seen = Arc::clone(&last);
        let writer = thread::spawn(move || {
            let start = Instant::now();
            let mut pause = PATIENCE;
            let mut is_there = false;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let step = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
                eprint!("{CLEAR_LINE}{}", line(start.elapsed(), step.as_ref(), &files));
                let _ = io::stderr().flush();
                (pause, is_there) = (EVERY, true);
            }
            if is_there {
                eprint!("{CLEAR_LINE}");
            }
        });
        ProgressLine { last, writer: Some((end, writer)) }
    }

    /// The listener that updates the line, if there is one.
    pub(crate) fn listener(&self) -> Option<Progress> {
        self.writer.as_ref()?;
        let last = Arc::clone(&self.last);
        Some(Progress::new(Duration::ZERO, EVERY / 4, move |step| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(step.clone());
        }))
    }

    /// Clears the line.
    pub(crate) fn end(mut self) {
        self.stop();
    }

    fn stop(&mut self) {
        if let Some((end, writer)) = self.writer.take() {
            drop(end);
            let _ = writer.join();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.stop();
    }
}

fn line(time: Duration, step: Option<&Step>, files: &[String]) -> String {
    let seconds = time.as_secs();
    let text = match step {
        None => format!("{seconds} s: trying runs"),
        Some(Step { function, pos, questions, .. }) => {
            let file = files.get(pos.file.index()).map_or("", String::as_str);
            let file = Path::new(file).file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            format!("{seconds} s: {function}, {file}:{}, {questions} questions", pos.line)
        }
    };
    text.chars().take(MOST_COLUMNS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfp_heap::ir::{FileId, Pos};

    #[test]
    fn the_line_fits_into_a_terminal() {
        assert_eq!(line(Duration::from_millis(1900), None, &[]), "1 s: trying runs");
        let pos = Pos { file: FileId(0), line: 12, column: 3 };
        let step = Step { function: "main".to_string(), pos, questions: 40, time: Duration::ZERO };
        let files = ["src/list.c".to_string()];
        assert_eq!(line(Duration::from_secs(61), Some(&step), &files), "61 s: main, list.c:12, 40 questions");
        let long = Step { function: "ü".repeat(200), ..step };
        assert_eq!(line(Duration::from_secs(61), Some(&long), &files).chars().count(), MOST_COLUMNS);
    }
}
