//! The symbolic analysis against all executions of small random programs, as far as they can be enumerated.
//!
//! A program that is *proved* must have no run with an error, and one that is *refuted* must come with such a
//! run. `CFP_HEAP_PROGRAMS` says how many programs (default 25), `CFP_HEAP_SEED` where to start,
//! `CFP_HEAP_EFFORT` how much an analysis may do, `CFP_HEAP_MEMORY` which model of memory it has,
//! `CFP_HEAP_INTS=math` makes integers mathematical. `CFP_HEAP_SHOW` prints the shares of the verdicts, and
//! programs that take long.

mod random_arrays;

use cfp_heap::analysis::{Calls, MemoryModel, Options, Task, Verdict};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, InputKind, Inputs, Outcome, Request, Run, run};
use cfp_heap::ir::Program;
use cfp_heap::property::{Checks, Ints, Leaks};
use cfp_heap::symbolic::analyze;
use random_arrays::{Random, Seen, draft};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Values that inputs take in turn.
const VALUES: [i128; 10] = [0, 1, 2, 3, -1, -2, 45, 100, i32::MAX as i128, i32::MIN as i128];
/// Runs in the order of these values, and with random ones, at most.
const ORDERED_RUNS: usize = 500;
const RANDOM_RUNS: usize = 300;
/// What is not decided with this effort stays open, which is never wrong.
const EFFORT: u64 = 60_000;
/// A program that takes longer is left behind.
const PATIENCE: Duration = Duration::from_secs(60);

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The model of memory that is tested.
fn memory_model() -> MemoryModel {
    match std::env::var("CFP_HEAP_MEMORY").as_deref() {
        Err(_) | Ok("combined") => MemoryModel::Combined,
        Ok("contents") => MemoryModel::Contents,
        Ok("invariants") => MemoryModel::Invariants,
        Ok("smashed") => MemoryModel::Smashed,
        Ok(other) => panic!("there is no model of memory {other}"),
    }
}

/// Inputs by their place in [`VALUES`]: those that are prescribed, then the first one each time.
struct Enumerated {
    places: Vec<usize>,
    taken: usize,
}

impl Inputs for Enumerated {
    fn value(&mut self, request: &Request) -> i128 {
        if self.taken == self.places.len() {
            self.places.push(0);
        }
        self.taken += 1;
        let place = self.places[self.taken - 1];
        match request.kind {
            InputKind::Uninitialized if place > 2 => 7,
            _ => VALUES[place],
        }
    }
}

impl Enumerated {
    /// The next inputs in the order; nothing after the last ones.
    fn next(mut self) -> Option<Enumerated> {
        self.places.truncate(self.taken);
        while let Some(last) = self.places.last_mut() {
            if *last + 1 < VALUES.len() {
                *last += 1;
                return Some(Enumerated { places: self.places, taken: 0 });
            }
            self.places.pop();
        }
        None
    }
}

struct Chosen(Random);

impl Inputs for Chosen {
    fn value(&mut self, _: &Request) -> i128 {
        // Mostly from the start of the list: assumptions exclude the others.
        let most = if self.0.chance(80) { 6 } else { VALUES.len() };
        VALUES[self.0.below(most)]
    }
}

/// Runs a program on many inputs, until somebody has seen enough.
fn each_run(program: &Program, config: &Config, seen_enough: &mut dyn FnMut(Run) -> bool) {
    let mut inputs = Enumerated { places: Vec::new(), taken: 0 };
    for _ in 0..ORDERED_RUNS {
        if seen_enough(run(program, config, &mut inputs)) {
            return;
        }
        match inputs.next() {
            Some(next) => inputs = next,
            None => return,
        }
    }
    let mut inputs = Chosen(Random::new(1));
    for _ in 0..RANDOM_RUNS {
        if seen_enough(run(program, config, &mut inputs)) {
            return;
        }
    }
}

/// A run with an error, if one is found.
fn violating_run(program: &Program, config: &Config) -> Option<Run> {
    let mut found = None;
    each_run(program, config, &mut |run| {
        let is_bad = matches!(run.outcome, Outcome::Violation(_));
        if is_bad {
            found = Some(run);
        }
        is_bad
    });
    found
}

