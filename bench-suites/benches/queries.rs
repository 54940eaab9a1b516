//! Queries of a heap analysis, in process: as text in one session, and through the interface without text.

mod constraints;

use cfp_smtlib::{Config, Session};
use cfp_solver::Answer;
use constraints::{heap_constraints, read_constraint};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn bench_queries(criterion: &mut Criterion) {
    let queries = heap_constraints();
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
                    let (mut solver, _) = read_constraint(query);
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
