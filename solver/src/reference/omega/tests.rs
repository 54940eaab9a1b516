use super::equalities::mod_hat;
use super::*;
use crate::answer::Unknown;
use crate::limits::{Interrupt, Limits};
use rug::Integer;

/// A linear congruential generator, good enough to shuffle coefficients.
struct Rng(u64);

impl Rng {
    fn range(&mut self, low: i64, high: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + ((self.0 >> 33) as i64) % (high - low + 1)
    }

    fn expression(&mut self, vars: usize, largest: i64) -> Expression {
        let mut expression = Expression::constant(self.range(-3 * largest, 3 * largest));
        for var in 0..vars {
            if self.range(0, 2) > 0 {
                expression.add_product(&Integer::from(self.range(-largest, largest)), Var(var));
            }
        }
        expression
    }
}

fn expression(terms: &[i64], constant: i64) -> Expression {
    let mut expression = Expression::constant(constant);
    for (var, coefficient) in terms.iter().enumerate() {
        expression.add_product(&Integer::from(*coefficient), Var(var));
    }
    expression
}

fn equal(terms: &[i64], value: i64) -> Constraint {
    Constraint::Zero(expression(terms, -value))
}

fn at_least(terms: &[i64], bound: i64) -> Constraint {
    Constraint::NonNegative(expression(terms, -bound))
}

fn at_most(terms: &[i64], bound: i64) -> Constraint {
    let negated: Vec<i64> = terms.iter().map(|coefficient| -coefficient).collect();
    Constraint::NonNegative(expression(&negated, bound))
}

fn is_sat(constraints: &[Constraint]) -> bool {
    match solve(constraints, &mut Budget::unlimited()) {
        Outcome::Sat(_) => true,
        Outcome::Unsat => false,
        Outcome::Stopped => panic!("no limits"),
    }
}

#[test]
fn mod_hat_is_the_nearest_residue() {
    for a in -20..=20i64 {
        for m in 2..=7i64 {
            let residue = mod_hat(&Integer::from(a), &Integer::from(m)).to_i64().unwrap();
            assert_eq!((a - residue).rem_euclid(m), 0);
            assert!(-m <= 2 * residue && 2 * residue < m, "{a} modhat {m} = {residue}");
        }
    }
}

#[test]
fn known_equalities() {
    assert!(is_sat(&[equal(&[3, 5], 1)]));
    assert!(!is_sat(&[equal(&[2, 4], 1)]));
    assert!(is_sat(&[equal(&[31, -77, 45], 2), equal(&[10, 14, -21], 5)]));
    // The example in Pugh's paper.
    let paper = [
        equal(&[7, 12, 31], 17),
        equal(&[3, 5, 14], 7),
        at_least(&[1], 1),
        at_most(&[1], 40),
        at_least(&[0, 1], -50),
        at_most(&[0, 1], 50),
    ];
    assert!(is_sat(&paper));
    // x = y modulo 6 and x = y + 1 modulo 4 contradict each other modulo 2.
    assert!(!is_sat(&[equal(&[1, -1, -6], 0), equal(&[1, -1, 0, -4], 1)]));
    assert!(is_sat(&[equal(&[1, -1, -6], 0), equal(&[1, -1, 0, -4], 2)]));
    assert!(is_sat(&[]));
    assert!(!is_sat(&[equal(&[], 1)]));
}

#[test]
fn known_inequalities_without_integer_points() {
    // The example in Pugh's paper: a bounded parallelogram that misses all integer points.
    let paper =
        [at_least(&[11, 13], 27), at_most(&[11, 13], 45), at_least(&[7, -9], -10), at_most(&[7, -9], 4)];
    assert!(!is_sat(&paper));
    // Infinite strips between lattice lines.
    assert!(!is_sat(&[at_least(&[3, -3], 1), at_most(&[3, -3], 2)]));
    assert!(!is_sat(&[at_most(&[-3, 3, 1], -1), at_most(&[3, -3, 1], 2), equal(&[0, 0, 1], 0)]));
    assert!(is_sat(&[at_least(&[3, -5], 1), at_most(&[3, -5], 1)]));
    // A cone that has points only far out: 1000 x < 1001 y and 1001 y < 1000 x + 2 and y > 5000.
    let far = [at_least(&[-1000, 1001], 1), at_most(&[-1000, 1001], 1), at_least(&[0, 1], 5000)];
    assert!(is_sat(&far));
}

