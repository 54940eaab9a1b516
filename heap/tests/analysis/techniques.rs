//! Techniques of the analysis: each decides something, or saves questions, and none is needed for soundness.

use crate::listed::list;
use cfp_heap::analysis::{Analysis, Options, Task, Verdict};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::ir::Program;
use cfp_heap::symbolic::analyze;
use cfp_heap::techniques::{Switches, Technique};
use cfp_heap::verify::{Conclusion, verify};
use std::path::Path;

/// What becomes of a program without a technique.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Loss {
    /// It is no longer proved.
    Proof,
    /// It is proved by more questions.
    Questions,
}

/// For each technique of the symbolic heap a program that is proved with it, as a path from the folder of
/// this crate.
const PROGRAMS: [(Technique, &str, Loss); Technique::ALL.len() - DOMAINS.len()] = [
    (Technique::LoopSummaries, "../bench-suites/heap/shapes/g_scan_last.c", Loss::Proof),
    (Technique::Unrolling, "../bench-suites/heap/shapes/list_five.c", Loss::Proof),
    (Technique::FirstIterations, "../bench-suites/heap/shapes/l_sum_first_differs.c", Loss::Proof),
    (Technique::Candidates, "../bench-suites/heap/shapes/l_sum_back.c", Loss::Proof),
    (Technique::Growth, "../bench-suites/heap/shapes/j_max.c", Loss::Proof),
    (Technique::TripCounts, "../bench-suites/heap/shapes/k_bits_vla.c", Loss::Proof),
    (Technique::Reductions, "../bench-suites/heap/shapes/k_bits_vla.c", Loss::Proof),
    (Technique::Regions, "tests/verdicts/regions_of_nested_loops.c", Loss::Proof),
    (Technique::IterationFacts, "../bench-suites/heap/shapes/g_scan_sentinel.c", Loss::Proof),
    (Technique::Sums, "../bench-suites/heap/shapes/l_sum_triangular.c", Loss::Proof),
    (Technique::LastAssignments, "tests/verdicts/last_value_elsewhere.c", Loss::Proof),
    (Technique::LastWriters, "../bench-suites/heap/arrays/scatter.c", Loss::Proof),
    (Technique::Products, "../bench-suites/heap/shapes/recursion_sum.c", Loss::Proof),
    (Technique::FunctionSummaries, "../bench-suites/heap/shapes/calls_layers.c", Loss::Questions),
    (Technique::Contracts, "../bench-suites/heap/shapes/recursion_addition.c", Loss::Proof),
];

/// The same for the domains before it, which are techniques, too.
const DOMAINS: [(Technique, &str); 4] = [
    (Technique::ListCounters, "../bench-suites/heap/counters/reverse.c"),
    (Technique::Bounds, "../bench-suites/heap/everyday/ring_buffer.c"),
    (Technique::Shapes, "../bench-suites/heap/counters/reverse.c"),
    (Technique::Multiword, "../bench-suites/heap/managers/free_acyclic.c"),
];

/// A program without its errors; nothing if libclang is missing.
fn read(path: &str) -> Option<Program> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    match load(&[Source::file(&path, &["-DBUG=0".to_string()])]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

fn analysis(program: &Program, without: &[Technique]) -> Analysis {
    let options = Options { techniques: Switches::without(without), ..Options::default() };
    analyze(&Task::new(program), &options)
}

#[test]
fn every_technique_is_worth_something() {
    for ((technique, path, loss), expected) in PROGRAMS.into_iter().zip(Technique::ALL) {
        assert_eq!(technique, expected, "one program for each technique");
        let Some(program) = read(path) else { return };
        let with = analysis(&program, &[]);
        assert!(matches!(with.verdict, Verdict::Proved), "{technique}: {:?}", with.verdict);
        assert!(with.techniques.usage(technique).worked > 0, "{technique} is not counted");
        let without = analysis(&program, &[technique]);
        assert_eq!(without.techniques.usage(technique).tried, 0, "{technique} is off");
        match (&without.verdict, loss) {
            (Verdict::Unknown(_), Loss::Proof) => {}
            (Verdict::Proved, Loss::Questions) => {
                let questions = [with.stats.questions, without.stats.questions];
                assert!(questions[0] < questions[1], "{technique}: {questions:?}");
            }
            (verdict, _) => panic!("without {technique}: {verdict:?}"),
        }
    }
}

#[test]
fn every_domain_is_worth_something() {
    for ((technique, path), expected) in DOMAINS.into_iter().zip(&Technique::ALL[PROGRAMS.len()..]) {
        assert_eq!(technique, *expected, "one program for each domain");
        let Some(program) = read(path) else { return };
        // The domains overlap, so each is tried alone.
        let domains = DOMAINS.map(|(domain, _)| domain);
        let others: Vec<Technique> = domains.into_iter().filter(|domain| *domain != technique).collect();
        let [with, without] = [&others[..], &domains].map(|off| {
            let options = Options { techniques: Switches::without(off), ..Options::default() };
            verify(&Task::new(&program), &options)
        });
        assert!(matches!(with.conclusion, Conclusion::Proved(_)), "{technique}: {:?}", with.conclusion);
        assert!(with.techniques.usage(technique).worked > 0, "{technique} is not counted");
        assert!(matches!(without.conclusion, Conclusion::Unknown { .. }), "{technique} is off");
    }
}

#[test]
fn no_technique_is_needed_for_soundness() {
    /// Enough for nearly all programs; the others stay open.
    const EFFORT: u64 = 10_000;
    for listed in list("arrays") {
        let Some(program) = listed.read(&[]) else { return };
        for technique in Technique::ALL {
            let techniques = Switches::without(&[technique]);
            let options = Options { techniques, effort: EFFORT, ..Options::default() };
            let verdict = analyze(&listed.task(&program), &options).verdict;
            let is_wrong = match verdict {
                Verdict::Proved => !listed.correct,
                Verdict::Refuted { .. } => listed.correct,
                Verdict::Unknown(_) => false,
            };
            assert!(!is_wrong, "{} without {technique}: {verdict:?}", listed.name());
        }
    }
}
