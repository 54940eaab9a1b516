//! Invariants of loops in correctness witnesses: whoever writes them as assertions at the heads of the loops
//! sees no run fail.
//!
//! The witness is read as text, so its form is tested, too; and the harness is: with the opposite of an
//! invariant, runs fail.

use cfp_heap::analysis::{Calls, Options, Task};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, RandomInputs, run};
use cfp_heap::ir::Program;
use cfp_heap::property::Property;
use cfp_heap::report::{Report, Stats, witness};
use cfp_heap::verify::{Conclusion, verify};
use std::path::{Path, PathBuf};
use std::time::Duration;

const NAME: &str = "program.c";

/// Random runs of a program, and their steps.
const RUNS: u64 = 40;
const RUN_STEPS: u64 = 200_000;

/// What an analysis may do, in formulas.
const EFFORT: u64 = 12_000;

/// What a witness says of a loop.
#[derive(Debug)]
struct Invariant {
    line: usize,
    column: usize,
    function: String,
    value: String,
}

fn read(text: &str) -> Option<Program> {
    match load(&[Source::text(NAME, text)]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// The invariants of a program in a witness of its correctness; nothing if it was not proved.
fn invariants(program: &Program, property: &str, calls: Calls) -> Option<Vec<Invariant>> {
    let property = Property::named(property).expect("a property");
    let task = Task { checks: property.checks(), ..Task::new(program) };
    let (runs, steps, effort, invariants) = (5, RUN_STEPS, EFFORT, true);
    let findings = verify(&task, &Options { runs, steps, effort, invariants, calls, ..Options::default() });
    let Conclusion::Proved(_) = findings.conclusion else { return None };
    let stats = Stats::new(Duration::ZERO, &findings);
    let checks = task.checks;
    let report = Report { program, findings: &findings, property: Some(&property), checks, stats: &stats };
    let text = witness(&report, &property, &[NAME.to_string()], 0).expect("a witness");
    Some(parse(&text))
}

/// Reads the content of a witness. All that comes in it is expected to be there, in this order.
fn parse(text: &str) -> Vec<Invariant> {
    let (head, content) = text.split_once("  content:").expect("a content");
    assert!(
        head.contains("entry_type: \"invariant_set\"") && head.contains("format_version: \"2.0\""),
        "{head}"
    );
    if content.trim() == "[]" {
        return Vec::new();
    }
    let mut lines = content.lines().skip(1);
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        assert_eq!(line, "    - invariant:");
        let mut next = |key: &str| {
            let line = lines.next().expect("another line");
            let value = line.trim_start().strip_prefix(key).unwrap_or_else(|| panic!("{line} is not {key}"));
            value.trim().trim_matches('"').to_string()
        };
        assert_eq!(next("type:"), "loop_invariant");
        assert_eq!(next("location:"), "");
        assert_eq!(next("file_name:"), NAME);
        let (line, column) =
            (next("line:").parse().expect("a line"), next("column:").parse().expect("a column"));
        let (function, value) = (next("function:"), next("value:"));
        assert_eq!(next("format:"), "c_expression");
        found.push(Invariant { line, column, function, value });
    }
    found
}

/// The program with assertions at the heads of loops: before each test.
fn with_assertions(text: &str, invariants: &[Invariant], write: impl Fn(&str) -> String) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    // From the last to the first, so that places stay where they are.
    for invariant in invariants.iter().rev() {
        let line = &lines[invariant.line - 1];
        let (before, head) = line.split_at(invariant.column - 1);
        let check = format!(" __VERIFIER_assert({}), ", write(&invariant.value));
        let place = match head.starts_with("while") {
            true => head.find('(').expect("a test") + 1,
            false => {
                assert!(head.starts_with("for"), "{head}");
                head.find(';').expect("the first part of the head") + 1
            }
        };
        lines[invariant.line - 1] = format!("{before}{}{check}{}", &head[..place], &head[place..]);
    }
    format!("extern void __VERIFIER_assert(int condition);\n{}\n", lines.join("\n"))
}

/// How many runs end in a failing assertion that the invariants are written as.
fn failures(text: &str) -> u64 {
    let Some(program) = read(text) else { return 0 };
    let config = Config { steps: RUN_STEPS, ..Config::default() };
    let fails = |seed: &u64| match run(&program, &config, &mut RandomInputs::new(*seed)).outcome {
        Outcome::Violation(found) => found.message.starts_with("assertion"),
        _ => false,
    };
    (0..RUNS).filter(fails).count() as u64
}

/// Tests the invariants of a program, and gives them.
fn check(name: &str, text: &str, property: &str, calls: Calls) -> Vec<Invariant> {
    let Some(program) = read(text) else { return Vec::new() };
    let Some(found) = invariants(&program, property, calls) else { return Vec::new() };
    for invariant in &found {
        assert!(program.function(&invariant.function).is_some(), "{name}: {invariant:?}");
    }
    let right = with_assertions(text, &found, |value| value.to_string());
    assert_eq!(failures(&right), 0, "{name}: {found:#?}\n{right}");
    found
}

