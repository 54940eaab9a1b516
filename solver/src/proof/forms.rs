//! Comparisons of numbers as linear forms, and linear forms as terms.

use super::NoProof;
use crate::linear::Linear;
use crate::linearize::{Expansion, linear_form};
use crate::num::{Int, Rat};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::FxHashSet;

/// How a form is related to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    AtMost,
    Below,
    Zero,
}

/// A comparison: a form with a constant, related to zero.
#[derive(Clone, Debug)]
pub(super) struct Compared {
    pub(super) form: Linear<Term>,
    pub(super) constant: Int,
    pub(super) relation: Relation,
    /// What the difference of the sides was multiplied with; positive.
    pub(super) scale: Int,
    /// Whether the difference of the sides without its constant has only integers as values and coefficients.
    pub(super) is_whole: bool,
    /// The products and the constant as machine words, if they are that small.
    pub(super) small: Option<Small>,
}

/// A form with a constant, both as machine words.
#[derive(Clone, Debug)]
pub(super) struct Small {
    pub(super) products: Vec<(Term, i64)>,
    pub(super) constant: i64,
}

impl Small {
    fn of(form: &Linear<Term>, constant: &Int) -> Option<Small> {
        let products = form.terms().iter().map(|(leaf, value)| Some((*leaf, value.to_i64()?)));
        Some(Small { products: products.collect::<Option<_>>()?, constant: constant.to_i64()? })
    }
}

/// Whether a formula compares two numbers.
pub(super) fn is_comparison(terms: &Terms, term: Term) -> bool {
    let args = terms.args(term);
    let is_relation = matches!(terms.op(term), Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Eq);
    is_relation && args.len() == 2 && terms.sort(args[0]).is_numeric()
}

/// A comparison of two numbers as a form. Over integers there is no [`Relation::Below`].
pub(super) fn compared(terms: &Terms, term: Term) -> Compared {
    let (left, right) = (terms.args(term)[0], terms.args(term)[1]);
    let (small, large, relation) = match terms.op(term) {
        Op::Le => (left, right, Relation::AtMost),
        Op::Lt => (left, right, Relation::Below),
        Op::Ge => (right, left, Relation::AtMost),
        Op::Gt => (right, left, Relation::Below),
        _ => (left, right, Relation::Zero),
    };
    if terms.sort(left) == Sort::Real {
        let (form, constant, scale) = scaled(terms, &[(small, Rat::ONE), (large, -Rat::ONE)]);
        let is_whole = scale.is_one() && is_integral(terms, &form);
        let small = Small::of(&form, &constant);
        return Compared { form, constant, relation, scale, is_whole, small };
    }
    let ((one, first), (other, second)) = (linear_form(terms, small), linear_form(terms, large));
    let (form, constant) = (one.add_multiple(&Int::MINUS_ONE, &other), first - second);
    let (constant, relation) = match relation {
        Relation::Below => (constant + Int::ONE, Relation::AtMost),
        relation => (constant, relation),
    };
    let small = Small::of(&form, &constant);
    Compared { form, constant, relation, scale: Int::ONE, is_whole: true, small }
}

/// A combination of real terms, times a positive integer: the products, the constant and the factor.
pub(super) fn scaled(terms: &Terms, combination: &[(Term, Rat)]) -> (Linear<Term>, Int, Int) {
    let mut products: Vec<(Term, Rat)> = Vec::new();
    let constant = Expansion::default().run(terms, combination, |_, leaf, factor: Rat| {
        if !factor.is_zero() {
            products.push((leaf, factor));
        }
    });
    let scale = products.iter().fold(constant.denom(), |scale, (_, factor)| scale.lcm(&factor.denom()));
    let whole = |value: &Rat| value.mul_int(&scale).to_int().expect("a common denominator");
    let form = Linear::new(products.iter().map(|(leaf, factor)| (*leaf, whole(factor))).collect());
    (form, whole(&constant), scale)
}

