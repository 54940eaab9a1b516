//! Rules about linear arithmetic.

use super::{Arg, Context, Step, require};
use crate::forms::Form;
use crate::terms::{Op, Term, Terms};
use rug::{Integer, Rational};

pub(super) const RULES: &[&str] =
    &["la_generic", "la_disequality", "la_totality", "la_rw_eq", "poly_simp", "poly_simp_rel"];

/// Checks a step.
pub(super) fn check(context: &mut Context<'_>, step: &Step<'_>) -> Result<(), String> {
    match step.rule {
        "la_generic" => generic(context.terms, step),
        "poly_simp" => {
            let terms = &*context.terms;
            let (left, right) = terms.pair(step.only()?, Op::Equal).ok_or("no equation")?;
            require(terms.sort_of(left).is_number(), "the sides are no numbers")?;
            let form = Form::difference(terms, left, right)?;
            require(form.is_zero(), "the sides are different polynomials")
        }
        "poly_simp_rel" => scaled_relations(context.terms, step),
        "la_disequality" => pattern(context, step, disequality),
        "la_totality" => pattern(context, step, totality),
        _ => pattern(context, step, equality),
    }
}

/// A constraint: a form is zero, at least zero, or above zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Zero,
    AtLeast,
    Above,
}

/// The constraint that a literal is false.
fn negation(terms: &Terms, literal: Term) -> Result<(Form, Relation), String> {
    let (atom, is_positive) = terms.literal(literal);
    let ops = [Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Equal];
    let found = ops.into_iter().find_map(|op| Some((op, terms.pair(atom, op)?)));
    let (op, (left, right)) = found.ok_or_else(|| format!("{} is no constraint", terms.show(atom)))?;
    require(terms.sort_of(left).is_number(), "an equation is not about numbers")?;
    // Whether the left side is the greater one, and whether the relation is strict.
    let (from, to, relation) = match (op, is_positive) {
        (Op::Le, false) => (right, left, Relation::AtLeast),
        (Op::Lt, false) => (right, left, Relation::Above),
        (Op::Ge, false) => (left, right, Relation::AtLeast),
        (Op::Gt, false) => (left, right, Relation::Above),
        (Op::Le, true) => (left, right, Relation::Above),
        (Op::Lt, true) => (left, right, Relation::AtLeast),
        (Op::Ge, true) => (right, left, Relation::Above),
        (Op::Gt, true) => (right, left, Relation::AtLeast),
        (_, false) => (left, right, Relation::Zero),
        (_, true) => return Err("an equation must be negated".to_string()),
    };
    Ok(rounded(terms, Form::difference(terms, from, to)?, relation))
}

/// The same constraint with a tighter bound, if its form has only integers as values.
fn rounded(terms: &Terms, mut form: Form, relation: Relation) -> (Form, Relation) {
    if relation == Relation::Zero || !form.is_integral(terms) {
        return (form, relation);
    }
    // form + c >= 0 is form >= ceil(-c); form + c > 0 is form >= floor(-c) + 1.
    let bound = Rational::from(-&form.constant);
    let least = match relation {
        Relation::Above => Integer::from(bound.floor().numer() + 1),
        _ => bound.ceil().numer().clone(),
    };
    form.constant = Rational::from(-least);
    (form, Relation::AtLeast)
}

/// The negations of the literals, multiplied and added, are contradictory.
fn generic(terms: &Terms, step: &Step<'_>) -> Result<(), String> {
    require(step.args.len() == step.clause.len(), "there is not one multiplier for each literal")?;
    let (mut sum, mut is_strict, mut has_bounds) = (Form::default(), false, false);
    for (literal, arg) in step.clause.iter().zip(step.args) {
        let factor = match arg {
            Arg::Term(term) => terms.number(*term),
            Arg::Text(_) => None,
        };
        let factor = factor.ok_or("a multiplier is no number")?;
        let (form, relation) = negation(terms, *literal)?;
        if relation != Relation::Zero {
            require(*factor >= 0, "a multiplier of an inequality is negative")?;
            is_strict |= relation == Relation::Above && *factor > 0;
            has_bounds |= *factor > 0;
        }
        sum.add(&form, factor);
    }
    require(sum.terms.is_empty(), "the sum of the constraints still has variables")?;
    let is_contradiction = match (has_bounds, is_strict) {
        (false, _) => sum.constant != 0,
        (true, false) => sum.constant < 0,
        (true, true) => sum.constant <= 0,
    };
    require(is_contradiction, "the sum of the constraints is no contradiction")
}

