//! The largest cube test (Bromberger and Weidenbach 2016): the centre of the largest cube inside the
//! polyhedron, rounded, is often an integer point of it although no unit cube fits, and otherwise is often
//! near one.
//!
//! A cube with edge `e` and centre `x` lies in `a x <= b` iff
//!
//! ```text
//! a x <= b - (e / 2) sum |a_i|
//! ```
//!
//! The simplex only decides feasibility, so the edge is found by bisection among multiples of `1 / STEPS`;
//! margins are rounded down, as bounds are integers. Every centre found on the way is rounded, then repaired
//! by moving one variable by one at a time, greedily, as long as that lowers the sum of the violations. The
//! certificate is the model: it satisfies all bounds.
//!
//! Off by default. Measured with a limit of 3 s: it hardly ever finds a model (one in 12 tries in calypto,
//! none in CAV_2009, dillig, slacks, Bromberger, convert, pb2010, miplib2003 in 105 tries); no file is solved
//! more or less, and the LPs are not free (pb2010 6.1 M ticks without, 13.7 M with it; slacks 14.3 M and 14.6
//! M; CAV_2009 7.8 M and 7.9 M).

use super::cube;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::simplex::{ArithVar, Check, Simplex};

/// The edge is a multiple of one by this, and shorter than one.
const STEPS: u64 = 8;
/// How many variables the repair of a centre may move.
const MAX_FLIPS: usize = 16;

/// Integer values for all variables that satisfy all bounds, if the test finds them.
pub(crate) fn test(simplex: &mut Simplex, budget: &mut Budget) -> Option<Vec<Int>> {
    let (mut fits, mut too_long) = (0, STEPS);
    while too_long - fits > 1 && budget.is_open() {
        let edge = (fits + too_long) / 2;
        match centre(simplex, edge, budget) {
            Some(mut point) => {
                if repair(simplex, &mut point, budget) {
                    debug_assert!(cube::satisfies_bounds(simplex, &point));
                    return Some(point);
                }
                fits = edge;
            }
            None => too_long = edge,
        }
    }
    None
}

/// The rounded centre of a cube with an edge of this many steps inside the bounds.
fn centre(simplex: &mut Simplex, edge: u64, budget: &mut Budget) -> Option<Vec<Int>> {
    let margin =
        |form: &Linear<ArithVar>| (cube::norm(form) * Int::from(edge)).div_floor(&Int::from(2 * STEPS));
    let level = simplex.level();
    simplex.push();
    let fits = cube::tighten(simplex, margin) && matches!(simplex.check(budget), Check::Feasible);
    let point = fits.then(|| cube::round(simplex));
    simplex.pop_to(level);
    point
}

/// How far a value lies outside the bounds of a variable.
fn violation(simplex: &Simplex, var: ArithVar, value: &Int) -> Int {
    match (simplex.lower(var), simplex.upper(var)) {
        (Some(lower), _) if value < lower => lower - value,
        (_, Some(upper)) if value > upper => value - upper,
        _ => Int::ZERO,
    }
}

/// Moves variables by one as long as that lowers the sum of violations; whether the point satisfies all
/// bounds then.
fn repair(simplex: &Simplex, point: &mut [Int], budget: &mut Budget) -> bool {
    let mut violated = violated(simplex, point);
    if violated.is_empty() {
        return true;
    }
    let forms = forms_with(simplex);
    for _ in 0..MAX_FLIPS {
        let Some((var, step)) = best_flip(simplex, point, &violated, &forms, budget) else {
            return false;
        };
        for (changed, coefficient) in &forms[var.index()] {
            point[changed.index()].add_mul_assign(coefficient, &step);
        }
        violated = self::violated(simplex, point);
        if violated.is_empty() {
            return true;
        }
    }
    false
}

fn violated(simplex: &Simplex, point: &[Int]) -> Vec<ArithVar> {
    simplex.vars().filter(|&var| !violation(simplex, var, &point[var.index()]).is_zero()).collect()
}

