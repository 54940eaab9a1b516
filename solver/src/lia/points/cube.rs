//! The unit cube test (Bromberger and Weidenbach 2016): if a cube with edges of length 1 fits into the
//! polyhedron, its centre, rounded, is an integer point inside.
//!
//! Rounding moves `sum a_i x_i` by at most half the sum of the `|a_i|`, so every such form gets its bounds
//! tightened by that much, and one LP check decides. Because forms and bounds are integers, half the sum may
//! be rounded down; a variable by itself needs no tightening, and neither does a difference `x - y` (both
//! round the same way).

use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::{Int, Rat};
use crate::simplex::{ArithVar, Check, Side, Simplex, Tag};

/// Integer values for all structural variables that satisfy all bounds, if the test finds them.
pub(crate) fn test(simplex: &mut Simplex, budget: &mut Budget) -> Option<Vec<Int>> {
    let level = simplex.level();
    simplex.push();
    let fits = tighten(simplex, rounding_margin) && matches!(simplex.check(budget), Check::Feasible);
    let point = fits.then(|| round(simplex));
    simplex.pop_to(level);
    point.filter(|point| satisfies_bounds(simplex, point))
}

/// Moves the bounds of every form inwards by its margin; `false` if two of them cross.
pub(in crate::lia) fn tighten(simplex: &mut Simplex, margin: impl Fn(&Linear<ArithVar>) -> Int) -> bool {
    let scratch_tag = Tag(u32::MAX);
    for var in simplex.vars() {
        let Some(form) = simplex.definition(var) else {
            continue;
        };
        let margin = margin(form);
        if margin.is_zero() {
            continue;
        }
        let (lower, upper) = (simplex.lower(var).cloned(), simplex.upper(var).cloned());
        let sides = [(Side::Lower, lower.map(|l| l + &margin)), (Side::Upper, upper.map(|u| u - &margin))];
        for (side, value) in sides {
            if let Some(value) = value
                && simplex.assert_bound(var, side, value, scratch_tag).is_err()
            {
                return false;
            }
        }
    }
    true
}

/// How far rounding can move a form beyond what integrality of the form forgives.
fn rounding_margin(form: &Linear<ArithVar>) -> Int {
    if let [(_, a), (_, b)] = form.terms()
        && (a + b).is_zero()
        && a.abs().is_one()
    {
        return Int::ZERO;
    }
    norm(form).div_floor(&Int::from(2))
}

/// The sum of the absolute values of the coefficients.
pub(in crate::lia) fn norm(form: &Linear<ArithVar>) -> Int {
    form.terms().iter().fold(Int::ZERO, |sum, (_, coefficient)| sum + coefficient.abs())
}

/// The values of the structural variables, rounded half up; slacks get the value of their form.
pub(in crate::lia) fn round(simplex: &Simplex) -> Vec<Int> {
    let half = Rat::new(Int::ONE, Int::from(2));
    let mut point: Vec<Int> = simplex.vars().map(|var| (simplex.value(var) + half.clone()).floor()).collect();
    for var in simplex.vars() {
        if let Some(form) = simplex.definition(var) {
            point[var.index()] = form.eval(|var| &point[var.index()]);
        }
    }
    point
}

/// Whether a point, given by the values of all variables, satisfies all bounds.
pub(in crate::lia) fn satisfies_bounds(simplex: &Simplex, point: &[Int]) -> bool {
    simplex.vars().all(|var| {
        let value = &point[var.index()];
        simplex.lower(var).is_none_or(|lower| lower <= value)
            && simplex.upper(var).is_none_or(|upper| value <= upper)
    })
}
