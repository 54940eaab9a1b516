//! The programs under `bench-suites/heap`: the expected verdicts hold under the interpreter.
//!
//! A correct program must survive many runs with pseudo-random inputs, a wrong one must fail in one of them,
//! and the inputs of that run must lead to the same failure again.

#[allow(dead_code, reason = "verdicts are for another test")]
mod listed;

use cfp_heap::interp::{Config, Outcome, RandomInputs, ScriptedInputs, run};
use cfp_heap::ir::{Block, Program, StmtKind, each_stmt};
use listed::{Listed, list};

const RUNS: u64 = 100;

fn has_unsupported(block: &Block) -> bool {
    let mut found = false;
    each_stmt(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Unsupported(_)));
    found
}

fn check(program: &Program, expected: &Listed) {
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
    let list = list("arrays");
    assert!(list.len() >= 28 + 4);
    for expected in &list {
        for flags in [&["-m64"], &["-m32"]] {
            let Some(program) = expected.read(flags) else { return };
            check(&program, expected);
        }
    }
}
