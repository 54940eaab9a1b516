//! The GCD test: a row over integer variables with fixed ones among them has no solution unless the greatest
//! common divisor of the other coefficients divides what the fixed ones contribute.

use crate::lia::split::Split;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::simplex::{ArithVar, Check, Row, Side, Simplex, Tag};

/// A row that has no integer solution: the tags of the bounds that fix its fixed variables, and the split
/// that shows it. With `g` the divisor of `sum g a_i x_i = c`, neither `sum a_i x_i <= floor(c/g)` nor
/// `>= ceil(c/g)` agrees with the row.
pub(crate) fn test(simplex: &Simplex) -> Option<(Vec<Tag>, Split)> {
    simplex.rows().find_map(|row| {
        let (content, fixed) = failure(simplex, row)?;
        let split = split(simplex, row, &content, &fixed);
        debug_assert!(is_refuted_by_split(simplex, row, &split), "wrong certificate: {split:?}");
        Some((fixed_by(simplex, row), split))
    })
}

/// The row as `sum a_i x_i = 0`, the basic variable included.
fn products(row: &Row) -> impl Iterator<Item = (ArithVar, Int)> + '_ {
    let others = row.entries.iter().map(|entry| (entry.var, entry.coefficient.clone()));
    others.chain(std::iter::once((row.basic, -&row.denominator)))
}

/// Divisor of the coefficients that are not fixed and sum of those that are, if the former does not divide
/// the latter.
fn failure(simplex: &Simplex, row: &Row) -> Option<(Int, Int)> {
    if row.denominator.is_one() && !simplex.is_fixed(row.basic) {
        return None;
    }
    let mut content = Int::ZERO;
    let mut fixed = Int::ZERO;
    for (var, coefficient) in products(row) {
        if simplex.is_fixed(var) {
            fixed.add_mul_assign(&coefficient, simplex.lower(var).expect("fixed variables have bounds"));
        } else {
            content = content.gcd(&coefficient);
            if content.is_one() {
                return None;
            }
        }
    }
    // A row of fixed variables only is satisfied: the assignment is feasible.
    (!content.is_zero() && !content.divides(&fixed)).then_some((content, fixed))
}

fn fixed_by(simplex: &Simplex, row: &Row) -> Vec<Tag> {
    let mut tags = Vec::new();
    for (var, _) in products(row).filter(|&(var, _)| simplex.is_fixed(var)) {
        for side in [Side::Lower, Side::Upper] {
            tags.push(simplex.bound(var, side).expect("fixed variables have bounds").tag);
        }
    }
    tags
}

fn split(simplex: &Simplex, row: &Row, content: &Int, fixed: &Int) -> Split {
    let mut form = Linear::default();
    for (var, coefficient) in products(row).filter(|&(var, _)| !simplex.is_fixed(var)) {
        form = form.add_multiple(&coefficient.div_exact(content), &simplex.expand(var));
    }
    Split { form, floor: (-fixed).div_floor(content) }
}

/// Whether both sides of the split contradict the bounds that fix variables of the row, over the rationals.
fn is_refuted_by_split(simplex: &Simplex, row: &Row, split: &Split) -> bool {
    let sides = [(Side::Upper, split.floor.clone()), (Side::Lower, &split.floor + Int::ONE)];
    sides.into_iter().all(|(side, value)| {
        let mut scratch = Simplex::new();
        let mut budget = Budget::unlimited();
        simplex.vars().for_each(|_| _ = scratch.new_var());
        let plane = scratch.define(&split.form, &mut budget);
        let mut consistent = scratch.assert_bound(plane, side, value, Tag(0)).is_ok();
        for (var, _) in products(row).filter(|&(var, _)| simplex.is_fixed(var)) {
            let slack = scratch.define(&simplex.expand(var), &mut budget);
            for side in [Side::Lower, Side::Upper] {
                let bound = simplex.bound(var, side).expect("fixed variables have bounds");
                consistent &= scratch.assert_bound(slack, side, bound.value.clone(), Tag(1)).is_ok();
            }
        }
        !consistent || matches!(scratch.check(&mut budget), Check::Conflict(_))
    })
}
