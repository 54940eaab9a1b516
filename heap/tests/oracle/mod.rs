//! What tests of verdicts against executions of random programs share.
//!
//! `CFP_HEAP_PROGRAMS` says how many programs, `CFP_HEAP_SEED` where to start, `CFP_HEAP_SHOW` prints the
//! shares of the verdicts, and programs that take long. `CFP_HEAP_COMPILED` says which share of the programs
//! is compiled and run with sanitizers: one of so many (default 4, 0 for none).

mod runs;
mod sanitizer;

pub(crate) use runs::{Plan, violating_runs};

use cfp_heap::analysis::Errors;
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, Run, ScriptedInputs, run};
use cfp_heap::ir::Program;
use cfp_heap::property::{Checks, Leaks};
use sanitizer::Compiled;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A program that takes longer is left behind.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many runs of a program are compared with compiled ones.
const COMPARED: usize = 25;

/// A small generator of pseudo-random numbers (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'t>(&mut self, items: &[&'t str]) -> &'t str {
        items[self.below(items.len())]
    }
}

/// A number from the environment.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The program of a text; nothing if libclang is missing.
pub(crate) fn read(text: &str, flags: &[String]) -> Option<Program> {
    let source = Source { flags: flags.to_vec(), ..Source::text("program.c", text) };
    match load(&[source]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// What counts as an error: it differs from program to program.
pub(crate) fn random_checks(random: &mut Random) -> Checks {
    let checks = Checks::default();
    match random.below(10) {
        0 => Checks { leaks: Leaks::Any, ..checks },
        1 => Checks { leaks: Leaks::Off, ..checks },
        2 => Checks { overflow: false, ..checks },
        3 => Checks { uninitialized: false, ..checks },
        4 => Checks { memory: false, leaks: Leaks::Off, ..checks },
        5 => Checks { overflow: false, uninitialized: false, arithmetic: false, ..checks },
        6 => Checks { bounds: false, conversions: true, pointers: true, ..checks },
        _ => checks,
    }
}

/// The error of a run and its inputs, in words.
pub(crate) fn describe(program: &Program, run: &Run) -> String {
    let inputs: Vec<i128> = run.inputs.iter().map(|record| record.value).collect();
    match &run.outcome {
        Outcome::Violation(found) => {
            format!("{}: {} on inputs {inputs:?}", program.show_pos(found.pos), found.message)
        }
        other => format!("{other:?} on inputs {inputs:?}"),
    }
}

/// An error whose run cannot be repeated, if there is one, or that there is no error.
pub(crate) fn not_repeated(program: &Program, config: &Config, errors: &Errors) -> Option<String> {
    if errors.violations().next().is_none() {
        return Some("refuted without an error".to_string());
    }
    errors.runs().iter().find_map(|found| {
        let values = found.inputs.iter().map(|record| record.value);
        let again = run(program, config, &mut ScriptedInputs::new(values).everything());
        let [first, second] = [found, &again].map(|run| describe(program, run));
        (again.outcome != found.outcome).then(|| format!("not repeated: {first}, but {second}"))
    })
}

/// The first difference between runs of the interpreter and compiled ones: of these runs, and of others.
pub(crate) fn difference(
    plan: &Plan,
    program: &Program,
    config: &Config,
    (text, seed): (&str, u64),
    mut runs: Vec<Run>,
) -> Option<String> {
    let share = number("CFP_HEAP_COMPILED", 4);
    let is_usual = config.checks == Checks::default() && !config.failing_allocation;
    if share == 0 || Random::new(seed ^ 0xaa55).below(share as usize) != 0 || !is_usual {
        return None;
    }
    let mut count = 0;
    plan.each_run(program, config, &mut |run| {
        count += 1;
        // The first ones, and some of the others.
        if count % 20 == 1 || count < COMPARED / 2 {
            runs.push(run);
        }
        runs.len() >= COMPARED
    });
    let (run, end) = Compiled::new(text, seed)?.difference(&runs)?;
    Some(format!("{}, but compiled, {end}", describe(program, run)))
}

/// What was claimed about a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    Proved,
    Refuted,
    Unknown,
}

/// What was claimed about a program, and what is wrong with that.
pub(crate) struct Judgement {
    pub(crate) claim: Claim,
    /// Whether a run with an error was found by enumeration.
    pub(crate) has_error: bool,
    pub(crate) defect: Option<String>,
    /// The program and how it was analysed.
    pub(crate) text: String,
}

/// Judges the programs of many seeds, and fails if there is a defect. A judge returns nothing if libclang is
/// missing; `text` shows a program that was not judged.
pub(crate) fn judge_all(default_count: u64, judge: fn(u64) -> Option<Judgement>, text: fn(u64) -> String) {
    let seed = number("CFP_HEAP_SEED", 1);
    let count = number("CFP_HEAP_PROGRAMS", default_count);
    let is_shown = std::env::var_os("CFP_HEAP_SHOW").is_some();
    let mut shares = [0; 3];
    let (mut missed, mut left, mut defects) = (0, 0, Vec::new());
    for seed in seed..seed + count {
        let (sender, receiver) = mpsc::channel();
        let begin = Instant::now();
        let worker = std::thread::spawn(move || sender.send(judge(seed)));
        let judgement = match receiver.recv_timeout(PATIENCE) {
            Ok(Some(judgement)) => judgement,
            Ok(None) => return,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                left += 1;
                eprintln!("seed {seed}: left behind after {PATIENCE:?}\n{}", text(seed));
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let _ = worker.join();
                eprintln!("seed {seed}: panic\n{}", text(seed));
                defects.push(format!("seed {seed}: panic"));
                continue;
            }
        };
        if is_shown && begin.elapsed() > Duration::from_secs(5) {
            eprintln!("seed {seed}: {:?}", begin.elapsed());
        }
        shares[judgement.claim as usize] += 1;
        missed += u64::from(judgement.has_error && judgement.claim == Claim::Unknown);
        if let Some(defect) = judgement.defect {
            eprintln!("seed {seed}: {defect}\n{}\n", judgement.text);
            defects.push(format!("seed {seed}: {defect}"));
        }
    }
    let [proved, refuted, unknown] = shares;
    if is_shown {
        eprintln!(
            "{proved} proved, {refuted} refuted, {unknown} unknown ({missed} with an error), {left} left behind"
        );
    }
    assert!(defects.is_empty(), "{} defects:\n{}", defects.len(), defects.join("\n"));
}
