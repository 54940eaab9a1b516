//! Programs with one call of a library function, for every function of the table: valid ones must not be
//! refuted, invalid ones must not be proved, and functions without a model are unknown. What is proved is
//! compiled with the sanitizers of gcc, and must run without a report.
//!
//! `CFP_HEAP_LIBRARY=all` takes all functions, the name of a function takes this one; otherwise a sample.

mod one_call;

use cfp_heap::analysis::{Options, Task};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::libc::{self, Description, table};
use cfp_heap::verify::{Conclusion, verify};
use one_call::{Program, is_executable, is_modelled, programs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Of so many functions, the sample has one.
const SAMPLE: usize = 9;

/// Calls in one compiled file.
const BATCH: usize = 40;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Proved,
    Refuted,
    Unknown,
    /// The compiler does not take the program.
    Invalid,
}

/// A program with its verdict, and whether the function has a model.
struct Case {
    program: Program,
    verdict: Verdict,
    is_modelled: bool,
    reason: String,
}

fn selected() -> Vec<(&'static Description, &'static str)> {
    let wanted = std::env::var("CFP_HEAP_LIBRARY").unwrap_or_default();
    let with_signature = |(_, name): &(&Description, &str)| libc::signature::find(name).is_some();
    let all =
        table::functions().flat_map(|function| function.names.iter().map(move |name| (function, *name)));
    let all: Vec<(&'static Description, &'static str)> = all.filter(with_signature).collect();
    // The sample takes functions with a model; the others are quickly done.
    match wanted.as_str() {
        "all" => all,
        "" => {
            let is_followed = |(function, _): &(&Description, &str)| {
                is_modelled(function) && (function.is_native || function.is_c_code)
            };
            all.into_iter().filter(is_followed).step_by(SAMPLE).collect()
        }
        name => all.into_iter().filter(|(_, own)| *own == name).collect(),
    }
}

/// The verdict on a program; nothing if libclang is missing.
fn verdict(program: &Program) -> Option<(Verdict, String)> {
    let loaded = match load(&[Source::text("call.c", &program.text())]) {
        Ok(loaded) => loaded.program,
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            return None;
        }
        Err(error) => return Some((Verdict::Invalid, error.to_string())),
    };
    let options = Options { runs: 20, time: Some(Duration::from_secs(10)), ..Options::default() };
    Some(match verify(&Task::new(&loaded), &options).conclusion {
        Conclusion::Proved(reason) => (Verdict::Proved, reason.to_string()),
        Conclusion::Refuted { errors, .. } => (Verdict::Refuted, format!("{errors:?}")),
        Conclusion::Unknown { reason, open } => {
            let texts: Vec<&str> = open.iter().map(|open| open.text.as_str()).collect();
            (Verdict::Unknown, format!("{reason}: {}", texts.join("; ")))
        }
    })
}

fn examine(functions: &[(&'static Description, &'static str)]) -> Option<Vec<Case>> {
    let mut cases = Vec::new();
    for (function, name) in functions {
        for program in programs(function, name) {
            let is_modelled = is_modelled(function);
            if !is_modelled && program.breach.is_some() {
                continue;
            }
            let (verdict, reason) = verdict(&program)?;
            cases.push(Case { program, verdict, is_modelled, reason });
        }
    }
    Some(cases)
}

/// Whether more than the sample is asked for.
fn is_all() -> bool {
    std::env::var("CFP_HEAP_LIBRARY").is_ok_and(|wanted| !wanted.is_empty())
}

/// What is wrong with a verdict.
fn complaint(case: &Case) -> Option<String> {
    let is_valid = case.program.breach.is_none();
    let what = match case.verdict {
        Verdict::Unknown => return None,
        Verdict::Invalid => "is not valid C",
        _ if !case.is_modelled => "has no model but a verdict",
        Verdict::Refuted if is_valid => "is valid but refuted",
        Verdict::Proved if !is_valid => "is invalid but proved",
        _ => return None,
    };
    Some(format!(
        "{} {what}: {:?}, {}\n{}",
        case.program.title(),
        case.verdict,
        case.reason,
        case.program.body
    ))
}

