//! Patching: makes the fractional values of basic variables integral one after the other, each by moving one
//! non-basic variable (after Z3's `patch_basic_columns`; the congruences are ours).
//!
//! In a row `d x_b = a x_k + …`, whose right-hand side is `n` now, moving `x_k` by `delta` makes `x_b`
//! integral iff
//!
//! ```text
//! n + a delta = 0  (mod d)
//! ```
//!
//! Integral basic variables of other rows `d_i x_i = a_i x_k + …` stay integral iff `delta` is a multiple of
//! every `d_i / gcd(a_i, d_i)`, hence of their least common multiple `m`. So `delta = m t` with
//! `n + (a m) t = 0 (mod d)`, one linear congruence; of its solutions the smallest ones up and down are tried
//! against the bounds.
//!
//! Only structural variables count, since slacks are integral when they are. The certificate is the model.
//! The first variable that cannot be helped ends the try and all moves are taken back: the techniques further
//! up the ladder want non-basic variables to sit on bounds.
//!
//! Measured (ticks without and with it; the same files were solved): convert 1.37 M and 1.18 M, with 801 and
//! 366 branches; CAV_2009 7.79 M and 7.70 M; dillig 6.15 M and 6.10 M; slacks 14.26 M and 14.25 M; pb2010
//! 6.15 M and 6.17 M; miplib2003 1.67 M and 1.69 M. It finds 24 of 39 models in CAV_2009, 19 of 29 in dillig,
//! 15 of 34 in slacks (there the unit cube finds them otherwise) and 17 in the 22 files of convert. Going on
//! after a variable that cannot be helped finds one or two more, and costs up to 10 % more ticks.

use super::cube;
use crate::limits::Budget;
use crate::num::Int;
use crate::simplex::{ArithVar, Entry, Row, Simplex};

/// Entries of rows and columns that one try may look at.
const MAX_WORK: u64 = 100_000;

/// Integer values for all variables that satisfy all bounds, if patching finds them; otherwise nothing has
/// changed.
pub(crate) fn test(simplex: &mut Simplex, budget: &mut Budget) -> Option<Vec<Int>> {
    let mut moves: Vec<(ArithVar, Int)> = Vec::new();
    let mut work = 0;
    let fractional: Vec<ArithVar> = simplex.vars().filter(|&var| is_fractional(simplex, var)).collect();
    // What one move makes integral stays so: one pass is enough.
    let succeeded = fractional.into_iter().all(|basic| {
        if simplex.is_integral(basic) {
            return true;
        }
        let Some((moved, delta)) = find_move(simplex, basic, &mut work) else {
            return false;
        };
        simplex.move_nonbasic(moved, &delta);
        moves.push((moved, delta));
        true
    });
    // What follows looks at the budget; here there is nothing to stop.
    let _ = budget.spend(work);
    if !succeeded {
        for (var, delta) in moves.iter().rev() {
            simplex.move_nonbasic(*var, &-delta);
        }
        return None;
    }
    let model = cube::round(simplex);
    debug_assert!(cube::satisfies_bounds(simplex, &model));
    Some(model)
}

fn is_fractional(simplex: &Simplex, var: ArithVar) -> bool {
    simplex.definition(var).is_none() && !simplex.is_integral(var)
}

/// A non-basic variable and the distance to move it that makes a fractional basic variable integral and harms
/// nothing.
fn find_move(simplex: &Simplex, basic: ArithVar, work: &mut u64) -> Option<(ArithVar, Int)> {
    let row = simplex.row_of(basic)?;
    row.entries.iter().find_map(|entry| {
        let [near, far] = distances(simplex, row, entry, work)?;
        let delta = [near, far].into_iter().find(|delta| stays_feasible(simplex, entry.var, delta, work))?;
        Some((entry.var, delta))
    })
}

/// The smallest moves up and down, nearer one first, that make the basic variable of a row integral and leave
/// integral the others that are.
fn distances(simplex: &Simplex, row: &Row, entry: &Entry, work: &mut u64) -> Option<[Int; 2]> {
    *work += 1;
    if *work > MAX_WORK || simplex.is_fixed(entry.var) || row.denominator.divides(&entry.coefficient) {
        return None;
    }
    // A multiple of the coefficient has no fewer divisors in common with d.
    if !row.denominator.gcd(&entry.coefficient).divides(&row.numerator) {
        return None;
    }
    let mut multiple = Int::ONE;
    for (other, coefficient) in simplex.rows_with(entry.var) {
        *work += 1;
        let counts = simplex.definition(other.basic).is_none() && simplex.is_integral(other.basic);
        if counts && !other.denominator.is_one() {
            let period = other.denominator.div_exact(&other.denominator.gcd(coefficient));
            multiple = multiple.lcm(&period);
            if !multiple.is_small() {
                return None;
            }
        }
    }
    let (content, inverse, _) = (&entry.coefficient * &multiple).gcd_ext(&row.denominator);
    if !content.divides(&row.numerator) {
        return None;
    }
    let period = row.denominator.div_exact(&content);
    let up = (-row.numerator.div_exact(&content) * inverse).rem_floor(&period);
    let down = &up - &period;
    let [up, down] = [up * &multiple, down * &multiple];
    Some(if up.cmp_abs(&down).is_lt() { [up, down] } else { [down, up] })
}

