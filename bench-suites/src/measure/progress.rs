//! The progress bar on standard error: on a terminal only, never in a pipe.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A bar with the number of files done and the time left.
#[derive(Debug)]
pub struct Progress {
    total: usize,
    done: usize,
    started: Instant,
    visible: bool,
}

const WIDTH: usize = 30;

impl Progress {
    /// A bar for so many files.
    pub fn new(total: usize) -> Self {
        Self { total, done: 0, started: Instant::now(), visible: io::stderr().is_terminal() }
    }

    /// One more file is done.
    pub fn advance(&mut self) {
        self.done += 1;
        self.draw();
    }

    /// Draws the bar, over the one before.
    pub fn draw(&self) {
        if self.visible {
            let line = bar(self.done, self.total, self.started.elapsed());
            // Losing the bar is no reason to lose the measurements.
            let _ = write!(io::stderr(), "\r\x1b[K{line}");
        }
    }

    /// Takes the bar away, for other messages or at the end.
    pub fn clear(&self) {
        if self.visible {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn bar(done: usize, total: usize, elapsed: Duration) -> String {
    let filled = (done * WIDTH).checked_div(total).unwrap_or(WIDTH);
    let left =
        if done == 0 { "?".to_string() } else { clock(elapsed.mul_f64((total - done) as f64 / done as f64)) };
    let bar = "#".repeat(filled) + &"-".repeat(WIDTH - filled);
    format!("[{bar}] {done}/{total} files  {} passed, {left} left", clock(elapsed))
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_follows_the_mean_so_far() {
        let line = bar(10, 40, Duration::from_secs(60));
        assert_eq!(
            line,
            format!("[{}{}] 10/40 files  1:00 passed, 3:00 left", "#".repeat(7), "-".repeat(23))
        );
        assert!(bar(0, 40, Duration::ZERO).ends_with("? left"));
        assert!(bar(2, 2, Duration::from_secs(3700)).ends_with("1:01:40 passed, 0:00 left"));
    }
}