#[test]
fn invariants_of_arrays_hold_in_runs() {
    let (mut programs, mut wrong_noticed) = (0, 0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench-suites/heap/arrays");
    let files =
        std::fs::read_dir(folder).expect("the folder of programs").map(|file| file.expect("a file").path());
    let mut paths: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a program");
        if read("int main(void) { return 0; }").is_none() {
            return;
        }
        let found = check(&path.display().to_string(), &text, "unreach-call", Calls::Auto);
        if found.is_empty() {
            continue;
        }
        programs += 1;
        // With the opposite, the first run that comes to a loop fails.
        let wrong = with_assertions(&text, &found[..1], |value| format!("!({value})"));
        wrong_noticed += u64::from(failures(&wrong) > 0);
    }
    assert!(programs >= 15, "there are invariants of {programs} programs");
    assert!(wrong_noticed >= 10, "{wrong_noticed} wrong invariants are noticed");
}

fn values(text: &str, property: &str) -> Vec<(usize, String)> {
    check("here", text, property, Calls::Auto)
        .into_iter()
        .map(|invariant| (invariant.line, invariant.value))
        .collect()
}

#[test]
fn counters_have_bounds_and_relations() {
    let text = "int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    int a[1000], down = n, pairs = 0;
    for (int i = 0; i < n; i++) { a[i] = i; down--; }
    for (int i = 0; i < n; i += 2) { a[i] = 1; pairs++; }
    return 0;
}";
    let found = values(text, "no-overflow");
    if found.is_empty() && read(text).is_none() {
        return;
    }
    let has = |line: usize, part: &str| {
        found.iter().any(|(at, value)| *at == line && value.split(" && ").any(|atom| atom == part))
    };
    for (line, part) in [
        (6, "i >= 0"),
        (6, "i <= n"),
        (6, "-(long long)i == ((long long)down - n)"),
        (7, "(long long)i % 2 == 0"),
        (7, "(long long)i == 2 * (long long)pairs"),
    ] {
        assert!(has(line, part), "{part} in line {line}: {found:#?}");
    }
}

#[test]
fn all_entries_of_a_loop_count() {
    // In one call, the counter begins at zero, in the other one at five; the hidden variable is not the one
    // outside.
    let text = "int __VERIFIER_nondet_int(void);
int a[2000];
static void fill(int from, int to) {
    int i = from;
    while (i < to) { int from = i; a[from] = 1; i++; }
}
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 9;
    if (n < 10 || n > 1000) return 0;
    fill(0, n);
    fill(5, n + 3);
    { int x = 0; for (; x < n; x++) a[x] = 2; }
    for (int i = 0; i < n; i++) { int x = 3; a[i] = x; }
    return x;
}";
    let found = values(text, "unreach-call");
    if found.is_empty() && read(text).is_none() {
        return;
    }
    let of_line = |line: usize| {
        let (_, value) = found.iter().find(|(at, _)| *at == line).unwrap_or_else(|| panic!("{found:#?}"));
        value.clone()
    };
    let in_call = of_line(5);
    assert!(in_call.contains("i <= to") && in_call.contains("i >= from"), "{in_call}");
    assert!(!in_call.contains("i >= 5") && !in_call.contains("n"), "{in_call}");
    assert!(of_line(12).contains("x <= n"), "{found:#?}");
    assert!(of_line(13).contains("i <= n") && !of_line(13).contains("x"), "{found:#?}");
}

#[test]
fn calls_that_are_one_step_count_too() {
    let text = "int __VERIFIER_nondet_int(void);
static int fill(int *a, int from, int to) {
    int i = from;
    while (i < to) { a[i] = 1; i++; }
    return i;
}
int main(void) {
    int a[2000], n = __VERIFIER_nondet_int();
    if (n < 10 || n > 1000) return 0;
    fill(a, 0, n);
    fill(a, 5, n + 3);
    for (int i = 0; i < n; i++) a[i] = 3;
    return 0;
}";
    let lines = |calls: Calls| -> Vec<usize> {
        check("steps", text, "valid-memsafety", calls).iter().map(|invariant| invariant.line).collect()
    };
    if read(text).is_some() {
        assert_eq!(lines(Calls::Follow), [4, 12]);
        // Nobody has looked at the loop in all calls of the function.
        assert_eq!(lines(Calls::Summarize), [12]);
    }
}

#[test]
fn calls_that_are_not_followed_count_too() {
    // The first call enters the loop with five at least, those inside with less.
    let text = "int __VERIFIER_nondet_int(void);
int a[100];
static int down(int depth, int n) {
    int i = depth;
    while (i < n) { a[i] = 1; i++; }
    if (depth <= 0) return 0;
    int rest = down(depth - 1, n);
    return rest + 1 > 0;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), depth = __VERIFIER_nondet_int();
    if (n < 0 || n > 100 || depth < 5 || depth > n) return 0;
    down(depth, n);
    return 0;
}";
    let found = values(text, "valid-memsafety");
    let has_inner_calls = |value: &str| value.contains("depth >= 0 && depth <= 99 && i >= 0");
    assert!(found.iter().all(|(line, value)| *line != 5 || has_inner_calls(value)), "{found:#?}");
}

#[test]
fn loops_that_are_not_summarised_say_nothing() {
    // Once it has a few iterations that are executed, once any number.
    let text = "int __VERIFIER_nondet_int(void);
int main(void) {
    int sum = 0, odd = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) { odd = odd / 2; sum += odd % 2; }
    do { sum /= 3; } while (sum > 5);
    return sum;
}";
    let found = values(text, "unreach-call");
    assert!(found.iter().all(|(line, _)| *line != 5), "{found:#?}");
}
