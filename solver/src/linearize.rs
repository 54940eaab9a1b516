//! Terms as linear forms.
//!
//! A numeric term is expanded over its *leaves*: the terms below it that are not sums, differences,
//! negations, products with constants, quotients by constants or conversions to reals. [`linear_form`] keeps
//! the leaves as they are. Other users decide for each leaf what becomes of it: a variable, a combination of
//! other terms, a constant. They run an [`Expansion`] with a function for leaves.
//!
//! Terms are expanded by decreasing index. Arguments have smaller indices than what they are arguments of, so
//! all uses of a term are seen before it is expanded, and shared terms are expanded once: the work is linear
//! in the size of the DAG, and nothing recurses.

use crate::linear::Linear;
use crate::num::{Int, Rat};
use crate::term::{Op, Term, Terms};
use fxhash::FxHashMap;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;
use std::ops::AddAssign;

/// An integer term as `c_1 t_1 + … + c_n t_n + c`: the products, and the constant. The `t_i` are terms that
/// are not linear arithmetic themselves: symbols, applications of functions, quotients, `ite`.
///
/// ```
/// use cfp_solver::{Int, Sort, Terms, linear_form};
///
/// let mut terms = Terms::new();
/// let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
/// let (two, three) = (terms.int(2), terms.int(3));
/// let sum = terms.add(&[x, y, three]);
/// let twice = terms.mul(two, sum);
/// let difference = terms.sub(twice, y);
/// let (form, constant) = linear_form(&terms, difference);
/// assert_eq!(form.terms(), [(x, Int::from(2)), (y, Int::from(1))]);
/// assert_eq!(constant, Int::from(6));
/// ```
pub fn linear_form(terms: &Terms, term: Term) -> (Linear<Term>, Int) {
    let mut products = Vec::new();
    let constant = Expansion::default()
        .run(terms, &[(term, Int::ONE)], |_, leaf, factor: Int| products.push((leaf, factor)));
    (Linear::new(products), constant)
}

/// The numbers that coefficients are: integers, or rationals where terms are real.
pub(crate) trait Coefficient: Clone + Default + AddAssign {
    fn from_int(value: &Int) -> Self;
    fn of_constant(terms: &Terms, term: Term) -> Option<Self>;
    fn times(&self, other: &Self) -> Self;
    /// Divided by a constant other than zero. Only for rationals.
    fn over(&self, divisor: &Self) -> Self;
    fn negated(&self) -> Self;
}

impl Coefficient for Int {
    fn from_int(value: &Int) -> Int {
        value.clone()
    }
    fn of_constant(terms: &Terms, term: Term) -> Option<Int> {
        terms.as_constant(term).cloned()
    }
    fn times(&self, other: &Int) -> Int {
        self * other
    }
    fn over(&self, _: &Int) -> Int {
        unreachable!("the division of reals does not occur in integer terms")
    }
    fn negated(&self) -> Int {
        -self
    }
}

impl Coefficient for Rat {
    fn from_int(value: &Int) -> Rat {
        Rat::from(value)
    }
    fn of_constant(terms: &Terms, term: Term) -> Option<Rat> {
        terms.as_rational(term)
    }
    fn times(&self, other: &Rat) -> Rat {
        self * other
    }
    fn over(&self, divisor: &Rat) -> Rat {
        self * &divisor.recip()
    }
    fn negated(&self) -> Rat {
        -self
    }
}

/// An expansion under way; empty, and ready to be run again, when it is not running.
#[derive(Default)]
pub(crate) struct Expansion<C> {
    /// The terms still to be expanded, and their coefficients.
    queue: BinaryHeap<Term>,
    factors: FxHashMap<Term, C>,
    constant: C,
}

impl<C: Coefficient> Expansion<C> {
    /// Expands a combination of terms and returns its constant. `leaf` is called for each leaf, with its
    /// coefficient, which may be zero; it may replace the leaf by adding other terms to the expansion.
    pub(crate) fn run(
        &mut self,
        terms: &Terms,
        combination: &[(Term, C)],
        leaf: impl FnMut(&mut Self, Term, C),
    ) -> C {
        self.run_within(terms, combination, (&mut 0, u64::MAX), leaf).expect("there is no limit")
    }

