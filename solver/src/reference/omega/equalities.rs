//! Normal forms of constraints, and exact elimination of equalities.

use super::super::expression::{Assignment, Expression, Var};
use super::{Problem, Stopped, spend};
use crate::limits::Budget;
use rug::ops::DivRounding;
use rug::{Complete, Integer};
use std::collections::BTreeMap;

/// A variable that was eliminated, and what it is equal to.
pub(super) struct Definition {
    var: Var,
    value: Expression,
}

/// Gives the defined variables their values. Later definitions do not mention variables defined earlier.
pub(super) fn evaluate(definitions: &[Definition], values: &mut Assignment) {
    for definition in definitions.iter().rev() {
        let value = definition.value.eval(values);
        values.insert(definition.var, value);
    }
}

/// Normalises the problem and eliminates its equalities. `false` if it turned out to be contradictory.
pub(super) fn solve(
    problem: &mut Problem,
    definitions: &mut Vec<Definition>,
    next_var: &mut Var,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    loop {
        spend(budget, 1 + problem.size())?;
        if !normalise(problem) {
            return Ok(false);
        }
        let smallest = |equality: &&Expression| smallest_coefficient(equality).1.clone().abs();
        let Some(equality) = problem.equalities.iter().min_by_key(smallest) else {
            return Ok(true);
        };
        let definition = define(equality, next_var);
        for expression in problem.equalities.iter_mut().chain(&mut problem.inequalities) {
            expression.substitute(definition.var, &definition.value);
        }
        definitions.push(definition);
    }
}

fn smallest_coefficient(equality: &Expression) -> (Var, &Integer) {
    let (var, coefficient) =
        equality.terms.iter().min_by(|a, b| a.1.cmp_abs(b.1)).expect("normalised equalities have variables");
    (*var, coefficient)
}

/// What to substitute because of an equality. With a coefficient of one or minus one, that eliminates the
/// equality. Otherwise let `a_k` be the smallest coefficient and `m = |a_k| + 1`. Reduced modulo `m` the
/// equality says `sum (a_i modhat m) x_i + (c modhat m) = m s` for some integer `s`, where `x_k` has
/// coefficient one or minus one; the solution for `x_k` makes all coefficients of the equality smaller, by a
/// third at least.
fn define(equality: &Expression, next_var: &mut Var) -> Definition {
    let (var, coefficient) = smallest_coefficient(equality);
    let sign = Integer::from(coefficient.signum_ref());
    if coefficient.clone().abs() == 1 {
        // a x + rest = 0 with a = 1 or a = -1: x = -a rest
        let mut rest = equality.clone();
        rest.terms.remove(&var);
        return Definition { var, value: rest.times(&-sign) };
    }
    let modulus = coefficient.clone().abs() + 1;
    let mut value = Expression::constant(mod_hat(&equality.constant, &modulus));
    for (&other, coefficient) in &equality.terms {
        value.add_product(&mod_hat(coefficient, &modulus), other);
    }
    value.add_product(&(-modulus), *next_var);
    next_var.0 += 1;
    // -sign x + rest = 0: x = sign rest
    let removed = value.terms.remove(&var);
    assert_eq!(removed, Some(-sign.clone()), "a_k modhat m is minus the sign of a_k");
    Definition { var, value: value.times(&sign) }
}

/// The number congruent to `a` modulo `m` that lies in `-m/2 <= … < m/2`.
pub(super) fn mod_hat(a: &Integer, m: &Integer) -> Integer {
    let twice: Integer = (a * 2u32).complete() + m;
    let quotient = twice.div_floor((m * 2u32).complete());
    a - (m * &quotient).complete()
}

/// Divides by common factors, rounds, keeps the tightest of parallel inequalities, finds equalities among the
/// inequalities and drops what is true. `false` if a constraint is false or two contradict each other.
fn normalise(problem: &mut Problem) -> bool {
    let mut equalities = Vec::new();
    for mut equality in problem.equalities.drain(..) {
        let content = equality.content();
        if content.is_zero() {
            if !equality.constant.is_zero() {
                return false;
            }
            continue;
        }
        if !equality.constant.is_divisible(&content) {
            return false;
        }
        divide(&mut equality, &content);
        equalities.push(equality);
    }
    let mut tightest: BTreeMap<BTreeMap<Var, Integer>, Integer> = BTreeMap::new();
    for mut inequality in problem.inequalities.drain(..) {
        let content = inequality.content();
        if content.is_zero() {
            if inequality.constant.is_negative() {
                return false;
            }
            continue;
        }
        divide(&mut inequality, &content);
        let Expression { terms, constant } = inequality;
        let kept = tightest.entry(terms).or_insert_with(|| constant.clone());
        if constant < *kept {
            *kept = constant;
        }
    }
    for (terms, constant) in &tightest {
        let expression = Expression { terms: terms.clone(), constant: constant.clone() };
        let opposite = expression.times(&Integer::from(-1));
        match tightest.get(&opposite.terms) {
            // -constant <= sum <= other
            Some(other) => {
                let width = (other + constant).complete();
                if width.is_negative() {
                    return false;
                }
                if !width.is_zero() {
                    problem.inequalities.push(expression);
                } else if *terms > opposite.terms {
                    equalities.push(expression);
                }
            }
            None => problem.inequalities.push(expression),
        }
    }
    problem.equalities = equalities;
    true
}

/// Divides by a factor of the coefficients, rounding the constant down.
fn divide(expression: &mut Expression, factor: &Integer) {
    for coefficient in expression.terms.values_mut() {
        coefficient.div_exact_mut(factor);
    }
    let constant = std::mem::take(&mut expression.constant);
    expression.constant = constant.div_floor(factor);
}
