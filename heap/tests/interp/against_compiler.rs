//! Runs random programs in the interpreter and, compiled, on the machine: what they print must be the same.
//!
//! `CFP_HEAP_PROGRAMS` says how many programs (default 6), `CFP_HEAP_SEED` where to start.

use crate::random_c;
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
use cfp_heap::property::{Checks, Leaks};
use std::path::{Path, PathBuf};
use std::process::Command;

const PARTS: usize = 12;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cfp-heap-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Keeps a program for whoever looks into a failure, and says where.
fn keep(text: &str) -> String {
    let path = std::env::temp_dir().join("cfp-heap-differs.c");
    match std::fs::write(&path, text) {
        Ok(()) => format!("the program is in {}", path.display()),
        Err(error) => format!("the program cannot be kept: {error}"),
    }
}

/// What the compiled program prints, and its exit code; nothing if there is no compiler.
fn compiled(folder: &Path, text: &str) -> Option<(Vec<u8>, i32)> {
    let (source, binary) = (folder.join("program.c"), folder.join("program"));
    std::fs::write(&source, text).expect("a temporary file");
    let flags = ["-std=gnu11", "-w", "-O0", "-fwrapv", "-ffp-contract=off", "-o"];
    let built = Command::new("gcc").args(flags).arg(&binary).arg(&source).output().ok()?;
    let complaint = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "gcc refuses the program: {complaint}\n{}", keep(text));
    let output = Command::new(&binary).output().expect("the compiled program runs");
    let code = output.status.code().unwrap_or_else(|| panic!("the compiled program crashes; {}", keep(text)));
    Some((output.stdout, code))
}

/// The same in the interpreter; nothing if libclang is missing.
fn interpreted(text: &str, overflow: bool) -> Option<(Vec<u8>, Result<i32, String>)> {
    let loaded = match load(&[Source::text("program.c", text)]) {
        Ok(loaded) => loaded,
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            return None;
        }
        Err(error) => panic!("{error}\n{}", keep(text)),
    };
    if let Err(complaint) = loaded.program.check_invariants() {
        panic!("{complaint}; {}", keep(text));
    }
    // For compilers, the left shift of a negative number is a multiplication.
    let checks = Checks { overflow, arithmetic: false, leaks: Leaks::Off, ..Checks::default() };
    let config = Config { checks, ..Config::default() };
    let run = run(&loaded.program, &config, &mut ScriptedInputs::default());
    let code = match run.outcome {
        Outcome::Finished(code) => Ok(code & 255),
        Outcome::Violation(found) => {
            Err(format!("{}: {}", loaded.program.show_pos(found.pos), found.message))
        }
        other => Err(format!("{other:?}")),
    };
    Some((run.output, code))
}

/// Compares both; false if something is missing on this machine.
fn agree(folder: &Path, name: &str, text: &str) -> bool {
    let Some((output, code)) = interpreted(text, false) else { return false };
    let Some((expected_output, expected_code)) = compiled(folder, text) else {
        eprintln!("skipped: gcc is missing");
        return false;
    };
    let (output, expected_output) =
        (String::from_utf8_lossy(&output), String::from_utf8_lossy(&expected_output));
    if output == expected_output && code == Ok(expected_code) {
        return true;
    }
    let differ = output.lines().zip(expected_output.lines()).find(|(left, right)| left != right);
    panic!(
        "{name}: the interpreter ends with {code:?}, the compiled program with {expected_code}; first difference: \
         {differ:?}; {}",
        keep(text)
    );
}

/// Whether the compiled program stops at a signed overflow; nothing if there is no compiler.
fn overflows(folder: &Path, text: &str) -> Option<bool> {
    let (source, binary) = (folder.join("program.c"), folder.join("program"));
    std::fs::write(&source, text).expect("a temporary file");
    let flags = [
        "-std=gnu11",
        "-w",
        "-O0",
        "-fsanitize=signed-integer-overflow",
        "-fsanitize-undefined-trap-on-error",
        "-o",
    ];
    let built = Command::new("gcc").args(flags).arg(&binary).arg(&source).output().ok()?;
    assert!(built.status.success(), "gcc refuses the program; {}", keep(text));
    let output = Command::new(&binary).output().expect("the compiled program runs");
    Some(output.status.code().is_none())
}

#[test]
fn overflow_is_found_where_the_compiler_finds_it() {
    let folder = Folder::new("overflow");
    let seed = number("CFP_HEAP_SEED", 1) + 500_000;
    let count = 3 * number("CFP_HEAP_PROGRAMS", 6);
    for seed in seed..seed + count {
        let text = random_c::program(seed, 1);
        let Some((_, code)) = interpreted(&text, true) else { return };
        let Some(expected) = overflows(&folder.0, &text) else {
            eprintln!("skipped: gcc is missing");
            return;
        };
        let found = matches!(&code, Err(message) if is_overflow(message));
        // gcc computes in a narrower type where the result is cut anyway, and then finds nothing.
        assert!(found || !expected, "seed {seed}: the interpreter ends with {code:?}; {}", keep(&text));
        assert!(found || code.is_ok(), "seed {seed}: the interpreter ends with {code:?}; {}", keep(&text));
    }
}

/// Whether a message tells of a signed overflow, and the numbers in it do overflow.
fn is_overflow(message: &str) -> bool {
    let Some((_, numbers)) = message.split_once("signed overflow: ") else { return false };
    let words: Vec<&str> = numbers.split_whitespace().collect();
    let number = |index: usize| words[index].parse::<i128>().expect("a number");
    let exact = match words[1] {
        "+" => number(0) + number(2),
        "-" => number(0) - number(2),
        "*" => number(0) * number(2),
        "<<" => number(0) << number(2),
        _ => number(0) / number(2),
    };
    let bits = words[words.len() - 2].parse::<u32>().expect("a width");
    !(-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&exact)
}

#[test]
fn random_programs_print_the_same_as_compiled_ones() {
    let folder = Folder::new("random");
    let seed = number("CFP_HEAP_SEED", 1);
    let count = number("CFP_HEAP_PROGRAMS", 6);
    for seed in seed..seed + count {
        if !agree(&folder.0, &format!("seed {seed}"), &random_c::program(seed, PARTS)) {
            return;
        }
    }
}

#[test]
fn programs_that_once_went_wrong() {
    let folder = Folder::new("regress");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regress");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(cases).expect("the folder of cases").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a case");
        if !agree(&folder.0, &path.display().to_string(), &text) {
            return;
        }
    }
}
