//! Chvátal-Gomory cuts, as splits (Gomory 1958; multipliers after Letchford and Lodi 2002).
//!
//! At a vertex the non-basic variables sit on bounds. With `s_k >= 0` their distances from those, the row of
//! a basic variable says `x_b + sum alpha_k s_k = beta`. Multiplied by an integer `t` and rounded down,
//!
//! ```text
//! t x_b + sum floor(t alpha_k) s_k <= floor(t beta)
//! ```
//!
//! holds for all integer points, since `s_k >= 0` makes the left-hand side at most `t beta`, and it is an
//! integer. If `t beta` is fractional the vertex violates it. Written over structural variables it is
//! `form <= floor`, and `form >= floor + 1` contradicts the bounds over the rationals: so the split
//! `form <= floor or form >= floor + 1` acts as the cut, and needs no certificate of its own. Its infeasible
//! side ends in a Farkas conflict that names every bound that was used.
//!
//! With `f = fract(beta)` and `t` the least number with `t f >= 1/2` the cut is at least as strong as with
//! `t = 1`; both signs of `t` are tried. Mixed-integer rounding, and with it Gomory's mixed-integer cut, is
//! stronger still, but cannot be a plain split; see [`super::mir`].
//!
//! Off by default. Measured with 20 M ticks for each file, ticks and branches without and with cuts: convert
//! 1.19 M and 1.26 M, 366 and 307 branches; pb2010 6.56 M and 6.29 M, 82 and 48; miplib2003 3.04 M and 3.09
//! M, 413 and 326. The same files are solved. In CAV_2009, dillig, slacks, SMPT and CIRC no cut is ever
//! looked for: what comes before decides.

use crate::lia::split::Split;
use crate::limits::Budget;
use crate::num::{Int, Rat};
use crate::simplex::{ArithVar, Check, Entry, Row, Side, Simplex, Tag};

/// Rows that one try looks at.
pub(in crate::lia) const MAX_ROWS: usize = 8;
/// Longer rows and cuts slow down every later pivot.
pub(in crate::lia) const MAX_LENGTH: usize = 100;

/// Finds cuts.
pub struct GomoryCuts {
    /// Coefficients of a cut may be this large: the square of the largest one of the problem.
    largest: Int,
}

impl GomoryCuts {
    /// For the problem now in the simplex.
    pub fn new(simplex: &Simplex) -> GomoryCuts {
        let largest = largest_coefficient(simplex);
        GomoryCuts { largest: &largest * &largest }
    }

    /// A cut from the row whose value is nearest to an integer, as a split whose upper side is infeasible.
    pub fn find(&self, simplex: &Simplex, budget: &mut Budget) -> Option<Split> {
        let rows = fractional_rows(simplex);
        let candidates = rows.iter().take(MAX_ROWS);
        let split = candidates.clone().find_map(|row| self.cut(simplex, row));
        let _ = budget.spend(candidates.map(|row| row.entries.len() as u64).sum());
        split
    }

    /// The shorter of the cuts with positive and negative multiplier.
    fn cut(&self, simplex: &Simplex, row: &Row) -> Option<Split> {
        let sides: Vec<Option<Side>> =
            row.entries.iter().map(|entry| resting_side(simplex, entry.var)).collect();
        let is_stuck = |(entry, side): (&Entry, &Option<Side>)| {
            side.is_some() || row.denominator.divides(&entry.coefficient)
        };
        if !row.entries.iter().zip(&sides).all(is_stuck) {
            return None;
        }
        let cuts = [Int::ONE, Int::MINUS_ONE].map(|sign| {
            let split = rounded(simplex, row, &sides, &multiplier(row, &sign));
            debug_assert!(is_cut(simplex, row, &sides, &split), "wrong cut: {split:?}");
            split
        });
        let is_acceptable = |split: &Split| {
            let terms = split.form.terms();
            terms.len() <= MAX_LENGTH && terms.iter().all(|(_, a)| a.cmp_abs(&self.largest).is_le())
        };
        cuts.into_iter().filter(is_acceptable).min_by_key(|split| split.form.len())
    }
}

