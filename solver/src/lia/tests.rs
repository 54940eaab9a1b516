//! The theory in rounds: atoms and clauses come between searches, and every answer is compared with trying
//! all points of a box.

use super::LiaTheory;
use super::ladder::LadderOptions;
use super::system::System;
use crate::arith::ArithTheory;
use crate::limits::Budget;
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::random::Rng;
use crate::sat::{Lit, Outcome, SatOptions, SatSolver};

/// Three triangles of variables, at most one of each edge, and a sum of four: every triangle has at most one,
/// but over the rationals three halves.
pub(super) fn triangles() -> System {
    let mut system = System::new(9);
    for triangle in 0..3 {
        for (x, y) in [(0, 1), (1, 2), (0, 2)] {
            system.at_most(&[(3 * triangle + x, 1), (3 * triangle + y, 1)], 1);
        }
    }
    for var in 0..9 {
        system.at_least(&[(var, 1)], 0);
    }
    let all: Vec<(usize, i64)> = (0..9).map(|var| (var, 1)).collect();
    system.at_least(&all, 4);
    system
}

/// All variables lie between minus this and this.
const BOX: i64 = 4;

/// `coefficients * x <= bound`, for a primitive form
struct Constraint {
    coefficients: Vec<i64>,
    bound: i64,
}

impl Constraint {
    fn random(rng: &mut Rng, num_vars: usize) -> Constraint {
        loop {
            let coefficients: Vec<i64> = (0..num_vars).map(|_| rng.range(-5, 5)).collect();
            let constraint = Constraint { coefficients, bound: rng.range(-9, 9) };
            if constraint.form().content().is_one() {
                return constraint;
            }
        }
    }

    fn form(&self) -> Linear<NumVar> {
        let term = |(index, &c): (usize, &i64)| (NumVar::integer(index), Int::from(c));
        Linear::new(self.coefficients.iter().enumerate().map(term).collect())
    }

    fn holds(&self, point: &[i64]) -> bool {
        self.coefficients.iter().zip(point).map(|(c, x)| c * x).sum::<i64>() <= self.bound
    }
}

fn points(num_vars: usize) -> Vec<Vec<i64>> {
    (0..num_vars).fold(vec![Vec::new()], |points, _| {
        let longer = |point: &Vec<i64>| (-BOX..=BOX).map(|x| [&point[..], &[x]].concat()).collect::<Vec<_>>();
        points.iter().flat_map(longer).collect()
    })
}

#[test]
fn atoms_may_come_between_searches() {
    let mut answers = [0, 0];
    for seed in 1..250u64 {
        let mut rng = Rng(seed * 0x9E37_79B9);
        let num_vars = rng.range(1, 3) as usize;
        let mut sat = SatSolver::new(SatOptions::default());
        let (mut theory, mut budget) = (LiaTheory::new(LadderOptions::default()), Budget::unlimited());
        let mut constraints: Vec<Constraint> = Vec::new();
        let mut clauses: Vec<Vec<(usize, bool)>> = Vec::new();
        for var in 0..num_vars {
            for sign in [-1, 1] {
                let mut coefficients = vec![0; num_vars];
                coefficients[var] = sign;
                clauses.push(vec![(constraints.len(), true)]);
                constraints.push(Constraint { coefficients, bound: BOX });
            }
        }
        let mut lits: Vec<Lit> = Vec::new();
        let mut written = 0;
        for round in 0..4 {
            for _ in 0..rng.range(1, 4) {
                constraints.push(Constraint::random(&mut rng, num_vars));
            }
            for _ in 0..rng.range(1, 3) {
                let mut literal =
                    || (rng.range(0, constraints.len() as i64 - 1) as usize, rng.range(0, 1) == 0);
                let clause = [literal(), literal(), literal()];
                clauses.push(clause[..rng.range(1, 3) as usize].to_vec());
            }
            for constraint in &constraints[lits.len()..] {
                let bound = Int::from(constraint.bound);
                lits.push(theory.new_atom(&constraint.form(), &bound, &mut sat, &mut budget).positive());
            }
            theory.write_order_clauses(&mut sat);
            for clause in &clauses[written..] {
                let lit = |&(index, sign): &(usize, bool)| if sign { lits[index] } else { !lits[index] };
                sat.add_clause(&clause.iter().map(lit).collect::<Vec<Lit>>());
            }
            written = clauses.len();

            let satisfies = |point: &[i64]| {
                clauses
                    .iter()
                    .all(|clause| clause.iter().any(|&(index, sign)| constraints[index].holds(point) == sign))
            };
            let expected = points(num_vars).iter().any(|point| satisfies(point));
            let outcome = sat.solve(&mut theory, &[], &mut budget);
            assert_eq!(outcome == Outcome::Sat, expected, "seed {seed}, round {round}: {outcome:?}");
            answers[usize::from(expected)] += 1;
            if !expected {
                break;
            }
            let value = |var| {
                theory.value(NumVar::integer(var)).and_then(|value| value.to_i64()).expect("in the box")
            };
            let model: Vec<i64> = (0..num_vars).map(value).collect();
            assert!(satisfies(&model), "seed {seed}, round {round}: {model:?}");
        }
    }
    assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
}
