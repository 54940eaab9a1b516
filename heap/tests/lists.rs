//! Verdicts on random programs about lists, trees, arrays of lists and memory managers against executions of
//! these programs, in the interpreter and compiled with sanitizers.
//!
//! A program that is *proved*, by all domains together, or by list counters or memory graphs alone, must have
//! no run with an error. One that is *refuted* must come with runs that can be repeated. Runs must end in the
//! same way when the program is compiled. Where counters and graphs both know the length of a list at the
//! head of a loop, what they know must not contradict. `CFP_HEAP_PROGRAMS` says how many programs (default
//! 40), `CFP_HEAP_SEED` where to start, `CFP_HEAP_EFFORT` how much an analysis may do, `CFP_HEAP_TIME` how
//! many milliseconds it may take, so that many programs can be tried in little time; see `oracle` for others.

mod oracle;
mod random_lists;
mod random_managers;

use cfp_heap::analysis::{Abstraction, LoopInvariant, Options, Task};
use cfp_heap::counters;
use cfp_heap::interp::Config;
use cfp_heap::ir::Program;
use cfp_heap::multiword::{self, MultiwordOptions};
use cfp_heap::numbers::Interval;
use cfp_heap::obligations::Proof;
use cfp_heap::property::Checks;
use cfp_heap::shapes;
use cfp_heap::verify::{Conclusion, verify};
use oracle::{
    Claim, Judgement, Plan, Random, describe, difference, judge_all, not_repeated, number, random_checks,
    read, violating_runs,
};
use random_lists::{Kinds, LISTS, Seen, TABLES, TREES, draft};
use random_managers::{SYSTEM, manager};
use std::collections::BTreeMap;
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
/// The limit on the time of a whole verification of a memory manager.
const MANAGER_TIME: Duration = Duration::from_secs(4);
/// The limit on the time of an analysis by memory graphs, or of a memory manager.
const SHAPES_TIME: Duration = Duration::from_secs(2);

/// Inputs of memory managers: sizes, and whether there is memory.
const MANAGER_PLAN: Plan = Plan {
    values: &[1, 4, 2, 3, 0, 7, -1, 64],
    ordered_values: 4,
    frequent_values: 6,
    ordered_runs: 200,
    random_runs: 400,
};
/// Memory managers that are proved by history, and by the canonical form.
static PROVED_MANAGERS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Lengths of lists that both domains know.
static COMPARED_LENGTHS: AtomicU64 = AtomicU64::new(0);

/// A length at the head of a loop about which the two domains have no value in common. Both cover all runs
/// that come there, so it is an error of one of them, unless no run does.
fn different_lengths(
    program: &Program,
    counted: &[LoopInvariant],
    drawn: &[LoopInvariant],
) -> Option<String> {
    for one in counted {
        // A loop has several invariants by counters if its entries differ.
        let is_only = counted.iter().filter(|other| other.pos == one.pos).count() == 1;
        let same = drawn.iter().find(|other| other.pos == one.pos && !other.is_partial && is_only);
        for (name, other) in same.iter().flat_map(|same| &same.lengths) {
            let Some(length) = one.lengths.get(name) else { continue };
            COMPARED_LENGTHS.fetch_add(1, Ordering::Relaxed);
            if length.meet(other).is_none() {
                let place = program.show_pos(one.pos);
                return Some(format!(
                    "{place}: length of {name}: {length:?} by counters, {other:?} by shapes"
                ));
            }
        }
    }
    None
}

