//! Farkas certificates: why some bounds contradict each other.
//!
//! By Farkas' lemma, bounds `±x_i <= c_i` are infeasible over the rationals iff some non-negative combination
//! of them adds up to `0 <= c` with `c < 0`. The simplex reads the multipliers off the row that it cannot
//! satisfy. The certificate speaks of structural variables only (slacks are replaced by their definitions),
//! so it can be checked without trusting the tableau.

use super::{ArithVar, BoundId, Side, Simplex, Tag, Value};
use crate::linear::Linear;
use crate::num::Int;

/// One bound used in a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise<V = Int> {
    /// The variable it bounds.
    pub var: ArithVar,
    /// On which side.
    pub side: Side,
    /// The value of the bound.
    pub value: V,
    /// What asserted it.
    pub tag: Tag,
    /// How often the bound enters the sum; positive.
    pub multiplier: Int,
}

/// A set of bounds that contradict each other, with the multipliers that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farkas<V = Int> {
    /// The bounds, each with its multiplier.
    pub premises: Vec<Premise<V>>,
}

impl<V: Value> Farkas<V> {
    pub(super) fn new(simplex: &Simplex<V>, bounds: &[(BoundId, Int)]) -> Farkas<V> {
        let premise = |(id, multiplier): &(BoundId, Int)| {
            let bound = simplex.bounds.get(*id);
            let (var, side, value, tag) = (bound.var, bound.side, bound.value.clone(), bound.tag);
            Premise { var, side, value, tag, multiplier: multiplier.clone() }
        };
        let farkas = Farkas { premises: bounds.iter().map(premise).collect() };
        debug_assert!(farkas.holds(|var| simplex.expand(var)), "wrong certificate: {farkas:?}");
        farkas
    }

    /// The tags of the bounds.
    pub fn tags(&self) -> impl Iterator<Item = Tag> + '_ {
        self.premises.iter().map(|premise| premise.tag)
    }

    /// Whether the bounds, so multiplied, add up to `0 <= c` with `c < 0`. `expand` gives each variable as a
    /// form over structural variables.
    pub fn holds(&self, mut expand: impl FnMut(ArithVar) -> Linear<ArithVar>) -> bool {
        let mut form = Linear::default();
        let mut constant = V::default();
        for premise in &self.premises {
            if !premise.multiplier.is_positive() {
                return false;
            }
            // x <= c as it is; x >= c as -x <= -c.
            let factor = match premise.side {
                Side::Upper => premise.multiplier.clone(),
                Side::Lower => -&premise.multiplier,
            };
            form = form.add_multiple(&factor, &expand(premise.var));
            constant.add_mul_assign(&premise.value, &factor);
        }
        form.is_empty() && constant < V::default()
    }
}
