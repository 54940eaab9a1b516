//! Optimisation against brute force, and cases that need an argument.

use super::Optimum;
use crate::answer::{Answer, Unknown};
use crate::limits::Limits;
use crate::model::{Model, Value};
use crate::num::{Int, Rat};
use crate::sat::rng::Rng;
use crate::solver::Solver;
use crate::term::{Sort, Symbol, Term};

fn int(value: i64) -> Value {
    Value::Int(Int::from(value))
}

fn real(numerator: i64, denominator: i64) -> Rat {
    Rat::new(Int::from(numerator), Int::from(denominator))
}

/// A random formula over small integers: its symbols and assertions.
struct Random {
    solver: Solver,
    rng: Rng,
    symbols: Vec<Symbol>,
    leaves: Vec<Term>,
}

const LIMIT: i64 = 4;

impl Random {
    fn new(seed: u64) -> Random {
        let (mut solver, mut rng) = (Solver::new(), Rng::new(seed));
        let terms = solver.terms_mut();
        let count = 2 + rng.below(2);
        let symbols: Vec<Symbol> =
            (0..count).map(|index| terms.declare(format!("x{index}"), Sort::Int)).collect();
        let leaves: Vec<Term> = symbols.iter().map(|&symbol| terms.symbol(symbol)).collect();
        let (low, high) = (terms.int(-LIMIT), terms.int(LIMIT));
        for &leaf in &leaves {
            let bounds = solver.terms_mut().le(&[low, leaf, high]);
            solver.assert(bounds);
        }
        Random { solver, rng, symbols, leaves }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound as u64) as usize
    }

    fn number(&mut self, size: usize) -> Term {
        let index = self.below(self.leaves.len());
        let leaf = self.leaves[index];
        if size == 0 {
            return leaf;
        }
        let other = self.number(size - 1);
        let constant = [-3, -2, 2, 3][self.below(4)];
        match self.below(8) {
            0 => {
                let condition = self.truth(0);
                self.solver.terms_mut().ite(condition, leaf, other)
            }
            kind => {
                let terms = self.solver.terms_mut();
                let constant = terms.int(constant);
                match kind {
                    1 => terms.div(other, constant),
                    2 => terms.modulo(other, constant),
                    3 => terms.abs(other),
                    4 => terms.sub(leaf, other),
                    5 => terms.mul(constant, other),
                    _ => terms.add(&[leaf, other]),
                }
            }
        }
    }

    fn truth(&mut self, size: usize) -> Term {
        if size == 0 {
            let (left, limit) = (self.number(1), self.below(9) as i64 - 4);
            let kind = self.below(6);
            let terms = self.solver.terms_mut();
            let right = terms.int(limit);
            return match kind {
                0 => terms.eq(left, right),
                1 => terms.distinct(&[left, right]),
                2 => terms.divisible(3, left).unwrap(),
                3 => terms.lt(&[left, right]),
                4 => terms.ge(&[left, right]),
                _ => terms.le(&[left, right]),
            };
        }
        let (left, right) = (self.truth(size - 1), self.truth(size - 1));
        let kind = self.below(6);
        let terms = self.solver.terms_mut();
        match kind {
            0 => terms.and(&[left, right]),
            1 => terms.implies(left, right),
            2 => terms.xor(left, right),
            3 => terms.not(left),
            _ => terms.or(&[left, right]),
        }
    }

    /// The lexicographically best values by trying everything.
    fn brute_force(&self, objectives: &[(Term, bool)]) -> Option<Vec<Int>> {
        let mut best: Option<Vec<Int>> = None;
        let width = (2 * LIMIT + 1) as usize;
        for point in 0..width.pow(self.symbols.len() as u32) {
            let mut model = Model::new();
            let mut rest = point;
            for &symbol in &self.symbols {
                model.set(symbol, int((rest % width) as i64 - LIMIT));
                rest /= width;
            }
            let terms = self.solver.terms();
            if model.eval_all(terms, self.solver.assertions()).contains(&Value::Bool(false)) {
                continue;
            }
            let score = |&(term, maximize): &(Term, bool)| {
                let value = model.eval(terms, term).as_int().cloned().unwrap();
                if maximize { value } else { -value }
            };
            let scores: Vec<Int> = objectives.iter().map(score).collect();
            best = Some(best.map_or(scores.clone(), |best| best.max(scores)));
        }
        best
    }
}

