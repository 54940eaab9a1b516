//! From values with infinitesimal parts to rational ones.

use crate::num::{DeltaRat, Rat};
use crate::simplex::{ArithVar, Side, Simplex};

/// The largest number up to 1 that may stand for `delta` so that all values stay within their bounds, which
/// they are now.
///
/// A value `a + b delta` stays above a bound `c + k delta` as long as `(k - b) delta <= a - c`. That limits
/// `delta` only if `k > b`; then `a > c`, as the value is within the bound for an infinitesimal `delta`, and
/// the limit is positive.
pub(crate) fn largest_delta(simplex: &Simplex<DeltaRat>) -> Rat {
    let mut delta = Rat::ONE;
    let mut obey = |low: &DeltaRat, high: &DeltaRat| {
        let steepness = &low.infinitesimal - &high.infinitesimal;
        if steepness.is_positive() {
            delta = delta.clone().min((&high.real - &low.real) / steepness);
        }
    };
    for var in simplex.vars() {
        let value = simplex.value(var);
        if let Some(lower) = simplex.lower(var) {
            obey(lower, &value);
        }
        if let Some(upper) = simplex.upper(var) {
            obey(&value, upper);
        }
    }
    debug_assert!(delta.is_positive());
    delta
}

/// Rational values of all variables that satisfy all bounds, from a feasible assignment.
pub(crate) fn model(simplex: &Simplex<DeltaRat>) -> Vec<Rat> {
    let delta = largest_delta(simplex);
    let model: Vec<Rat> = simplex.vars().map(|var| simplex.value(var).at(&delta)).collect();
    debug_assert!(simplex.vars().all(|var| satisfies_bounds(simplex, var, &model[var.index()])));
    model
}

/// Whether a rational value of a variable obeys its bounds, read as weak or strict ones.
fn satisfies_bounds(simplex: &Simplex<DeltaRat>, var: ArithVar, value: &Rat) -> bool {
    [Side::Lower, Side::Upper].into_iter().all(|side| {
        simplex.bound(var, side).is_none_or(|bound| {
            let order = value.cmp(&bound.value.real);
            let is_inside = if side == Side::Lower { order.is_gt() } else { order.is_lt() };
            is_inside || (order.is_eq() && bound.value.infinitesimal.is_zero())
        })
    })
}
