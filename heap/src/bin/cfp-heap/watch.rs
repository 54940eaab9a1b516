//! Keeps the limits of the process and obeys signals, whatever the work is doing.
//!
//! The work runs in a thread of its own. It keeps the limits by itself wherever it can; the main thread
//! watches the clock, the memory in use and signals. Once one of them says stop, it reports what is known so
//! far and ends the process. Work and watcher agree on who reports: whoever takes the [`Stage`] first.

use crate::args::Args;
use crate::output;
use crate::progress::ProgressLine;
use cfp_heap::analysis::{Interim, Stop};
use cfp_heap::bracket::BracketStats;
use cfp_heap::ir::{Program, read_program};
use cfp_heap::property::Property;
use cfp_heap::report::{Report, Stats};
use cfp_heap::techniques::Counters;
use cfp_heap::verify::Findings;
use cfp_solver::resident_memory;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two looks at the limits.
const LOOK_INTERVAL: Duration = Duration::from_millis(40);

/// Address space for the stack of the work: some of it follows the nesting of the program.
const STACK_BYTES: usize = 1 << 28;

/// How far the work is.
#[derive(Default)]
pub(crate) enum Stage {
    /// The program is read.
    #[default]
    Reading,
    /// The program is analysed.
    Analysing(Box<Analysing>),
    /// One of the two threads reports: nothing is left to report for the other.
    Reporting,
}

/// What a report needs of an analysis under way.
pub(crate) struct Analysing {
    pub(crate) program: &'static Program,
    /// The names of its source files.
    pub(crate) names: Vec<String>,
    pub(crate) property: Option<Property>,
    pub(crate) front_end: Duration,
    pub(crate) interim: Interim,
    pub(crate) line: ProgressLine,
}

/// The work as its two threads share it.
#[derive(Clone)]
pub(crate) struct Work {
    pub(crate) start: Instant,
    stage: Arc<Mutex<Stage>>,
}

impl Work {
    fn new() -> Work {
        Work { start: Instant::now(), stage: Arc::default() }
    }

    fn replace(&self, stage: Stage) -> Stage {
        let mut now = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        match *now {
            Stage::Reporting => Stage::Reporting,
            _ => std::mem::replace(&mut now, stage),
        }
    }

    /// Goes on to the next stage, and returns the last one. If the watcher reports already, then the process
    /// is about to end.
    pub(crate) fn proceed(&self, stage: Stage) -> Stage {
        match self.replace(stage) {
            Stage::Reporting => loop {
                thread::park();
            },
            last => last,
        }
    }
}

/// How the work ended by itself: with an exit code, or in a panic.
type Ended = thread::Result<io::Result<i32>>;

/// Does the work under the limits of the arguments; returns how it ended. If it is stopped, then the process
/// ends here.
pub(crate) fn watched(args: &Args, work: impl FnOnce(&Work) -> io::Result<i32> + Send + 'static) -> Ended {
    let signals = Signals::watch();
    let (shared, (done, ended)) = (Work::new(), channel());
    let mine = shared.clone();
    let act = move || {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&mine)));
        let _ = done.send(result);
    };
    if thread::Builder::new().stack_size(STACK_BYTES).spawn(act).is_err() {
        crate::fail(2, "no memory for the stack of the analysis");
    }
    let limits = Limits::new(args);
    loop {
        match ended.recv_timeout(LOOK_INTERVAL) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => return Ok(Ok(3)),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let Some(stop) = signals.stop().or_else(|| limits.exceeded(&shared)) else { continue };
        let code = match shared.replace(Stage::Reporting) {
            // The report of the work is on its way; a signal does not wait for it.
            Stage::Reporting if stop != Stop::Interrupt => continue,
            Stage::Reporting => 0,
            stage => report(&shared, stage, stop, args).unwrap_or(2),
        };
        // The work may be anywhere, in foreign code too, so nothing is cleaned up under it.
        signal_hook::low_level::exit(signals.code().unwrap_or(code));
    }
}

/// Reports what is known at this stage; returns the exit code.
fn report(work: &Work, stage: Stage, stop: Stop, args: &Args) -> io::Result<i32> {
    log::info!("the work is stopped from outside: {}", stop.text());
    let empty;
    let (program, names, property, front_end, interim) = match stage {
        Stage::Analysing(analysing) => {
            let Analysing { program, names, property, front_end, interim, line } = *analysing;
            line.end();
            (program, names, property, front_end, interim)
        }
        Stage::Reading | Stage::Reporting => {
            empty = read_program("").expect("the empty program");
            let property = args.property.as_deref().map(crate::config::property);
            (&empty, Vec::new(), property, work.start.elapsed(), Interim::default())
        }
    };
    let findings = Findings {
        conclusion: interim.conclusion(program, stop),
        runs: interim.runs(),
        running: Duration::ZERO,
        analysis: work.start.elapsed().saturating_sub(front_end),
        solver: BracketStats::default(),
        techniques: Counters::default(),
        shapes: None,
        invariants: Vec::new(),
        picture: None,
    };
    let stats = Stats::new(front_end, &findings);
    let property = property.as_ref();
    let checks = crate::config::checked(args, property);
    let report = Report { program, findings: &findings, property, checks, stats: &stats };
    let code = output::write_report(&report, args, &names, output::style(), Some(stop))?;
    io::stdout().flush()?;
    Ok(code)
}

/// The limits of the process. They are a little above those of the work, which ends better by itself.
struct Limits {
    time: Duration,
    memory: Option<u64>,
}

impl Limits {
    fn new(args: &Args) -> Limits {
        let time = Duration::from_secs_f64(args.time * 1.05 + 0.2);
        Limits { time, memory: args.memory_bytes().map(|bytes| bytes + bytes / 10) }
    }

    fn exceeded(&self, work: &Work) -> Option<Stop> {
        if work.start.elapsed() >= self.time {
            return Some(Stop::Time);
        }
        let most = self.memory?;
        resident_memory().is_some_and(|bytes| bytes > most).then_some(Stop::Memory)
    }
}

/// The signals that ask the process to end. A second one ends it at once.
#[derive(Default)]
struct Signals {
    /// The number of the signal that came, or zero.
    seen: Arc<AtomicUsize>,
}

impl Signals {
    fn watch() -> Signals {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag::{register, register_conditional_shutdown, register_usize};
        let signals = Signals::default();
        let is_second = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // Without a handler the signal ends the process, which is what was wanted.
            let _ = register_conditional_shutdown(signal, 128 + signal, Arc::clone(&is_second))
                .and_then(|_| register_usize(signal, Arc::clone(&signals.seen), signal as usize))
                .and_then(|_| register(signal, Arc::clone(&is_second)));
        }
        signals
    }

    fn stop(&self) -> Option<Stop> {
        self.code().map(|_| Stop::Interrupt)
    }

    /// The exit code if a signal came.
    fn code(&self) -> Option<i32> {
        match self.seen.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(128 + signal as i32),
        }
    }
}
