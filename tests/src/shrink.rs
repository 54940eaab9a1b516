//! Makes assertions smaller while a test on them keeps failing.
//!
//! Greedy, at the level of terms: leave out an assertion or an argument, or put one of its arguments or a
//! small constant in the place of a term.

use cfp_solver::{Op, Solver, Sort, Term, Terms};
use std::collections::HashMap;

/// Tries at most, so that a slow test does not take forever.
const MOST_TRIES: usize = 5_000;

/// Smaller assertions for which `fails` still holds, as it must for the given ones. Terms are made in the
/// arena of the solver.
pub fn shrink(
    solver: &mut Solver,
    assertions: &[Term],
    mut fails: impl FnMut(&mut Solver, &[Term]) -> bool,
) -> Vec<Term> {
    let mut best = assertions.to_vec();
    let mut tries = 0;
    loop {
        let improved = candidates(solver.terms_mut(), &best).into_iter().find(|candidate| {
            tries += 1;
            tries <= MOST_TRIES && fails(solver, candidate)
        });
        match improved {
            Some(candidate) => best = candidate,
            None => return best,
        }
    }
}

/// What can be tried next, the boldest steps first.
fn candidates(terms: &mut Terms, assertions: &[Term]) -> Vec<Vec<Term>> {
    let mut found = Vec::new();
    for index in 0..assertions.len() {
        let mut rest = assertions.to_vec();
        rest.remove(index);
        found.push(rest);
    }
    let size = total_size(terms, assertions);
    for term in terms.reachable(assertions).into_iter().rev() {
        for replacement in replacements(terms, term) {
            if let Some(candidate) = replace(terms, assertions, term, replacement)
                && total_size(terms, &candidate) < size
            {
                found.push(candidate);
            }
        }
    }
    found
}

/// Smaller terms of the same sort.
fn replacements(terms: &mut Terms, term: Term) -> Vec<Term> {
    let (op, args) = (terms.op(term), terms.args(term).to_vec());
    let mut found = Vec::new();
    match terms.sort(term) {
        Sort::Bool => found.extend([terms.bool(true), terms.bool(false)]),
        Sort::Int => found.extend([terms.int(0), terms.int(1)]),
        _ => {}
    }
    if let Op::Number(numeral) = op {
        let value = terms.number(numeral).clone();
        let half = value.div_euclid(&2.into());
        let smaller = [half.clone(), &value - &half, value.abs()];
        found.extend(smaller.map(|value| terms.int(value)));
    }
    if let Op::Divisible(numeral) = op {
        let half = terms.number(numeral).div_euclid(&2.into());
        found.extend(terms.divisible(half, args[0]));
    }
    found.extend(args.iter().copied().filter(|&arg| terms.sort(arg) == terms.sort(term)));
    for index in 0..args.len() {
        let mut fewer = args.clone();
        fewer.remove(index);
        found.extend(terms.make(op, &fewer));
    }
    found.retain(|&other| other != term);
    found
}

/// The assertions with one term replaced wherever it occurs; `None` if that is no linear arithmetic any more.
fn replace(terms: &mut Terms, assertions: &[Term], old: Term, new: Term) -> Option<Vec<Term>> {
    let mut replaced: HashMap<Term, Term> = HashMap::new();
    for term in terms.reachable(assertions) {
        let args: Vec<Term> = terms.args(term).iter().map(|arg| replaced[arg]).collect();
        let same = args == terms.args(term);
        let result = match term {
            _ if term == old => new,
            _ if same => term,
            _ => terms.make(terms.op(term), &args).ok()?,
        };
        replaced.insert(term, result);
    }
    Some(assertions.iter().map(|assertion| replaced[assertion]).collect())
}

/// Terms, arguments and digits: every step must make this smaller, so that shrinking ends.
fn total_size(terms: &Terms, assertions: &[Term]) -> u64 {
    let size = |term: Term| {
        let digits = match terms.op(term) {
            Op::Number(numeral) => {
                let value = terms.number(numeral);
                2 * u64::from(value.bits()) + u64::from(value.is_negative())
            }
            Op::Divisible(numeral) => 2 * u64::from(terms.number(numeral).bits()),
            Op::Symbol(_) => 3,
            _ => 2,
        };
        1 + digits + 4 * terms.args(term).len() as u64
    };
    terms.reachable(assertions).into_iter().map(size).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{self, Rng, Shape};

    #[test]
    fn what_does_not_matter_goes_away() {
        let mut solver = Solver::new();
        let mut rng = Rng::new(1);
        let shape = Shape { ints: 3, bools: 2, assertions: 4, size: 30, constants: 100, ..Shape::default() };
        let formula = random::formula(solver.terms_mut(), &mut rng, &shape);
        let has_sum = |solver: &mut Solver, assertions: &[Term]| {
            let reachable = solver.terms().reachable(assertions);
            reachable.iter().any(|&term| solver.terms().op(term) == Op::Add)
        };
        assert!(has_sum(&mut solver, &formula.assertions));
        let shrunk = shrink(&mut solver, &formula.assertions, has_sum);
        assert!(has_sum(&mut solver, &shrunk));
        assert!(
            solver.terms().reachable(&shrunk).len() <= 4,
            "{:?}",
            solver.terms().display(shrunk[0]).to_string()
        );
    }
}
