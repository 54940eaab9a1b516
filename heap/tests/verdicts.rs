//! The programs in `verdicts`: each says in its first comment what the analysis must find, as it is and with
//! errors built in.
//!
//! A line `verdict FLAGS: proved` or `verdict FLAGS: PROPERTY` is one case, `verdict FLAGS: unknown` is one
//! where the analysis must not be sure. Among the flags of the compiler, `--summarize` means that functions
//! are looked at alone, and `--math` that integers are those of mathematics. What is proved must survive runs
//! with pseudo-random inputs, and, where there is a compiler, as a compiled program too.

use cfp_heap::analysis::{Calls, Options, Task, Verdict};
use cfp_heap::bounds;
use cfp_heap::counters;
use cfp_heap::front::{FrontError, Source, load_with};
use cfp_heap::interp::{Config, Outcome, RandomInputs, run};
use cfp_heap::ir::Program;
use cfp_heap::multiword::{self, MultiwordOptions};
use cfp_heap::obligations::Proof;
use cfp_heap::property::Ints;
use cfp_heap::report::summary;
use cfp_heap::shapes;
use cfp_heap::symbolic::analyze;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const RUNS: u64 = 60;

/// What compiled programs are linked with: inputs from the list of arguments are not needed, small numbers
/// will do.
const DRIVER: &str = "#include <stdlib.h>
static unsigned long state = SEED;
int __VERIFIER_nondet_int(void) { state = state * 6364136223846793005ul + 1442695040888963407ul; return (int)(state >> 33) % 120; }
void reach_error(void) { abort(); }
void __VERIFIER_error(void) { abort(); }
unsigned long buffer_size(const void *p) { return __builtin_object_size(p, 0); }
";

