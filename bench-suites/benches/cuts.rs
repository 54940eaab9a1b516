//! Finding a cut at a fractional vertex, by size of the system: from proofs (Hermite form), Chvátal-Gomory,
//! mixed-integer rounding, and the elimination of equalities.

#[path = "../../solver/tests/random/mod.rs"]
mod random;
#[path = "systems/mod.rs"]
mod systems;

use cfp_solver::Budget;
use cfp_solver::internals::lia::diophantine;
use cfp_solver::internals::lia::gomory::GomoryCuts;
use cfp_solver::internals::lia::mir::MirCuts;
use cfp_solver::internals::lia::proofs::ProofPlanes;
use cfp_solver::internals::simplex::{Check, Side, Simplex, Tag};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use systems::{Shape, feasible};

/// A vertex with a fractional value.
fn vertex(size: usize) -> Simplex {
    let shape = Shape { vars: size, rows: size, entries: 4, largest: 9 };
    let is_fractional = |simplex: &Simplex| !simplex.vars().all(|var| simplex.is_integral(var));
    let mut systems = (1..).map(|seed| feasible(&shape, seed));
    let solved = systems.find_map(|mut simplex| {
        let is_feasible = matches!(simplex.check(&mut Budget::unlimited()), Check::Feasible);
        (is_feasible && is_fractional(&simplex)).then_some(simplex)
    });
    solved.expect("there is no end of systems")
}

/// Every second row fixed at the value it has, if that is an integer.
fn with_equalities(mut simplex: Simplex) -> Simplex {
    for var in simplex.vars().step_by(2) {
        if simplex.definition(var).is_some() && simplex.is_integral(var) {
            let value = simplex.value(var).floor();
            for side in [Side::Lower, Side::Upper] {
                _ = simplex.assert_bound(var, side, value.clone(), Tag(var.index() as u32));
            }
        }
    }
    assert!(matches!(simplex.check(&mut Budget::unlimited()), Check::Feasible));
    simplex
}

fn cuts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cuts");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    for size in [10, 20, 40, 80] {
        let simplex = vertex(size);
        let mut budget = Budget::unlimited();
        group.bench_function(BenchmarkId::new("proofs", size), |bencher| {
            let mut planes = ProofPlanes::new(&simplex, Tag(u32::MAX));
            bencher.iter(|| planes.find(black_box(&simplex), &mut budget));
        });
        group.bench_function(BenchmarkId::new("gomory", size), |bencher| {
            let cuts = GomoryCuts::new(&simplex);
            bencher.iter(|| cuts.find(black_box(&simplex), &mut budget));
        });
        group.bench_function(BenchmarkId::new("mir", size), |bencher| {
            let cuts = MirCuts::new(&simplex);
            bencher.iter(|| cuts.find(black_box(&simplex), &mut budget));
        });
        let simplex = with_equalities(simplex);
        group.bench_function(BenchmarkId::new("diophantine", size), |bencher| {
            let run = |mut simplex: Simplex| diophantine::test(&mut simplex, &mut Budget::unlimited());
            bencher.iter_batched(|| simplex.clone(), run, BatchSize::SmallInput);
        });
    }
    group.finish();
}

criterion_group!(benches, cuts);
criterion_main!(benches);
