//! Products of numbers that are not constants, by linear facts about the values that the factors take.
//!
//! To arithmetic a product is a variable. If the model gives it another value than the factors `a = v` and
//! `b = w` have together, then facts are stated that exclude this model, the simplest first; all are linear,
//! since `v` and `w` are numbers:
//! - the sign of `a b` follows from those of `a` and `b`, and it is zero iff one of them is;
//! - of integers other than zero the product is at least as large as each factor, without signs;
//! - products with a common factor are in the order of the others, or in the opposite one ([`order`]);
//! - `(a - v) (b - w)` is not negative where both factors are on the same side of `v` and `w`, and not
//!   positive where they are on different sides: the tangent planes of the product at this point;
//! - where the factors differ by constants from those of another product, so do the products, up to multiples
//!   of the factors;
//! - `a = v` implies that the product is `v b`.
//!
//! The search prefers models in which a factor keeps its value, where the product is linear. That finds
//! models of many problems, and refutes those whose factors have few values. It need not end on others, so
//! there is a limit on the number of facts.

mod order;

use super::Combination;
use crate::answer::Incompleteness;
use crate::euf::NodeId;
use crate::num::{Int, Rat};
use crate::sat::Lit;
use crate::sat::theory::{FinalCheck, TheoryContext};
use crate::term::Sort;

/// Wrong products that facts are stated about, at most, of all together.
const MAX_INSTANCES: usize = 1_000;
/// Wrong products of one final check that facts are stated about.
const MAX_AT_ONCE: usize = 8;
/// After so many facts about one product the search stops to prefer the values that its factors have.
const MAX_PREFERRED: usize = 12;

/// Products to which a wrong one is related, and the size of the differences between their factors.
const MAX_RELATED: usize = 16;
const MAX_SHIFT_BITS: u32 = 16;
/// Real factors with larger denominators than this many bits approach something that is not a fraction.
const MAX_DENOMINATOR_BITS: u32 = 128;

/// The products of a problem.
#[derive(Default)]
pub(super) struct Products {
    products: Vec<Multiplied>,
    instances: usize,
    /// After so many facts in one check, products may have wrong values; never if there is no number.
    patience: Option<usize>,
    /// The facts that were stated in this check.
    stated: usize,
    /// Whether the model of this check has products with wrong values.
    is_wrong: bool,
}

#[derive(Clone, Copy)]
struct Multiplied {
    node: NodeId,
    factors: [NodeId; 2],
    sort: Sort,
    /// How many facts there were about this one.
    instances: usize,
}

/// A product that is wrong in the model: the values of the factors and of the product.
struct Wrong {
    product: Multiplied,
    at: [Rat; 2],
    value: Rat,
}

/// A literal, or a truth value.
type Claim = Result<Lit, bool>;

impl Products {
    /// Makes a product known.
    pub(super) fn add(&mut self, node: NodeId, factors: [NodeId; 2], sort: Sort) {
        if self.products.iter().all(|known| known.node != node) {
            self.products.push(Multiplied { node, factors, sort, instances: 0 });
        }
    }
}

impl Combination {
    /// Has a check end with a model in which products may have wrong values, after so many facts about them;
    /// `None`: no check.
    pub(crate) fn tolerate_wrong_products(&mut self, patience: Option<usize>) {
        self.products.patience = patience;
    }

    /// Whether the model of the last check has products with wrong values.
    pub(crate) fn has_wrong_products(&self) -> bool {
        self.products.is_wrong
    }

    /// A check begins.
    pub(crate) fn begin_check(&mut self) {
        self.products.stated = 0;
        self.products.is_wrong = false;
    }

    /// Whether wrong products are left as they are.
    fn is_patience_over(&self) -> bool {
        let Products { patience, stated, instances, .. } = &self.products;
        patience.is_some_and(|patience| *stated >= patience || *instances > MAX_INSTANCES)
    }

    /// States facts about products whose value in the model is wrong.
    pub(super) fn instantiate_products(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        let mut found = 0;
        self.products.is_wrong = false;
        let is_patience_over = self.is_patience_over();
        for index in 0..self.products.products.len() {
            let product = self.products.products[index];
            let number = |node: NodeId| self.shared.number(node).expect("products are of numbers");
            let at = product.factors.map(|factor| self.evaluate(number(factor)));
            let value = self.evaluate(number(product.node));
            if value == &at[0] * &at[1] {
                continue;
            }
            if is_patience_over {
                self.products.is_wrong = true;
                break;
            }
            if at.iter().any(|value| value.denom().bits() > MAX_DENOMINATOR_BITS) {
                return FinalCheck::GiveUp(Incompleteness::Product.into());
            }
            found += 1;
            if found > MAX_AT_ONCE {
                break;
            }
            self.products.products[index].instances += 1;
            self.products.instances += 1;
            self.products.stated += 1;
            self.state_facts(&Wrong { product, at, value }, context);
        }
        match found {
            0 => FinalCheck::Consistent,
            _ if self.products.patience.is_none() && self.products.instances > MAX_INSTANCES => {
                FinalCheck::GiveUp(Incompleteness::Product.into())
            }
            _ => FinalCheck::Continue,
        }
    }

