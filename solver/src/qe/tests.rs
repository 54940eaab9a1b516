//! Elimination against brute force, and examples from the analysis of programs.

use super::*;
use crate::model::{Model, Value};
use crate::num::Int;
use crate::random::Rng;
use crate::term::Sort;

/// Variables are tried from `-FAR` to `FAR`, free ones from `-NEAR` to `NEAR`.
const FAR: i64 = 120;
const NEAR: i64 = 6;

struct Random<'a> {
    rng: &'a mut Rng,
    terms: &'a mut Terms,
    variables: Vec<Term>,
    max: i64,
}

impl Random<'_> {
    fn sum(&mut self) -> Term {
        let mut products = vec![self.terms.int(self.rng.signed(8))];
        for variable in self.variables.clone() {
            if self.rng.below(3) > 0 {
                let factor = self.terms.int(self.rng.signed(self.max));
                products.push(self.terms.mul(factor, variable));
            }
        }
        self.terms.add(&products)
    }

    fn number(&mut self, depth: usize) -> Term {
        let sum = self.sum();
        let divisor = self.terms.int([2, 3, -2, 5][self.rng.below(4)]);
        match self.rng.below(if depth > 0 { 12 } else { 6 }) {
            0 if depth > 0 => self.terms.div(sum, divisor),
            1 if depth > 0 => self.terms.modulo(sum, divisor),
            2 if depth > 0 => self.terms.abs(sum),
            3 if depth > 0 => {
                let (condition, other) = (self.formula(depth - 1), self.sum());
                self.terms.ite(condition, sum, other)
            }
            _ => sum,
        }
    }

    fn formula(&mut self, depth: usize) -> Term {
        let zero = self.terms.int(0);
        if depth == 0 || self.rng.below(5) == 0 {
            let number = self.number(depth.min(1));
            return match self.rng.below(6) {
                0 => self.terms.eq(number, zero),
                1 => self.terms.lt(&[number, zero]),
                2 => self.terms.distinct(&[number, zero]),
                3 => self.terms.divisible([2, 3, 4, 6][self.rng.below(4)], number).unwrap(),
                _ => self.terms.ge(&[number, zero]),
            };
        }
        let (left, right) = (self.formula(depth - 1), self.formula(depth - 1));
        match self.rng.below(8) {
            0 => self.terms.not(left),
            1 => self.terms.xor(left, right),
            2 => self.terms.implies(left, right),
            3 | 4 => self.terms.or(&[left, right]),
            _ => self.terms.and(&[left, right]),
        }
    }
}

fn set(terms: &Terms, model: &mut Model, variable: Term, value: i64) {
    model.set(terms.as_symbol(variable).unwrap(), Value::Int(Int::from(value)));
}

fn holds(terms: &Terms, model: &Model, formula: Term) -> bool {
    model.eval(terms, formula) == Value::Bool(true)
}

/// One variable, quantified either way, against all values that matter.
#[test]
fn one_variable_is_eliminated_as_brute_force_does() {
    let mut rng = Rng(7);
    let mut parts = 0;
    for round in 0..150 {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
        let max = [1, 2, 3, 5][round % 4];
        let depth = 1 + round % 3;
        let body = Random { rng: &mut rng, terms: &mut terms, variables: vec![x, y, z], max }.formula(depth);
        let is_exists = round % 2 == 0;
        let formula = if is_exists { terms.exists(&[x], body) } else { terms.forall(&[x], body) };
        let result = eliminate(&mut terms, formula, &Options::default());
        assert!(result.is_exact(), "{}: {:?}", terms.display(formula), result.reason);
        assert!(!terms.has_quantifiers(&[result.may]));
        let x_symbol = terms.as_symbol(x).unwrap();
        assert!(!terms.free_symbols(&[result.may]).contains(&x_symbol), "{}", terms.display(result.may));
        for _ in 0..8 {
            let mut model = Model::new();
            set(&terms, &mut model, y, rng.signed(NEAR));
            set(&terms, &mut model, z, rng.signed(NEAR));
            let found = holds(&terms, &model, result.may);
            let expected = (-FAR..=FAR).any(|value| {
                set(&terms, &mut model, x, value);
                holds(&terms, &model, body) == is_exists
            }) == is_exists;
            assert_eq!(found, expected, "{}\n{}", terms.display(formula), terms.display(result.may));
            parts += usize::from(found);
        }
    }
    assert!((200..1000).contains(&parts), "both answers occur: {parts}");
}