/// The largest coefficient of the problem, at least 2.
pub(in crate::lia) fn largest_coefficient(simplex: &Simplex) -> Int {
    let mut largest = Int::from(2);
    for (_, coefficient) in
        simplex.vars().filter_map(|var| simplex.definition(var)).flat_map(|form| form.terms())
    {
        if coefficient.cmp_abs(&largest).is_gt() {
            largest = coefficient.abs();
        }
    }
    largest
}

/// Rows with a fractional value that are not too long, those nearest to an integer first.
pub(in crate::lia) fn fractional_rows(simplex: &Simplex) -> Vec<&Row> {
    let is_usable = |row: &&Row| row.entries.len() <= MAX_LENGTH && !simplex.is_integral(row.basic);
    let mut rows: Vec<(Rat, &Row)> = simplex
        .rows()
        .filter(is_usable)
        .map(|row| (distance_to_integer(&simplex.value(row.basic)), row))
        .collect();
    rows.sort_by(|(a, left), (b, right)| a.cmp(b).then(left.basic.cmp(&right.basic)));
    rows.into_iter().map(|(_, row)| row).collect()
}

fn distance_to_integer(value: &Rat) -> Rat {
    let fract = value.fract();
    let rest = Rat::ONE - fract.clone();
    fract.min(rest)
}

/// The bound that a non-basic variable sits on.
pub(in crate::lia) fn resting_side(simplex: &Simplex, var: ArithVar) -> Option<Side> {
    let rests = |side: &Side| {
        simplex.bound(var, *side).is_some_and(|bound| simplex.compare(var, &bound.value).is_eq())
    };
    [Side::Lower, Side::Upper].into_iter().find(rests)
}

/// The number of this sign with the least absolute value by which to multiply the row so that its fractional
/// part is at least one half.
fn multiplier(row: &Row, sign: &Int) -> Int {
    // t f >= 1/2 with f = r / d, that is, t >= d / (2 r).
    let remainder = (&row.numerator * sign).rem_floor(&row.denominator);
    row.denominator.div_ceil(&(&remainder * Int::from(2))) * sign
}

/// The row multiplied by `t` and rounded.
fn rounded(simplex: &Simplex, row: &Row, sides: &[Option<Side>], t: &Int) -> Split {
    let mut form = simplex.expand(row.basic).scaled(t);
    let mut floor = (&row.numerator * t).div_floor(&row.denominator);
    for (entry, side) in row.entries.iter().zip(sides) {
        // At a lower bound l: alpha = -a/d and s = x - l. At an upper bound u: alpha = a/d and s = u - x. So
        // the product with x is floor(-ta/d) or -floor(ta/d) = ceil(-ta/d); both are the same if the
        // coefficient is integral.
        let slope = -(&entry.coefficient * t);
        let slope = match side {
            Some(Side::Upper) => slope.div_ceil(&row.denominator),
            _ => slope.div_floor(&row.denominator),
        };
        if !slope.is_zero() {
            form = form.add_multiple(&slope, &simplex.expand(entry.var));
            floor.add_mul_assign(&slope, &simplex.value(entry.var).floor());
        }
    }
    let content = form.content();
    Split { form: form.divided(&content), floor: floor.div_floor(&content) }
}