    /// The same, unless it takes more work than the limit; the work is added to the counter.
    pub(crate) fn run_within(
        &mut self,
        terms: &Terms,
        combination: &[(Term, C)],
        (work, limit): (&mut u64, u64),
        mut leaf: impl FnMut(&mut Self, Term, C),
    ) -> Option<C> {
        for (term, factor) in combination {
            self.add(*term, factor.clone());
        }
        let start = *work;
        while let Some(term) = self.queue.pop() {
            *work += 1 + terms.args(term).len() as u64;
            if *work - start > limit {
                *self = Expansion::default();
                return None;
            }
            let factor = self.factors.remove(&term).expect("queued terms have a coefficient");
            if let Some(factor) = self.expand(terms, term, factor) {
                leaf(self, term, factor);
            }
        }
        Some(std::mem::take(&mut self.constant))
    }

    /// Adds a multiple of a term.
    pub(crate) fn add(&mut self, term: Term, factor: C) {
        match self.factors.entry(term) {
            Entry::Occupied(mut sum) => *sum.get_mut() += factor,
            Entry::Vacant(slot) => {
                slot.insert(factor);
                self.queue.push(term);
            }
        }
    }

    /// Adds a constant.
    pub(crate) fn add_constant(&mut self, value: C) {
        self.constant += value;
    }

    /// Replaces a term by its arguments; gives the coefficient back if it is a leaf.
    fn expand(&mut self, terms: &Terms, term: Term, factor: C) -> Option<C> {
        if let Some(value) = C::of_constant(terms, term) {
            self.add_constant(factor.times(&value));
            return None;
        }
        let args = terms.args(term);
        match terms.op(term) {
            Op::Add => args.iter().for_each(|&arg| self.add(arg, factor.clone())),
            Op::Neg => self.add(args[0], factor.negated()),
            Op::Sub => {
                self.add(args[0], factor.clone());
                args[1..].iter().for_each(|&arg| self.add(arg, factor.negated()));
            }
            Op::Mul => {
                let constants = args.iter().filter_map(|&arg| C::of_constant(terms, arg));
                let product = constants.fold(factor, |product, value| product.times(&value));
                let rest = args.iter().find(|&&arg| !terms.is_constant(arg));
                self.add(*rest.expect("a product of constants is a constant"), product);
            }
            Op::Divide => match terms.as_rational(args[1]) {
                Some(divisor) if !divisor.is_zero() => {
                    let divisor = C::of_constant(terms, args[1]).expect("just seen");
                    self.add(args[0], factor.over(&divisor));
                }
                _ => return Some(factor),
            },
            Op::ToReal => self.add(args[0], factor),
            _ => return Some(factor),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    #[test]
    fn shared_terms_are_expanded_once() {
        // Doubling a sum 200 times would take 2^200 steps without sharing.
        let mut terms = Terms::new();
        let x = terms.constant("x", Sort::Int);
        let one = terms.int(1);
        let mut sum = terms.add(&[x, one]);
        for _ in 0..200 {
            sum = terms.add(&[sum, sum]);
        }
        let (form, constant) = linear_form(&terms, sum);
        assert_eq!(form.terms(), [(x, constant.clone())]);
        assert_eq!(constant.bits(), 201);
    }

    #[test]
    fn real_quotients_by_constants_are_linear_and_others_are_leaves() {
        let mut terms = Terms::new();
        let (x, n) = (terms.constant("x", Sort::Real), terms.constant("n", Sort::Int));
        let (two, zero) = (terms.real(2), terms.real(0));
        let cast = terms.to_real(n);
        let half = terms.make(Op::Divide, &[cast, two]).unwrap();
        let by_zero = terms.make(Op::Divide, &[x, zero]).unwrap();
        let sum = terms.add(&[half, by_zero]);
        let mut leaves = Vec::new();
        let constant = Expansion::default()
            .run(&terms, &[(sum, Rat::ONE)], |_, leaf, factor: Rat| leaves.push((leaf, factor)));
        leaves.sort();
        assert_eq!(constant, Rat::ZERO);
        assert_eq!(leaves, [(n, Rat::new(Int::ONE, Int::from(2))), (by_zero, Rat::ONE)]);
    }

    #[test]
    fn an_expansion_beyond_its_limit_can_be_run_again() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
        let sum = terms.add(&[x, y]);
        let (mut expansion, mut work) = (Expansion::default(), 0);
        assert_eq!(expansion.run_within(&terms, &[(sum, Int::ONE)], (&mut work, 3), |_, _, _| ()), None);
        let mut leaves = 0;
        expansion.run(&terms, &[(x, Int::ONE)], |_, _, _| leaves += 1);
        assert_eq!(leaves, 1);
    }
}
