//! Lemmas about products of two unknowns, which are uninterpreted functions to the solver.
//!
//! All of them follow from one law: the product of two nonnegative numbers is nonnegative. For a constant `c`
//! and factors `x`, `y` it gives `(x - c) y >= 0` where `c <= x` and `0 <= y`, and likewise for the other
//! signs. `x = c` gives `x y = c y`, so a product whose factor has few possible values is known exactly.

use crate::symbolic::facts::lemmas::{Lemmas, Occurrences};
use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::techniques::Technique;
use cfp_solver::{Int, Symbol, Term};
use fxhash::FxHashSet;

/// Limits on products per query and on constants that bound them.
const MAX_PRODUCTS: usize = 12;
const MAX_CONSTANTS: usize = 10;

/// Limit on monomials when a product of sums is expanded.
const MAX_MONOMIALS: usize = 4;

/// Up to this many products get bounds on all sides. Beyond it, only nonnegative ones get upper bounds.
const FEW_PRODUCTS: usize = 3;

/// The lemma source for products.
pub(crate) struct ProductBounds;

impl Lemmas for ProductBounds {
    fn technique(&self) -> Technique {
        Technique::Products
    }

    fn instances(&self, logic: &mut Logic, occurrences: &Occurrences) -> Vec<Term> {
        logic.product_instances(&occurrences.applications, &occurrences.seen)
    }
}

impl Logic {
    /// A product. For two unknowns it is an uninterpreted function, with the factors in canonical order.
    pub(crate) fn times(&mut self, left: Term, right: Term) -> Term {
        let zero = self.int(0);
        let constant = |logic: &mut Logic, term| logic.terms().as_constant(term).cloned();
        if let Some(factor) = constant(self, right) {
            return self.plus(zero, left, factor);
        }
        if let Some(factor) = constant(self, left) {
            return self.plus(zero, right, factor);
        }
        // Constant factors are moved out, so that `4 i j` is visibly a multiple of 4.
        let ((left, one), (right, other)) = (self.primitive(left), self.primitive(right));
        let (left, right) = if left <= right { (left, right) } else { (right, left) };
        let function = self.product;
        let product = self.terms().apply(function, &[left, right]);
        self.plus(zero, product, one * other)
    }

    /// A product with sums expanded, if the result stays short: `n (n + 1)` becomes `n n + n`.
    pub(crate) fn expanded_product(&mut self, left: Term, right: Term) -> Term {
        let (ones, one) = linear(self.terms(), left);
        let (others, other) = linear(self.terms(), right);
        let monomials = ones.len() * others.len();
        if monomials <= 1 && one.is_zero() && other.is_zero() || monomials > MAX_MONOMIALS {
            return self.times(left, right);
        }
        let mut total = self.int(&one * &other);
        for (part, factor) in &others {
            total = self.plus(total, *part, factor * &one);
        }
        for (part, factor) in ones {
            total = self.plus(total, part, &factor * &other);
            for (other_part, other_factor) in &others {
                let product = self.times(part, *other_part);
                total = self.plus(total, product, &factor * other_factor);
            }
        }
        total
    }

    /// A number divided by the gcd of its coefficients, and that gcd.
    pub(crate) fn primitive(&mut self, term: Term) -> (Term, Int) {
        let (products, constant) = linear(self.terms(), term);
        let mut common = constant;
        for factor in products.values() {
            common = common.gcd(factor);
        }
        if common.is_zero() || common.is_one() {
            (term, Int::ONE)
        } else {
            (self.quotient(term, &common), common)
        }
    }

    /// Instances for products: signs, bounds by constants that occur, and monotonicity.
    pub(crate) fn product_instances(
        &mut self,
        applications: &[(Symbol, Term)],
        seen: &FxHashSet<Term>,
    ) -> Vec<Term> {
        let function = self.product;
        let products: Vec<Term> =
            applications.iter().filter(|(symbol, _)| *symbol == function).map(|&(_, term)| term).collect();
        if products.is_empty() || products.len() > MAX_PRODUCTS {
            return Vec::new();
        }
        let terms = self.brackets.terms();
        let mut constants: Vec<Int> =
            seen.iter().filter_map(|&term| terms.as_constant(term).map(Int::abs)).collect();
        constants.sort_unstable();
        constants.dedup();
        constants.retain(Int::is_positive);
        constants.truncate(MAX_CONSTANTS);
        let zero = self.int(0);
        let mut found = Vec::new();
        for &product in &products {
            let args = self.brackets.terms().args(product).to_vec();
            let signs = [self.at_most(zero, args[0]), self.at_most(zero, args[1])];
            let both = self.all(&signs);
            let positive = self.at_most(zero, product);
            found.push(self.implied(both, positive));
            let sides = [(args[0], args[1]), (args[1], args[0])];
            // The two factors of a square are the same.
            let sides = if args[0] == args[1] { &sides[..1] } else { &sides[..] };
            for &(factor, other) in sides {
                if products.len() <= FEW_PRODUCTS {
                    let negative = constants.iter().rev().map(|constant| -constant);
                    for constant in negative.chain([Int::ZERO]).chain(constants.iter().cloned()) {
                        found.extend(self.bounds_of_product(product, (factor, other), constant));
                    }
                    continue;
                }
                for constant in &constants {
                    let most = self.plus(zero, other, constant.clone());
                    let constant = self.int(constant.clone());
                    let parts = [self.at_most(factor, constant), self.at_most(zero, other)];
                    let premise = self.all(&parts);
                    let bounded = self.at_most(product, most);
                    found.push(self.implied(premise, bounded));
                }
            }
            found.extend(self.larger_products(product, &products));
        }
        found
    }

    /// `x y` and `c y` compare as `x` and `c` do, or the other way round where `y` is negative.
    fn bounds_of_product(
        &mut self,
        product: Term,
        (factor, other): (Term, Term),
        constant: Int,
    ) -> Vec<Term> {
        let zero = self.int(0);
        let multiple = self.plus(zero, other, constant.clone());
        let constant = self.int(constant);
        let (below, above) = (self.at_most(factor, constant), self.at_most(constant, factor));
        let (positive, negative) = (self.at_most(zero, other), self.at_most(other, zero));
        let (at_most, at_least) = (self.at_most(product, multiple), self.at_most(multiple, product));
        let cases = [
            (below, positive, at_most),
            (below, negative, at_least),
            (above, positive, at_least),
            (above, negative, at_most),
        ];
        let mut found = Vec::with_capacity(cases.len());
        for (side, sign, bounded) in cases {
            let premise = self.all(&[side, sign]);
            found.push(self.implied(premise, bounded));
        }
        found
    }

    /// Monotonicity: of two products with a common nonnegative factor, the one with the larger other factor
    /// is larger by the common factor times the difference.
    fn larger_products(&mut self, product: Term, products: &[Term]) -> Vec<Term> {
        let zero = self.int(0);
        let args = self.brackets.terms().args(product).to_vec();
        let mut found = Vec::new();
        for &larger in products.iter().filter(|&&larger| larger != product) {
            let others = self.brackets.terms().args(larger).to_vec();
            for (mine, common) in [(args[0], args[1]), (args[1], args[0])] {
                for (theirs, shared) in [(others[0], others[1]), (others[1], others[0])] {
                    if common != shared {
                        continue;
                    }
                    let parts = [self.below(mine, theirs), self.at_most(zero, common)];
                    let premise = self.all(&parts);
                    let next = self.plus(product, common, 1);
                    let bounded = self.at_most(next, larger);
                    found.push(self.implied(premise, bounded));
                }
            }
        }
        found
    }
}
