//! Queries of a heap analysis, in process: as text in one session, and through the interface without text.
//!
//! The queries are those of `QF_UFLIA/compass-openssh` if the folder of benchmarks is there (`CFP_BENCHMARKS` names it,
//! or it is found beside the checkout), else generated ones of the same kind.

use cfp_bench::known::statements;
use cfp_smtlib::{Config, Session};
use cfp_solver::{Answer, Solver};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn queries() -> Vec<String> {
    let folder = std::env::var_os("CFP_BENCHMARKS")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/bench"), PathBuf::from);
    let files = std::fs::read_dir(folder.join("QF_UFLIA/compass-openssh"));
    let mut paths: Vec<PathBuf> =
        files.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    if paths.is_empty() {
        return (0..200).map(generated).collect();
    }
    paths.iter().filter_map(|path| std::fs::read(path).ok()).map(|text| statements(&text)).collect()
}

/// Reads of an array of structs at two indices, as a heap analysis asks about them.
fn generated(number: usize) -> String {
    let bound = number % 17;
    format!(
        "(declare-fun i () Int)\n(declare-fun j () Int)\n(declare-fun n () Int)\n(declare-fun f (Int) Int)\n\
         (assert (and (<= 0 i) (< i n) (<= 0 j) (< j n) (< n {bound})))\n\
         (assert (or (= (f i) (+ (f j) 1)) (and (= i j) (not (= (f i) (f j))))))\n"
    )
}

/// A solver with the assertions of a query.
fn solver(query: &str) -> Solver {
    let mut session = Session::new(Config::default());
    session.run(query.as_bytes(), std::io::sink()).expect("a sink takes everything");
    session.into_solver()
}

fn bench_queries(criterion: &mut Criterion) {
    let queries = queries();
    let mut group = criterion.benchmark_group("queries");
    group.sample_size(10).throughput(Throughput::Elements(queries.len() as u64));
    let script: String =
        queries.iter().map(|query| format!("(push 1)\n{query}(check-sat)\n(pop 1)\n")).collect();
    group.bench_function("one session of text", |bencher| {
        bencher.iter(|| {
            let mut out = Vec::new();
            Session::new(Config::default())
                .run(script.as_bytes(), &mut out)
                .expect("memory takes everything");
            assert!(!out.windows(6).any(|word| word == b"(error"), "{}", String::from_utf8_lossy(&out));
            black_box(out)
        });
    });
    group.bench_function("without text", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut total = Duration::ZERO;
            for _ in 0..rounds {
                for query in &queries {
                    let mut solver = solver(query);
                    let start = Instant::now();
                    let answer = solver.check();
                    total += start.elapsed();
                    assert!(!matches!(answer, Answer::Unknown(_)));
                }
            }
            total
        });
    });
    group.finish();
}

criterion_group!(benches, bench_queries);
criterion_main!(benches);
