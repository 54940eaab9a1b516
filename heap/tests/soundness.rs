//! The symbolic analysis against all executions of small random programs, as far as they can be enumerated.
//!
//! A program that is *proved* must have no run with an error, and one that is *refuted* must come with runs
//! that can be repeated. What is proved of a program with errors must hold in these runs, too, and they must
//! end in the same way when the program is compiled with sanitizers. `CFP_HEAP_PROGRAMS` says how many
//! programs (default 25), `CFP_HEAP_SEED` where to start, `CFP_HEAP_EFFORT` how much an analysis may do,
//! `CFP_HEAP_MEMORY` which model of memory it has, `CFP_HEAP_INTS=math` makes integers mathematical; see
//! `oracle` for others.

mod oracle;
mod random_arrays;

use cfp_heap::analysis::{Calls, MemoryModel, Options, Task, Verdict};
use cfp_heap::bounds;
use cfp_heap::interp::{Config, InputKind, Run};
use cfp_heap::obligations::{Obligation, Proof};
use cfp_heap::property::{Ints, ViolationKind};
use cfp_heap::shapes;
use cfp_heap::symbolic::analyze;
use oracle::{
    Claim, Judgement, Plan, Random, describe, difference, judge_all, not_repeated, number, random_checks,
    read, violating_runs,
};
use random_arrays::{Seen, draft};
use std::time::{Duration, Instant};

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

/// Whether a proof says that the error of a run does not happen. Kinds of one property may be mistaken for
/// each other. A leak is where the memory comes from or where it is lost. For the analysis, an execution is
/// wrong where it reads uninitialized memory; for a run, where it depends on that.
fn is_excluded(proof: &Proof, run: &Run) -> bool {
    let Proof::AllBut { places, kinds } = proof else { return false };
    let Some(found) = run.violation() else { return false };
    let is_like = |kind: ViolationKind| kind.property() == found.kind.property();
    let reads_uninitialized = run.inputs.iter().any(|it| it.request.kind == InputKind::Uninitialized);
    let is_open = |open: &Obligation| match open.kind {
        ViolationKind::Leak => is_like(open.kind),
        ViolationKind::Uninitialized if reads_uninitialized => true,
        _ => is_like(open.kind) && open.pos == found.pos,
    };
    !kinds.iter().any(|kind| is_like(*kind)) && !places.iter().any(is_open)
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
    let further = Duration::from_millis(if random.chance(30) { 200 } else { 0 });
    let options = Options { effort, calls, steps, further, memory: memory_model(), ..Options::default() };
    let analysis = analyze(&task, &options);
    let violations = violating_runs(&PLAN, &program, &config);
    let (claim, defect, found) = match analysis.verdict {
        Verdict::Proved => (Claim::Proved, None, Vec::new()),
        Verdict::Refuted { errors, .. } => {
            (Claim::Refuted, not_repeated(&program, &config, &errors), errors.runs().to_vec())
        }
        Verdict::Unknown(open) => {
            (Claim::Unknown, open.is_empty().then(|| "unknown for no reason".to_string()), Vec::new())
        }
    };
    let mut defects = Vec::from_iter(defect);
    let has_error = !violations.is_empty();
    let by_bounds = bounds::analyze(&task, Duration::from_secs(2)).proof;
    let until = Some(Instant::now() + Duration::from_secs(1));
    let by_shapes = shapes::analyze(&task, until).map_or(Proof::Void, |found| found.proof);
    for run in &violations {
        if claim == Claim::Proved || is_excluded(&analysis.proof, run) {
            defects.push(format!("proved, but {}", describe(&program, run)));
        }
        if is_excluded(&by_bounds, run) {
            defects.push(format!("proved by bounds, but {}", describe(&program, run)));
        }
        if is_excluded(&by_shapes, run) {
            defects.push(format!("proved by shapes, but {}", describe(&program, run)));
        }
    }
    if flags.is_empty() && ints == Ints::Machine {
        defects.extend(difference(&PLAN, &program, &config, (&text, seed), found));
    }
    Some(Judgement {
        claim,
        has_error,
        defect: (!defects.is_empty()).then(|| defects.join("; ")),
        text: format!("{text}// checks: {:?}, flags: {flags:?}, calls: {calls:?}", config.checks),
    })
}

#[test]
fn verdicts_agree_with_all_executions() {
    judge_all(25, judge, |seed| draft(seed).with_output());
}
