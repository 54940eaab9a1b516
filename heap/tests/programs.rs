//! The programs under `bench-suites/heap`: the expected verdicts hold under the interpreter.
//!
//! A correct program must survive many runs with pseudo-random inputs, a wrong one must fail in one of them, and the
//! inputs of that run must lead to the same failure again.

use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, RandomInputs, ScriptedInputs, run};
use cfp_heap::ir::{Block, Program, StmtKind, each_stmt};
use std::path::{Path, PathBuf};

const RUNS: u64 = 100;

struct Expected {
    path: PathBuf,
    correct: bool,
    violated: String,
}

fn expected(folder: &str) -> Vec<Expected> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench-suites/heap").join(folder);
    let list = std::fs::read_to_string(folder.join("expected.csv")).expect("the list of programs");
    let rows = list.lines().skip(1).map(|row| {
        let cells: Vec<&str> = row.split(',').collect();
        Expected { path: folder.join(cells[0]), correct: cells[1] == "true", violated: cells[2].to_string() }
    });
    rows.collect()
}

/// The program, or nothing if libclang is missing.
fn read(path: &Path, flags: &[&str]) -> Option<Program> {
    let flags: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
    match load(&[Source::file(path, &flags)]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

fn has_unsupported(block: &Block) -> bool {
    let mut found = false;
    each_stmt(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Unsupported(_)));
    found
}

fn check(program: &Program, expected: &Expected) {
    let name = expected.path.display();
    for function in &program.functions {
        let body = function.body.as_ref();
        assert!(!body.is_some_and(has_unsupported), "{name}: {} is not wholly supported", function.name);
    }
    let config = Config { steps: 3_000_000, ..Config::default() };
    let mut finished = 0;
    for seed in 0..RUNS {
        let first = run(program, &config, &mut RandomInputs::new(seed));
        match &first.outcome {
            Outcome::Finished(_) => finished += 1,
            Outcome::Infeasible(_) | Outcome::Limit("steps") => {}
            Outcome::Violation(found) => {
                assert!(!expected.correct, "{name}: {} at {}", found.message, program.show_pos(found.pos));
                assert_eq!(found.kind.property(), expected.violated, "{name}: {}", found.message);
                let script = first.inputs.iter().map(|record| record.value);
                let again = run(program, &config, &mut ScriptedInputs::new(script).everything());
                assert_eq!(again.outcome, first.outcome, "{name}: the replay ends otherwise");
                return;
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(expected.correct, "{name}: no run fails");
    assert!(finished >= 5, "{name}: only {finished} runs come to their end");
}

#[test]
fn array_programs_do_what_they_should() {
    let list = expected("arrays");
    assert!(list.len() >= 28 + 4);
    for expected in &list {
        for flags in [&["-m64"], &["-m32"]] {
            let Some(program) = read(&expected.path, flags) else { return };
            check(&program, expected);
        }
    }
}
