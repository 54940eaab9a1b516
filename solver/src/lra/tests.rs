//! Single problems, and random ones compared with Fourier-Motzkin elimination: Boolean combinations of weak
//! and strict constraints over real and integer variables, in rounds, so that atoms and clauses also come
//! after searches.

use super::LraTheory;
use super::theory::{LraOptions, LraStats};
use crate::answer::Unknown;
use crate::limits::{Budget, Interrupt, Limits};
use crate::linear::{Linear, NumVar};
use crate::num::{Int, Rat};
use crate::random::Rng;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver};

/// `sum c_i x_i <= bound / SCALE`, or `<` if strict.
#[derive(Clone, Debug)]
struct Constraint {
    coefficients: Vec<i128>,
    bound: i128,
    strict: bool,
}

fn variable(index: usize, integers: &[usize]) -> NumVar {
    if integers.contains(&index) { NumVar::integer(index) } else { NumVar::real(index) }
}

/// Bounds are multiples of `1 / SCALE`.
const SCALE: i128 = 6;
/// Integer variables lie between minus this and this.
const BOX: i128 = 3;

impl Constraint {
    fn negated(&self) -> Constraint {
        let coefficients = self.coefficients.iter().map(|c| -c).collect();
        Constraint { coefficients, bound: -self.bound, strict: !self.strict }
    }

    fn form(&self, integers: &[usize]) -> Linear<NumVar> {
        let term = |(index, &c): (usize, &i128)| (variable(index, integers), Int::from(c));
        Linear::new(self.coefficients.iter().enumerate().map(term).collect())
    }

    fn bound(&self) -> Rat {
        Rat::new(Int::from(self.bound), Int::from(SCALE))
    }

    fn holds(&self, values: &[Rat]) -> bool {
        let mut sum = Rat::ZERO;
        for (value, &c) in values.iter().zip(&self.coefficients) {
            sum.add_mul_int(value, &Int::from(c));
        }
        if self.strict { sum < self.bound() } else { sum <= self.bound() }
    }

    /// With an integer variable replaced by a number.
    fn with_value(&self, var: usize, value: i128) -> Constraint {
        let mut fixed = self.clone();
        let coefficient = std::mem::take(&mut fixed.coefficients[var]);
        fixed.bound -= SCALE * coefficient * value;
        fixed
    }
}

/// Whether constraints have a common real solution: each variable is eliminated by adding every constraint
/// that bounds it from above to every one that bounds it from below.
fn fourier_motzkin(mut constraints: Vec<Constraint>, num_vars: usize) -> bool {
    for var in 0..num_vars {
        let (involved, mut rest): (Vec<_>, Vec<_>) =
            constraints.into_iter().partition(|constraint| constraint.coefficients[var] != 0);
        for above in involved.iter().filter(|constraint| constraint.coefficients[var] > 0) {
            for below in involved.iter().filter(|constraint| constraint.coefficients[var] < 0) {
                let (a, b) = (-below.coefficients[var], above.coefficients[var]);
                let pairs = above.coefficients.iter().zip(&below.coefficients);
                rest.push(Constraint {
                    coefficients: pairs.map(|(x, y)| a * x + b * y).collect(),
                    bound: a * above.bound + b * below.bound,
                    strict: above.strict || below.strict,
                });
            }
        }
        constraints = rest;
    }
    constraints.iter().all(|constraint| constraint.bound > 0 || (constraint.bound == 0 && !constraint.strict))
}

/// The same with some variables integer, within their box.
fn mixed_feasible(constraints: &[Constraint], integers: &[usize], num_vars: usize) -> bool {
    match integers {
        [] => fourier_motzkin(constraints.to_vec(), num_vars),
        [var, rest @ ..] => (-BOX..=BOX).any(|value| {
            let fixed: Vec<_> = constraints.iter().map(|it| it.with_value(*var, value)).collect();
            fourier_motzkin(fixed.clone(), num_vars) && mixed_feasible(&fixed, rest, num_vars)
        }),
    }
}

/// A problem in clauses over constraints; literals are positions of constraints with a sign.
#[derive(Default)]
struct Problem {
    num_vars: usize,
    integers: Vec<usize>,
    constraints: Vec<Constraint>,
    clauses: Vec<Vec<(usize, bool)>>,
}

impl Problem {
    fn signed(&self, (index, sign): (usize, bool)) -> Constraint {
        if sign { self.constraints[index].clone() } else { self.constraints[index].negated() }
    }

    /// Looks for a way to satisfy each clause by one of its constraints.
    fn is_satisfiable(&self, chosen: &mut Vec<Constraint>, next: usize) -> bool {
        // Prune early over the reals only, which is cheap.
        if !fourier_motzkin(chosen.clone(), self.num_vars) {
            return false;
        }
        let Some(clause) = self.clauses.get(next) else {
            return mixed_feasible(chosen, &self.integers, self.num_vars);
        };
        clause.iter().any(|&lit| {
            chosen.push(self.signed(lit));
            let found = self.is_satisfiable(chosen, next + 1);
            chosen.pop();
            found
        })
    }

