//! The simplex from scratch: one check of a random system, by size, density and size of the coefficients.
//!
//! Every row is bounded on both sides around a point that is known, so each system is feasible and has to be
//! pivoted to a vertex near it.

#[path = "../../solver/tests/random/mod.rs"]
mod random;
#[path = "systems/mod.rs"]
mod systems;

use cfp_solver::Budget;
use cfp_solver::internals::simplex::{Check, Simplex};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use std::time::Duration;
use systems::{Shape, feasible};

fn pivots(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pivots");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    for (density, entries) in [("sparse", 4), ("dense", usize::MAX)] {
        for size in [10, 20, 40] {
            for largest in [2, 100, 1_000_000] {
                let shape = Shape { vars: size, rows: size, entries: entries.min(size), largest };
                let simplex = feasible(&shape, 1);
                let id = BenchmarkId::new(format!("{density}-{size}"), largest);
                group.bench_function(id, |bencher| {
                    let run = |mut simplex: Simplex| {
                        assert!(matches!(simplex.check(&mut Budget::unlimited()), Check::Feasible));
                        simplex
                    };
                    bencher.iter_batched(|| simplex.clone(), run, BatchSize::SmallInput);
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, pivots);
criterion_main!(benches);
