//! Linear terms: integer combinations of unknowns with like terms collected.

use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::{Int, Term, Terms, linear_form};
use fxhash::FxHashMap;
use std::collections::BTreeMap;

/// Results of operations that questions ask for again and again.
#[derive(Default)]
pub(crate) struct Computed {
    /// `left - right`
    differences: FxHashMap<(Term, Term), Term>,
    /// `left <= right`, or `left < right`
    pub(crate) comparisons: FxHashMap<(Term, Term, bool), Term>,
    /// `left = right`
    pub(crate) equalities: FxHashMap<(Term, Term), Term>,
}

impl Logic {
    /// Matches a term against `start + step * iteration`.
    pub(crate) fn as_progression(&mut self, term: Term, iteration: Term) -> Option<(Term, Int)> {
        let (products, constant) = linear(self.terms(), term);
        let step = products.get(&iteration).cloned().unwrap_or(Int::ZERO);
        let rest: Vec<(Term, Int)> =
            products.into_iter().filter(|(unknown, _)| *unknown != iteration).collect();
        let unknowns: Vec<Term> = rest.iter().map(|(unknown, _)| *unknown).collect();
        if self.terms().mentions(&unknowns, [iteration]) {
            return None;
        }
        Some((self.sum(&rest, &constant), step))
    }

    /// Builds the term for a linear combination plus a constant.
    pub(crate) fn sum(&mut self, products: &[(Term, Int)], constant: &Int) -> Term {
        let mut parts = Vec::with_capacity(products.len() + 1);
        for (unknown, factor) in products {
            let factor_term = self.int(factor.clone());
            parts.push(if factor.is_one() { *unknown } else { self.terms().mul(factor_term, *unknown) });
        }
        if !constant.is_zero() || parts.is_empty() {
            parts.push(self.int(constant.clone()));
        }
        if let [single] = parts[..] { single } else { self.terms().add(&parts) }
    }

    /// `left + factor * right`, with like terms collected.
    pub(crate) fn plus(&mut self, left: Term, right: Term, factor: impl Into<Int>) -> Term {
        let factor = factor.into();
        if factor.to_i64() != Some(-1) {
            return self.plus_multiple(left, right, factor);
        }
        if let Some(&known) = self.computed.differences.get(&(left, right)) {
            return known;
        }
        let difference = self.plus_multiple(left, right, factor);
        self.computed.differences.insert((left, right), difference);
        difference
    }

    fn plus_multiple(&mut self, left: Term, right: Term, factor: Int) -> Term {
        let (mut products, mut constant) = linear(self.terms(), left);
        let (others, other) = linear(self.terms(), right);
        for (unknown, coefficient) in others {
            *products.entry(unknown).or_insert(Int::ZERO) += coefficient * &factor;
        }
        constant += other * &factor;
        let products: Vec<(Term, Int)> = products.into_iter().filter(|(_, c)| !c.is_zero()).collect();
        self.sum(&products, &constant)
    }

    /// Quotient with a nonnegative remainder; the divisor may have either sign. Multiples of the divisor are
    /// moved out of the quotient.
    pub(crate) fn quotient(&mut self, term: Term, divisor: &Int) -> Term {
        let (products, constant) = linear(self.terms(), term);
        let (mut exact, mut rest) = (Vec::new(), Vec::new());
        for (unknown, factor) in products {
            if divisor.divides(&factor) {
                exact.push((unknown, factor.div_exact(divisor)));
            } else {
                rest.push((unknown, factor));
            }
        }
        if rest.is_empty() {
            return self.sum(&exact, &constant.div_euclid(divisor));
        }
        // floor((g t + c) / (g d)) = floor((t + floor(c / g)) / d)
        let (mut constant, mut divisor) = (constant, divisor.clone());
        let common = rest.iter().fold(divisor.abs(), |common, (_, factor)| common.gcd(factor));
        if divisor.is_positive() && !common.is_one() {
            rest.iter_mut().for_each(|(_, factor)| *factor = factor.div_exact(&common));
            constant = constant.div_floor(&common);
            divisor = divisor.div_exact(&common);
        }
        // Move multiples of the divisor out of the constant, too.
        let (whole, constant) = match divisor.is_positive() {
            true => constant.div_rem_floor(&divisor),
            false => (Int::ZERO, constant),
        };
        let inner = self.sum(&rest, &constant);
        let divisor = self.int(divisor);
        let quotient = self.terms().div(inner, divisor);
        let exact = self.sum(&exact, &whole);
        self.plus(exact, quotient, 1)
    }

    pub(crate) fn plus_constant(&mut self, term: Term, constant: i64) -> Term {
        let constant = self.int(constant);
        self.plus(term, constant, 1)
    }

    /// `low <= term <= high` as a formula.
    pub(crate) fn within(&mut self, low: i128, term: Term, high: i128) -> Term {
        let (low, high) = (self.int(Int::from(low)), self.int(Int::from(high)));
        let parts = [self.at_most(low, term), self.at_most(term, high)];
        self.terms().and(&parts)
    }

    /// Membership of a number in a range, as a formula.
    pub(crate) fn in_range(&mut self, term: Term, range: &Range) -> Term {
        let mut parts = Vec::with_capacity(2);
        if let Some(low) = &range.low {
            let low = self.int(low.clone());
            parts.push(self.at_most(low, term));
        }
        if let Some(high) = &range.high {
            let high = self.int(high.clone());
            parts.push(self.at_most(term, high));
        }
        self.all(&parts)
    }
}

/// Decomposes a number into coefficients of unknowns and a constant.
pub(crate) fn linear(terms: &Terms, term: Term) -> (BTreeMap<Term, Int>, Int) {
    let (form, constant) = linear_form(terms, term);
    (form.terms().iter().cloned().collect(), constant)
}
