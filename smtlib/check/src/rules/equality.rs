//! Rules about equality and functions.

use super::{Context, Step, require};
use crate::terms::{Node, Op, Term, Terms};
use rug::Rational;

/// The sides of an equation.
type Sides = (Term, Term);

pub(super) const RULES: &[&str] = &[
    "eq_reflexive",
    "eq_transitive",
    "eq_congruent",
    "eq_congruent_pred",
    "eq_symmetric",
    "refl",
    "symm",
    "not_symm",
    "trans",
    "cong",
    "distinct_elim",
];

/// Checks a step.
pub(super) fn check(context: &mut Context<'_>, step: &Step<'_>) -> Result<(), String> {
    let terms = &*context.terms;
    match step.rule {
        "eq_reflexive" | "refl" => {
            let (left, right) = equation(terms, step.only()?)?;
            require(left == right, "the sides differ")
        }
        "eq_symmetric" => {
            let (left, right) = equation(terms, step.only()?)?;
            require(equation(terms, left)? == swapped(equation(terms, right)?), "the sides are not swapped")
        }
        "symm" => {
            let wanted = swapped(equation(terms, step.unit(0)?)?);
            require(equation(terms, step.only()?)? == wanted, "the sides are not swapped")
        }
        "not_symm" => {
            let inner = |term: Term| equation(terms, terms.negated(term).ok_or("no negation")?);
            require(inner(step.only()?)? == swapped(inner(step.unit(0)?)?), "the sides are not swapped")
        }
        "trans" => {
            let premises: Result<Vec<Sides>, String> =
                (0..step.premises.len()).map(|index| equation(terms, step.unit(index)?)).collect();
            chain(&premises?, equation(terms, step.only()?)?)
        }
        "eq_transitive" => {
            let (equations, last) = negated_equations(terms, step.clause, 1)?;
            chain(&equations, equation(terms, last[0])?)
        }
        "cong" => congruence(terms, step),
        "eq_congruent" => {
            let (equations, last) = negated_equations(terms, step.clause, 1)?;
            let (left, right) = equation(terms, last[0])?;
            arguments_agree(terms, left, right, &equations)
        }
        "eq_congruent_pred" => {
            let (equations, last) = negated_equations(terms, step.clause, 2)?;
            let [(left, first), (right, second)] = [0, 1].map(|index| terms.literal(last[index]));
            require(first != second, "the last literals have the same sign")?;
            arguments_agree(terms, left, right, &equations)
        }
        _ => distinct(context, step),
    }
}

/// The sides of an equation.
fn equation(terms: &Terms, term: Term) -> Result<Sides, String> {
    terms.pair(term, Op::Equal).ok_or_else(|| format!("{} is no equation of two terms", terms.show(term)))
}

fn swapped((left, right): Sides) -> Sides {
    (right, left)
}

/// The equations whose negations a clause begins with, and its last literals.
fn negated_equations<'s>(
    terms: &Terms,
    clause: &'s [Term],
    others: usize,
) -> Result<(Vec<Sides>, &'s [Term]), String> {
    let count = clause.len().checked_sub(others).ok_or("the clause is too short")?;
    let (first, last) = clause.split_at(count);
    let negated = |&literal: &Term| {
        let (atom, is_positive) = terms.literal(literal);
        require(!is_positive, "an equation is not negated")?;
        equation(terms, atom)
    };
    let equations: Result<Vec<Sides>, String> = first.iter().map(negated).collect();
    Ok((equations?, last))
}

/// Whether equations, each turned as needed, lead from one side to the other.
fn chain(equations: &[Sides], (from, to): Sides) -> Result<(), String> {
    let mut left: Vec<Sides> = equations.to_vec();
    let mut at = from;
    while at != to {
        // In order, usually; any path will do.
        let step = left.iter().position(|&(one, other)| one == at || other == at);
        let Some(index) = step else { return Err("the equations do not lead from side to side".to_string()) };
        let (one, other) = left.remove(index);
        at = if one == at { other } else { one };
    }
    Ok(())
}

/// Whether two applications of the same function have equal arguments, by equations in their order.
fn arguments_agree(terms: &Terms, left: Term, right: Term, equations: &[Sides]) -> Result<(), String> {
    let (Node::Apply(op, one), Node::Apply(other_op, other)) = (terms.node(left), terms.node(right)) else {
        return Err("only applications are congruent".to_string());
    };
    require(op == other_op && one.len() == other.len(), "different functions")?;
    let mut equations = equations.iter();
    let mut next = equations.next();
    for (&left, &right) in one.iter().zip(other.iter()) {
        let is_next = next.is_some_and(|&pair| pair == (left, right) || pair == (right, left));
        if is_next {
            next = equations.next();
        } else if left != right {
            return Err(format!("{} and {} need not be equal", terms.show(left), terms.show(right)));
        }
    }
    Ok(())
}

fn congruence(terms: &Terms, step: &Step<'_>) -> Result<(), String> {
    let (left, right) = equation(terms, step.only()?)?;
    let equations: Result<Vec<Sides>, String> =
        (0..step.premises.len()).map(|index| equation(terms, step.unit(index)?)).collect();
    let equations = equations?;
    let is_number = |term: Term| terms.number(term).is_some();
    match (is_number(left), is_number(right)) {
        _ if left == right => Ok(()),
        (false, true) => computed(terms, left, right, &equations),
        (true, false) => computed(terms, right, left, &equations),
        _ => arguments_agree(terms, left, right, &equations),
    }
}

/// Whether an application is a number, by equations between its arguments and numbers: `(- 5)` is read as a
/// number, so that it is no application to which `(- x)` is congruent.
fn computed(terms: &Terms, term: Term, number: Term, equations: &[Sides]) -> Result<(), String> {
    let Node::Apply(op, args) = terms.node(term) else {
        return Err("only applications are congruent".to_string());
    };
    let value_of = |arg: &Term| {
        let sides = equations.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
        let equal = sides.filter(|(from, _)| from == arg).map(|(_, to)| to);
        [*arg].into_iter().chain(equal).find_map(|term| terms.number(term))
    };
    let values: Option<Vec<&Rational>> = args.iter().map(value_of).collect();
    let values = values.ok_or("an argument is not equal to a number")?;
    let found = match (op, &values[..]) {
        (Op::Sub, &[value]) => Some(Rational::from(-value)),
        (Op::Divide, &[dividend, divisor]) if *divisor != 0 => Some(Rational::from(dividend / divisor)),
        _ => None,
    };
    require(found.as_ref() == terms.number(number), "the application has another value")
}

/// `distinct` is the conjunction of all disequations.
fn distinct(context: &mut Context<'_>, step: &Step<'_>) -> Result<(), String> {
    let terms = &mut *context.terms;
    let (left, right) = equation(terms, step.only()?)?;
    let args = terms.args(left, Op::Distinct).ok_or("the left side is no distinct")?.to_vec();
    let mut parts = Vec::new();
    for (index, one) in args.iter().enumerate() {
        for other in &args[index + 1..] {
            let equal = terms.apply(Op::Equal, vec![*one, *other])?;
            parts.push(terms.not(equal));
        }
    }
    let wanted = match parts[..] {
        [part] => part,
        _ => terms.apply(Op::And, parts)?,
    };
    require(right == wanted, "the right side is not the conjunction of all disequations")
}