    fn state_facts(&mut self, wrong: &Wrong, context: &mut TheoryContext<'_>) {
        let expected = wrong.at[0].signum() * wrong.at[1].signum();
        if wrong.value.signum() != expected {
            return self.state_signs(wrong, expected, context);
        }
        if wrong.product.sort == Sort::Int && expected != 0 {
            let is_small = |factor: usize| wrong.value.abs() < wrong.at[factor].abs();
            if let Some(factor) = (0..2).find(|&factor| is_small(factor)) {
                return self.state_magnitude(wrong, factor, expected, context);
            }
        }
        if self.state_order(wrong, context) {
            return;
        }
        let is_shifted = self.state_shifts(wrong, context);
        self.state_tangents(wrong, context);
        // First the search is to find out whether the relation to other products settles it.
        if !is_shifted {
            self.state_at_value(wrong, context);
        }
    }

    /// What the product is if its factors are those of another one plus constants, as they are in the model:
    /// `(c + s) (d + t) = c d + t c + s d + s t`. `false` if there is no other product for which that is new.
    fn state_shifts(&mut self, wrong: &Wrong, context: &mut TheoryContext<'_>) -> bool {
        let Multiplied { node, factors, sort, .. } = wrong.product;
        let one = self.value_node(sort, &Rat::ONE);
        let minus = -Rat::ONE;
        let others: Vec<Multiplied> = self.products.products.iter().take(MAX_RELATED).copied().collect();
        let mut found = false;
        for other in others.into_iter().filter(|other| other.node != node && other.sort == sort) {
            let number = |node: NodeId| self.shared.number(node).expect("products are of numbers");
            let [c, d] = other.factors.map(|factor| self.evaluate(number(factor)));
            let value = self.evaluate(number(other.node));
            let [s, t] = [&wrong.at[0] - &c, &wrong.at[1] - &d];
            let constant = &s * &t;
            let expected = &(&value + &(&t * &c)) + &(&(&s * &d) + &constant);
            if expected == wrong.value || [&s, &t].iter().any(|shift| shift.numer().bits() > MAX_SHIFT_BITS) {
                continue;
            }
            found = true;
            let mut premises = Vec::with_capacity(4);
            for (place, shift) in [&s, &t].into_iter().enumerate() {
                for sign in [Rat::ONE, minus.clone()] {
                    let (opposite, rest) = (-&sign, -(&sign * shift));
                    let parts = [(&sign, factors[place]), (&opposite, other.factors[place]), (&rest, one)];
                    premises.push(negated(self.at_most_zero(&parts, context)));
                }
            }
            for sign in [Rat::ONE, minus.clone()] {
                let opposite = -&sign;
                let (at_c, at_d, rest) = (&t * &opposite, &s * &opposite, &constant * &opposite);
                let parts = [
                    (&sign, node),
                    (&opposite, other.node),
                    (&at_c, other.factors[0]),
                    (&at_d, other.factors[1]),
                    (&rest, one),
                ];
                let conclusion = self.at_most_zero(&parts, context);
                let clause: Vec<Claim> = premises.iter().copied().chain([conclusion]).collect();
                state(&clause, context);
            }
        }
        found
    }

    /// The product has the sign that its factors give it.
    fn state_signs(&mut self, wrong: &Wrong, expected: i32, context: &mut TheoryContext<'_>) {
        let Multiplied { node, factors, sort, .. } = wrong.product;
        if let Some(zero) = (0..2).find(|&factor| wrong.at[factor].is_zero()) {
            for conclusion in [1, -1] {
                let clause = [
                    negated(self.sided(factors[zero], 1, sort, context)),
                    negated(self.sided(factors[zero], -1, sort, context)),
                    self.sided(node, conclusion, sort, context),
                ];
                state(&clause, context);
            }
            return;
        }
        let [first, second] = self.on_other_sides(wrong, context);
        let conclusion = negated(self.sided(node, -expected, sort, context));
        state(&[first, second, conclusion], context);
    }

    /// An integer product is at least as large as one of its factors, if the other is not zero.
    fn state_magnitude(
        &mut self,
        wrong: &Wrong,
        factor: usize,
        expected: i32,
        context: &mut TheoryContext<'_>,
    ) {
        let [first, second] = self.on_other_sides(wrong, context);
        let (own, sign) = (Rat::from(Int::from(wrong.at[factor].signum())), Rat::from(Int::from(-expected)));
        let parts = [(&own, wrong.product.factors[factor]), (&sign, wrong.product.node)];
        let conclusion = self.at_most_zero(&parts, context);
        state(&[first, second, conclusion], context);
    }

