//! LLL by dimension and size of the entries.
//!
//! `dense` are random square bases; `knapsack` is an identity over one row of long numbers, where many steps
//! are needed.

#[path = "../../solver/tests/random/mod.rs"]
mod random;

use cfp_solver::internals::hnf::{Matrix, independent_rows};
use cfp_solver::internals::lattice::lll;
use cfp_solver::{Budget, Int};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use random::Rng;
use std::time::Duration;

impl Rng {
    fn int(&mut self, max: i64) -> Int {
        Int::from(self.signed(max))
    }
}

fn reduction(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lll");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    let mut measure = |name: &str, size: usize, basis: Matrix| {
        group.bench_function(BenchmarkId::new(name, size), |bencher| {
            let run = |mut basis: Matrix| {
                lll(&mut basis, &mut (), &mut Budget::unlimited()).unwrap();
                basis
            };
            bencher.iter_batched(|| basis.clone(), run, BatchSize::SmallInput);
        });
    };
    for size in [5, 10, 20, 40] {
        for max in [10, 1_000_000] {
            let mut rng = Rng(1);
            let mut dense = || Matrix::from_fn(size, size, |_, _| rng.int(max));
            let mut basis = dense();
            while independent_rows(&basis).len() < size {
                basis = dense();
            }
            measure(&format!("dense-{max}"), size, basis);
        }
        let mut rng = Rng(2);
        let knapsack = Matrix::from_fn(size + 1, size, |i, j| match i == size {
            true => rng.int(1 << 50),
            false => Int::from((i == j) as i64),
        });
        measure("knapsack", size, knapsack);
    }
    group.finish();
}

criterion_group!(benches, reduction);
criterion_main!(benches);