#[test]
fn optima_of_small_formulas_are_those_of_brute_force() {
    for seed in 0..150 {
        let mut random = Random::new(seed);
        for _ in 0..1 + random.below(3) {
            let assertion = random.truth(2);
            random.solver.assert(assertion);
        }
        let mut objectives = Vec::new();
        for _ in 0..1 + random.below(2) {
            let (term, maximize) = (random.number(2), random.below(2) == 0);
            objectives.push((term, maximize));
            if maximize { random.solver.maximize(term) } else { random.solver.minimize(term) }
        }
        let expected = random.brute_force(&objectives);
        let answer = random.solver.check();
        let Some(expected) = expected else {
            assert_eq!(answer, Answer::Unsat, "seed {seed}");
            assert!(random.solver.optima().is_empty());
            continue;
        };
        assert_eq!(answer, Answer::Sat, "seed {seed}");
        let (terms, model) = (random.solver.terms(), random.solver.model().unwrap());
        for (index, (term, maximize)) in objectives.into_iter().enumerate() {
            let best = if maximize { expected[index].clone() } else { -&expected[index] };
            assert_eq!(
                random.solver.optima()[index],
                Optimum::Value(Value::Int(best.clone())),
                "seed {seed}"
            );
            assert_eq!(model.eval(terms, term), Value::Int(best), "seed {seed}");
        }
    }
}

#[test]
fn wide_ranges_take_few_questions() {
    // 6x + 10y = 15z + 1 with everything up to 10^12: the relaxation does not help with the last digits.
    let mut solver = Solver::with_options(crate::Options {
        limits: Limits { ticks: Some(20_000_000), ..Limits::default() },
        ..crate::Options::default()
    });
    let terms = solver.terms_mut();
    let names = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
    let wide = terms.int(1_000_000_000_000_i64);
    let zero = terms.int(0);
    let [six, ten, fifteen, one] = [6, 10, 15, 1].map(|value| terms.int(value));
    let (left, right) = (terms.mul(six, names[0]), terms.mul(ten, names[1]));
    let (sum, product) = (terms.add(&[left, right]), terms.mul(fifteen, names[2]));
    let shifted = terms.add(&[product, one]);
    let equation = terms.eq(sum, shifted);
    let bounds = names.map(|name| terms.le(&[zero, name, wide]));
    let total = terms.add(&names);
    solver.assert(equation);
    bounds.into_iter().for_each(|bound| solver.assert(bound));
    solver.maximize(total);
    assert_eq!(solver.check(), Answer::Sat);
    let [Optimum::Value(Value::Int(best))] = solver.optima() else { panic!("{:?}", solver.optima()) };
    // z is odd, so at most 10^12 - 1; then x is 1 modulo 5, so at most 10^12 - 4, and y follows:
    // 9 * 10^11 + 1.
    assert_eq!(*best, Int::from(2_899_999_999_996_i64));
    let questions = solver.statistics().iter().find(|(name, _)| *name == "optimize-questions").unwrap().1;
    assert!(questions < 100, "{questions} questions");
}