    fn random_constraint(&self, rng: &mut Rng) -> Constraint {
        let mut coefficients: Vec<i128> = vec![0; self.num_vars];
        for _ in 0..rng.range(1, 4) {
            coefficients[rng.range(0, self.num_vars as i64 - 1) as usize] = i128::from(rng.range(-7, 7));
        }
        if coefficients.iter().all(|&c| c == 0) {
            coefficients[0] = 1;
        }
        let bound = match rng.range(0, 2) {
            0 => i128::from(rng.range(-3, 3)) * SCALE,
            _ => i128::from(rng.range(-15, 15)),
        };
        Constraint { coefficients, bound, strict: rng.range(0, 1) == 0 }
    }
}

/// Compares theory and elimination on one random problem, over several rounds; counts the answers.
fn compare(seed: u64, mixed: bool, answers: &mut [u32; 2]) -> LraStats {
    let mut rng = Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let num_vars = if mixed { rng.range(2, 4) } else { rng.range(1, 3) };
    let mut problem = Problem { num_vars: num_vars as usize, ..Problem::default() };
    let mut sat = SatSolver::new(SatOptions::default());
    let mut theory =
        LraTheory::new(LraOptions { cuts: seed.is_multiple_of(2), dives: seed.is_multiple_of(3) });
    let mut budget = Budget::unlimited();
    let mut lits: Vec<Lit> = Vec::new();
    for var in 0..problem.num_vars {
        if mixed && rng.range(0, 2) > 0 {
            problem.integers.push(var);
            for sign in [-1, 1] {
                let mut coefficients = vec![0; problem.num_vars];
                coefficients[var] = sign;
                problem.clauses.push(vec![(problem.constraints.len(), true)]);
                problem.constraints.push(Constraint { coefficients, bound: BOX * SCALE, strict: false });
            }
        }
        theory.declare(variable(var, &problem.integers));
    }
    let mut written = 0;
    for round in 0..3 {
        for _ in 0..rng.range(2, 5) {
            problem.constraints.push(problem.random_constraint(&mut rng));
        }
        let num_constraints = problem.constraints.len() as i64;
        for _ in 0..rng.range(1, 4) {
            let literal = |rng: &mut Rng| (rng.range(0, num_constraints - 1) as usize, rng.range(0, 1) == 0);
            problem.clauses.push((0..rng.range(1, 3)).map(|_| literal(&mut rng)).collect());
        }
        for constraint in &problem.constraints[lits.len()..] {
            let (bound, strict) = (constraint.bound(), constraint.strict);
            lits.push(theory.new_atom(
                &constraint.form(&problem.integers),
                bound,
                strict,
                &mut sat,
                &mut budget,
            ));
        }
        if round == 0 {
            theory.write_order_clauses(&mut sat);
        }
        for clause in &problem.clauses[written..] {
            let clause: Vec<Lit> =
                clause.iter().map(|&(index, sign)| if sign { lits[index] } else { !lits[index] }).collect();
            sat.add_clause(&clause);
        }
        written = problem.clauses.len();

        let expected = problem.is_satisfiable(&mut Vec::new(), 0);
        let outcome = sat.solve(&mut theory, &[], &mut budget);
        assert_eq!(
            outcome,
            if expected { Outcome::Sat } else { Outcome::Unsat },
            "seed {seed}, round {round}"
        );
        answers[usize::from(expected)] += 1;
        if !expected {
            break;
        }
        let value = |var: usize| theory.value(variable(var, &problem.integers)).expect("declared").clone();
        let values: Vec<Rat> = (0..problem.num_vars).map(value).collect();
        assert!(problem.integers.iter().all(|&var| values[var].is_integer()), "seed {seed}: {values:?}");
        for (constraint, &lit) in problem.constraints.iter().zip(&lits) {
            assert_eq!(
                Some(constraint.holds(&values)),
                sat.value(lit),
                "seed {seed}: {constraint:?} {values:?}"
            );
        }
    }
    theory.stats().clone()
}

#[test]
fn real_problems_are_decided_like_fourier_motzkin_does() {
    let mut answers = [0, 0];
    let propagations: u64 = (1..2000).map(|seed| compare(seed, false, &mut answers).propagations).sum();
    assert!(propagations > 100, "{propagations} propagations");
    assert!(answers.iter().all(|&count| count > 100), "{answers:?}");
}

