//! Runs programs in the interpreter and, compiled, on the machine: what they print must be the same.
//!
//! `CFP_HEAP_PROGRAMS` says how many random programs (default 20), `CFP_HEAP_SEED` where to start.

use crate::random_cxx;
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cfp-heap-cxx-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What the compiled program prints, and its exit code; nothing if there is no compiler.
pub(crate) fn compiled(folder: &Path, text: &str) -> Option<(String, i32)> {
    let (source, binary) = (folder.join("program.cpp"), folder.join("program"));
    std::fs::write(&source, text).expect("a temporary file");
    let flags = ["-std=gnu++17", "-w", "-O0", "-o"];
    let built = Command::new("g++").args(flags).arg(&binary).arg(&source).output().ok()?;
    let complaint = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "g++ refuses the program: {complaint}\n{text}");
    let output = Command::new(&binary).output().expect("the compiled program runs");
    let code = output.status.code().unwrap_or_else(|| panic!("the compiled program crashes:\n{text}"));
    Some((String::from_utf8_lossy(&output.stdout).into_owned(), code))
}

/// The same in the interpreter; nothing if libclang is missing.
pub(crate) fn interpreted(text: &str) -> Option<(String, i32)> {
    let loaded = match load(&[Source::text("program.cpp", text)]) {
        Ok(loaded) => loaded,
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            return None;
        }
        Err(error) => panic!("{error}\n{text}"),
    };
    assert_eq!(loaded.program.check_invariants(), Ok(()), "{text}");
    let run = run(&loaded.program, &Config::default(), &mut ScriptedInputs::default());
    let Outcome::Finished(code) = run.outcome else { panic!("{:?}\n{text}", run.outcome) };
    assert!(run.inputs.is_empty(), "a value without a source: {:?}\n{text}", run.inputs);
    Some((String::from_utf8_lossy(&run.output).into_owned(), code & 255))
}

fn compare(folder: &Folder, text: &str) {
    let Some(expected) = compiled(&folder.0, text) else {
        eprintln!("skipped: there is no g++");
        return;
    };
    let Some(found) = interpreted(text) else { return };
    if found == expected {
        return;
    }
    let lines = expected.0.lines().zip(found.0.lines()).enumerate();
    let (row, program) = lines
        .take_while(|(_, (wanted, found))| wanted == found)
        .fold((0, ""), |(_, program), (row, (line, _))| {
            (row + 1, if line.starts_with("program ") { line } else { program })
        });
    let near = |text: &str| text.lines().skip(row.saturating_sub(2)).take(6).collect::<Vec<_>>().join("\n");
    let (wanted, seen) = (near(&expected.0), near(&found.0));
    panic!(
        "{program}, line {row}, compiled:\n{wanted}\ninterpreted:\n{seen}\nresults {} and {}",
        expected.1, found.1
    );
}

#[test]
fn written_programs_run_as_compiled() {
    let folder = Folder::new("written");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cxx/programs");
    let mut count = 0;
    for entry in std::fs::read_dir(programs).expect("the programs") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a program");
        compare(&folder, &text);
        count += 1;
    }
    assert!(count >= 4, "there are only {count} programs");
}

/// How many random programs are compiled as one.
const TOGETHER: u64 = 50;

#[test]
fn variables_of_headers_are_initialised_in_order() {
    let folder = Folder::new("headers");
    let header = folder.0.join("counted.h");
    let declarations = "static int count;
struct Counted { int number; Counted() : number(++count) {} };
static Counted first, unused;
inline int numbered() { return first.number; }
";
    std::fs::write(&header, declarations).expect("a temporary file");
    let program = "#include <cstdio>
static int seen = numbered();
static Counted last;
int main() { printf(\"%d %d %d\\n\", seen, last.number, count); }
";
    compare(&folder, &format!("#include \"{}\"\n{program}", header.display()));
}

#[test]
fn random_programs_run_as_compiled() {
    let folder = Folder::new("random");
    let start = number("CFP_HEAP_SEED", 1);
    let end = start + number("CFP_HEAP_PROGRAMS", 20);
    for first in (start..end).step_by(TOGETHER as usize) {
        compare(&folder, &random_cxx::programs(first..end.min(first + TOGETHER)));
    }
}
