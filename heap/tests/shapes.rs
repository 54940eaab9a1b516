//! The programs under `bench-suites/heap`, analysed: a verdict is the expected one or *unknown*, and what was
//! decided once stays decided.
//!
//! The labels themselves are tested, too: the inputs that come with a wrong program lead to its error, and no
//! run of a correct one fails. Effort is counted and not timed, so the verdicts are the same on every
//! machine.

mod listed;

use cfp_heap::analysis::Options;
use cfp_heap::interp::{Outcome, RandomInputs, ScriptedInputs, run};
use cfp_heap::ir::Program;
use cfp_heap::verify::{Conclusion, verify};
use listed::{Listed, list};

/// Random runs of a correct program, and their steps.
const RUNS: u64 = 20;
const RUN_STEPS: u64 = 200_000;

/// Steps of a run that has to come to its error: large arrays are filled before.
const ERROR_STEPS: u64 = 20_000_000;

/// What an analysis may do: its runs, and its effort in formulas.
#[derive(Clone, Copy)]
struct Limits {
    runs: u64,
    effort: u64,
}

/// For programs that analyses decide.
const PROOFS: Limits = Limits { runs: 30, effort: 60_000 };

/// For programs whose errors are found by runs.
const SEARCHES: Limits = Limits { runs: 100, effort: 10_000 };

fn check_label(listed: &Listed, program: &Program) {
    let name = listed.name();
    if listed.correct {
        let config = listed.config(program, RUN_STEPS);
        for seed in 0..RUNS {
            if let Outcome::Violation(found) = run(program, &config, &mut RandomInputs::new(seed)).outcome {
                panic!("{name}: {} at {}", found.message, program.show_pos(found.pos));
            }
        }
    } else {
        let mut inputs = ScriptedInputs::new(listed.inputs.iter().copied()).everything();
        match run(program, &listed.config(program, ERROR_STEPS), &mut inputs).outcome {
            Outcome::Violation(found) => {
                assert_eq!(listed.violated_by(found.kind), listed.violated, "{name}: {}", found.message);
            }
            other => panic!("{name}: its inputs lead to {other:?}"),
        }
    }
}

/// The verdict, after it was compared with the expected one: whether there is one.
fn check_verdict(listed: &Listed, program: &Program, limits: Limits) -> bool {
    let name = listed.name();
    let Limits { runs, effort } = limits;
    let options = Options { runs, steps: ERROR_STEPS, effort, ..Options::default() };
    match verify(&listed.task(program), &options).conclusion {
        Conclusion::Proved(_) => {
            assert!(listed.correct, "{name}: proved, but it is wrong");
            true
        }
        Conclusion::Refuted { errors, .. } => {
            let (found, _) = errors.violations().next().expect("an error was found");
            let place = program.show_pos(found.pos);
            assert!(!listed.correct, "{name}: refuted, but it is correct: {} at {place}", found.message);
            assert_eq!(
                listed.violated_by(found.kind),
                listed.violated,
                "{name}: {} at {place}",
                found.message
            );
            true
        }
        Conclusion::Unknown { .. } => false,
    }
}

/// Which labels of a folder are tested by runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Labels {
    /// All of them.
    All,
    /// Those of correct programs: the list has no inputs that lead to the errors of the others.
    Correct,
    /// None, since they are tested elsewhere.
    None,
}

/// Every `parts`-th program, so that several tests share the work.
fn check_part(folder: &str, (part, parts): (usize, usize), labels: Labels, limits: Limits) {
    let mut lost = Vec::new();
    for listed in list(folder).iter().skip(part).step_by(parts) {
        let Some(program) = listed.read(&[]) else { return };
        if labels == Labels::All || labels == Labels::Correct && listed.correct {
            check_label(listed, &program);
        }
        match (listed.decided, check_verdict(listed, &program, limits)) {
            (true, false) => lost.push(listed.name()),
            // Not an error: the list may say so from now on.
            (false, true) => eprintln!("{} is decided", listed.name()),
            _ => {}
        }
    }
    assert!(lost.is_empty(), "these were decided once and no longer are: {}", lost.join(" "));
}

#[test]
fn shapes_get_their_verdicts_part_1() {
    check_part("shapes", (0, 2), Labels::All, PROOFS);
}

#[test]
fn shapes_get_their_verdicts_part_2() {
    check_part("shapes", (1, 2), Labels::All, PROOFS);
}

#[test]
fn arrays_get_their_verdicts() {
    check_part("arrays", (0, 1), Labels::None, PROOFS);
}

#[test]
fn lists_get_their_verdicts_part_1() {
    check_part("lists", (0, 2), Labels::All, PROOFS);
}

#[test]
fn lists_get_their_verdicts_part_2() {
    check_part("lists", (1, 2), Labels::All, PROOFS);
}

#[test]
fn programs_with_checkers_get_their_verdicts() {
    check_part("checkers", (0, 1), Labels::All, PROOFS);
}

#[test]
fn trees_get_their_verdicts() {
    check_part("trees", (0, 1), Labels::All, PROOFS);
}

#[test]
fn memory_managers_get_their_verdicts() {
    check_part("managers", (0, 1), Labels::All, SEARCHES);
}

#[test]
fn every_program_on_linked_structures_has_a_wrong_twin() {
    ["lists", "checkers", "trees"].into_iter().for_each(check_twins);
}

fn check_twins(folder: &str) {
    let listed = list(folder);
    for correct in listed.iter().filter(|listed| listed.correct) {
        let twin = correct.name().replace(".c", "_buggy.c");
        assert!(listed.iter().any(|listed| !listed.correct && listed.name() == twin), "{twin}");
    }
    assert_eq!(programs_in_folder_of(&listed), listed.len(), "every program is in the list, and once");
}

#[test]
fn everyday_programs_get_their_verdicts_part_1() {
    check_part("everyday", (0, 2), Labels::Correct, SEARCHES);
}

#[test]
fn everyday_programs_get_their_verdicts_part_2() {
    check_part("everyday", (1, 2), Labels::Correct, SEARCHES);
}

#[test]
fn half_of_the_everyday_programs_are_wrong() {
    let listed = list("everyday");
    let correct = listed.iter().filter(|listed| listed.correct).count();
    assert!(correct >= 30 && listed.len() - correct >= 30);
    assert_eq!(programs_in_folder_of(&listed), listed.len(), "every program is in the list, and once");
}

/// How many programs there are in the folder of a list.
fn programs_in_folder_of(listed: &[Listed]) -> usize {
    let folder = listed[0].path.parent().expect("a folder");
    let files = std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
    files.filter(|file| file.path().extension().is_some_and(|ending| ending == "c")).count()
}

#[test]
fn every_family_has_right_and_wrong_programs() {
    let listed = list("shapes");
    assert!(listed.len() >= 90);
    let families = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "trap", "ILP32"];
    for family in families {
        let of_family: Vec<&Listed> = listed.iter().filter(|listed| listed.row == family).collect();
        let correct = of_family.iter().filter(|listed| listed.correct).count();
        assert!(correct >= 2 && correct < of_family.len(), "family {family}");
    }
    assert_eq!(programs_in_folder_of(&listed), listed.len(), "every program is in the list, and once");
}