/// Analyses a random program and tries to contradict the result; nothing if libclang is missing.
fn judge(seed: u64, kinds: Kinds) -> Option<Judgement> {
    let draft = draft(seed, kinds);
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
    let time = std::env::var_os("CFP_HEAP_TIME").map(|_| Duration::from_millis(number("CFP_HEAP_TIME", 0)));
    let options = Options { effort, steps: STEPS, time, ..Options::default() };
    let conclusion = verify(&task, &options).conclusion;
    let violation = violating_runs(&PLAN, &program, &config).into_iter().next();
    let but = violation.as_ref().map(|run| format!("but {}", describe(&program, run)));
    let mut defects = Vec::new();
    let counted = counters::analyze(&task).filter(|analysis| analysis.proof != Proof::Void);
    if counted.is_some() {
        PROVED_BY_COUNTERS.fetch_add(1, Ordering::Relaxed);
        defects.extend(but.as_ref().map(|but| format!("proved by counters, {but}")));
    }
    let drawn = shapes::analyze_and_describe(&task, Some(Instant::now() + time.unwrap_or(SHAPES_TIME)));
    let drawn = drawn.filter(|analysis| analysis.proof != Proof::Void);
    if drawn.is_some() {
        PROVED_BY_SHAPES.fetch_add(1, Ordering::Relaxed);
        defects.extend(but.as_ref().map(|but| format!("proved by shapes, {but}")));
    }
    if let (Some(counted), Some(drawn)) = (counted, drawn) {
        defects.extend(different_lengths(&program, &counted.invariants, &drawn.invariants));
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
    judge_all(40, |seed| judge(seed, LISTS), |seed| draft(seed, LISTS).with_output());
    show_counts();
}

#[test]
fn verdicts_on_trees_agree_with_executions() {
    judge_all(30, |seed| judge(seed, TREES), |seed| draft(seed, TREES).with_output());
    show_counts();
}

#[test]
fn verdicts_on_tables_agree_with_executions() {
    judge_all(15, |seed| judge(seed, TABLES), |seed| draft(seed, TABLES).with_output());
    show_counts();
}

/// Analyses a random memory manager by all domains together, and by both kinds of abstraction.
fn judge_manager(seed: u64) -> Option<Judgement> {
    let text = manager(seed);
    let program = read(&text, &[])?;
    let config = Config { steps: STEPS, ..Config::default() };
    let task = Task::new(&program);
    let violation = violating_runs(&MANAGER_PLAN, &program, &config).into_iter().next();
    let but = violation.as_ref().map(|run| format!("but {}", describe(&program, run)));
    let mut defects = Vec::new();
    for (abstraction, count) in
        [Abstraction::History, Abstraction::Canonical].into_iter().zip(&PROVED_MANAGERS)
    {
        let deadline = Some(Instant::now() + SHAPES_TIME);
        let options = MultiwordOptions { deadline, abstraction: Some(abstraction), widening: true };
        let found = multiword::analyze(&task, options);
        if found.is_some_and(|found| found.proof != Proof::Void) {
            count.fetch_add(1, Ordering::Relaxed);
            defects.extend(but.as_ref().map(|but| format!("proved ({abstraction:?}), {but}")));
        }
    }
    let options = Options { effort: EFFORT, steps: STEPS, time: Some(MANAGER_TIME), ..Options::default() };
    let (claim, found) = match verify(&task, &options).conclusion {
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
    let compiled = format!("{text}{SYSTEM}");
    defects.extend(difference(&MANAGER_PLAN, &program, &config, (&compiled, seed), found));
    let defect = (!defects.is_empty()).then(|| defects.join("; "));
    Some(Judgement { claim, has_error: violation.is_some(), defect, text })
}

#[test]
fn verdicts_on_managers_agree_with_executions() {
    judge_all(40, judge_manager, manager);
    let [history, canonical] = [0, 1].map(|index: usize| PROVED_MANAGERS[index].load(Ordering::Relaxed));
    if std::env::var_os("CFP_HEAP_SHOW").is_some() {
        eprintln!("{history} managers proved by history, {canonical} by the canonical form");
    }
    // Some programs are right: if none is proved, there is nothing to contradict.
    let is_usual = std::env::var_os("CFP_HEAP_PROGRAMS").is_none() && read("int x;", &[]).is_some();
    assert!(!is_usual || history > 3 && canonical > 3, "{history} and {canonical} proved");
}

fn show_counts() {
    if std::env::var_os("CFP_HEAP_SHOW").is_some() {
        let [counters, shapes, lengths] =
            [&PROVED_BY_COUNTERS, &PROVED_BY_SHAPES, &COMPARED_LENGTHS].map(|it| it.load(Ordering::Relaxed));
        eprintln!("{counters} proved by counters, {shapes} by shapes; {lengths} lengths compared");
    }
}

/// Two lists are built, one is moved onto the other: lengths at the heads of loops are known to both domains.
const MOVED: &str = "extern int __VERIFIER_nondet_int(void);
void *malloc(__SIZE_TYPE__); void free(void *);
struct node { int data; struct node *next; };
int main(void) {
  struct node *p = 0, *q = 0, *t;
  for (int i = 0; i < 9 && __VERIFIER_nondet_int(); i++) {
    t = malloc(sizeof *t);
    t->data = i;
    t->next = p;
    p = t;
  }
  while (p) {
    t = p;
    p = p->next;
    t->next = q;
    q = t;
  }
  while (q) {
    t = q;
    q = q->next;
    free(t);
  }
  return 0;
}
";

#[test]
fn counters_and_graphs_agree_on_lengths() {
    let Some(program) = read(MOVED, &[]) else { return };
    let task = Task::new(&program);
    let counted = counters::analyze(&task).expect("a program with list nodes").invariants;
    let drawn = shapes::analyze_and_describe(&task, None).expect("an entry function").invariants;
    assert_eq!(different_lengths(&program, &counted, &drawn), None);
    let lengths = |found: &[LoopInvariant], line: u32| {
        let at_line = found.iter().filter(|invariant| invariant.pos.line == line);
        at_line.flat_map(|invariant| invariant.lengths.clone()).collect::<BTreeMap<_, _>>()
    };
    for found in [&counted, &drawn] {
        assert_eq!(lengths(found, 6).get("p"), Some(&Interval::between(0, 9)), "{found:?}");
        // How exact the others are is not the point here.
        for name in ["p", "q"] {
            let known = &lengths(found, 12)[name];
            assert!(known.includes(&Interval::between(0, 9)), "{name}: {known:?}");
        }
    }
    // The comparison finds a difference.
    let mut wrong = drawn.clone();
    for invariant in &mut wrong {
        invariant.lengths.insert("p".to_string(), Interval::constant(77));
    }
    let found = different_lengths(&program, &counted, &wrong).expect("77 is not among 0 to 9");
    assert!(found.contains("length of p"), "{found}");
}
