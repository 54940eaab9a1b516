//! Progress of a long analysis.

use crate::ir::Pos;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where an analysis is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The function being executed symbolically.
    pub function: String,
    /// The statement.
    pub pos: Pos,
    /// Questions to the solver so far.
    pub questions: u64,
    /// Time since the listener was registered.
    pub time: Duration,
}

/// A listener that is notified of the progress of an analysis, at a limited rate. Clones share the listener.
///
/// ```
/// use cfp_heap::analysis::{Options, Progress};
/// use std::time::Duration;
///
/// let second = Duration::from_secs(1);
/// let progress = Progress::new(second, second, |step| eprintln!("{} {}", step.function, step.questions));
/// let options = Options { progress: Some(progress), ..Options::default() };
/// assert!(options.progress.is_some());
/// ```
#[derive(Clone)]
pub struct Progress(Arc<Mutex<Listener>>);

struct Listener {
    notify: Box<dyn FnMut(&Step) + Send>,
    every: Duration,
    start: Instant,
    next: Instant,
}

impl Progress {
    /// A listener whose first notification comes after some time, and whose notifications are at least
    /// `every` apart.
    pub fn new(after: Duration, every: Duration, notify: impl FnMut(&Step) + Send + 'static) -> Progress {
        let start = Instant::now();
        let listener = Listener { notify: Box::new(notify), every, start, next: start + after };
        Progress(Arc::new(Mutex::new(listener)))
    }

    /// Notifies the listener if a notification is due.
    pub(crate) fn notify(&self, step: impl FnOnce(Duration) -> Step) {
        let mut listener = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now >= listener.next {
            listener.next = now + listener.every;
            let time = now - listener.start;
            (listener.notify)(&step(time));
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").finish_non_exhaustive()
    }
}
