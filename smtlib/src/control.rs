//! Interruption of a session from another thread, for signal handlers and watchdogs.

use cfp_solver::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The state of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Waiting for input or reading it.
    Reading = 0,
    /// The engine is running; all earlier output has been flushed.
    Checking = 1,
    /// Writing an answer.
    Answering = 2,
}

/// The phase after another thread has taken over: the session writes no further output.
const TAKEN: u8 = 3;

/// A handle to a running [`crate::Session`] that may be used from any thread.
#[derive(Clone, Default)]
pub struct Control(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Stops the engine at work, and the session after it.
    interrupt: Interrupt,
    phase: AtomicU8,
    /// Whether the session is waiting for input or reading it.
    is_reading: Arc<AtomicBool>,
}

impl Control {
    /// Ends the session: a running check answers `unknown`, and no further command is read.
    pub fn stop(&self) {
        self.0.interrupt.trigger();
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.interrupt.is_triggered()
    }

    /// The handle that [`Control::stop`] triggers, which stops every engine of the session.
    pub fn interrupt(&self) -> Interrupt {
        self.0.interrupt.clone()
    }

    /// A flag that is set while the session is in [`Phase::Reading`], for signal handlers.
    pub fn reading_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.is_reading)
    }

    /// What the session is doing.
    pub fn phase(&self) -> Phase {
        match self.0.phase.load(Ordering::SeqCst) {
            0 => Phase::Reading,
            1 => Phase::Checking,
            _ => Phase::Answering,
        }
    }

    /// Silences the session if it is in this phase, so that the caller can answer in its place and end the
    /// process.
    pub fn take_over(&self, phase: Phase) -> bool {
        self.0.phase.compare_exchange(phase as u8, TAKEN, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    pub(crate) fn set_phase(&self, phase: Phase) {
        self.0.is_reading.store(phase == Phase::Reading, Ordering::SeqCst);
        if self.0.phase.swap(phase as u8, Ordering::SeqCst) == TAKEN {
            self.0.phase.store(TAKEN, Ordering::SeqCst);
            loop {
                std::thread::park();
            }
        }
    }
}