/// Two alternating quantifiers whose variables are confined to a box.
#[test]
fn alternating_quantifiers_agree_with_brute_force() {
    let mut rng = Rng(11);
    let mut yes = 0;
    for round in 0..150 {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
        let (low, high) = (terms.int(-3), terms.int(4));
        let body = Random { rng: &mut rng, terms: &mut terms, variables: vec![x, y, z], max: 3 }
            .formula(1 + round % 3);
        let (in_x, in_y) = (terms.le(&[low, x, high]), terms.le(&[low, y, high]));
        let is_exists = round % 2 == 0;
        let formula = if is_exists {
            let inner = terms.implies(in_y, body);
            let inner = terms.forall(&[y], inner);
            let outer = terms.and(&[in_x, inner]);
            terms.exists(&[x], outer)
        } else {
            let inner = terms.and(&[in_y, body]);
            let inner = terms.exists(&[y], inner);
            let outer = terms.implies(in_x, inner);
            terms.forall(&[x], outer)
        };
        let result = eliminate(&mut terms, formula, &Options::default());
        assert!(result.is_exact(), "{}: {:?}", terms.display(formula), result.reason);
        for value in -4..=4 {
            let mut model = Model::new();
            set(&terms, &mut model, z, value);
            let found = holds(&terms, &model, result.may);
            let mut inner = |value| {
                set(&terms, &mut model, x, value);
                (-3..=4).any(|value| {
                    set(&terms, &mut model, y, value);
                    holds(&terms, &model, body) != is_exists
                }) != is_exists
            };
            let expected = (-3..=4).any(|value| inner(value) == is_exists) == is_exists;
            assert_eq!(found, expected, "{}\n{}", terms.display(formula), terms.display(result.may));
            yes += usize::from(found);
        }
    }
    assert!((200..1200).contains(&yes), "both answers occur: {yes}");
}

/// Closed formulas are decided the same way by the game alone.
#[test]
fn closed_formulas_are_decided() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.constant(name, Sort::Int));
    let (two, seven, one) = (terms.int(2), terms.int(7), terms.int(1));
    // Every number is even or odd.
    let double = terms.mul(two, y);
    let next = terms.add(&[double, one]);
    let (even, odd) = (terms.eq(x, double), terms.eq(x, next));
    let either = terms.or(&[even, odd]);
    let some = terms.exists(&[y], either);
    let claim = terms.forall(&[x], some);
    // No greatest number.
    let below = terms.lt(&[x, y]);
    let some = terms.exists(&[y], below);
    let unbounded = terms.forall(&[x], some);
    // A number that is not twice another and not above 7, wherever y is: x = 7 for all y.
    let differs = terms.distinct(&[x, double]);
    let all = terms.forall(&[y], differs);
    let at_most = terms.le(&[x, seven]);
    let both = terms.and(&[all, at_most]);
    let small_odd = terms.exists(&[x], both);
    for (formula, expected) in [(claim, true), (unbounded, true), (small_odd, true)] {
        for negate in [false, true] {
            let mut solver = crate::Solver::new();
            *solver.terms_mut() = std::mem::take(&mut terms);
            let formula = if negate { solver.terms_mut().not(formula) } else { formula };
            solver.assert(formula);
            let answer = if expected != negate { crate::Answer::Sat } else { crate::Answer::Unsat };
            assert_eq!(solver.check(), answer, "{}", solver.terms().display(formula));
            terms = std::mem::take(solver.terms_mut());
        }
    }
}

/// A random formula over `x`, `y`, `z` and applications of `f` to sums of them.
fn with_functions(rng: &mut Rng, terms: &mut Terms, round: usize) -> (Term, [Term; 3]) {
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
    let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    let one = terms.int(1);
    let next = terms.add(&[x, one]);
    let (fx, fy, fnext) = (terms.apply(f, &[x]), terms.apply(f, &[y]), terms.apply(f, &[next]));
    let ffx = terms.apply(f, &[fx]);
    let variables = [vec![x, y, z, fx], vec![x, y, fx, fy], vec![x, z, fx, fnext], vec![x, y, fy, ffx]]
        [round % 4]
        .clone();
    let body = Random { rng, terms, variables, max: [1, 2][round % 2] }.formula(1 + round % 3);
    (body, [x, y, z])
}