/// What counts as an error differs from program to program.
fn config(random: &mut Random) -> Config {
    let mut checks = Checks::default();
    match random.below(10) {
        0 => checks.leaks = Leaks::Any,
        1 => checks.leaks = Leaks::Off,
        2 => checks.overflow = false,
        3 => checks.uninitialized = false,
        4 => checks = Checks { memory: false, leaks: Leaks::Off, ..checks },
        5 => checks = Checks { overflow: false, uninitialized: false, arithmetic: false, ..checks },
        6 => checks = Checks { bounds: false, conversions: true, pointers: true, ..checks },
        _ => {}
    }
    let ints =
        if std::env::var("CFP_HEAP_INTS").as_deref() == Ok("math") { Ints::Math } else { Ints::Machine };
    Config { checks, ints, steps: 200_000, failing_allocation: random.chance(4), ..Config::default() }
}

fn read(text: &str, flags: &[String]) -> Option<Program> {
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

/// What was claimed about a program: proved, refuted, or neither; with a complaint if that is wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Proved,
    Refuted,
    Unknown,
}

struct Judgement {
    claim: Claim,
    /// Whether a run with an error was found by enumeration.
    has_error: bool,
    defect: Option<String>,
    text: String,
}

/// Analyses a random program and tries to contradict the result; nothing if libclang is missing.
fn judge(seed: u64) -> Option<Judgement> {
    let draft = draft(seed);
    let mut random = Random::new(seed ^ 0x55aa);
    let config = config(&mut random);
    let flags = if random.chance(12) { vec!["-m32".to_string()] } else { Vec::new() };
    let mut seen = Seen::new();
    each_run(&read(&draft.with_output(), &flags)?, &config, &mut |run| {
        for line in String::from_utf8_lossy(&run.output).lines() {
            let numbers: Vec<i64> = line.split(' ').flat_map(str::parse).collect();
            let [probe, value] = numbers[..] else { continue };
            let range = seen.entry(probe as usize).or_insert((value, value));
            *range = (range.0.min(value), range.1.max(value));
        }
        false
    });
    let text = draft.finish(&seen);
    let program = read(&text, &flags)?;
    let effort = number("CFP_HEAP_EFFORT", EFFORT);
    let calls = if random.chance(50) { Calls::Summarize } else { Calls::Auto };
    let Config { checks, ints, failing_allocation, steps, .. } = config;
    let task = Task { checks, ints, failing_allocation, ..Task::new(&program) };
    let options = Options { effort, calls, steps, memory: memory_model(), ..Options::default() };
    let analysis = analyze(&task, &options);
    let violation = violating_run(&program, &config);
    let has_error = violation.is_some();
    let (claim, defect) = match (analysis.verdict, violation) {
        (Verdict::Proved, Some(run)) => {
            let inputs: Vec<i128> = run.inputs.iter().map(|record| record.value).collect();
            let Outcome::Violation(found) = run.outcome else { unreachable!("it was selected for that") };
            let place = program.show_pos(found.pos);
            let defect = format!("proved, but {place}: {} on inputs {inputs:?}", found.message);
            (Claim::Proved, Some(defect))
        }
        (Verdict::Proved, None) => (Claim::Proved, None),
        (Verdict::Refuted { errors, .. }, _) => {
            let is_error = errors.violations().next().is_some();
            (Claim::Refuted, (!is_error).then(|| format!("refuted without an error: {errors:?}")))
        }
        (Verdict::Unknown(open), _) => {
            (Claim::Unknown, open.is_empty().then(|| "unknown for no reason".to_string()))
        }
    };
    Some(Judgement {
        claim,
        has_error,
        defect,
        text: format!("{text}// checks: {:?}, flags: {flags:?}, calls: {calls:?}", config.checks),
    })
}

#[test]
fn verdicts_agree_with_all_executions() {
    let seed = number("CFP_HEAP_SEED", 1);
    let count = number("CFP_HEAP_PROGRAMS", 25);
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
                eprintln!("seed {seed}: left behind after {PATIENCE:?}\n{}", draft(seed).with_output());
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let _ = worker.join();
                eprintln!("seed {seed}: panic\n{}", draft(seed).with_output());
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