#[test]
fn calls_of_library_functions_get_no_wrong_verdict() {
    let functions = selected();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<_> = functions.chunks(functions.len().div_ceil(threads).max(1)).collect();
    let found: Option<Vec<Vec<Case>>> = std::thread::scope(|scope| {
        let workers: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || examine(part))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a verdict on every program")).collect()
    });
    let Some(cases) = found else { return };
    let cases: Vec<Case> = cases.into_iter().flatten().collect();
    let mut wrong: Vec<String> = cases.iter().filter_map(complaint).collect();
    let count = |verdict, is_valid: bool| {
        let fits = |case: &&Case| {
            case.is_modelled && case.verdict == verdict && case.program.breach.is_none() == is_valid
        };
        cases.iter().filter(fits).count()
    };
    let counts: Vec<String> = [true, false]
        .map(|is_valid| {
            let [proved, refuted, unknown] =
                [Verdict::Proved, Verdict::Refuted, Verdict::Unknown].map(|verdict| count(verdict, is_valid));
            format!("valid {is_valid}: {proved} proved, {refuted} refuted, {unknown} unknown")
        })
        .into();
    eprintln!("{} functions, {} programs; {}", functions.len(), cases.len(), counts.join("; "));
    if is_all() {
        let open = cases.iter().filter(|case| case.is_modelled && case.verdict == Verdict::Unknown);
        open.for_each(|case| eprintln!("unknown: {}: {}", case.program.title(), case.reason));
    }
    let is_run = |case: &&Case| {
        let function = libc::find(case.program.function).expect("a function of the table");
        case.is_modelled && case.verdict == Verdict::Proved && is_executable(function, case.program.function)
    };
    let proved: Vec<&Program> = cases.iter().filter(is_run).map(|case| &case.program).collect();
    wrong.extend(reports(&proved));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What the sanitizers report of programs that should run without error.
fn reports(programs: &[&Program]) -> Vec<String> {
    let folder = Folder(std::env::temp_dir().join(format!("cfp-heap-calls-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).expect("a folder for temporary files");
    let (mut found, mut runs) = (Vec::new(), 0);
    for batch in programs.chunks(BATCH) {
        let mut batch = batch.to_vec();
        let binary = loop {
            match compiled(&folder.0, &batch) {
                Built::Done(binary) => break binary,
                Built::Without(missing) => {
                    batch.retain(|program| !missing.contains(&program.function.to_string()))
                }
                Built::NoCompiler => {
                    eprintln!("skipped: gcc with sanitizers is missing");
                    return found;
                }
            }
        };
        for (index, program) in batch.iter().enumerate() {
            runs += 1;
            if let Some(report) = report(&folder.0, &binary, index) {
                found.push(format!("{} is proved, but: {report}\n{}", program.title(), program.body));
            }
        }
    }
    eprintln!("{runs} proved calls run with sanitizers");
    found
}

/// What becomes of a file with several calls.
enum Built {
    /// A program that takes the number of the call that it makes.
    Done(PathBuf),
    /// These functions are not in the library.
    Without(Vec<String>),
    /// There is no compiler with sanitizers.
    NoCompiler,
}

/// Compiles a file with several calls.
fn compiled(folder: &Path, batch: &[&Program]) -> Built {
    let (source, binary) = (folder.join("calls.c"), folder.join("calls"));
    std::fs::write(&source, one_call::together(batch)).expect("a temporary file");
    let flags = ["-std=gnu11", "-w", "-g", "-fno-builtin", "-fsanitize=address,undefined", "-o"];
    let mut command = Command::new("gcc");
    command.args(flags).arg(&binary).arg(&source).args(["-lm", "-lpthread", "-lrt"]);
    let Ok(built) = command.output() else { return Built::NoCompiler };
    let complaint = String::from_utf8_lossy(&built.stderr);
    if complaint.contains("libasan") || complaint.contains("-fsanitize") {
        return Built::NoCompiler;
    }
    if built.status.success() {
        return Built::Done(binary);
    }
    let after = complaint.split("undefined reference to `").skip(1);
    let missing: Vec<String> = after.filter_map(|rest| rest.split('\'').next()).map(str::to_string).collect();
    assert!(!missing.is_empty(), "gcc refuses the calls: {complaint}");
    Built::Without(missing)
}

/// Runs one call. Gives what the sanitizers report, or how the process ended.
fn report(folder: &Path, binary: &Path, index: usize) -> Option<String> {
    const MOST: Duration = Duration::from_secs(20);
    let output = folder.join("output");
    let file = std::fs::File::create(&output).expect("a temporary file");
    let mut command = Command::new(binary);
    command.arg(index.to_string()).current_dir(folder).env("ASAN_OPTIONS", "detect_leaks=1");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let mut child = command.spawn().expect("the compiled program runs");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("the state of a process") {
            Some(status) => break status,
            None if start.elapsed() > MOST => {
                child.kill().expect("a process of our own");
                child.wait().expect("its end");
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let text = std::fs::read(&output).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    // Where processes must not look at each other, there is no detection of leaks.
    if text.contains("LeakSanitizer has encountered a fatal error") {
        return None;
    }
    let is_reported = text.contains("Sanitizer") || text.contains("runtime error");
    (is_reported || status.code().is_none()).then(|| text.chars().take(1500).collect())
}
