//! Compiled runs with sanitizers, to compare with runs of the interpreter.
//!
//! One process runs the program once for each list of inputs, in children that it forks.

use cfp_heap::interp::{InputKind, Outcome, Run};
use cfp_heap::property::ViolationKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is linked with the program, whose `main` is renamed.
const DRIVER: &str = include_str!("driver.c");

/// Exit codes of the driver's children; the first three are agreed with `driver.c`.
const ASSERTION: i32 = 66;
const ASSUMPTION: i32 = 67;
const TIMEOUT: i32 = 68;
const ABORT: i32 = 128 + 6;
/// What the sanitizers end a process with.
const ERROR: i32 = 99;

/// A compiled program.
pub(crate) struct Compiled(PathBuf);

impl Drop for Compiled {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Compiled {
    /// Compiles a program; nothing if there is no compiler with sanitizers.
    pub(crate) fn new(text: &str, seed: u64) -> Option<Compiled> {
        // Tests that run side by side may have programs with the same seed.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("sanitizer-{}-{seed}-{number}", std::process::id());
        let compiled = Compiled(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let [program, driver] = ["program.c", "driver.c"].map(|name| compiled.0.join(name));
        std::fs::create_dir_all(&compiled.0).expect("a folder for temporary files");
        std::fs::write(&program, text).expect("a temporary file");
        std::fs::write(&driver, DRIVER).expect("a temporary file");
        let checks = "-fsanitize=address,signed-integer-overflow,integer-divide-by-zero,shift,bounds";
        let flags = [
            "-std=gnu11",
            "-w",
            "-O0",
            "-fno-builtin",
            "-fno-sanitize-recover=all",
            "-Dmain=program_main",
            checks,
        ];
        let mut gcc = Command::new("gcc");
        gcc.args(flags).arg("-o").arg(compiled.0.join("program")).args([program, driver]);
        match gcc.output() {
            Ok(output) if output.status.success() => Some(compiled),
            Ok(output) => {
                let complaint = String::from_utf8_lossy(&output.stderr);
                assert!(complaint.contains("cannot find"), "gcc refuses the program: {complaint}\n{text}");
                eprintln!("skipped: the sanitizers of gcc are missing");
                None
            }
            Err(error) => {
                eprintln!("skipped: gcc: {error}");
                None
            }
        }
    }

    /// Where a compiled run on the same inputs ends differently: the first such run and how it ends.
    pub(crate) fn difference<'r>(&self, runs: &'r [Run]) -> Option<(&'r Run, String)> {
        let runs: Vec<&Run> = runs.iter().filter(|run| is_comparable(run)).collect();
        let scripts = runs.iter().map(|run| {
            let values: Vec<String> = run.inputs.iter().map(|record| record.value.to_string()).collect();
            values.join(",")
        });
        let output = Command::new(self.0.join("program"))
            .args(scripts)
            // Only the exit codes are looked at: names in reports would take most of the time.
            .env("ASAN_OPTIONS", format!("exitcode={ERROR}:detect_leaks=1:symbolize=0"))
            .env("UBSAN_OPTIONS", format!("exitcode={ERROR}:symbolize=0"))
            .output()
            .expect("the compiled program runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let codes: Vec<i32> =
            text.lines().filter_map(|line| line.strip_prefix("ended ")?.parse().ok()).collect();
        assert_eq!(codes.len(), runs.len(), "the driver ends early: {text}");
        let pairs = runs.into_iter().zip(codes);
        pairs.into_iter().find(|(run, code)| !is_expected(run, *code)).map(|(run, code)| (run, meaning(code)))
    }
}

fn meaning(code: i32) -> String {
    match code {
        ERROR => "the sanitizers find an error".to_string(),
        ASSERTION => "an assertion fails".to_string(),
        ASSUMPTION => "an assumption does not hold".to_string(),
        TIMEOUT => "it does not end".to_string(),
        ABORT => "it aborts".to_string(),
        0 => "it ends without an error".to_string(),
        other => format!("it ends with {other}"),
    }
}

/// Whether a run depends on its inputs alone, ends, and ends in a way that sanitizers know.
fn is_comparable(run: &Run) -> bool {
    let is_determined = run.inputs.iter().all(|it| matches!(it.request.kind, InputKind::Function(_)));
    is_determined
        && match &run.outcome {
            Outcome::Violation(found) => {
                use ViolationKind::*;
                // For sanitizers, an empty block has one byte.
                let is_empty = found.message.contains("block of 0 bytes");
                !is_empty
                    && !matches!(found.kind, Uninitialized | UseAfterScope | Misuse | PointerOutOfBounds)
            }
            Outcome::Limit(_) | Outcome::Unsupported(..) => false,
            Outcome::Finished(_) | Outcome::Aborted | Outcome::Infeasible(_) => true,
        }
}

/// Whether a compiled run may end like this.
fn is_expected(run: &Run, code: i32) -> bool {
    match &run.outcome {
        Outcome::Finished(_) => code == 0,
        Outcome::Aborted => code == ABORT,
        Outcome::Infeasible(_) => code == ASSUMPTION,
        Outcome::Violation(found) => match found.kind {
            ViolationKind::Assertion | ViolationKind::ErrorCall => code == ASSERTION,
            // Old pointers on the stack hide leaks from sanitizers, and only some indexes are looked at.
            ViolationKind::Leak | ViolationKind::IndexOutOfBounds => [0, ERROR].contains(&code),
            _ => code == ERROR,
        },
        Outcome::Limit(_) | Outcome::Unsupported(..) => true,
    }
}
