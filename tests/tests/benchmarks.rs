//! The public benchmarks with known answers, where they are at hand: every file gets a small deterministic budget, and no answer
//! may be wrong. `CFP_BENCH` names the folder with `manifest.csv`; `CFP_TICKS` changes the budget per check.

use cfp_smtlib::{Config, Session};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Work per check; about a tenth of a second in an optimised build.
const TICKS: u64 = 3_000_000;

struct Benchmark {
    path: PathBuf,
    expected: String,
}

/// The folder of benchmarks: next to the checkout unless the environment says otherwise.
fn folder() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/bench");
    let folder = std::env::var_os("CFP_BENCH").map_or_else(beside, PathBuf::from);
    folder.join("manifest.csv").exists().then_some(folder)
}

fn benchmarks(folder: &Path, logics: &[&str]) -> Vec<Benchmark> {
    let manifest = std::fs::read_to_string(folder.join("manifest.csv")).expect("the manifest can be read");
    let mut found = Vec::new();
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [path, logic, _family, status, ..] = fields[..] else {
            panic!("odd line in the manifest: {line}")
        };
        if logics.contains(&logic) {
            found.push(Benchmark { path: folder.join(path), expected: status.to_string() });
        }
    }
    found
}

/// The answers of a script, joined like in the manifest; the whole output if something else was printed.
fn answers(path: &Path, ticks: u64) -> String {
    let mut config = Config::default();
    config.options.limits.ticks = Some(ticks);
    let script = std::fs::File::open(path).expect("the benchmark can be read");
    let mut output = Vec::new();
    Session::new(config).run(script, &mut output).expect("writing to memory does not fail");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let lines = output.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(";")
}

#[test]
fn no_answer_to_a_known_benchmark_is_wrong() {
    let Some(folder) = folder() else {
        eprintln!("skipped: no benchmarks here (set CFP_BENCH)");
        return;
    };
    let ticks = std::env::var("CFP_TICKS").ok().and_then(|text| text.parse().ok()).unwrap_or(TICKS);
    let benchmarks = benchmarks(&folder, &["QF_LIA", "QF_IDL"]);
    assert!(!benchmarks.is_empty(), "the manifest lists benchmarks");
    let next = AtomicUsize::new(0);
    let solved = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(benchmark) = benchmarks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = answers(&benchmark.path, ticks);
                    if found == benchmark.expected {
                        solved.fetch_add(1, Ordering::Relaxed);
                    } else if found != "unknown" && benchmark.expected != "unknown" {
                        let Benchmark { path, expected } = benchmark;
                        wrong
                            .lock()
                            .unwrap()
                            .push(format!("{}: {found}, expected {expected}", path.display()));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let solved = solved.into_inner();
    eprintln!("{solved} of {} solved within {ticks} ticks", benchmarks.len());
    assert!(solved * 100 >= benchmarks.len() * 45, "only {solved} of {} solved", benchmarks.len());
}
