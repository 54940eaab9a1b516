//! Axioms that are instantiated: definitions of `ite`, integer division, absolute values, chains of
//! relations, and arrays.

use super::{Arg, Context, Step, require};
use crate::forms::Form;
use crate::terms::{Node, Op, Sort, Term, Terms};
use rug::Rational;

pub(super) const RULES: &[&str] = &["ite_intro", "rare_rewrite", "arrays_ext", "div_intro"];

/// Checks a step.
pub(super) fn check(context: &mut Context<'_>, step: &Step<'_>) -> Result<(), String> {
    let terms = &mut *context.terms;
    if step.rule == "ite_intro" {
        return introduced(terms, step.only()?);
    }
    if step.rule == "arrays_ext" {
        return extensionality(terms, step);
    }
    if step.rule == "div_intro" {
        return divided(terms, step.only()?);
    }
    let Some((Arg::Text(name), args)) = step.args.split_first() else {
        return Err("the first argument is no name of an axiom".to_string());
    };
    let term = |arg: &Arg| match arg {
        Arg::Term(term) => Ok(*term),
        Arg::Text(_) => Err("an argument is no term".to_string()),
    };
    let args: Result<Vec<Term>, String> = args.iter().map(term).collect();
    let found = step.only()?;
    if name.starts_with("cfp-chain") {
        return chain(terms, found);
    }
    let wanted = instance(terms, name, &args?)?;
    require(wanted == found, "the conclusion is another one")
}

/// `(= t (and t (ite c (= v a) (= v b)) …))`, where each `v` is `(ite c a b)`.
fn introduced(terms: &mut Terms, found: Term) -> Result<(), String> {
    let (left, right) = terms.pair(found, Op::Equal).ok_or("no equation")?;
    let parts = terms.args(right, Op::And).ok_or("the right side is no conjunction")?.to_vec();
    let (first, definitions) = parts.split_first().ok_or("an empty conjunction")?;
    require(*first == left, "the first conjunct is not the left side")?;
    for &definition in definitions {
        let &[condition, one, other] =
            terms.args(definition, Op::Ite).ok_or("a conjunct is no ite")?.first_chunk().ok_or("no ite")?;
        let equation = |term: Term| terms.pair(term, Op::Equal).ok_or("a case is no equation");
        let ((value, one), (same, other)) = (equation(one)?, equation(other)?);
        let wanted = terms.apply(Op::Ite, vec![condition, one, other])?;
        require(value == same && value == wanted, "a conjunct does not define an ite")?;
    }
    Ok(())
}

/// `(and (<= (* k q) n) (< n (* k (+ q 1))))` for a number `k` that is not zero, where `q` is `(div n k)`.
fn divided(terms: &Terms, found: Term) -> Result<(), String> {
    let (low, high) = terms.pair(found, Op::And).ok_or("no conjunction of two bounds")?;
    let (least, dividend) = terms.pair(low, Op::Le).ok_or("the first bound has another form")?;
    let (same, next) = terms.pair(high, Op::Lt).ok_or("the second bound has another form")?;
    let least = Form::of(terms, least)?;
    let Some((&quotient, factor)) = least.terms.iter().next() else {
        return Err("no product with a quotient".to_string());
    };
    let (of, divisor) = terms.pair(quotient, Op::Div).ok_or("no product with a quotient")?;
    let divisor = terms.number(divisor).ok_or("the divisor is no number")?;
    let is_product = least.terms.len() == 1 && least.constant == 0 && factor == divisor && *divisor != 0;
    require(is_product && of == dividend && same == dividend, "the bounds are not those of a quotient")?;
    let mut above = Form::of(terms, next)?;
    above.add(&least, &Rational::from(-1));
    let size = Rational::from(divisor.abs_ref());
    require(above.terms.is_empty() && above.constant == size, "the bounds have another distance")
}

/// Arrays are equal if they have the same element at the index that is chosen to be one where they differ.
/// Without a premise the clause is `(= a b)` and what follows otherwise.
fn extensionality(terms: &mut Terms, step: &Step<'_>) -> Result<(), String> {
    let (equal, same) = match (step.clause, step.premises.len()) {
        (&[equal, same], 0) => (equal, same),
        (&[same], 1) => (terms.negated(step.unit(0)?).ok_or("the premise is no negation")?, same),
        _ => return Err("the clause has another form".to_string()),
    };
    let (one, other) = terms.pair(equal, Op::Equal).ok_or("no equation of arrays")?;
    let same = terms.negated(same).ok_or("the elements are not said to differ")?;
    let (left, right) = terms.pair(same, Op::Equal).ok_or("no equation of elements")?;
    let read = |terms: &Terms, term: Term| terms.pair(term, Op::Select).ok_or("nothing is read");
    let ((first, index), (second, chosen)) = (read(terms, left)?, read(terms, right)?);
    let are_these = (first, second) == (one, other) || (first, second) == (other, one);
    require(are_these && index == chosen, "the elements are not those of the arrays at one index")?;
    let Node::Binder(name, vars, body) = terms.node(index).clone() else {
        return Err("the index is not chosen".to_string());
    };
    let &[var] = &vars[..] else { return Err("more than one variable is chosen".to_string()) };
    let reads = [one, other].map(|array| terms.apply(Op::Select, vec![array, var]));
    let [one, other] = reads;
    let (one, other) = (one?, other?);
    let mut is_body = false;
    for sides in [vec![one, other], vec![other, one]] {
        let same = terms.apply(Op::Equal, sides)?;
        is_body |= terms.not(same) == body;
    }
    require(name == "choice" && is_body, "the index is chosen for another property")
}

