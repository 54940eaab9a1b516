//! Contextual simplification of the constraints of a heap analysis, in process.
//!
//! Each file's assertions are one formula. How much smaller they get is printed first.

mod constraints;

use cfp_solver::contextual::{Simplifier, Size};
use constraints::{heap_constraints, read_constraint};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn print_shrinking(constraints: &[String]) {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for text in constraints {
        let (mut solver, formula) = read_constraint(text);
        let simplified = Simplifier::default().simplify(solver.terms_mut(), formula);
        before.push(Size::of(solver.terms(), formula).leaves);
        after.push(Size::of(solver.terms(), simplified).leaves);
    }
    let total = |leaves: &[u64]| leaves.iter().sum::<u64>();
    let (old, new) = (total(&before), total(&after));
    before.sort_unstable();
    after.sort_unstable();
    let middle = constraints.len() / 2;
    println!(
        "{} constraints: leaves {old} before, {new} after; median {} before, {} after",
        constraints.len(),
        before[middle],
        after[middle]
    );
}

fn bench_simplify(criterion: &mut Criterion) {
    let constraints = heap_constraints();
    print_shrinking(&constraints);
    let mut group = criterion.benchmark_group("simplify");
    group.sample_size(10).throughput(Throughput::Elements(constraints.len() as u64));
    group.bench_function("with reading the text", |bencher| {
        bencher.iter(|| {
            for text in &constraints {
                let (mut solver, formula) = read_constraint(text);
                black_box(Simplifier::default().simplify(solver.terms_mut(), formula));
            }
        });
    });
    group.bench_function("without reading", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut total = Duration::ZERO;
            for _ in 0..rounds {
                for text in &constraints {
                    let (mut solver, formula) = read_constraint(text);
                    let start = Instant::now();
                    black_box(Simplifier::default().simplify(solver.terms_mut(), formula));
                    total += start.elapsed();
                }
            }
            total
        });
    });
    group.finish();
}

criterion_group!(benches, bench_simplify);
criterion_main!(benches);
