//! Mixed integer cuts (Gomory 1960) from rows whose basic variable should be an integer and is not.
//!
//! With each non-basic variable written as its distance `t_k >= 0` from the bound it sits on, a row says
//! `x + sum a_k t_k = b`. Let `f_0` be the fractional part of `b` and `f_k` those of the `a_k`. Adding
//! integer multiples of integer distances to the integer `x` yields a form with integer values, which is
//! either at most `floor(b)` or at least `floor(b) + 1`. On either side the distances cannot all be zero;
//! what they must be at least is
//!
//! `sum g_k t_k >= 1`, where `g_k` is `f_k / f_0` or `(1 - f_k) / (1 - f_0)`, whichever is smaller, for
//! integer distances, and `a_k / f_0` or `-a_k / (1 - f_0)`, by the sign of `a_k`, for real ones.
//!
//! Strict bounds are used as weak ones. An integer variable with an integer coefficient has `g_k = 0`; it
//! need not even have a bound.

use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::{DeltaRat, Int, Rat};
use crate::simplex::{ArithVar, Bound, Check, Entry, Row, Side, Simplex, Tag};

/// Longer rows are not looked at: their cuts would hardly cut.
const MAX_LENGTH: usize = 30;
/// Cuts with larger coefficients are refused: they slow down every pivot after them.
const MAX_BITS: u32 = 40;

/// If the bounds with these tags hold, so does `form >= bound`.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// The bounds it rests on.
    pub tags: Vec<Tag>,
    /// The form, over structural variables. If it is empty, the bounds contradict each other, and the bound
    /// is positive.
    pub form: Linear<ArithVar>,
    /// What it is at least.
    pub bound: Rat,
}

/// A distance from a bound in a row.
struct Distance<'a> {
    bound: &'a Bound<DeltaRat>,
    /// `a_k`
    coefficient: Rat,
    is_integer: bool,
}

/// A cut that the current assignment violates, from the shortest row that yields one.
pub(crate) fn find(simplex: &Simplex<DeltaRat>, is_integer: &[bool], budget: &mut Budget) -> Option<Cut> {
    let is_usable = |row: &&Row<DeltaRat>| {
        row.entries.len() <= MAX_LENGTH && is_integer[row.basic.index()] && !simplex.is_integral(row.basic)
    };
    let mut rows: Vec<&Row<DeltaRat>> = simplex.rows().filter(is_usable).collect();
    rows.sort_by_key(|row| row.entries.len());
    let mut open = budget.spend(simplex.num_rows() as u64);
    rows.into_iter().find_map(|row| {
        open = open && budget.spend(10 * row.entries.len() as u64);
        if open { cut(simplex, is_integer, row) } else { None }
    })
}

fn cut(simplex: &Simplex<DeltaRat>, is_integer: &[bool], row: &Row<DeltaRat>) -> Option<Cut> {
    // `b`, without the part that integer variables with integer coefficients have in it.
    let mut rest = Rat::ZERO;
    let mut distances = Vec::new();
    for entry in &row.entries {
        let is_integer = is_integer[entry.var.index()];
        if is_integer && row.denominator.divides(&entry.coefficient) {
            continue;
        }
        let bound = resting_on(simplex, entry)?;
        let ratio = Rat::new(entry.coefficient.clone(), row.denominator.clone());
        rest.add_mul_assign(&bound.value.real, &ratio);
        // x = … + ratio * (l + t)  or  x = … + ratio * (u - t)
        let coefficient = if bound.side == Side::Lower { -ratio } else { ratio };
        distances.push(Distance { bound, coefficient, is_integer });
    }
    let f0 = rest.fract();
    if f0.is_zero() {
        return None;
    }
    let weights: Vec<Rat> = distances.iter().map(|distance| weight(distance, &f0)).collect();
    let mut scale = Int::ONE;
    for weight in &weights {
        scale = scale.lcm(&weight.denom());
        if scale.bits() > MAX_BITS {
            return None;
        }
    }
    let mut form = Linear::default();
    let mut bound = Rat::from(&scale);
    for (distance, weight) in distances.iter().zip(&weights) {
        let weight = weight.mul_int(&scale).to_int().expect("the scale is a multiple of all denominators");
        let weight = if distance.bound.side == Side::Lower { weight } else { -weight };
        form = form.add_multiple(&weight, &simplex.expand(distance.bound.var));
        bound.add_mul_int(&distance.bound.value.real, &weight);
    }
    if form.terms().iter().any(|(_, coefficient)| coefficient.bits() > MAX_BITS) {
        return None;
    }
    let cut = Cut { tags: distances.iter().map(|distance| distance.bound.tag).collect(), form, bound };
    debug_assert!(is_valid(simplex, is_integer, row, &distances, &rest, &cut), "wrong cut: {cut:?}");
    Some(cut)
}

