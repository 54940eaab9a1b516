//! News of an analysis that takes long.

use crate::ir::Pos;
use std::fmt;
use std::time::{Duration, Instant};

/// What an analysis is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The function it is in.
    pub function: String,
    /// The statement it is at.
    pub pos: Pos,
    /// Questions to the solver so far.
    pub questions: u64,
    /// How long it has been at work.
    pub time: Duration,
}

/// Somebody who wants to know what an analysis is doing.
pub struct News {
    listener: Box<dyn FnMut(&Step) + Send>,
    every: Duration,
    start: Instant,
    next: Instant,
}

impl News {
    /// A listener that is told after some time and then again and again, at most so often.
    pub fn new(after: Duration, every: Duration, listener: impl FnMut(&Step) + Send + 'static) -> News {
        let start = Instant::now();
        News { listener: Box::new(listener), every, start, next: start + after }
    }

    /// Tells what is being done, if it is time.
    pub(crate) fn tell(&mut self, step: impl FnOnce(Duration) -> Step) {
        let now = Instant::now();
        if now >= self.next {
            self.next = now + self.every;
            (self.listener)(&step(now - self.start));
        }
    }
}

impl fmt::Debug for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("News").field("every", &self.every).finish_non_exhaustive()
    }
}
