//! The public benchmarks with known answers, where they are at hand: every file gets a small deterministic
//! budget, and no answer may be wrong. `CFP_BENCH` names the folder with `manifest.csv`; `CFP_TICKS` changes
//! the budget per check.

use cfp_smtlib::{Config, Session};
use cfp_tests::benchmarks::{self, Benchmark};
use cfp_tests::rounds::ticks;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Work per check; about a tenth of a second in an optimised build.
const TICKS: u64 = 3_000_000;

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
    let Some(benchmarks) = benchmarks::of_logics(&["QF_LIA", "QF_IDL", "LIA"]) else {
        eprintln!("skipped: no benchmarks here (set CFP_BENCH)");
        return;
    };
    let ticks = ticks(TICKS);
    assert!(!benchmarks.is_empty(), "the manifest lists benchmarks");
    let next = AtomicUsize::new(0);
    let solved = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(benchmark) = benchmarks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = answers(&benchmark.path, ticks);
                    if found == benchmark.status {
                        solved.fetch_add(1, Ordering::Relaxed);
                    } else if found != "unknown" && benchmark.status != "unknown" {
                        let Benchmark { path, status, .. } = benchmark;
                        wrong.lock().unwrap().push(format!("{}: {found}, expected {status}", path.display()));
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
