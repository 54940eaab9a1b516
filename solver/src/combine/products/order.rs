//! Products with a common factor are in the order of their other factors.
//!
//! `(a - c) z` has the sign that its factors give it, so `a z` and `c z` are ordered like `a` and `c` if `z`
//! is positive, and the other way round if it is negative. For two products there are few such facts, and
//! none of them mentions a value of the model, so they come before those that do.

use super::{Claim, MAX_RELATED, Multiplied, Wrong, negated, state};
use crate::combine::Combination;
use crate::euf::NodeId;
use crate::num::{Int, Rat};
use crate::sat::theory::TheoryContext;

/// Another product with a common factor.
struct Related {
    node: NodeId,
    common: NodeId,
    /// The factor of the wrong product that is not common, and that of the other one.
    own: NodeId,
    other: NodeId,
}

impl Combination {
    /// States the order of the wrong product and another one with a common factor; `false` if the model has
    /// none in the wrong order.
    pub(super) fn state_order(&mut self, wrong: &Wrong, context: &mut TheoryContext<'_>) -> bool {
        for related in self.related(&wrong.product) {
            let difference = |a: NodeId, b: NodeId| (self.value_at(a) - self.value_at(b)).signum();
            let factors = difference(related.own, related.other);
            let common = self.value_at(related.common).signum();
            let found = difference(wrong.product.node, related.node);
            let expected = factors * common;
            if found == expected {
                continue;
            }
            // Strictly on these sides the products differ; otherwise not being on the other side is enough.
            let clause = if found == 0 {
                [
                    self.ordered(related.own, related.other, -factors, context),
                    self.sided(related.common, -common, wrong.product.sort, context),
                    negated(self.ordered(wrong.product.node, related.node, -expected, context)),
                ]
            } else {
                let (factors, common) = weakly_opposed(factors, common, found);
                [
                    negated(self.ordered(related.own, related.other, factors, context)),
                    negated(self.sided(related.common, common, wrong.product.sort, context)),
                    self.ordered(wrong.product.node, related.node, -found, context),
                ]
            };
            state(&clause, context);
            return true;
        }
        false
    }

    /// Products that have a factor in common with this one.
    fn related(&self, product: &Multiplied) -> Vec<Related> {
        let mut found = Vec::new();
        let others = self.products.products.iter().take(MAX_RELATED);
        for other in others.filter(|other| other.node != product.node && other.sort == product.sort) {
            for (mine, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                if product.factors[mine] == other.factors[theirs] {
                    found.push(Related {
                        node: other.node,
                        common: product.factors[mine],
                        own: product.factors[1 - mine],
                        other: other.factors[1 - theirs],
                    });
                }
            }
        }
        found
    }

    fn value_at(&self, node: NodeId) -> Rat {
        self.evaluate(self.shared.number(node).expect("products are of numbers"))
    }

    /// `a >= b` for a positive sign, `a <= b` for a negative one.
    fn ordered(&mut self, a: NodeId, b: NodeId, sign: i32, context: &mut TheoryContext<'_>) -> Claim {
        let sign = Rat::from(Int::from(sign));
        let opposite = -&sign;
        self.at_most_zero(&[(&opposite, a), (&sign, b)], context)
    }
}

/// Signs, none of them zero, that two numbers have at least weakly and whose product is opposite to `found`.
/// The product of the given signs is not `found`.
fn weakly_opposed(first: i32, second: i32, found: i32) -> (i32, i32) {
    match (first, second) {
        (0, 0) => (1, -found),
        (0, second) => (-found * second, second),
        (first, _) => (first, -found * first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_signs_fit_the_numbers_and_oppose_what_was_found() {
        for found in [1, -1] {
            for (first, second) in [-1, 0, 1].into_iter().flat_map(|a| [-1, 0, 1].map(|b| (a, b))) {
                if first * second == found {
                    continue;
                }
                let (a, b) = weakly_opposed(first, second, found);
                assert_eq!(a * b, -found);
                assert!(a * first >= 0 && b * second >= 0, "{first} {second} {found}");
            }
        }
    }
}
