//! Verdicts on random programs about lists against executions of these programs, in the interpreter and
//! compiled with sanitizers.
//!
//! A program that is *proved*, by all domains together, or by list counters or memory graphs alone, must have
//! no run with an error. One that is *refuted* must come with runs that can be repeated. Runs must end in the
//! same way when the program is compiled. `CFP_HEAP_PROGRAMS` says how many programs (default 40),
//! `CFP_HEAP_SEED` where to start, `CFP_HEAP_EFFORT` how much an analysis may do; see `oracle` for others.

mod oracle;
mod random_lists;

use cfp_heap::analysis::{Options, Task};
use cfp_heap::counters;
use cfp_heap::interp::Config;
use cfp_heap::obligations::Proof;
use cfp_heap::property::Checks;
use cfp_heap::shapes;
use cfp_heap::verify::{Conclusion, verify};
use oracle::{
    Claim, Judgement, Plan, Random, describe, difference, judge_all, not_repeated, number, random_checks,
    read, violating_runs,
};
use random_lists::{Seen, draft};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Inputs of the runs: all short sequences of small numbers, and random ones.
const PLAN: Plan = Plan {
    values: &[0, 1, 2, 3, 5, -1, 7, 20, i32::MAX as i128, i32::MIN as i128],
    ordered_values: 4,
    frequent_values: 5,
    ordered_runs: 400,
    random_runs: 200,
};
/// The limit on steps of a run.
const STEPS: u64 = 20_000;
/// What is not decided with this effort stays open, which is never wrong.
const EFFORT: u64 = 20_000;
/// Programs that list counters alone prove: the test means something if there are some.
static PROVED_BY_COUNTERS: AtomicU64 = AtomicU64::new(0);
/// The same for memory graphs.
static PROVED_BY_SHAPES: AtomicU64 = AtomicU64::new(0);
/// The limit on the time of an analysis by memory graphs.
const SHAPES_TIME: Duration = Duration::from_secs(2);

/// Analyses a random program and tries to contradict the result; nothing if libclang is missing.
fn judge(seed: u64) -> Option<Judgement> {
    let draft = draft(seed);
    let mut random = Random::new(seed ^ 0x55aa);
    let checks = match random.below(10) {
        0..=3 => random_checks(&mut random),
        // Domains for shapes know little of data.
        4..=5 => Checks { uninitialized: false, ..Checks::default() },
        _ => Checks::default(),
    };
    let config = Config { checks, steps: STEPS, failing_allocation: random.chance(4), ..Config::default() };
    let flags = if random.chance(8) { vec!["-m32".to_string()] } else { Vec::new() };
    let mut seen = Seen::new();
    PLAN.each_run(&read(&draft.with_output(), &flags)?, &config, &mut |run| {
        for line in String::from_utf8_lossy(&run.output).lines() {
            let numbers: Vec<usize> = line.split(' ').flat_map(str::parse).collect();
            let [claim, holds] = numbers[..] else { continue };
            *seen.entry(claim).or_insert(true) &= holds == 1;
        }
        false
    });
    let text = draft.finish(&seen);
    let program = read(&text, &flags)?;
    let task = Task { checks, failing_allocation: config.failing_allocation, ..Task::new(&program) };
    let effort = number("CFP_HEAP_EFFORT", EFFORT);
    let options = Options { effort, steps: STEPS, ..Options::default() };
    let conclusion = verify(&task, &options).conclusion;
    let violation = violating_runs(&PLAN, &program, &config).into_iter().next();
    let but = violation.as_ref().map(|run| format!("but {}", describe(&program, run)));
    let mut defects = Vec::new();
    if counters::analyze(&task).is_some_and(|analysis| analysis.proof != Proof::Void) {
        PROVED_BY_COUNTERS.fetch_add(1, Ordering::Relaxed);
        defects.extend(but.as_ref().map(|but| format!("proved by counters, {but}")));
    }
    if shapes::analyze(&task, Some(Instant::now() + SHAPES_TIME))
        .is_some_and(|analysis| analysis.proof != Proof::Void)
    {
        PROVED_BY_SHAPES.fetch_add(1, Ordering::Relaxed);
        defects.extend(but.as_ref().map(|but| format!("proved by shapes, {but}")));
    }
    let (claim, found) = match conclusion {
        Conclusion::Proved(_) => {
            defects.extend(but.map(|but| format!("proved, {but}")));
            (Claim::Proved, Vec::new())
        }
        Conclusion::Refuted { errors, .. } => {
            defects.extend(not_repeated(&program, &config, &errors));
            (Claim::Refuted, errors.runs().to_vec())
        }
        Conclusion::Unknown { .. } => (Claim::Unknown, Vec::new()),
    };
    if flags.is_empty() {
        defects.extend(difference(&PLAN, &program, &config, (&text, seed), found));
    }
    Some(Judgement {
        claim,
        has_error: violation.is_some(),
        defect: (!defects.is_empty()).then(|| defects.join("; ")),
        text: format!(
            "{text}// checks: {checks:?}, flags: {flags:?}, failing: {}",
            config.failing_allocation
        ),
    })
}

#[test]
fn verdicts_on_lists_agree_with_executions() {
    judge_all(40, judge, |seed| draft(seed).with_output());
    if std::env::var_os("CFP_HEAP_SHOW").is_some() {
        let [counters, shapes] =
            [&PROVED_BY_COUNTERS, &PROVED_BY_SHAPES].map(|it| it.load(Ordering::Relaxed));
        eprintln!("{counters} proved by counters, {shapes} by shapes");
    }
}
