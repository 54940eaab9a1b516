//! Hermite normal form and proofs, by size and by size of the coefficients.
//!
//! `dense` are random matrices; `vertex` mimics the defining constraints of a vertex: sparse rows with small
//! coefficients over rows of the identity (tight bounds), as many rows as columns.

#[path = "../../solver/tests/random/mod.rs"]
mod random;

use cfp_solver::internals::hnf::{Matrix, hermite, independent_rows, proofs_of_unsatisfiability};
use cfp_solver::{Budget, Int};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use random::Rng;
use std::hint::black_box;
use std::time::Duration;

impl Rng {
    fn int(&mut self, max: i64) -> Int {
        Int::from(self.signed(max))
    }

    fn dense(&mut self, rows: usize, cols: usize, max: i64) -> Matrix {
        Matrix::from_fn(rows, cols, |_, _| self.int(max))
    }

    fn vertex(&mut self, size: usize) -> Matrix {
        Matrix::from_fn(size, size, |i, j| match i < size / 2 {
            true if self.next().is_multiple_of(4) => self.int(9),
            true => Int::ZERO,
            false => Int::from((i == j) as i64),
        })
    }
}

fn form(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hermite");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    for (rows, cols) in [(5, 10), (10, 10), (20, 30), (20, 20), (50, 60), (50, 50), (100, 100)] {
        for max in [1, 100, 1_000_000] {
            if rows == 100 && max > 100 {
                continue;
            }
            let mut rng = Rng(1);
            let mut a = rng.dense(rows, cols, max);
            while independent_rows(&a).len() < rows {
                a = rng.dense(rows, cols, max);
            }
            group.bench_function(BenchmarkId::new(format!("dense-{rows}x{cols}"), max), |bencher| {
                bencher.iter(|| hermite(black_box(&a), &mut Budget::unlimited()).unwrap());
            });
        }
    }
    group.finish();
}

fn proofs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("proofs");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    for size in [10, 20, 50, 100] {
        let mut rng = Rng(2);
        let a = rng.vertex(size);
        let b: Vec<Int> = (0..size).map(|_| rng.int(100)).collect();
        group.bench_function(BenchmarkId::new("vertex", size), |bencher| {
            bencher.iter(|| proofs_of_unsatisfiability(black_box(&a), &b, &mut Budget::unlimited()).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, form, proofs);
criterion_main!(benches);