/// Whether all bounds hold after moving a non-basic variable, given that they hold now.
fn stays_feasible(simplex: &Simplex, var: ArithVar, delta: &Int, work: &mut u64) -> bool {
    let within = |var: ArithVar, numerator: &Int, denominator: &Int| {
        simplex.lower(var).is_none_or(|lower| lower * denominator <= *numerator)
            && simplex.upper(var).is_none_or(|upper| *numerator <= upper * denominator)
    };
    let value = simplex.value(var).floor();
    within(var, &(value + delta), &Int::ONE)
        && simplex.rows_with(var).all(|(row, coefficient)| {
            *work += 1;
            let mut numerator = row.numerator.clone();
            numerator.add_mul_assign(coefficient, delta);
            within(row.basic, &numerator, &row.denominator)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Linear;
    use crate::simplex::{Check, Side, Tag};

    fn form(terms: &[(ArithVar, i64)]) -> Linear<ArithVar> {
        Linear::new(terms.iter().map(|&(var, coefficient)| (var, Int::from(coefficient))).collect())
    }

    /// `2x - 3y - 5z = 1` with `x` basic: `y = z = 0` makes `x` one half.
    fn one_equation(highest: i64) -> Simplex {
        let mut simplex = Simplex::new();
        let mut budget = Budget::unlimited();
        let [x, y, z] = [simplex.new_var(), simplex.new_var(), simplex.new_var()];
        let sum = simplex.define(&form(&[(x, 2), (y, -3), (z, -5)]), &mut budget);
        for side in [Side::Lower, Side::Upper] {
            assert!(simplex.assert_bound(sum, side, Int::ONE, Tag(0)).is_ok());
        }
        for var in [y, z] {
            assert!(simplex.assert_bound(var, Side::Lower, Int::ZERO, Tag(1)).is_ok());
            assert!(simplex.assert_bound(var, Side::Upper, Int::from(highest), Tag(1)).is_ok());
        }
        assert!(matches!(simplex.check(&mut budget), Check::Feasible));
        simplex
    }

    #[test]
    fn one_move_makes_a_basic_variable_integral() {
        let mut simplex = one_equation(3);
        assert!(simplex.vars().any(|var| is_fractional(&simplex, var)));
        let model = test(&mut simplex, &mut Budget::unlimited()).expect("moving y or z by one helps");
        assert!(cube::satisfies_bounds(&simplex, &model));
        simplex.check_invariants();
    }

    #[test]
    fn without_room_to_move_nothing_changes() {
        let mut simplex = one_equation(0);
        let before: Vec<_> = simplex.vars().map(|var| simplex.value(var)).collect();
        assert!(test(&mut simplex, &mut Budget::unlimited()).is_none());
        assert_eq!(before, simplex.vars().map(|var| simplex.value(var)).collect::<Vec<_>>());
    }

    /// `x = (y + 1) / 2` and `w = y / 3 + 1` with `y = 0`: moving `y` must go by threes.
    #[test]
    fn integral_variables_stay_integral() {
        let mut simplex = Simplex::new();
        let mut budget = Budget::unlimited();
        let [x, w, y] = [simplex.new_var(), simplex.new_var(), simplex.new_var()];
        let first = simplex.define(&form(&[(x, 2), (y, -1)]), &mut budget);
        let second = simplex.define(&form(&[(w, 3), (y, -1)]), &mut budget);
        for (var, value) in [(first, 1), (second, 3)] {
            for side in [Side::Lower, Side::Upper] {
                assert!(simplex.assert_bound(var, side, Int::from(value), Tag(0)).is_ok());
            }
        }
        assert!(matches!(simplex.check(&mut budget), Check::Feasible));
        let model = test(&mut simplex, &mut budget).expect("y = 3 or y = -3");
        assert!(cube::satisfies_bounds(&simplex, &model));
    }
}
