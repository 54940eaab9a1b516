//! Division by something that is not a constant, by instances for the values that the divisor takes.
//!
//! To arithmetic the value of such a division is a variable. If the model has another value there than it
//! should have, with the divisor at `k`, then one of these is stated; all are linear, since `k` is a number:
//! - `k != 0`: `y = k` implies `k q <= x <= k q + |k| - 1`, and for the remainder `x = k q + r`,
//!   `0 <= r <= |k| - 1`;
//! - `k = 0`: `y = 0` implies that the value is that of a function of `x`, as the standard says.
//!
//! If a few of these do not settle it, the division is stated for all divisors at once, with the product of
//! divisor and quotient: `x = y q + r` and `0 <= r < |y|` unless `y = 0` (`products.rs`).
//!
//! That is complete if the divisor has finitely many values. If it has not, it need not end, so there is a
//! limit on the number of instances.

use super::Combination;
use super::products::state;
use crate::answer::Incompleteness;
use crate::circuit::Function;
use crate::euf::NodeId;
use crate::linear::{Linear, LinearExpr};
use crate::model::Division;
use crate::num::{Int, Rat};
use crate::sat::Lit;
use crate::sat::theory::{FinalCheck, TheoryContext};
use crate::term::Sort;

/// Instances at most, of all divisions together.
const MAX_INSTANCES: usize = 1_000;
/// Instances of one division after which its divisor should be zero, if it can be: there the value is free,
/// while other divisors may all be wrong.
const INSTANCES_BEFORE_ZERO: usize = 4;
/// Instances of one division after which it is stated what it is for all divisors, as a product.
const INSTANCES_BEFORE_PRODUCT: usize = 2;

/// The divisions of a problem.
#[derive(Default)]
pub(super) struct Divisions {
    divisions: Vec<Divided>,
    instances: usize,
}

#[derive(Clone, Copy)]
struct Divided {
    node: NodeId,
    kind: Division,
    dividend: NodeId,
    divisor: NodeId,
    /// How many there were of this one.
    instances: usize,
}

impl Divisions {
    /// Makes a division known.
    pub(super) fn add(&mut self, node: NodeId, kind: Division, dividend: NodeId, divisor: NodeId) {
        if self.divisions.iter().all(|known| known.node != node) {
            self.divisions.push(Divided { node, kind, dividend, divisor, instances: 0 });
        }
    }
}

impl Combination {
    /// States what the divisions should be whose value in the model is wrong.
    pub(super) fn instantiate_divisions(&mut self, context: &mut TheoryContext<'_>) -> FinalCheck {
        let mut found = false;
        for index in 0..self.divisions.divisions.len() {
            let divided = self.divisions.divisions[index];
            if !self.instantiate_division(divided, context) {
                continue;
            }
            found = true;
            self.divisions.divisions[index].instances += 1;
            if divided.instances + 1 == INSTANCES_BEFORE_PRODUCT {
                self.state_as_product(divided, context);
            }
            if divided.instances + 1 == INSTANCES_BEFORE_ZERO {
                self.prefer_zero(divided, context);
            }
        }
        if found && self.divisions.instances > MAX_INSTANCES {
            return FinalCheck::GiveUp(Incompleteness::VariableDivisor.into());
        }
        if found { FinalCheck::Continue } else { FinalCheck::Consistent }
    }

    /// Has the search try a divisor of zero next.
    fn prefer_zero(&mut self, divided: Divided, context: &mut TheoryContext<'_>) {
        let sort = if divided.kind == Division::Real { Sort::Real } else { Sort::Int };
        let zero = self.value_node(sort, &Rat::ZERO);
        if let Some(is_zero) = self.equality_literal_or_true(divided.divisor, zero, context) {
            context.prefer(is_zero);
        }
    }

    /// States what a division is for all divisors but zero.
    fn state_as_product(&mut self, divided: Divided, context: &mut TheoryContext<'_>) {
        let Divided { node, kind, dividend, divisor, .. } = divided;
        let sort = if kind == Division::Real { Sort::Real } else { Sort::Int };
        let mut other = |this: &mut Self, kind| {
            let function = Function::Divided(kind);
            let other = this.apply_in_search(function, &[dividend, divisor], Sort::Int, context);
            this.divisions.add(other, kind, dividend, divisor);
            other
        };
        let (quotient, remainder) = match kind {
            Division::Real => (node, None),
            Division::Quotient => (node, Some(other(self, Division::Remainder))),
            Division::Remainder => (other(self, Division::Quotient), Some(node)),
        };
        let multiple = self.apply_in_search(Function::Product, &[divisor, quotient], sort, context);
        self.products.add(multiple, [divisor, quotient], sort);
        let (zero, one) = (self.value_node(sort, &Rat::ZERO), self.value_node(sort, &Rat::ONE));
        let is_zero = self.equality_literal_or_true(divisor, zero, context).ok_or(true);
        let (plus, minus) = (Rat::ONE, -Rat::ONE);
        for sign in [&plus, &minus] {
            let opposite = -sign;
            let mut parts = vec![(sign, dividend), (&opposite, multiple)];
            parts.extend(remainder.map(|remainder| (&opposite, remainder)));
            let holds = self.at_most_zero(&parts, context);
            state(&[is_zero, holds, Err(false)], context);
        }
        let Some(remainder) = remainder else { return };
        let not_negative = self.at_most_zero(&[(&minus, remainder)], context);
        state(&[is_zero, not_negative, Err(false)], context);
        for sign in [&plus, &minus] {
            // Unless the divisor is zero or has the other sign: r + 1 <= |y|.
            let other_side = self.at_most_zero(&[(sign, divisor)], context);
            let opposite = -sign;
            let below = self.at_most_zero(&[(&plus, remainder), (&plus, one), (&opposite, divisor)], context);
            state(&[other_side, below, Err(false)], context);
        }
    }

