//! Contextual simplification of the constraints of a heap analysis, in process.
//!
//! The constraints are those of `QF_UFLIA/compass-openssh` if the folder of benchmarks is there (`CFP_BENCHMARKS` names it, or it is found
//! beside the checkout), each file's assertions as one formula; else generated ones of the same kind. How much smaller they get is
//! printed first.

use cfp_bench::known::statements;
use cfp_smtlib::{Config, Session};
use cfp_solver::contextual::{Simplifier, Size};
use cfp_solver::{Solver, Term};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn constraints() -> Vec<String> {
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

/// A constraint on two indices into an array of structs, with leaves that the rest decides.
fn generated(number: usize) -> String {
    let bound = number % 17;
    format!(
        "(declare-fun i () Int)\n(declare-fun j () Int)\n(declare-fun n () Int)\n(declare-fun f (Int) Int)\n\
         (assert (and (<= 0 i) (< i n) (<= 0 j) (< j n) (< n {bound})))\n\
         (assert (or (= (f i) (+ (f j) 1)) (and (= i j) (not (= (f i) (f j)))) (and (< i n) (> j {bound}))))\n"
    )
}

/// A solver whose terms are those of a constraint, and the constraint.
fn read(text: &str) -> (Solver, Term) {
    let mut session = Session::new(Config::default());
    session.run(text.as_bytes(), std::io::sink()).expect("a sink takes everything");
    let mut solver = session.into_solver();
    let all = solver.assertions().to_vec();
    let formula = solver.terms_mut().and(&all);
    (solver, formula)
}

fn print_shrinking(constraints: &[String]) {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for text in constraints {
        let (mut solver, formula) = read(text);
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
    let constraints = constraints();
    print_shrinking(&constraints);
    let mut group = criterion.benchmark_group("simplify");
    group.sample_size(10).throughput(Throughput::Elements(constraints.len() as u64));
    group.bench_function("with reading the text", |bencher| {
        bencher.iter(|| {
            for text in &constraints {
                let (mut solver, formula) = read(text);
                black_box(Simplifier::default().simplify(solver.terms_mut(), formula));
            }
        });
    });
    group.bench_function("without reading", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut total = Duration::ZERO;
            for _ in 0..rounds {
                for text in &constraints {
                    let (mut solver, formula) = read(text);
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
