//! Quantifier elimination from the constraints of a heap analysis, in process: one to three integer variables
//! of each constraint, which ones depends on the number of the constraint only. How long the single
//! eliminations take and how large their results are is printed first.

mod constraints;

use cfp_solver::contextual::Size;
use cfp_solver::{Options, Solver, Sort, Symbol, Term, qe};
use constraints::{heap_constraints, read_constraint};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A constraint under an existential quantifier; `None` if it has no integer variables.
fn quantified(number: usize, text: &str) -> Option<(Solver, Term, Term)> {
    let (mut solver, formula) = read_constraint(text);
    let terms = solver.terms_mut();
    let is_number =
        |&symbol: &Symbol| terms.parameters(symbol).is_empty() && terms.symbol_sort(symbol) == Sort::Int;
    let numbers: Vec<Symbol> = terms.free_symbols(&[formula]).into_iter().filter(is_number).collect();
    if numbers.is_empty() {
        return None;
    }
    let chosen = (0..1 + number % 3).map(|place| numbers[(number * 7 + place * 3) % numbers.len()]);
    let mut variables: Vec<Term> = chosen.map(|symbol| terms.symbol(symbol)).collect();
    variables.sort_unstable();
    variables.dedup();
    let question = terms.exists(&variables, formula);
    Some((solver, formula, question))
}

fn print_single(constraints: &[String]) {
    let (mut times, mut before, mut after, mut exact) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for (number, text) in constraints.iter().enumerate() {
        let Some((mut solver, formula, question)) = quantified(number, text) else { continue };
        let start = Instant::now();
        let result = qe::eliminate(solver.terms_mut(), question, &Options::default());
        times.push(start.elapsed());
        before.push(Size::of(solver.terms(), formula).leaves);
        after.push(Size::of(solver.terms(), result.may).leaves);
        exact += usize::from(result.is_exact());
    }
    times.sort_unstable();
    before.sort_unstable();
    after.sort_unstable();
    let middle = times.len() / 2;
    println!(
        "{} eliminations, {exact} exact: median {:?}, longest {:?}; leaves: median {} before, {} after",
        times.len(),
        times[middle],
        times[times.len() - 1],
        before[middle],
        after[middle]
    );
}

fn bench_eliminate(criterion: &mut Criterion) {
    let constraints = heap_constraints();
    print_single(&constraints);
    let mut group = criterion.benchmark_group("eliminate");
    group.sample_size(10).throughput(Throughput::Elements(constraints.len() as u64));
    group.bench_function("one to three variables", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut total = Duration::ZERO;
            for _ in 0..rounds {
                for (number, text) in constraints.iter().enumerate() {
                    let Some((mut solver, _, question)) = quantified(number, text) else { continue };
                    let start = Instant::now();
                    black_box(qe::eliminate(solver.terms_mut(), question, &Options::default()));
                    total += start.elapsed();
                }
            }
            total
        });
    });
    group.finish();
}

criterion_group!(benches, bench_eliminate);
criterion_main!(benches);
