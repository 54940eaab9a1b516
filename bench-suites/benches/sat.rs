//! The SAT core next to varisat, on the families that it is tested with.

#[path = "../../solver/tests/sat_common/mod.rs"]
mod sat_common;

use cfp_solver::internals::sat::SatOptions;
use criterion::{Criterion, criterion_group, criterion_main};
use sat_common::*;

fn families() -> Vec<(&'static str, Clauses)> {
    let mut random = Random::new(100);
    vec![
        ("3-sat, 150 variables at 4.26", random_ksat(&mut random, 150, 639, 3)),
        ("3-sat, 400 variables at 3.8", random_ksat(&mut random, 400, 1520, 3)),
        ("pigeonhole, 8 into 7", pigeonhole(8, 7)),
        ("3-colouring, 200 nodes", colouring(&mut random, 200, 460, 3)),
        ("miter, 3000 gates", miter(&mut random, 60, 3000)),
        ("factoring, 14 bits", factoring(&mut random, 14)),
    ]
}

fn sat(criterion: &mut Criterion) {
    for (name, clauses) in families() {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("cfp", |bencher| {
            bencher.iter(|| {
                let mut solver = solver_for(&clauses, 0, SatOptions::default());
                solve_checked(&mut solver, &clauses, &[])
            });
        });
        group.bench_function("varisat", |bencher| bencher.iter(|| oracle(&clauses, &[])));
        group.finish();
    }
}

criterion_group!(benches, sat);
criterion_main!(benches);