    /// That the factors, which are not zero in the model, have other signs there or are zero.
    fn on_other_sides(&mut self, wrong: &Wrong, context: &mut TheoryContext<'_>) -> [Claim; 2] {
        [0, 1].map(|factor| {
            let sign = wrong.at[factor].signum();
            self.sided(wrong.product.factors[factor], -sign, wrong.product.sort, context)
        })
    }

    /// `node >= 0` for a positive sign, `node <= 0` for a negative one.
    fn sided(&mut self, node: NodeId, sign: i32, sort: Sort, context: &mut TheoryContext<'_>) -> Claim {
        self.beyond(node, sign, &Rat::ZERO, sort, context)
    }

    /// `node >= value` for a positive sign, `node <= value` for a negative one.
    fn beyond(
        &mut self,
        node: NodeId,
        sign: i32,
        value: &Rat,
        sort: Sort,
        context: &mut TheoryContext<'_>,
    ) -> Claim {
        let one = self.value_node(sort, &Rat::ONE);
        let (factor, constant) = (Rat::from(Int::from(-sign)), value * &Rat::from(Int::from(sign)));
        self.at_most_zero(&[(&factor, node), (&constant, one)], context)
    }

    /// The tangent planes at the values of the factors.
    fn state_tangents(&mut self, wrong: &Wrong, context: &mut TheoryContext<'_>) {
        let Multiplied { node, factors, sort, .. } = wrong.product;
        let [v, w] = &wrong.at;
        let product = v * w;
        let is_low = wrong.value < product;
        // a b - v b - w a + v w, which is not negative if the factors move in the same direction.
        let sign = if is_low { Rat::ONE } else { -Rat::ONE };
        let one = self.value_node(sort, &Rat::ONE);
        let (at_b, at_a, constant) = (v * &sign, w * &sign, -(&product * &sign));
        let minus = -&sign;
        for direction in [1, -1] {
            let other = if is_low { direction } else { -direction };
            let first = negated(self.beyond(factors[0], direction, v, sort, context));
            let second = negated(self.beyond(factors[1], other, w, sort, context));
            let parts = [(&minus, node), (&at_b, factors[1]), (&at_a, factors[0]), (&constant, one)];
            let conclusion = self.at_most_zero(&parts, context);
            state(&[first, second, conclusion], context);
        }
    }

    /// Where one factor has the value that it has in the model, the product is linear in the other.
    fn state_at_value(&mut self, wrong: &Wrong, context: &mut TheoryContext<'_>) {
        let Multiplied { node, factors, sort, instances } = wrong.product;
        let choices = factors.map(|factor| {
            let number = self.shared.number(factor).expect("products are of numbers");
            self.arithmetic.num_other_values(&number.expr.form)
        });
        // The factor with fewer values; of two without bounds the smaller one.
        let fixed = match &choices {
            [Some(first), Some(second)] => usize::from(second < first),
            [Some(_), None] => 0,
            [None, Some(_)] => 1,
            [None, None] => usize::from(wrong.at[1].abs() < wrong.at[0].abs()),
        };
        let (factor, value) = (factors[fixed], &wrong.at[fixed]);
        let at = self.value_node(sort, value);
        let premise = (factor != at).then(|| self.equality_literal(factor, at, context));
        for (own, rest) in [(Rat::ONE, -value), (-Rat::ONE, value.clone())] {
            let conclusion = self.at_most_zero(&[(&own, node), (&rest, factors[1 - fixed])], context);
            let premise = premise.map_or(Err(false), |lit| Ok(!lit));
            state(&[premise, conclusion, Err(false)], context);
        }
        if instances < MAX_PREFERRED
            && let Some(premise) = premise
        {
            // What was decided before may leave the other factor no choice.
            context.restart();
            context.prefer(premise);
        }
    }

    /// That a sum of multiples of numbers is at most zero.
    pub(super) fn at_most_zero(
        &mut self,
        products: &[(&Rat, NodeId)],
        context: &mut TheoryContext<'_>,
    ) -> Claim {
        let sum = self.combination(products, Int::ZERO);
        if sum.form.is_empty() {
            return Err(!sum.constant.is_positive());
        }
        Ok(self.arithmetic.literal(&sum, context))
    }
}

/// The negation of a claim.
pub(super) fn negated(claim: Claim) -> Claim {
    match claim {
        Ok(lit) => Ok(!lit),
        Err(truth) => Err(!truth),
    }
}

/// States a disjunction of claims.
pub(super) fn state(claims: &[Claim], context: &mut TheoryContext<'_>) {
    if claims.contains(&Err(true)) {
        return;
    }
    context.lemma(claims.iter().filter_map(|claim| claim.ok()).collect());
}