#[test]
fn mixed_problems_are_decided_like_fourier_motzkin_does() {
    let mut answers = [0, 0];
    let (mut branches, mut cuts) = (0, 0);
    for seed in 1..2000 {
        let stats = compare(seed, true, &mut answers);
        (branches, cuts) = (branches + stats.branches, cuts + stats.cuts);
    }
    assert!(branches > 200 && cuts > 40, "{branches} branches, {cuts} cuts");
    assert!(answers.iter().all(|&count| count > 100), "{answers:?}");
}

fn x() -> NumVar {
    NumVar::real(0)
}

#[test]
fn strict_bounds_get_values_strictly_inside() {
    // 3 < x < 3 + 10^-30
    let mut sat = SatSolver::new(SatOptions::default());
    let (mut theory, mut budget) = (LraTheory::default(), Budget::unlimited());
    let tiny = Rat::new(Int::ONE, Int::from(10).pow(30));
    let low = theory.new_atom(&Linear::variable(x()), Rat::from(3), false, &mut sat, &mut budget);
    let high = theory.new_atom(&Linear::variable(x()), Rat::from(3) + &tiny, true, &mut sat, &mut budget);
    theory.write_order_clauses(&mut sat);
    sat.add_clause(&[!low]);
    sat.add_clause(&[high]);
    assert_eq!(sat.solve(&mut theory, &[], &mut budget), Outcome::Sat);
    let value = theory.value(x()).unwrap();
    assert!(*value > Rat::from(3) && *value < Rat::from(3) + tiny);

    // Later: x <= 3 after all, under an assumption.
    assert_eq!(sat.solve(&mut theory, &[low], &mut budget), Outcome::Unsat);
}

#[test]
fn forms_that_differ_by_a_factor_share_atoms() {
    let mut sat = SatSolver::new(SatOptions::default());
    let (mut theory, mut budget) = (LraTheory::default(), Budget::unlimited());
    let form = |a: i64, b: i64| Linear::new(vec![(x(), Int::from(a)), (NumVar::real(1), Int::from(b))]);
    let third = theory.new_atom(&form(3, -6), Rat::from(1), false, &mut sat, &mut budget);
    let same = theory.new_atom(&form(1, -2), Rat::new(1.into(), 3.into()), false, &mut sat, &mut budget);
    let contrary = theory.new_atom(&form(-6, 12), Rat::from(-2), true, &mut sat, &mut budget);
    assert_eq!((same, contrary), (third, !third));
}

#[test]
fn integer_bounds_are_rounded() {
    let mut sat = SatSolver::new(SatOptions::default());
    let (mut theory, mut budget) = (LraTheory::default(), Budget::unlimited());
    let mut atom = |bound: Rat, strict| {
        theory.new_atom(&Linear::variable(NumVar::integer(0)), bound, strict, &mut sat, &mut budget)
    };
    let at_most_two = atom(Rat::from(2), false);
    assert_eq!(atom(Rat::from(3), true), at_most_two);
    assert_eq!(atom(Rat::new(5.into(), 2.into()), false), at_most_two);
    // x > 1/3 and x < 2/3 have no integer in between.
    let (low, high) = (atom(Rat::new(1.into(), 3.into()), false), atom(Rat::new(2.into(), 3.into()), true));
    assert_eq!(low, high);
}

#[test]
fn a_search_without_end_gives_up_when_the_budget_is_spent() {
    // 2x - 2y = z with 0 < z < 1 for integer x and y, real z: no solution, but branching alone does not see
    // it.
    let mut sat = SatSolver::new(SatOptions::default());
    let (mut theory, mut unlimited) = (LraTheory::default(), Budget::unlimited());
    let form = |c: i64| {
        let (x, y) = (NumVar::integer(0), NumVar::integer(1));
        Linear::new(vec![(x, Int::from(2)), (y, Int::from(-2)), (NumVar::real(2), Int::from(c))])
    };
    let z = Linear::variable(NumVar::real(2));
    let above = theory.new_atom(&form(-1), Rat::ZERO, false, &mut sat, &mut unlimited);
    let below = theory.new_atom(&form(-1), Rat::ZERO, true, &mut sat, &mut unlimited);
    let positive = theory.new_atom(&z, Rat::ZERO, false, &mut sat, &mut unlimited);
    let small = theory.new_atom(&z, Rat::ONE, true, &mut sat, &mut unlimited);
    theory.write_order_clauses(&mut sat);
    [above, !below, !positive, small].into_iter().for_each(|lit| sat.add_clause(&[lit]));
    let limits = Limits { ticks: Some(20_000), ..Limits::default() };
    let mut budget = Budget::start(&limits, &Interrupt::new());
    let outcome = sat.solve(&mut theory, &[], &mut budget);
    assert!(
        matches!(outcome, Outcome::Unknown(Unknown::Resources) | Outcome::Unsat),
        "{outcome:?} is wrong or no honest answer"
    );
}