/// Whether all terms of a form are integers.
fn is_integral(terms: &Terms, form: &Linear<Term>) -> bool {
    form.terms().iter().all(|(leaf, _)| terms.sort(*leaf) == Sort::Int)
}

/// A form over terms as a term, with a constant and a denominator: an integer if it is one over integers and
/// `real` does not hold.
pub(super) fn sum(terms: &mut Terms, form: &Linear<Term>, constant: &Rat, over: &Int, real: bool) -> Term {
    let number = |terms: &mut Terms, value: Rat| match real {
        true => terms.real(value),
        false => terms.int(value.floor()),
    };
    let mut parts = Vec::new();
    for (leaf, coefficient) in form.terms() {
        let leaf = match real && terms.sort(*leaf) == Sort::Int {
            true => terms.to_real(*leaf),
            false => *leaf,
        };
        let coefficient = Rat::new(coefficient.clone(), over.clone());
        parts.push(match coefficient == Rat::ONE {
            true => leaf,
            false => {
                let coefficient = number(terms, coefficient);
                terms.mul(coefficient, leaf)
            }
        });
    }
    if !constant.is_zero() || parts.is_empty() {
        parts.push(number(terms, constant.clone()));
    }
    if parts.len() == 1 { parts[0] } else { terms.add(&parts) }
}

/// The formula that a form is at most a bound, or below it.
pub(super) fn bound(terms: &mut Terms, form: &Linear<Term>, bound: &Rat, strict: bool) -> Term {
    let real = !is_integral(terms, form) || !bound.is_integer();
    let sum = sum(terms, form, &Rat::ZERO, &Int::ONE, real);
    let bound = if real { terms.real(bound.clone()) } else { terms.int(bound.floor()) };
    if strict { terms.lt(&[sum, bound]) } else { terms.le(&[sum, bound]) }
}

/// Refuses terms whose forms depend on more than a checker sees: products of constant sums, quotients of
/// constants.
pub(super) fn check_linear(terms: &Terms, root: Term) -> Result<(), NoProof> {
    let is_literal = |term: &Term| is_literal(terms, *term);
    let is_divisor =
        |term: Term| is_literal(&term) && terms.as_rational(term).is_some_and(|divisor| !divisor.is_zero());
    let (mut pending, mut seen) = (vec![root], FxHashSet::default());
    while let Some(term) = pending.pop() {
        let args = terms.args(term);
        let is_simple = match terms.op(term) {
            Op::Add | Op::Sub | Op::Neg | Op::ToReal => true,
            Op::Mul => args.iter().filter(|arg| !is_literal(arg)).count() <= 1,
            Op::Divide => args.len() == 2 && is_divisor(args[1]),
            Op::Number(_) | Op::Decimal(_) | Op::Symbol(_) | Op::Ite => continue,
            Op::Apply(_) | Op::Select => continue,
            Op::Abs if terms.is_constant(term) => is_literal(&args[0]),
            Op::Abs if terms.sort(term) == Sort::Int => continue,
            Op::Div | Op::Mod if !terms.is_constant(term) && is_divisor(args[1]) => continue,
            _ => false,
        };
        if !is_simple {
            return Err(NoProof::Unsupported("products and quotients of variables"));
        }
        pending.extend(args.iter().filter(|arg| seen.insert(**arg)));
    }
    Ok(())
}

/// Whether a term is a number as it is written: `5`, `(- 5)`, `(/ (- 1) 3)`.
fn is_literal(terms: &Terms, term: Term) -> bool {
    let is_number = |term: Term| matches!(terms.op(term), Op::Number(_) | Op::Decimal(_));
    let is_signed = |term: Term| match terms.op(term) {
        Op::Neg => is_number(terms.args(term)[0]),
        _ => is_number(term),
    };
    match (terms.op(term), terms.args(term)) {
        (Op::Divide, &[left, right]) => {
            let is_zero = terms.as_rational(right).is_none_or(|value| value.is_zero());
            is_signed(left) && is_signed(right) && !is_zero
        }
        _ => is_signed(term),
    }
}
