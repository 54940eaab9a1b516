//! Limits: time, memory, a deterministic resource counter, and interruption from another thread.
//!
//! Long loops all over the engine report their work with [`Budget::spend`]. The unit, a *tick*, is about one
//! memory access of the hot loops (a watch visited, a tableau entry updated), so that a limit in ticks stops
//! at the same place in every run. The clock, the interrupt flag and the memory in use are looked at every so
//! many ticks.

use crate::answer::Unknown;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of one check. `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time per check.
    pub time: Option<Duration>,
    /// Resident memory of the whole process, in bytes.
    pub memory: Option<u64>,
    /// Work per check in ticks; the same input stops at the same place in every run.
    pub ticks: Option<u64>,
}

/// A handle that stops a running check from another thread or a signal handler.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A handle that is not triggered.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Asks the check to stop; it answers [`Unknown::Interrupted`] soon after. Stays in force until
    /// [`Interrupt::clear`].
    pub fn trigger(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Resets an earlier [`Interrupt::trigger`].
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag behind the handle, for code that can set a flag and no more: signal handlers.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the handle was triggered.
    pub fn is_triggered(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Ticks between two looks at the interrupt flag and the clock: well below a millisecond of work.
const LOOK_INTERVAL: u64 = 20_000;
/// Looks at the clock between two looks at the memory in use (a system call each).
const MEMORY_INTERVAL: u32 = 16;

/// The running account of one check against its [`Limits`].
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    interrupt: Interrupt,
    /// Stops this budget alone.
    own_interrupt: Option<Interrupt>,
    deadline: Option<Instant>,
    ticks: u64,
    next_look: u64,
    looks_until_memory: u32,
    stopped: Option<Unknown>,
}

impl Budget {
    /// Starts the clock for one check.
    pub fn start(limits: &Limits, interrupt: &Interrupt) -> Budget {
        Budget {
            limits: limits.clone(),
            interrupt: interrupt.clone(),
            own_interrupt: None,
            deadline: limits.time.map(|time| Instant::now() + time),
            ticks: 0,
            next_look: 0,
            looks_until_memory: 0,
            stopped: None,
        }
    }

    /// A budget without limits that cannot be interrupted.
    pub fn unlimited() -> Budget {
        Budget::start(&Limits::default(), &Interrupt::new())
    }

    /// A budget of at most so many ticks for a part of the work, with the other limits of this one.
    pub fn part(&self, ticks: u64) -> Budget {
        let left = self.limits.ticks.map_or(u64::MAX, |limit| limit.saturating_sub(self.ticks));
        Budget {
            limits: Limits { ticks: Some(ticks.min(left)), ..self.limits.clone() },
            interrupt: self.interrupt.clone(),
            own_interrupt: self.own_interrupt.clone(),
            deadline: self.deadline,
            ticks: 0,
            next_look: 0,
            looks_until_memory: 0,
            stopped: self.stopped.clone(),
        }
    }

    /// What is left of this budget, for work in another thread that may also be stopped by itself.
    pub(crate) fn fork(&self, stop: &Interrupt) -> Budget {
        Budget { own_interrupt: Some(stop.clone()), ..self.part(u64::MAX) }
    }

    /// Books what was spent on a fork.
    pub(crate) fn join(&mut self, fork: &Budget) {
        // A closed budget shows at the next look.
        let _ = self.spend(fork.ticks());
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Ticks spent so far.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Books work; `false` means stop now (see [`Budget::stopped`]). Once it is false it stays false.
    #[inline]
    #[must_use]
    pub fn spend(&mut self, ticks: u64) -> bool {
        self.ticks += ticks;
        self.ticks < self.next_look || self.look()
    }

    /// Whether the budget still allows work, without booking any.
    pub fn is_open(&self) -> bool {
        self.stopped.is_none()
    }

    /// Why the work had to stop, if it had to.
    pub fn stopped(&self) -> Option<&Unknown> {
        self.stopped.as_ref()
    }

    #[cold]
    fn look(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = self.find_reason();
        }
        // A stopped budget looks every time, so that it keeps answering `false`.
        let interval = self
            .limits
            .ticks
            .map_or(LOOK_INTERVAL, |limit| limit.saturating_sub(self.ticks).clamp(1, LOOK_INTERVAL));
        self.next_look = if self.stopped.is_some() { 0 } else { self.ticks + interval };
        self.stopped.is_none()
    }

    fn find_reason(&mut self) -> Option<Unknown> {
        if self.limits.ticks.is_some_and(|limit| self.ticks >= limit) {
            return Some(Unknown::Resources);
        }
        let is_triggered = |interrupt: &Interrupt| interrupt.is_triggered();
        if is_triggered(&self.interrupt) || self.own_interrupt.as_ref().is_some_and(is_triggered) {
            return Some(Unknown::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Unknown::Timeout);
        }
        if let Some(limit) = self.limits.memory {
            if self.looks_until_memory == 0 {
                self.looks_until_memory = MEMORY_INTERVAL;
                if resident_memory().is_some_and(|bytes| bytes > limit) {
                    return Some(Unknown::Memory);
                }
            }
            self.looks_until_memory -= 1;
        }
        None
    }
}

/// Bytes of memory this process has resident, where the system tells.
pub fn resident_memory() -> Option<u64> {
    // Second field of statm: resident pages. The page size is 4 KiB on every Linux target we build for.
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_stop_exactly_at_the_limit() {
        let limits = Limits { ticks: Some(100), ..Limits::default() };
        let mut budget = Budget::start(&limits, &Interrupt::new());
        let spent = (0..).take_while(|_| budget.spend(1)).count();
        assert_eq!(spent, 99);
        assert_eq!(budget.stopped(), Some(&Unknown::Resources));
        assert!(!budget.spend(0), "a stopped budget stays stopped");
    }

    #[test]
    fn an_interrupt_from_another_thread_is_seen() {
        let interrupt = Interrupt::new();
        let mut budget = Budget::start(&Limits::default(), &interrupt);
        std::thread::spawn(move || interrupt.trigger()).join().unwrap();
        while budget.spend(1000) {}
        assert_eq!(budget.stopped(), Some(&Unknown::Interrupted));
    }

    #[test]
    fn time_and_memory_stop_the_work() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let mut budget = Budget::start(&limits, &Interrupt::new());
        assert!(!budget.spend(1));
        assert_eq!(budget.stopped(), Some(&Unknown::Timeout));

        let limits = Limits { memory: Some(1), ..Limits::default() };
        let mut budget = Budget::start(&limits, &Interrupt::new());
        if resident_memory().is_some() {
            assert!(!budget.spend(1));
            assert_eq!(budget.stopped(), Some(&Unknown::Memory));
        }
    }
}