struct Case {
    path: PathBuf,
    flags: Vec<String>,
    calls: Calls,
    ints: Ints,
    expected: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a program");
        let before = cases.len();
        for line in text.lines().take_while(|line| !line.contains("*/")) {
            let Some((flags, expected)) = line
                .split_once("verdict")
                .filter(|(start, _)| *start == " * ")
                .and_then(|(_, rest)| rest.split_once(':'))
            else {
                continue;
            };
            let mut flags: Vec<String> = flags.split_whitespace().map(str::to_string).collect();
            if flags.is_empty() && text.contains("-DBUG=") {
                flags.push("-DBUG=0".to_string());
            }
            let mut take = |flag: &str| {
                let before = flags.len();
                flags.retain(|other| other != flag);
                flags.len() < before
            };
            let calls = if take("--summarize") { Calls::Summarize } else { Calls::Auto };
            let ints = if take("--math") { Ints::Math } else { Ints::Machine };
            let expected = expected.split_whitespace().next().expect("a verdict").to_string();
            cases.push(Case { path: path.clone(), flags, calls, ints, expected });
        }
        assert!(cases.len() > before, "{}: says nothing of its verdict", path.display());
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
fn programs_get_their_verdicts() {
    let mut wrong = Vec::new();
    for case in cases() {
        let Some(program) = read(&case) else { return };
        let name = format!("{} {:?} {:?} {:?}", case.path.display(), case.flags, case.calls, case.ints);
        let task = Task { ints: case.ints, ..Task::new(&program) };
        let options = Options { calls: case.calls, ..Options::default() };
        let found = match analyze(&task, &options).verdict {
            Verdict::Proved => "proved".to_string(),
            Verdict::Refuted { errors, .. } => summary(&errors),
            Verdict::Unknown(open) => {
                let texts: Vec<String> = open
                    .iter()
                    .map(|open| format!("{}: {}", program.show_pos(open.pos), open.text))
                    .collect();
                format!("unknown:\n  {}", texts.join("\n  "))
            }
        };
        if found.split(":\n").next() != Some(case.expected.as_str()) {
            wrong.push(format!("{name}: {} expected, {found}", case.expected));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a proof says that there is no violation of a property.
fn excludes(proof: &Proof, property: &str) -> bool {
    match proof {
        Proof::Void => false,
        Proof::AllBut { places, kinds } => {
            let mut open = kinds.iter().copied().chain(places.iter().map(|open| open.kind));
            open.all(|kind| kind.property() != property)
        }
    }
}

#[test]
fn small_domains_exclude_no_error() {
    const TIME: Duration = Duration::from_secs(1);
    for case in cases().iter().filter(|case| !["proved", "unknown"].contains(&case.expected.as_str())) {
        let Some(program) = read(case) else { return };
        let task = Task { ints: case.ints, ..Task::new(&program) };
        let deadline = Some(Instant::now() + TIME);
        let multiword = MultiwordOptions { deadline, abstraction: None, widening: true };
        let proofs = [
            ("counters", counters::analyze(&task).map(|found| found.proof)),
            ("bounds", Some(bounds::analyze(&task, TIME).proof)),
            ("shapes", shapes::analyze(&task, deadline).map(|found| found.proof)),
            ("multiword", multiword::analyze(&task, multiword).map(|found| found.proof)),
        ];
        for (domain, proof) in proofs {
            let is_wrong = proof.is_some_and(|proof| excludes(&proof, &case.expected));
            let Case { path, flags, expected, .. } = case;
            assert!(!is_wrong, "{} {flags:?}: {domain} exclude {expected}", path.display());
        }
    }
}

#[test]
fn proved_programs_run_without_error() {
    for case in cases().iter().filter(|case| case.expected == "proved") {
        let Some(program) = read(case) else { return };
        for seed in 0..RUNS {
            let outcome = run(&program, &Config::default(), &mut RandomInputs::new(seed)).outcome;
            let is_good = matches!(outcome, Outcome::Finished(_) | Outcome::Infeasible(_) | Outcome::Aborted);
            assert!(is_good, "{}: {outcome:?}", case.path.display());
        }
    }
}

#[test]
fn proved_programs_run_without_error_when_compiled() {
    let folder = std::env::temp_dir().join(format!("cfp-heap-verdicts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let (driver, binary) = (folder.join("driver.c"), folder.join("program"));
    // The libraries for 32 bits are rarely installed.
    let is_built = |case: &&Case| case.expected == "proved" && !case.flags.iter().any(|flag| flag == "-m32");
    for case in cases().iter().filter(is_built) {
        for seed in 1..6 {
            std::fs::write(&driver, DRIVER.replace("SEED", &seed.to_string())).expect("a temporary file");
            let mut command = Command::new("gcc");
            command.args(["-std=gnu11", "-w", "-O1", "-fno-builtin", "-o"]).arg(&binary).args(&case.flags);
            let Ok(built) = command.arg(&case.path).arg(&driver).output() else {
                eprintln!("skipped: gcc is missing");
                return;
            };
            let complaint = String::from_utf8_lossy(&built.stderr);
            assert!(built.status.success(), "gcc refuses {}: {complaint}", case.path.display());
            // The size of a buffer is something that only the analyzer knows.
            if std::fs::read_to_string(&case.path).is_ok_and(|text| text.contains("buffer_size")) {
                continue;
            }
            let output = Command::new(&binary).output().expect("the compiled program runs");
            assert!(output.status.code().is_some(), "{} with seed {seed} crashes", case.path.display());
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn stubs_come_after_the_program_and_before_the_models() {
    let program = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        extern unsigned long strlen(const char *s); extern int sensor(int which); extern int own(void);
        int own(void) { return 3; }
        int main(void) {
            int which = __VERIFIER_nondet_int();
            int value = sensor(which);
            if (value < 10 || value > 20) reach_error();
            if (__builtin_strlen(\"abc\") != LENGTH || own() != 3) reach_error();
            return 0;
        }";
    let stubs = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
        int sensor(int which) { int value = __VERIFIER_nondet_int(); __VERIFIER_assume(value > 9 && value < LIMIT); return value; }
        unsigned long strlen(const char *s) { return 77; }
        int own(void) { return 4; }";
    let verdict = |length: &str, limit: &str| {
        let (program, stubs) = (program.replace("LENGTH", length), stubs.replace("LIMIT", limit));
        match load_with(&[Source::text("program.c", &program)], &[Source::text("stubs.c", &stubs)]) {
            Ok(loaded) => Some(analyze(&Task::new(&loaded.program), &Options::default()).verdict),
            Err(FrontError::Missing(missing)) => {
                eprintln!("skipped: {missing}");
                None
            }
            Err(error) => panic!("{error}"),
        }
    };
    let Some(good) = verdict("77", "21") else { return };
    assert!(matches!(good, Verdict::Proved), "{good:?}");
    assert!(matches!(verdict("3", "21"), Some(Verdict::Refuted { .. })));
    assert!(matches!(verdict("77", "22"), Some(Verdict::Refuted { .. })));
}

#[test]
fn errors_in_models_are_where_the_program_calls_them() {
    let text = "#include <string.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n\
        char s[3] = {1, 2, 3};\n if (__VERIFIER_nondet_int() != 5) s[2] = 0;\n return strcspn(s, \"x\") == 9;\n}";
    let loaded = match load_with(&[Source::text("program.c", text)], &[]) {
        Ok(loaded) => loaded,
        Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
        Err(error) => panic!("{error}"),
    };
    match analyze(&Task::new(&loaded.program), &Options::default()).verdict {
        Verdict::Refuted { errors, .. } => {
            let lines: Vec<u32> = errors.violations().map(|(found, _)| found.pos.line).collect();
            assert_eq!(lines, [6]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn programs_without_library_functions_get_no_models() {
    let text = "#include <string.h>\n#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 1); return 0; }";
    let loaded = match load_with(&[Source::text("program.c", text)], &[]) {
        Ok(loaded) => loaded,
        Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
        Err(error) => panic!("{error}"),
    };
    assert!(loaded.program.library_bodies().is_empty());
}