/// Whether the vertex lies strictly between the sides of the split, and the upper side contradicts the bounds
/// that were used.
fn is_cut(simplex: &Simplex, row: &Row, sides: &[Option<Side>], split: &Split) -> bool {
    let value = simplex.value_of(&split.form);
    let mut scratch = Simplex::new();
    let mut budget = Budget::unlimited();
    simplex.vars().for_each(|_| _ = scratch.new_var());
    let plane = scratch.define(&split.form, &mut budget);
    let mut consistent = scratch.assert_bound(plane, Side::Lower, &split.floor + Int::ONE, Tag(0)).is_ok();
    for (entry, side) in row.entries.iter().zip(sides) {
        if let Some(side) = side {
            let slack = scratch.define(&simplex.expand(entry.var), &mut budget);
            let bound = simplex.bound(entry.var, *side).expect("the variable rests on it");
            consistent &= scratch.assert_bound(slack, *side, bound.value.clone(), Tag(1)).is_ok();
        }
    }
    let is_infeasible = !consistent || matches!(scratch.check(&mut budget), Check::Conflict(_));
    is_infeasible && !value.is_integer() && value.floor() == split.floor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lia::LadderOptions;
    use crate::lia::conjunction::{Outcome, solve_with_stats};
    use crate::linear::Linear;
    use crate::random::Rng;

    fn form(terms: &[(ArithVar, i64)]) -> Linear<ArithVar> {
        Linear::new(terms.iter().map(|&(var, coefficient)| (var, Int::from(coefficient))).collect())
    }

    /// `3x + 2y <= 6` and `-3x + 2y <= 0` meet in `(1, 3/2)`; the hull of the integer points has `y <= 1`.
    #[test]
    fn the_textbook_vertex_is_cut_off() {
        let mut simplex = Simplex::new();
        let mut budget = Budget::unlimited();
        let [x, y] = [simplex.new_var(), simplex.new_var()];
        for (terms, bound) in [(form(&[(x, 3), (y, 2)]), 6), (form(&[(x, -3), (y, 2)]), 0)] {
            let slack = simplex.define(&terms, &mut budget);
            assert!(simplex.assert_bound(slack, Side::Upper, Int::from(bound), Tag(0)).is_ok());
        }
        let top = simplex.define(&form(&[(y, 2)]), &mut budget);
        assert!(simplex.assert_bound(top, Side::Lower, Int::from(3), Tag(1)).is_ok());
        assert!(matches!(simplex.check(&mut budget), Check::Feasible));
        assert_eq!(simplex.value(y), Rat::new(Int::from(3), Int::from(2)));
        let split = GomoryCuts::new(&simplex).find(&simplex, &mut budget).expect("y is fractional");
        let value = simplex.value_of(&split.form);
        assert!(!value.is_integer() && value.floor() == split.floor);
    }

    /// Three triangles of variables, at most one of each edge, and a sum of four: every triangle has at most
    /// one, but over the rationals three halves.
    #[test]
    fn odd_cycles_are_cut_off() {
        let system = crate::lia::tests::triangles();
        let options = LadderOptions {
            gomory: true,
            gcd: false,
            lattice: false,
            cube: false,
            proofs: false,
            ..LadderOptions::default()
        };
        let (outcome, stats) = solve_with_stats(&system, options, &mut Budget::unlimited());
        assert!(matches!(outcome, Outcome::Unsat(_)));
        assert!(stats.gomory_cuts > 0);
        // The throttle leaves more and more to branching.
        assert!(stats.gomory_tried <= 2 + stats.branches, "{stats:?}");
    }

    /// Rows at random: `is_cut` is checked for every cut that is found.
    #[test]
    fn cuts_of_random_vertices_are_cuts() {
        let mut rng = Rng(1);
        let mut found = 0;
        for _ in 0..500 {
            let mut simplex = Simplex::new();
            let mut budget = Budget::unlimited();
            let vars: Vec<ArithVar> = (0..3).map(|_| simplex.new_var()).collect();
            for _ in 0..4 {
                let terms: Vec<(ArithVar, i64)> = vars.iter().map(|&var| (var, rng.signed(9))).collect();
                let slack = simplex.define(&form(&terms), &mut budget);
                let side = if rng.below(2) == 0 { Side::Lower } else { Side::Upper };
                _ = simplex.assert_bound(slack, side, Int::from(rng.signed(20)), Tag(0));
            }
            if !matches!(simplex.check(&mut budget), Check::Feasible) {
                continue;
            }
            let cuts = GomoryCuts::new(&simplex);
            for row in simplex.rows().filter(|row| !simplex.is_integral(row.basic)) {
                let sides: Vec<_> =
                    row.entries.iter().map(|entry| resting_side(&simplex, entry.var)).collect();
                if let Some(split) = cuts.cut(&simplex, row) {
                    assert!(is_cut(&simplex, row, &sides, &split));
                    assert!(split.form.content().is_one());
                    found += 1;
                }
            }
        }
        assert!(found > 100, "only {found} cuts");
    }
}