/// `(= (op a b) (op c d))` from `(= (* m (- a b)) (* n (- c d)))`, for factors of the same sign.
fn scaled_relations(terms: &Terms, step: &Step<'_>) -> Result<(), String> {
    let (one, other) = terms.pair(step.only()?, Op::Equal).ok_or("no equation")?;
    let sides = |term: Term, op: Op| terms.pair(term, op);
    let ops = [Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Equal];
    let found = ops.into_iter().find_map(|op| Some((op, sides(one, op)?, sides(other, op)?)));
    let (op, (a, b), (c, d)) = found.ok_or("the sides are not the same relation")?;
    let are_numbers = terms.sort_of(a).is_number() && terms.sort_of(c).is_number();
    require(are_numbers, "the relations are not about numbers")?;
    let (left, right) = terms.pair(step.unit(0)?, Op::Equal).ok_or("the premise is no equation")?;
    let factor = |product: Term| match terms.args(product, Op::Mul) {
        Some(&[factor, difference]) => Some((terms.number(factor)?.clone(), difference)),
        _ => None,
    };
    let ((m, first), (n, second)) = factor(left).zip(factor(right)).ok_or("the premise is no product")?;
    let is = |difference: Term, (left, right): (Term, Term)| {
        Ok::<bool, String>(Form::of(terms, difference)? == Form::difference(terms, left, right)?)
    };
    require(is(first, (a, b))? && is(second, (c, d))?, "the premise is about other terms")?;
    let same_sign = (m > 0 && n > 0) || (m < 0 && n < 0);
    require(same_sign || op == Op::Equal && m != 0 && n != 0, "the factors have different signs")
}

/// Checks that a unit clause is what a pattern makes of the first two arguments that it finds in it.
fn pattern(
    context: &mut Context<'_>,
    step: &Step<'_>,
    build: fn(&mut Terms, Term, Term) -> Result<Term, String>,
) -> Result<(), String> {
    let found = step.only()?;
    let terms = &mut *context.terms;
    let part = [Op::Or, Op::Equal].into_iter().find_map(|op| terms.args(found, op)?.first().copied());
    let part = part.ok_or("the conclusion has another form")?;
    let sides = [Op::Equal, Op::Le].into_iter().find_map(|op| terms.pair(part, op));
    let (left, right) = sides.ok_or("the conclusion has another form")?;
    let wanted = build(terms, left, right)?;
    require(wanted == found, "the conclusion has another form")
}

/// Numbers are equal, or less, or greater.
fn disequality(terms: &mut Terms, left: Term, right: Term) -> Result<Term, String> {
    let equal = terms.apply(Op::Equal, vec![left, right])?;
    let (one, other) = (terms.apply(Op::Le, vec![left, right])?, terms.apply(Op::Le, vec![right, left])?);
    let (one, other) = (terms.not(one), terms.not(other));
    terms.apply(Op::Or, vec![equal, one, other])
}

/// The order is total.
fn totality(terms: &mut Terms, left: Term, right: Term) -> Result<Term, String> {
    let (one, other) = (terms.apply(Op::Le, vec![left, right])?, terms.apply(Op::Le, vec![right, left])?);
    terms.apply(Op::Or, vec![one, other])
}

/// An equation is two inequalities.
fn equality(terms: &mut Terms, left: Term, right: Term) -> Result<Term, String> {
    let equal = terms.apply(Op::Equal, vec![left, right])?;
    let (one, other) = (terms.apply(Op::Le, vec![left, right])?, terms.apply(Op::Le, vec![right, left])?);
    let both = terms.apply(Op::And, vec![one, other])?;
    terms.apply(Op::Equal, vec![equal, both])
}