#[test]
fn objectives_without_a_best_value_are_told_apart() {
    let mut solver = Solver::new();
    let terms = solver.terms_mut();
    let (x, y) = (terms.constant("x", Sort::Real), terms.constant("n", Sort::Int));
    let three = terms.real(Rat::from(3));
    let below = terms.lt(&[x, three]);
    let third = terms.real(real(1, 3));
    let above = terms.ge(&[x, third]);
    solver.assert(below);
    solver.assert(above);
    solver.push();
    solver.maximize(x);
    assert_eq!(solver.check(), Answer::Sat);
    let [Optimum::Approached { limit, reached: Value::Real(reached) }] = solver.optima() else {
        panic!("{:?}", solver.optima())
    };
    assert!(*limit == Rat::from(3) && reached < limit);
    solver.pop();
    assert!(solver.objectives().is_empty());
    solver.push();
    solver.minimize(x);
    solver.maximize(y);
    assert_eq!(solver.check(), Answer::Sat);
    assert_eq!(solver.optima()[0], Optimum::Value(Value::Real(real(1, 3))));
    assert!(matches!(solver.optima()[1], Optimum::Unbounded { .. }));
    solver.pop();
    // 2n + 1 <= 3x < 9, so n <= 3; and x comes from below.
    let terms = solver.terms_mut();
    let (two, one, real_three) = (terms.int(2), terms.int(1), terms.real(Rat::from(3)));
    let twice = terms.mul(two, y);
    let odd = terms.add(&[twice, one]);
    let (odd, thrice) = (terms.to_real(odd), terms.mul(real_three, x));
    let link = terms.le(&[odd, thrice]);
    solver.assert(link);
    solver.maximize(y);
    solver.minimize(x);
    assert_eq!(solver.check(), Answer::Sat);
    let expected = [Optimum::Value(int(3)), Optimum::Value(Value::Real(real(7, 3)))];
    assert_eq!(solver.optima(), expected);
}

#[test]
fn functions_are_kept_functions() {
    // f(x) grows as it likes unless x is 5, where it is f(5) <= 3: unbounded, but not at x = 5.
    let mut solver = Solver::new();
    let terms = solver.terms_mut();
    let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    let x = terms.constant("x", Sort::Int);
    let (three, four, five) = (terms.int(3), terms.int(4), terms.int(5));
    let (at_x, at_five) = (terms.apply(f, &[x]), terms.apply(f, &[five]));
    let small = terms.le(&[at_five, three]);
    solver.assert(small);
    solver.maximize(at_x);
    assert_eq!(solver.check(), Answer::Sat);
    assert!(matches!(solver.optima(), [Optimum::Unbounded { .. }]));
    let terms = solver.terms_mut();
    let range = terms.le(&[four, x, five]);
    let at_four = terms.apply(f, &[four]);
    let negative = terms.lt(&[at_four, at_five]);
    solver.assert(range);
    solver.assert(negative);
    assert_eq!(solver.check(), Answer::Sat);
    assert_eq!(solver.optima(), [Optimum::Value(int(3))]);
    assert_eq!(solver.model().unwrap().eval(solver.terms(), x), int(5));
}

#[test]
fn an_exhausted_budget_leaves_what_was_found() {
    let mut found_something = false;
    for ticks in (0..16).map(|power| 50_u64 << power) {
        let mut random = Random::new(17);
        let assertion = random.truth(3);
        random.solver.assert(assertion);
        let term = random.number(3);
        random.solver.maximize(term);
        random.solver.options_mut().limits = Limits { ticks: Some(ticks), ..Limits::default() };
        match random.solver.check() {
            Answer::Unknown(reason) => {
                assert_eq!(reason, Unknown::Resources);
                let [Optimum::Unknown { reached, .. }] = random.solver.optima() else {
                    panic!("{:?}", random.solver.optima())
                };
                assert_eq!(reached.is_some(), random.solver.model().is_some());
                found_something |= reached.is_some();
            }
            answer => assert_eq!(answer, Answer::Sat),
        }
    }
    assert!(found_something, "no limit was hit between the first model and the optimum");
}

#[test]
fn interrupted_before_anything_was_found() {
    let mut random = Random::new(3);
    let term = random.number(1);
    random.solver.minimize(term);
    random.solver.interrupt().trigger();
    assert_eq!(random.solver.check(), Answer::Unknown(Unknown::Interrupted));
    assert_eq!(random.solver.optima(), [Optimum::Unknown { reached: None, excluded: None }]);
    random.solver.interrupt().clear();
    assert_eq!(random.solver.check(), Answer::Sat);
}