#[test]
fn covers_are_bounds_from_both_sides() {
    let mut rng = Rng(23);
    let (mut exact, mut refuted) = (0, 0);
    for round in 0..160 {
        let mut solver = crate::Solver::new();
        let (body, [x, ..]) = with_functions(&mut rng, solver.terms_mut(), round);
        let claim = solver.terms_mut().exists(&[x], body);
        let result = solver.eliminate(claim);
        exact += usize::from(result.is_exact());
        let x_symbol = solver.terms().as_symbol(x).unwrap();
        for side in [result.may, result.must] {
            assert!(!solver.terms().free_symbols(&[side]).contains(&x_symbol));
        }
        let text = |solver: &crate::Solver| {
            let display = |term| solver.terms().display(term).to_string();
            format!("{}\nmay {}\nmust {}", display(body), display(result.may), display(result.must))
        };
        let outside = solver.terms_mut().not(result.may);
        assert_eq!(solver.check_assuming(&[body, outside]), crate::Answer::Unsat, "{}", text(&solver));
        let none = solver.terms_mut().not(claim);
        solver.options_mut().limits.ticks = Some(3_000_000);
        let answer = solver.check_assuming(&[result.must, none]);
        assert_ne!(answer, crate::Answer::Sat, "{}", text(&solver));
        refuted += usize::from(answer == crate::Answer::Unsat);
    }
    assert!(exact >= 40, "{exact} exact");
    assert!(refuted >= 140, "{refuted} refuted");
}

#[test]
fn formulas_with_functions_are_decided_by_instances() {
    let mut solver = crate::Solver::new();
    let terms = solver.terms_mut();
    let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    let [x, y, n] = ["x", "y", "n"].map(|name| terms.constant(name, Sort::Int));
    let (fx, fy, fn_) = (terms.apply(f, &[x]), terms.apply(f, &[y]), terms.apply(f, &[n]));
    let (zero, one) = (terms.int(0), terms.int(1));
    // f grows: x < y => f(x) < f(y).
    let (below, grows) = (terms.lt(&[x, y]), terms.lt(&[fx, fy]));
    let monotone = terms.implies(below, grows);
    let monotone = terms.forall(&[x, y], monotone);
    let next = terms.add(&[n, one]);
    let fnext = terms.apply(f, &[next]);
    let falls = terms.ge(&[fn_, fnext]);
    assert_eq!(solver.check_assuming(&[monotone, falls]), crate::Answer::Unsat);
    // f is never negative, and somewhere positive: a constant function will do.
    let terms = solver.terms_mut();
    let at_least = terms.ge(&[fx, zero]);
    let never = terms.forall(&[x], at_least);
    let positive = terms.gt(&[fn_, zero]);
    assert_eq!(solver.check_assuming(&[never, positive]), crate::Answer::Sat);
    // For each x there is a y with f(y) = x + 1, but f is never positive.
    let terms = solver.terms_mut();
    let next = terms.add(&[x, one]);
    let hit = terms.eq(fy, next);
    let hit = terms.exists(&[y], hit);
    let onto = terms.forall(&[x], hit);
    let z = terms.constant("z", Sort::Int);
    let fz = terms.apply(f, &[z]);
    let at_most = terms.le(&[fz, zero]);
    let never = terms.forall(&[z], at_most);
    assert_eq!(solver.check_assuming(&[onto, never]), crate::Answer::Unsat);
}

/// An equivalence opens both sides twice, once negated, each time with variables of its own at every depth.
#[test]
fn quantifiers_of_both_signs_do_not_share_variables() {
    let mut solver = crate::Solver::new();
    let terms = solver.terms_mut();
    let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
    let (sum, zero, truth) = (terms.add(&[x, y]), terms.int(0), terms.bool(true));
    let negative = terms.lt(&[sum, zero]);
    let inner = terms.exists(&[y], negative);
    let valid = terms.forall(&[x], inner);
    let is_true = terms.eq(valid, truth);
    let is_false = terms.not(is_true);
    assert_eq!(solver.check_assuming(&[is_true]), crate::Answer::Sat);
    assert_eq!(solver.check_assuming(&[is_false]), crate::Answer::Unsat);
}
