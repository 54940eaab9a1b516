//! Bracketing constraints of a heap analysis, in process: made from its constraints, negated, conjoined, and
//! asked whether they can hold and whether they always do.

mod constraints;

use cfp_heap::bracket::Brackets;
use constraints::{heap_constraints, read_constraint};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn bench_brackets(criterion: &mut Criterion) {
    let constraints = heap_constraints();
    let mut group = criterion.benchmark_group("brackets");
    group.sample_size(10).throughput(Throughput::Elements(constraints.len() as u64));
    group.bench_function("make, negate and ask", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut total = Duration::ZERO;
            for _ in 0..rounds {
                for text in &constraints {
                    let (mut solver, formula) = read_constraint(text);
                    let mut brackets = Brackets::default();
                    std::mem::swap(brackets.terms_mut(), solver.terms_mut());
                    let start = Instant::now();
                    let may = brackets.exact(formula);
                    let not = brackets.not(may);
                    let either = brackets.or(&[may, not]);
                    black_box((
                        brackets.is_satisfiable(may),
                        brackets.is_valid(may),
                        brackets.is_valid(either),
                    ));
                    total += start.elapsed();
                }
            }
            total
        });
    });
    group.finish();
}

criterion_group!(benches, bench_brackets);
criterion_main!(benches);