/// Which numbers are sums of 6, 9 and 20? All but these up to 43.
#[test]
fn coins() {
    let missing = [1, 2, 3, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 22, 23, 25, 28, 31, 34, 37, 43];
    for sum in 0..60 {
        let coins =
            [equal(&[6, 9, 20], sum), at_least(&[1], 0), at_least(&[0, 1], 0), at_least(&[0, 0, 1], 0)];
        assert_eq!(is_sat(&coins), !missing.contains(&sum), "{sum}");
    }
}

#[test]
fn random_systems_agree_with_brute_force_over_boxes() {
    let mut answers = [0; 2];
    for seed in 0..2_000 {
        let mut rng = Rng(seed);
        let vars = 1 + rng.range(0, 2) as usize;
        let limit = rng.range(1, 6);
        let largest = [2, 5, 12][rng.range(0, 2) as usize];
        let mut constraints = Vec::new();
        for var in 0..vars {
            let mut terms = vec![0; vars];
            terms[var] = 1;
            constraints.push(at_least(&terms, -limit));
            constraints.push(at_most(&terms, limit));
        }
        for _ in 0..rng.range(1, 5) {
            let expression = rng.expression(vars, largest);
            constraints.push(if rng.range(0, 3) == 0 {
                Constraint::Zero(expression)
            } else {
                Constraint::NonNegative(expression)
            });
        }
        let expected = has_point_in_box(&constraints, vars, limit);
        assert_eq!(is_sat(&constraints), expected, "seed {seed}: {constraints:?}");
        answers[usize::from(expected)] += 1;
    }
    assert!(answers.iter().all(|&count| count > 200), "{answers:?}");
}

fn has_point_in_box(constraints: &[Constraint], vars: usize, limit: i64) -> bool {
    let width = 2 * limit + 1;
    (0..width.pow(vars as u32)).any(|number| {
        let coordinate = |var: usize| number / width.pow(var as u32) % width - limit;
        let point = (0..vars).map(|var| (Var(var), Integer::from(coordinate(var)))).collect();
        constraints.iter().all(|constraint| constraint.holds(&point))
    })
}

#[test]
fn unbounded_systems_with_a_planted_solution_are_satisfiable() {
    for seed in 0..500 {
        let mut rng = Rng(seed);
        let vars = 1 + rng.range(0, 3) as usize;
        let point: Assignment = (0..vars).map(|var| (Var(var), Integer::from(rng.range(-50, 50)))).collect();
        let mut constraints = Vec::new();
        for _ in 0..rng.range(1, 5) {
            let mut expression = rng.expression(vars, 9);
            expression.constant -= expression.eval(&point);
            constraints.push(if rng.range(0, 2) == 0 {
                Constraint::Zero(expression)
            } else {
                expression.constant += rng.range(0, 3);
                Constraint::NonNegative(expression)
            });
        }
        assert!(is_sat(&constraints), "seed {seed}: {constraints:?}");
    }
}

#[test]
fn unbounded_strips_between_lattice_planes_are_unsatisfiable() {
    for seed in 0..500 {
        let mut rng = Rng(seed);
        let factor = rng.range(3, 9);
        let plane = rng.expression(3, 9).times(&Integer::from(factor));
        let from = rng.range(1, factor - 1);
        let to = rng.range(from, factor - 1);
        let mut constraints = vec![
            Constraint::NonNegative(plane.plus(&Integer::from(-from))),
            Constraint::NonNegative(plane.times(&Integer::from(-1)).plus(&Integer::from(to))),
        ];
        constraints.push(Constraint::NonNegative(rng.expression(3, 4)));
        // Hide the common factor: loosen the second side by a new variable that is at most zero.
        if let Constraint::NonNegative(second) = &constraints[1] {
            let mut sum = second.clone();
            sum.add_multiple(&Integer::from(1), &Expression::product(1, Var(3)));
            constraints[1] = Constraint::NonNegative(sum);
            constraints.push(Constraint::NonNegative(Expression::product(-5, Var(3))));
        }
        assert!(!is_sat(&constraints), "seed {seed}: {constraints:?}");
    }
}

#[test]
fn a_spent_budget_stops_the_test() {
    // Many splinters: the coefficients are large and coprime.
    let constraints = [
        at_least(&[1_000_003, 999_983], 1),
        at_most(&[1_000_003, 999_983], 40_000),
        at_least(&[999_979, -1_000_033], 1),
        at_most(&[999_979, -1_000_033], 40_000),
    ];
    let limits = Limits { ticks: Some(100_000), ..Limits::default() };
    let mut budget = Budget::start(&limits, &Interrupt::new());
    assert_eq!(solve(&constraints, &mut budget), Outcome::Stopped);
    assert_eq!(budget.stopped(), Some(&Unknown::Resources));
}
