//! Linear forms over terms that are opaque to arithmetic.

use crate::terms::{Node, Op, Sort, Term, Terms};
use fxhash::FxHashMap;
use rug::Rational;

/// Limit on the parts of one term, with repetitions: sums may share parts.
const MAX_PARTS: usize = 10_000_000;

/// A sum of multiples of terms, and a constant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Form {
    /// No coefficient is zero.
    pub terms: FxHashMap<Term, Rational>,
    pub constant: Rational,
}

impl Form {
    /// Adds a multiple of another form.
    pub(crate) fn add(&mut self, other: &Form, factor: &Rational) {
        for (term, coefficient) in &other.terms {
            self.add_term(*term, Rational::from(coefficient * factor));
        }
        self.constant += Rational::from(&other.constant * factor);
    }

    fn add_term(&mut self, term: Term, coefficient: Rational) {
        let sum = self.terms.entry(term).or_default();
        *sum += coefficient;
        if *sum == 0 {
            self.terms.remove(&term);
        }
    }

    /// Whether it is zero, whatever its terms are.
    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty() && self.constant == 0
    }

    /// Adds a multiple of a term of sort `Int` or `Real`.
    pub(crate) fn add_scaled(&mut self, terms: &Terms, term: Term, factor: Rational) -> Result<(), String> {
        let mut pending = vec![(term, factor)];
        for _ in 0..MAX_PARTS {
            let Some((term, factor)) = pending.pop() else { return Ok(()) };
            match terms.node(term) {
                Node::Number(value, _) => self.constant += Rational::from(value * &factor),
                Node::Apply(Op::Add, args) => pending.extend(args.iter().map(|arg| (*arg, factor.clone()))),
                Node::Apply(Op::Sub, args) if args.len() == 1 => pending.push((args[0], -factor)),
                Node::Apply(Op::Sub, args) => {
                    pending.extend(args[1..].iter().map(|arg| (*arg, Rational::from(-&factor))));
                    pending.push((args[0], factor));
                }
                Node::Apply(Op::ToReal, args) => pending.push((args[0], factor)),
                Node::Apply(Op::Abs, args) if terms.number(args[0]).is_some() => {
                    let value = terms.number(args[0]).map(|value| Rational::from(value.abs_ref()));
                    self.constant += factor * value.unwrap_or_default();
                }
                Node::Apply(Op::Mul, args) => match single_factor(terms, args) {
                    Some((value, rest)) => {
                        let factor = factor * value;
                        match rest {
                            Some(rest) => pending.push((rest, factor)),
                            None => self.constant += factor,
                        }
                    }
                    None => self.add_term(term, factor),
                },
                Node::Apply(Op::Divide, args) => {
                    match (&args[..], args.get(1).and_then(|arg| terms.number(*arg))) {
                        ([dividend, _], Some(divisor)) if *divisor != 0 => {
                            pending.push((*dividend, factor / divisor))
                        }
                        _ => self.add_term(term, factor),
                    }
                }
                _ => self.add_term(term, factor),
            }
        }
        Err("a sum has too many parts".to_string())
    }

    /// The form of a term.
    pub(crate) fn of(terms: &Terms, term: Term) -> Result<Form, String> {
        let mut form = Form::default();
        form.add_scaled(terms, term, Rational::from(1))?;
        Ok(form)
    }

    /// One term minus another.
    pub(crate) fn difference(terms: &Terms, left: Term, right: Term) -> Result<Form, String> {
        let mut form = Form::of(terms, left)?;
        form.add_scaled(terms, right, Rational::from(-1))?;
        Ok(form)
    }

    /// Whether all values of the form without its constant are integers.
    pub(crate) fn is_integral(&self, terms: &Terms) -> bool {
        let is_integral = |(term, coefficient): (&Term, &Rational)| {
            terms.sort_of(*term) == Sort::INT && *coefficient.denom() == 1
        };
        self.terms.iter().all(is_integral)
    }
}

/// The product of the numbers among factors, and the only other factor, if there is at most one.
fn single_factor(terms: &Terms, args: &[Term]) -> Option<(Rational, Option<Term>)> {
    let (mut value, mut rest) = (Rational::from(1), None);
    for &arg in args {
        match terms.number(arg) {
            Some(number) => value *= number,
            None if rest.is_none() => rest = Some(arg),
            None => return None,
        }
    }
    Some((value, rest))
}