    fn instantiate_division(&mut self, divided: Divided, context: &mut TheoryContext<'_>) -> bool {
        let Divided { node, kind, dividend, divisor, .. } = divided;
        let [value, x, y] = [node, dividend, divisor]
            .map(|node| self.evaluate(self.shared.number(node).expect("divisions are of numbers")));
        let sort = if kind == Division::Real { Sort::Real } else { Sort::Int };
        if y.is_zero() {
            let by_zero = self.apply_in_search(Function::ByZero(kind), &[dividend], sort, context);
            if self.equality.graph().are_equal(by_zero, node) {
                return false;
            }
            let zero = self.value_node(sort, &Rat::ZERO);
            let is_zero = self.equality_literal_or_true(divisor, zero, context);
            let same = self.equality_literal(by_zero, node, context);
            self.divisions.instances += 1;
            context.lemma(is_zero.map(|lit| !lit).into_iter().chain([same]).collect());
            return true;
        }
        let expected = match kind {
            Division::Real => &x * &y.recip(),
            Division::Quotient => Rat::from(whole(&x).div_euclid(&whole(&y))),
            Division::Remainder => Rat::from(whole(&x).rem_euclid(&whole(&y))),
        };
        if value == expected {
            return false;
        }
        self.divisions.instances += 1;
        let at = self.value_node(sort, &y);
        let premise = self.equality_literal_or_true(divisor, at, context);
        let one = Rat::ONE;
        // Expressions that are at most zero.
        let mut claims: Vec<LinearExpr> = Vec::new();
        match kind {
            Division::Real => {
                // k n = x
                claims.push(self.combination(&[(&y, node), (&-&one, dividend)], Int::ZERO));
                claims.push(self.combination(&[(&-&y, node), (&one, dividend)], Int::ZERO));
            }
            Division::Quotient => {
                claims.push(self.combination(&[(&y, node), (&-&one, dividend)], Int::ZERO));
                let most = Int::ONE - whole(&y).abs();
                claims.push(self.combination(&[(&-&y, node), (&one, dividend)], most));
            }
            Division::Remainder => {
                let function = Function::Divided(Division::Quotient);
                let quotient = self.apply_in_search(function, &[dividend, divisor], Sort::Int, context);
                self.divisions.add(quotient, Division::Quotient, dividend, divisor);
                let forward = [(&one, node), (&-&one, dividend), (&y, quotient)];
                let backward = [(&-&one, node), (&one, dividend), (&-&y, quotient)];
                claims.push(self.combination(&forward, Int::ZERO));
                claims.push(self.combination(&backward, Int::ZERO));
                claims.push(self.combination(&[(&-&one, node)], Int::ZERO));
                claims.push(self.combination(&[(&one, node)], Int::ONE - whole(&y).abs()));
            }
        }
        for claim in claims {
            let mut lemma: Vec<Lit> = premise.map(|lit| !lit).into_iter().collect();
            if claim.form.is_empty() {
                if !claim.constant.is_positive() {
                    continue;
                }
            } else {
                lemma.push(self.arithmetic.literal(&claim, context));
            }
            context.lemma(lemma);
        }
        true
    }

    /// The literal that says that two nodes are equal; none if they are the same.
    fn equality_literal_or_true(
        &mut self,
        left: NodeId,
        right: NodeId,
        context: &mut TheoryContext<'_>,
    ) -> Option<Lit> {
        (left != right).then(|| self.equality_literal(left, right, context))
    }

    /// A sum of multiples of numbers and a constant, times a positive number.
    pub(super) fn combination(&self, products: &[(&Rat, NodeId)], constant: Int) -> LinearExpr {
        let numbers =
            products.iter().map(|(factor, node)| (*factor, self.shared.number(*node).expect("a number")));
        let mut scale = Int::ONE;
        for (factor, number) in numbers.clone() {
            scale = scale.lcm(&(factor.denom() * &number.denominator));
        }
        let mut sum = LinearExpr { form: Linear::default(), constant: constant * &scale };
        for (factor, number) in numbers {
            let multiple = (factor.numer() * &scale).div_exact(&(factor.denom() * &number.denominator));
            sum = sum.add_multiple(&multiple, &number.expr);
        }
        sum
    }
}

fn whole(value: &Rat) -> Int {
    value.to_int().expect("the value of an integer is whole")
}
