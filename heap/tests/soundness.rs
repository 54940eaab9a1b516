//! The symbolic analysis against all executions of small random programs, as far as they can be enumerated.
//!
//! A program that is *proved* must have no run with an error, and one that is *refuted* must come with such a
//! run. `CFP_HEAP_PROGRAMS` says how many programs (default 25), `CFP_HEAP_SEED` where to start,
//! `CFP_HEAP_EFFORT` how much an analysis may do, `CFP_HEAP_MEMORY` which model of memory it has,
//! `CFP_HEAP_INTS=math` makes integers mathematical. `CFP_HEAP_SHOW` prints the shares of the verdicts, and
//! programs that take long.

mod oracle;
mod random_arrays;

use cfp_heap::analysis::{Calls, MemoryModel, Options, Task, Verdict};
use cfp_heap::interp::Config;
use cfp_heap::property::Ints;
use cfp_heap::symbolic::analyze;
use oracle::{
    Claim, Judgement, Plan, Random, describe, judge_all, number, random_checks, read, violating_run,
};
use random_arrays::{Seen, draft};

/// Inputs of the runs.
const PLAN: Plan = Plan {
    values: &[0, 1, 2, 3, -1, -2, 45, 100, i32::MAX as i128, i32::MIN as i128],
    ordered_values: 10,
    frequent_values: 6,
    ordered_runs: 500,
    random_runs: 300,
};
/// What is not decided with this effort stays open, which is never wrong.
const EFFORT: u64 = 60_000;

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

/// What counts as an error differs from program to program.
fn config(random: &mut Random) -> Config {
    let checks = random_checks(random);
    let ints =
        if std::env::var("CFP_HEAP_INTS").as_deref() == Ok("math") { Ints::Math } else { Ints::Machine };
    Config { checks, ints, steps: 200_000, failing_allocation: random.chance(4), ..Config::default() }
}

/// Analyses a random program and tries to contradict the result; nothing if libclang is missing.
fn judge(seed: u64) -> Option<Judgement> {
    let draft = draft(seed);
    let mut random = Random::new(seed ^ 0x55aa);
    let config = config(&mut random);
    let flags = if random.chance(12) { vec!["-m32".to_string()] } else { Vec::new() };
    let mut seen = Seen::new();
    PLAN.each_run(&read(&draft.with_output(), &flags)?, &config, &mut |run| {
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
    let violation = violating_run(&PLAN, &program, &config);
    let has_error = violation.is_some();
    let (claim, defect) = match (analysis.verdict, violation) {
        (Verdict::Proved, Some(run)) => {
            (Claim::Proved, Some(format!("proved, but {}", describe(&program, &run))))
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
    judge_all(25, judge, |seed| draft(seed).with_output());
}
