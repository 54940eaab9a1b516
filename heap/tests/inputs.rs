//! The programs in `inputs`: errors behind exact relations between inputs. The solver proposes the inputs,
//! and random runs do not find them.
//!
//! A line `error FLAGS: KIND` says which error is found, `none FLAGS:` is a correct twin, where none may be.

use cfp_heap::front::{FrontError, Source, load_with};
use cfp_heap::fuzz::{Limits, propose};
use cfp_heap::interp::{Config, RandomInputs, run};
use cfp_heap::ir::Program;
use cfp_heap::property::{Checks, Leaks};
use std::path::{Path, PathBuf};

struct Case {
    path: PathBuf,
    flags: Vec<String>,
    error: Option<String>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    let files = std::fs::read_dir(folder).expect("the folder of programs").flatten();
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a program");
        for line in text.lines().take_while(|line| !line.contains("*/")) {
            let Some((what, kind)) = line.strip_prefix(" * ").and_then(|line| line.split_once(':')) else {
                continue;
            };
            let mut words = what.split_whitespace().map(str::to_string);
            let error = match words.next().as_deref() {
                Some("error") => Some(kind.trim().to_string()),
                _ => None,
            };
            cases.push(Case { path: path.clone(), flags: words.collect(), error });
        }
    }
    cases
}

/// The program, or nothing if libclang is missing.
fn read(case: &Case) -> Option<Program> {
    match load_with(&[Source::file(&case.path, &case.flags)], &[]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{}: {error}", case.path.display()),
    }
}

#[test]
fn errors_behind_exact_relations_are_found() {
    let checks = Checks { leaks: Leaks::Off, streams: false, ..Checks::default() };
    let config = Config { checks, steps: 100_000, ..Config::default() };
    let mut wrong = Vec::new();
    for case in cases() {
        let Some(program) = read(&case) else { return };
        let name = format!("{} {}", case.path.display(), case.flags.join(" "));
        let by_chance = (0..300).find_map(|seed| {
            let run = run(&program, &config, &mut RandomInputs::new(seed));
            run.violation().map(|found| found.message.clone())
        });
        if by_chance.is_some() {
            wrong.push(format!("{name}: a random run finds {by_chance:?}"));
        }
        let found = propose(&program, &config, Limits { steps: 40_000_000, run_steps: 20_000 });
        let error = found.run.as_ref().and_then(|run| run.violation()).map(|found| found.kind.id());
        if error != case.error.as_deref() {
            wrong.push(format!("{name}: {error:?} after {} runs", found.runs));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
