//! Stopping a session from another thread: signal handlers and watchdogs.

use cfp_solver::Interrupt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What a session is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Waiting for input or reading it.
    Reading = 0,
    /// The engine is at work; everything before has been written and flushed.
    Checking = 1,
    /// Writing an answer.
    Answering = 2,
}

/// The phase after another thread has taken over: the session's own thread says nothing any more.
const TAKEN: u8 = 3;

/// A handle to a running [`crate::Session`] that may be used from any thread.
#[derive(Clone, Default)]
pub struct Control(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Of the engine at work; a `reset` makes a new one.
    interrupt: Mutex<Interrupt>,
    stop: AtomicBool,
    phase: AtomicU8,
}

impl Control {
    /// Ends the session: a running check answers `unknown`, nothing is read after it.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::SeqCst);
        self.0.interrupt.lock().unwrap_or_else(PoisonError::into_inner).trigger();
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::SeqCst)
    }

    /// What the session is doing.
    pub fn phase(&self) -> Phase {
        match self.0.phase.load(Ordering::SeqCst) {
            0 => Phase::Reading,
            1 => Phase::Checking,
            _ => Phase::Answering,
        }
    }

    /// Silences the session if it is in this phase, so that the caller can speak for it and end the process.
    pub fn take_over(&self, phase: Phase) -> bool {
        self.0.phase.compare_exchange(phase as u8, TAKEN, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    pub(crate) fn set_phase(&self, phase: Phase) {
        if self.0.phase.swap(phase as u8, Ordering::SeqCst) == TAKEN {
            self.0.phase.store(TAKEN, Ordering::SeqCst);
            loop {
                std::thread::park();
            }
        }
    }

    /// From now on this is the engine to be stopped.
    pub(crate) fn watch(&self, interrupt: Interrupt) {
        *self.0.interrupt.lock().unwrap_or_else(PoisonError::into_inner) = interrupt.clone();
        if self.is_stopped() {
            interrupt.trigger();
        }
    }
}
