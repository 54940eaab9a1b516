//! Linear forms `sum c_i x_i` and expressions `sum c_i x_i + c` with integer coefficients, kept normalised.

mod expr;

pub(crate) use expr::{LinearExpr, NumVar, Number};

use crate::num::Int;
use std::fmt;

/// A sum `c_1 x_1 + … + c_n x_n`: variables in increasing order, no coefficient zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear<V> {
    terms: Vec<(V, Int)>,
}

impl<V> Default for Linear<V> {
    fn default() -> Self {
        Linear { terms: Vec::new() }
    }
}

impl<V: Copy + Ord> Linear<V> {
    /// The sum of these products, in any order, variables repeated at will.
    pub fn new(mut terms: Vec<(V, Int)>) -> Linear<V> {
        terms.sort_by_key(|&(var, _)| var);
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        Linear { terms }
    }

    /// The form `x`.
    pub fn variable(var: V) -> Linear<V> {
        Linear { terms: vec![(var, Int::ONE)] }
    }

    /// The products, by increasing variable.
    pub fn terms(&self) -> &[(V, Int)] {
        &self.terms
    }

    /// How many variables occur.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether this is the empty sum, zero.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The coefficient of a variable, if it occurs.
    pub fn coefficient(&self, var: V) -> Option<&Int> {
        self.terms.binary_search_by(|(other, _)| other.cmp(&var)).ok().map(|slot| &self.terms[slot].1)
    }

    /// Whether this is `x`, `-x` or `x - y`.
    pub fn is_difference(&self) -> bool {
        match &self.terms[..] {
            [(_, a)] => a.abs().is_one(),
            [(_, a), (_, b)] => a.abs().is_one() && b.abs().is_one() && a.signum() != b.signum(),
            _ => false,
        }
    }

    /// Greatest common divisor of the coefficients; zero for the empty sum.
    pub fn content(&self) -> Int {
        let mut content = Int::ZERO;
        for (_, coefficient) in &self.terms {
            content = content.gcd(coefficient);
            if content.is_one() {
                break;
            }
        }
        content
    }

    /// `self + factor * other`
    pub fn add_multiple(&self, factor: &Int, other: &Linear<V>) -> Linear<V> {
        let mut sum = Vec::with_capacity(self.len() + other.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) => a.0.cmp(&b.0),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => break,
            };
            let (var, coefficient) = match order {
                std::cmp::Ordering::Less => left.next().cloned().expect("peeked"),
                std::cmp::Ordering::Greater => {
                    let (var, coefficient) = right.next().expect("peeked");
                    (*var, coefficient * factor)
                }
                std::cmp::Ordering::Equal => {
                    let (var, mut coefficient) = left.next().cloned().expect("peeked");
                    coefficient.add_mul_assign(&right.next().expect("peeked").1, factor);
                    (var, coefficient)
                }
            };
            if !coefficient.is_zero() {
                sum.push((var, coefficient));
            }
        }
        Linear { terms: sum }
    }

    /// All coefficients multiplied by `factor`.
    pub fn scaled(&self, factor: &Int) -> Linear<V> {
        if factor.is_zero() {
            return Linear::default();
        }
        Linear { terms: self.terms.iter().map(|(var, coefficient)| (*var, coefficient * factor)).collect() }
    }

    /// All coefficients divided by `divisor`, which must divide them.
    pub fn divided(&self, divisor: &Int) -> Linear<V> {
        let divide = |(var, coefficient): &(V, Int)| (*var, coefficient.div_exact(divisor));
        Linear { terms: self.terms.iter().map(divide).collect() }
    }

    /// The same sum over other variables; the mapping need not keep their order.
    pub fn map<W: Copy + Ord>(&self, mut to: impl FnMut(V) -> W) -> Linear<W> {
        Linear::new(self.terms.iter().map(|(var, coefficient)| (to(*var), coefficient.clone())).collect())
    }

    /// The value under an assignment.
    pub fn eval<'a>(&self, mut value: impl FnMut(V) -> &'a Int) -> Int {
        let mut sum = Int::ZERO;
        for (var, coefficient) in &self.terms {
            sum.add_mul_assign(coefficient, value(*var));
        }
        sum
    }
}

impl<V: fmt::Debug> fmt::Debug for Linear<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (var, coefficient)) in self.terms.iter().enumerate() {
            let separator = if index == 0 { "" } else { " + " };
            write!(f, "{separator}{coefficient}*{var:?}")?;
        }
        Ok(())
    }
}