/// A chain of relations is the conjunction of its links.
fn chain(terms: &mut Terms, found: Term) -> Result<(), String> {
    let (left, right) = terms.pair(found, Op::Equal).ok_or("no equation")?;
    let ops = [Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Equal];
    let (op, args) =
        ops.into_iter().find_map(|op| Some((op, terms.args(left, op)?.to_vec()))).ok_or("no chain")?;
    let links: Result<Vec<Term>, String> =
        args.windows(2).map(|link| terms.apply(op, link.to_vec())).collect();
    let wanted = terms.apply(Op::And, links?)?;
    require(args.len() > 2 && wanted == right, "the right side is not the conjunction of the links")
}

/// An axiom for these arguments.
fn instance(terms: &mut Terms, name: &str, args: &[Term]) -> Result<Term, String> {
    match (name, args) {
        ("cfp-div-low" | "cfp-div-high", &[dividend, divisor]) => {
            division(terms, name == "cfp-div-low", dividend, divisor)
        }
        ("cfp-mod-def", &[dividend, divisor]) => {
            // Remainders of divisions by zero may be any numbers.
            require(terms.number(divisor).is_some_and(|value| *value != 0), "the divisor may be zero")?;
            let remainder = terms.apply(Op::Mod, vec![dividend, divisor])?;
            let quotient = terms.apply(Op::Div, vec![dividend, divisor])?;
            let product = terms.apply(Op::Mul, vec![divisor, quotient])?;
            let difference = terms.apply(Op::Sub, vec![dividend, product])?;
            terms.apply(Op::Equal, vec![remainder, difference])
        }
        ("cfp-abs", &[value]) => {
            let zero = terms.make_number(Rational::new(), Sort::INT);
            let is_negative = terms.apply(Op::Lt, vec![value, zero])?;
            let minus = terms.apply(Op::Sub, vec![value])?;
            let cases = terms.apply(Op::Ite, vec![is_negative, minus, value])?;
            let absolute = terms.apply(Op::Abs, vec![value])?;
            terms.apply(Op::Equal, vec![absolute, cases])
        }
        ("cfp-row", &[array, index, element, other]) => {
            let stored = terms.apply(Op::Store, vec![array, index, element])?;
            let read = terms.apply(Op::Select, vec![stored, other])?;
            let before = terms.apply(Op::Select, vec![array, other])?;
            let is_same = terms.apply(Op::Equal, vec![index, other])?;
            let cases = terms.apply(Op::Ite, vec![is_same, element, before])?;
            terms.apply(Op::Equal, vec![read, cases])
        }
        ("cfp-const", &[array, index]) => {
            let read = terms.apply(Op::Select, vec![array, index])?;
            let sort = terms.sort_of(array);
            let value = terms.args(array, Op::ConstArray(sort)).and_then(|args| args.first().copied());
            terms.apply(Op::Equal, vec![read, value.ok_or("no constant array")?])
        }
        _ => Err(format!("no axiom {name} with so many arguments")),
    }
}

/// `(= (=> (not (= k 0)) …) true)`, with one of the bounds of a quotient.
fn division(terms: &mut Terms, is_low: bool, dividend: Term, divisor: Term) -> Result<Term, String> {
    let zero = terms.make_number(Rational::new(), Sort::INT);
    let is_zero = terms.apply(Op::Equal, vec![divisor, zero])?;
    let is_divided = terms.not(is_zero);
    let quotient = terms.apply(Op::Div, vec![dividend, divisor])?;
    let product = terms.apply(Op::Mul, vec![divisor, quotient])?;
    let bound = match is_low {
        true => terms.apply(Op::Le, vec![product, dividend])?,
        false => {
            let size = terms.apply(Op::Abs, vec![divisor])?;
            let next = terms.apply(Op::Add, vec![product, size])?;
            terms.apply(Op::Lt, vec![dividend, next])?
        }
    };
    let claim = terms.apply(Op::Implies, vec![is_divided, bound])?;
    terms.apply(Op::Equal, vec![claim, Term::TRUE])
}