/// The bound on which a non-basic variable sits.
fn resting_on<'a>(simplex: &'a Simplex<DeltaRat>, entry: &Entry) -> Option<&'a Bound<DeltaRat>> {
    let sides = [Side::Lower, Side::Upper];
    let bounds = sides.into_iter().filter_map(|side| simplex.bound(entry.var, side));
    bounds.into_iter().find(|bound| simplex.compare(entry.var, &bound.value).is_eq())
}

/// `g_k`
fn weight(distance: &Distance<'_>, f0: &Rat) -> Rat {
    let rest = Rat::ONE - f0;
    if !distance.is_integer {
        let a = &distance.coefficient;
        return if a.is_positive() { a / f0 } else { -a / rest };
    }
    let f = distance.coefficient.fract();
    if f <= *f0 { f / f0 } else { (Rat::ONE - f) / rest }
}

/// Whether the contrary of a cut is infeasible over the reals on both sides of the split it comes from.
fn is_valid(
    simplex: &Simplex<DeltaRat>,
    is_integer: &[bool],
    row: &Row<DeltaRat>,
    distances: &[Distance<'_>],
    rest: &Rat,
    cut: &Cut,
) -> bool {
    // The basic variable, without its integer multiples of integers, plus the rounded multiples of integer
    // distances.
    let mut split = simplex.expand(row.basic);
    let f0 = rest.fract();
    let mut constant = Rat::ZERO;
    for entry in &row.entries {
        if is_integer[entry.var.index()] && row.denominator.divides(&entry.coefficient) {
            let factor = -entry.coefficient.div_exact(&row.denominator);
            split = split.add_multiple(&factor, &simplex.expand(entry.var));
        }
    }
    for Distance { bound, coefficient, .. } in distances.iter().filter(|distance| distance.is_integer) {
        let rounded = if coefficient.fract() <= f0 { coefficient.floor() } else { coefficient.ceil() };
        let factor = if bound.side == Side::Lower { rounded } else { -rounded };
        split = split.add_multiple(&factor, &simplex.expand(bound.var));
        constant.add_mul_int(&bound.value.real, &factor);
    }
    let floor = Rat::from(rest.floor()) + constant;
    let sides = [(Side::Upper, floor.clone()), (Side::Lower, floor + Rat::ONE)];
    sides.into_iter().all(|(side, value)| {
        let mut scratch = Simplex::<DeltaRat>::default();
        let mut budget = Budget::unlimited();
        simplex.vars().for_each(|_| _ = scratch.new_var());
        let used = distances.iter().map(|distance| distance.bound);
        let mut facts: Vec<(Linear<ArithVar>, Side, DeltaRat)> =
            used.map(|bound| (simplex.expand(bound.var), bound.side, bound.value.clone())).collect();
        facts.push((cut.form.clone(), Side::Upper, DeltaRat::below(cut.bound.clone())));
        facts.push((split.clone(), side, DeltaRat::from(value)));
        let mut consistent = true;
        for (form, side, value) in facts {
            let slack = scratch.define(&form, &mut budget);
            consistent &= scratch.assert_bound(slack, side, value, Tag(0)).is_ok();
        }
        !consistent || matches!(scratch.check(&mut budget), Check::Conflict(_))
    })
}
