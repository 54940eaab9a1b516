//! Equalities and conditional terms, normalised so that trivial cases are decided on construction.

use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use cfp_solver::{Int, Op, Sort, Term};
use fxhash::FxHashMap;

/// `left = right` in lowest terms. Decided at once if the difference is constant, or if the gcd of the
/// coefficients does not divide the constant.
pub(crate) fn equal(logic: &mut Logic, left: Term, right: Term) -> Term {
    if let Some(&known) = logic.computed.equalities.get(&(left, right)) {
        return known;
    }
    let formula = equal_anew(logic, left, right);
    logic.computed.equalities.insert((left, right), formula);
    formula
}

fn equal_anew(logic: &mut Logic, left: Term, right: Term) -> Term {
    let difference = logic.plus(left, right, -1);
    let (mut products, mut constant) = linear(logic.terms(), difference);
    let common = products.values().fold(Int::ZERO, |common, factor| common.gcd(factor));
    if !common.divides(&constant) {
        return logic.terms().bool(false);
    }
    if products.is_empty() {
        return logic.terms().bool(constant.is_zero());
    }
    if !common.is_one() {
        products.values_mut().for_each(|factor| *factor = factor.div_exact(&common));
        constant = constant.div_exact(&common);
    }
    let products: Vec<(Term, Int)> = products.into_iter().collect();
    if let [(part, factor)] = &products[..]
        && let Some(decided) = equal_choice(logic, *part, factor, &constant)
    {
        return decided;
    }
    let (difference, zero) = (logic.sum(&products, &constant), logic.int(0));
    logic.terms().eq(difference, zero)
}

/// `factor * part + constant = 0` where `part` chooses between two constants: the condition or its negation.
fn equal_choice(logic: &mut Logic, part: Term, factor: &Int, constant: &Int) -> Option<Term> {
    if logic.terms().op(part) != Op::Ite {
        return None;
    }
    let args = logic.terms().args(part);
    let (condition, then, otherwise) = (args[0], args[1], args[2]);
    let mut holds = [false; 2];
    for (holds, side) in holds.iter_mut().zip([then, otherwise]) {
        let value = logic.terms().as_constant(side)?.clone();
        *holds = (value * factor + constant).is_zero();
    }
    Some(match holds {
        [true, false] => condition,
        [false, true] => logic.negated(condition),
        [both, _] => logic.terms().bool(both),
    })
}

/// `if condition then … else …`, componentwise.
pub(crate) fn choose(logic: &mut Logic, condition: Term, then: &[Term], otherwise: &[Term]) -> Vec<Term> {
    match logic.terms().op(condition) {
        Op::True => return then.to_vec(),
        Op::False => return otherwise.to_vec(),
        _ => {}
    }
    let pairs = then.iter().zip(otherwise);
    pairs.map(|(&then, &otherwise)| ite(logic, condition, then, otherwise)).collect()
}

/// `(ite condition then otherwise)`, or the common value if both sides are equal. If the sides differ by a
/// constant, the result is one of them plus a conditional constant. This normal form does not depend on the
/// base value, so counters incremented in a different order become syntactically equal.
pub(crate) fn ite(logic: &mut Logic, condition: Term, then: Term, otherwise: Term) -> Term {
    if then == otherwise {
        return then;
    }
    if logic.terms().sort(then) == Sort::Int && !logic.terms().is_constant(otherwise) {
        let difference = logic.plus(then, otherwise, -1);
        if logic.terms().is_constant(difference) {
            let zero = logic.int(0);
            let step = logic.terms().ite(condition, difference, zero);
            return logic.plus(otherwise, step, 1);
        }
    }
    logic.terms().ite(condition, then, otherwise)
}

pub(crate) fn replace_all(logic: &mut Logic, terms: &[Term], values: &FxHashMap<Term, Term>) -> Vec<Term> {
    terms.iter().map(|&term| logic.substitute(term, values)).collect()
}

/// Equality of two places in an object.
pub(crate) fn same_place(logic: &mut Logic, one: &[Term], other: &[Term]) -> Term {
    let parts: Vec<Term> = one.iter().zip(other).map(|(&one, &other)| equal(logic, one, other)).collect();
    logic.all(&parts)
}