/// For each structural variable the variables with a bound that move with it, itself included, and how fast.
fn forms_with(simplex: &Simplex) -> Vec<Vec<(ArithVar, Int)>> {
    let mut forms = vec![Vec::new(); simplex.num_vars()];
    for var in simplex.vars() {
        for (part, coefficient) in simplex.expand(var).terms() {
            forms[part.index()].push((var, coefficient.clone()));
        }
    }
    forms
}

/// The move of a variable by one, among those that help the first violated form, that lowers the sum of
/// violations most.
fn best_flip(
    simplex: &Simplex,
    point: &[Int],
    violated: &[ArithVar],
    forms: &[Vec<(ArithVar, Int)>],
    budget: &mut Budget,
) -> Option<(ArithVar, Int)> {
    let form = simplex.expand(violated[0]);
    let too_low = simplex.lower(violated[0]).is_some_and(|lower| point[violated[0].index()] < *lower);
    let mut best: Option<(Int, ArithVar, Int)> = None;
    for (var, coefficient) in form.terms() {
        let step = if coefficient.is_positive() == too_low { Int::ONE } else { Int::MINUS_ONE };
        let mut change = Int::ZERO;
        for (moved, factor) in &forms[var.index()] {
            let value = &point[moved.index()];
            change += violation(simplex, *moved, &(value + factor * &step));
            change -= violation(simplex, *moved, value);
        }
        if change.is_negative() && best.as_ref().is_none_or(|(least, ..)| change < *least) {
            best = Some((change, *var, step));
        }
        if !budget.spend(forms[var.index()].len() as u64) {
            return None;
        }
    }
    best.map(|(_, var, step)| (var, step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simplex::{Side, Tag};

    /// `1 <= 3x + 3y + 2z <= 3` and `x - 2y` within bounds that no unit cube meets.
    #[test]
    fn a_centre_is_found_where_no_unit_cube_fits() {
        let mut simplex = Simplex::new();
        let mut budget = Budget::unlimited();
        let [x, y, z] = [simplex.new_var(), simplex.new_var(), simplex.new_var()];
        let form = |terms: &[(ArithVar, i64)]| {
            Linear::new(terms.iter().map(|&(var, coefficient)| (var, Int::from(coefficient))).collect())
        };
        let strips = [(form(&[(x, 3), (y, 3), (z, 2)]), 1, 4), (form(&[(x, 2), (y, -3)]), -1, 2)];
        for (form, lower, upper) in strips {
            let slack = simplex.define(&form, &mut budget);
            assert!(simplex.assert_bound(slack, Side::Lower, Int::from(lower), Tag(0)).is_ok());
            assert!(simplex.assert_bound(slack, Side::Upper, Int::from(upper), Tag(0)).is_ok());
        }
        assert!(matches!(simplex.check(&mut budget), Check::Feasible));
        assert_eq!(cube::test(&mut simplex, &mut budget), None);
        let model = test(&mut simplex, &mut budget).expect("a smaller cube does");
        assert!(cube::satisfies_bounds(&simplex, &model));
    }

    #[test]
    fn a_point_beside_the_solution_is_repaired() {
        let mut simplex = Simplex::new();
        let mut budget = Budget::unlimited();
        let [x, y] = [simplex.new_var(), simplex.new_var()];
        let sum = simplex.define(&Linear::new(vec![(x, Int::from(5)), (y, Int::from(3))]), &mut budget);
        for side in [Side::Lower, Side::Upper] {
            assert!(simplex.assert_bound(sum, side, Int::from(13), Tag(0)).is_ok());
        }
        let mut point = vec![Int::ONE, Int::from(2), Int::from(11)];
        assert!(!repair(&simplex, &mut point, &mut budget), "one step of x goes too far, one of y as well");
        let mut point = vec![Int::from(2), Int::from(2), Int::from(16)];
        assert!(repair(&simplex, &mut point, &mut budget));
        assert_eq!(point, [Int::from(2), Int::ONE, Int::from(13)]);
    }
}
