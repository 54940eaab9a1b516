//! Programs from C are printed and read again: the text is the same, and so are runs and verdicts.

use crate::{listed::list, random_c};
use cfp_heap::analysis::{Options, Task, Verdict};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, RandomInputs, run};
use cfp_heap::ir::{Program, read_program};
use cfp_heap::property::{Checks, Leaks};
use cfp_heap::symbolic::analyze;
use std::collections::BTreeSet;
use std::path::Path;

/// Random runs of a program, and their steps.
const RUNS: u64 = 2;
const RUN_STEPS: u64 = 30_000;

/// What an analysis may do, in formulas.
const EFFORT: u64 = 3_000;

/// Each so many-th program of a suite is analysed.
const SAMPLE: usize = 12;

/// The program as its text tells it, which is the same text again.
fn again(name: &str, program: &Program) -> Program {
    let text = program.to_text();
    let read =
        read_program(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{}", excerpt(&text, error.line)));
    let (before, after) = (text, read.to_text());
    if before != after {
        let differ = before.lines().zip(after.lines()).find(|(left, right)| left != right);
        panic!("{name}: {differ:?}");
    }
    let brief = program.to_string();
    if let Err(error) = read_program(&brief) {
        panic!("{name}: without positions: {error}\n{}", excerpt(&brief, error.line));
    }
    read
}

fn excerpt(text: &str, line: u32) -> &str {
    text.lines().nth(line as usize - 1).unwrap_or_default()
}

fn assert_same_runs(name: &str, first: &Program, second: &Program, config: &Config) {
    for seed in 0..RUNS {
        let [first, second] =
            [first, second].map(|program| run(program, config, &mut RandomInputs::new(seed)));
        assert_eq!(first.outcome, second.outcome, "{name} with seed {seed}");
        assert_eq!(first.output, second.output, "{name} with seed {seed}");
        assert_eq!((first.inputs, first.steps), (second.inputs, second.steps), "{name} with seed {seed}");
    }
}

fn assert_same_verdicts(name: &str, first: &Program, second: &Program, checks: Checks) {
    let [first, second] = [first, second].map(|program| {
        let task = Task { checks, ..Task::new(program) };
        match analyze(&task, &Options { effort: EFFORT, ..Options::default() }).verdict {
            Verdict::Proved => "proved".to_string(),
            Verdict::Refuted { errors, .. } => format!("{:?}", errors.runs()[0].outcome),
            Verdict::Unknown(open) => {
                open.iter().map(|open| format!("{}: {}\n", program.show_pos(open.pos), open.text)).collect()
            }
        }
    });
    assert_eq!(first, second, "{name}");
}

/// Prints and reads a file; false if libclang is missing.
fn check_file(path: &Path, flags: &[String]) -> bool {
    let name = format!("{} {flags:?}", path.display());
    let program = match load(&[Source::file(path, flags)]) {
        Ok(loaded) => loaded.program,
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            return false;
        }
        Err(error) => panic!("{name}: {error}"),
    };
    let read = again(&name, &program);
    let config = Config { steps: RUN_STEPS, ..Config::default() };
    assert_same_runs(&name, &program, &read, &config);
    true
}

#[test]
fn listed_programs_stay_what_they_are() {
    for (index, listed) in list("arrays").iter().chain(&list("shapes")).enumerate() {
        let name = listed.name();
        let flags: &[&str] = if index % 4 == 0 { &["-m32"] } else { &[] };
        let Some(program) = listed.read(flags) else { return };
        let read = again(&name, &program);
        assert_same_runs(&name, &program, &read, &listed.config(&program, RUN_STEPS));
        if index % SAMPLE == 0 {
            assert_same_verdicts(&name, &program, &read, listed.task(&program).checks);
        }
    }
}

/// The flags with which a program is compiled: those that its first comment tells of verdicts with.
fn flags_of(path: &Path) -> BTreeSet<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("a program");
    let default: &[&str] = if text.contains("-DBUG=") { &["-DBUG=0"] } else { &[] };
    let comment = text.lines().take_while(|line| !line.contains("*/"));
    let cases = comment.filter_map(|line| line.strip_prefix(" * verdict")?.split_once(':'));
    let flags = cases.map(|(flags, _)| {
        let flags: Vec<&str> = flags.split_whitespace().filter(|flag| !flag.starts_with("--")).collect();
        let flags = if flags.is_empty() { default } else { &flags };
        flags.iter().map(|flag| flag.to_string()).collect()
    });
    flags.collect()
}

#[test]
fn programs_with_verdicts_stay_what_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let entries = std::fs::read_dir(folder).expect("a folder of programs").flatten();
    for path in entries.map(|entry| entry.path()) {
        let all = flags_of(&path);
        assert!(!all.is_empty(), "{}", path.display());
        if !all.iter().all(|flags| check_file(&path, flags)) {
            return;
        }
    }
}

#[test]
fn programs_of_old_defects_stay_what_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regress");
    let entries = std::fs::read_dir(folder).expect("a folder of programs").flatten();
    for path in entries.map(|entry| entry.path()) {
        if !check_file(&path, &[]) {
            return;
        }
    }
}

#[test]
fn random_programs_stay_what_they_are() {
    for seed in 0..6 {
        let text = random_c::program(seed, 6);
        let program = match load(&[Source::text("program.c", &text)]) {
            Ok(loaded) => loaded.program,
            Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
            Err(error) => panic!("{error}\n{text}"),
        };
        let name = format!("seed {seed}");
        let read = again(&name, &program);
        let checks = Checks { overflow: false, leaks: Leaks::Off, ..Checks::default() };
        assert_same_runs(&name, &program, &read, &Config { checks, ..Config::default() });
    }
}
