//! Mixed-integer rounding cuts of tableau rows, in the form of Gomory's mixed-integer cut (1960; Marchand and
//! Wolsey 2001).
//!
//! At a vertex the row of a basic variable says `x_b + sum alpha_k s_k = beta` with `s_k >= 0` the distances
//! of non-basic variables from the bounds that they sit on. With `f_k = fract(alpha_k)` and `f = fract(beta)`
//! all integer points satisfy
//!
//! ```text
//! sum_{f_k <= f} (f_k / f) s_k  +  sum_{f_k > f} ((1 - f_k) / (1 - f)) s_k  >=  1
//! ```
//!
//! which is at least as strong as the Chvátal-Gomory cut of the same row. Unlike that one it is no plain
//! split: neither side of a split along the cut is infeasible over the rationals. But it follows from one:
//! for the integral form
//!
//! ```text
//! y = x_b + sum_{f_k <= f} floor(alpha_k) s_k + sum_{f_k > f} ceil(alpha_k) s_k
//! ```
//!
//! the row is `y = beta - sum_{f_k <= f} f_k s_k + sum_{f_k > f} (1 - f_k) s_k`. So `y <= floor(beta)` makes
//! the first sum of the cut at least 1, and `y >= floor(beta) + 1` the second one. Hence what contradicts the
//! cut is refuted by the split on `y` with a Farkas certificate on each side: an ordinary refutation with two
//! leaves, and the cut is a lemma `bounds -> cut`.
//!
//! Off by default. Measured with 20 M ticks for each file, ticks and branches without and with cuts: convert
//! 1.19 M and 1.25 M, 366 and 307 branches; miplib2003 3.04 M and 3.12 M, 413 and 328; pb2010 6.56 M and 9.08
//! M, 82 and 71 (Chvátal-Gomory: 6.29 M and 48). The same files are solved. In CAV_2009, slacks, cut_lemmas,
//! Bromberger and bofill-scheduling no cut is ever looked for: what comes before decides.
//!
//! All numbers are scaled by the denominator `d` of the row: `p_k = d f_k`, `r = d f`, and the cut is
//! multiplied by `r (d - r)`.

use super::gomory::{MAX_LENGTH, MAX_ROWS, fractional_rows, largest_coefficient, resting_side};
use crate::lia::refutation::{Fact, Refutation, RefutationNode};
use crate::lia::split::Split;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::simplex::{Row, Side, Simplex, Tag};

/// A cut with its derivation.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The cut is the lower side, `form <= floor`.
    pub split: Split,
    /// The tags of the bounds from which it follows.
    pub tags: Vec<Tag>,
    /// Refutes the bounds, in this order, together with one more constraint, `form >= floor + 1`.
    pub refutation: Refutation,
}

/// Finds cuts.
pub struct MirCuts {
    /// Coefficients of a cut may be this large.
    largest: Int,
}

/// A non-basic variable of a row, as its distance from the bound that it sits on.
struct Distance {
    form: Linear<crate::simplex::ArithVar>,
    value: Int,
    /// 1 if the variable sits on its lower bound or on none, -1 on its upper one.
    sign: Int,
    /// `d` times the fractional part of its coefficient.
    part: Int,
    /// What its coefficient is rounded to in `y`.
    rounded: Int,
    tag: Option<Tag>,
}

impl MirCuts {
    /// For the problem now in the simplex.
    pub fn new(simplex: &Simplex) -> MirCuts {
        let largest = largest_coefficient(simplex);
        MirCuts { largest: &largest * &largest }
    }

    /// A cut from the row whose value is nearest to an integer and that yields one.
    pub fn find(&self, simplex: &Simplex, budget: &mut Budget) -> Option<Cut> {
        let rows = fractional_rows(simplex);
        let _ = budget.spend(rows.iter().take(MAX_ROWS).map(|row| row.entries.len() as u64).sum());
        rows.into_iter().take(MAX_ROWS).find_map(|row| self.cut(simplex, row))
    }

    fn cut(&self, simplex: &Simplex, row: &Row) -> Option<Cut> {
        let d = &row.denominator;
        let r = row.numerator.rem_floor(d);
        let distances = distances(simplex, row, &r)?;
        let rest = d - &r;
        let mut form = Linear::default();
        let mut least = &r * &rest;
        let mut y = simplex.expand(row.basic);
        let mut y_floor = row.numerator.div_floor(d);
        for distance in &distances {
            let Distance { part, sign, rounded, .. } = distance;
            let coefficient = if *part <= r { part * &rest } else { (d - part) * &r } * sign;
            form = form.add_multiple(&coefficient, &distance.form);
            least.add_mul_assign(&coefficient, &distance.value);
            let coefficient = rounded * sign;
            y = y.add_multiple(&coefficient, &distance.form);
            y_floor.add_mul_assign(&coefficient, &distance.value);
        }
        let content = form.content();
        if content.is_zero() {
            return None;
        }
        // sum >= least as -sum <= -least, divided by the content and rounded.
        let form = form.divided(&-&content);
        let floor = -least.div_ceil(&content);
        let too_large = form.terms().iter().any(|(_, a)| a.cmp_abs(&self.largest).is_gt());
        if too_large || form.len() > MAX_LENGTH {
            return None;
        }
        let used: Vec<&Distance> = distances.iter().filter(|distance| !distance.part.is_zero()).collect();
        let tags = used.iter().filter_map(|distance| distance.tag).collect();
        let leaf = |factor: &Int, is_needed: &dyn Fn(&Distance) -> Option<Int>| {
            let mut facts =
                vec![(Fact::Split(0), d * factor), (Fact::Constraint(used.len()), content.clone())];
            for (index, distance) in used.iter().enumerate() {
                facts.extend(is_needed(distance).map(|weight| (Fact::Constraint(index), weight)));
            }
            RefutationNode::Leaf(facts)
        };
        let below = leaf(&rest, &|distance| (distance.part > r).then(|| (d - &distance.part) * d));
        let above = leaf(&r, &|distance| (distance.part <= r).then(|| &distance.part * d));
        let y = RefutationNode::Split(Split { form: y, floor: y_floor }, 0, 1);
        let refutation = Refutation::new(vec![below, above, y]);
        Some(Cut { split: Split { form, floor }, tags, refutation })
    }
}

/// The non-basic variables of a row; `None` if one that matters does not sit on a bound.
fn distances(simplex: &Simplex, row: &Row, r: &Int) -> Option<Vec<Distance>> {
    let distance = |entry: &crate::simplex::Entry| {
        let side = resting_side(simplex, entry.var);
        // At a lower bound l: s = x - l and alpha = -a/d. At an upper bound u: s = u - x and alpha = a/d.
        let (sign, alpha) = match side {
            Some(Side::Upper) => (Int::MINUS_ONE, entry.coefficient.clone()),
            _ => (Int::ONE, -&entry.coefficient),
        };
        let (floor, part) = alpha.div_rem_floor(&row.denominator);
        if side.is_none() && !part.is_zero() {
            return None;
        }
        let rounded = if part > *r { floor + Int::ONE } else { floor };
        let tag = side.and_then(|side| simplex.bound(entry.var, side)).map(|bound| bound.tag);
        let value = simplex.value(entry.var).floor();
        Some(Distance { form: simplex.expand(entry.var), value, sign, part, rounded, tag })
    };
    row.entries.iter().map(distance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lia::LadderOptions;
    use crate::lia::conjunction::{Outcome, System, solve_with_stats};
    use crate::random::Rng;
    use crate::simplex::{ArithVar, Check};

    /// Rows at random: every cut cuts off the vertex, and its derivation is right.
    #[test]
    fn cuts_of_random_vertices_are_derived() {
        let mut rng = Rng(1);
        let mut found = 0;
        for _ in 0..500 {
            let mut simplex = Simplex::new();
            let mut budget = Budget::unlimited();
            let vars: Vec<ArithVar> = (0..3).map(|_| simplex.new_var()).collect();
            let mut system = Vec::new();
            for _ in 0..4 {
                let terms = vars.iter().map(|&var| (var, Int::from(rng.signed(9)))).collect();
                let form = Linear::new(terms);
                let slack = simplex.define(&form, &mut budget);
                let side = if rng.below(2) == 0 { Side::Lower } else { Side::Upper };
                let bound = Int::from(rng.signed(20));
                let tag = Tag(system.len() as u32);
                _ = simplex.assert_bound(slack, side, bound.clone(), tag);
                system.push((form, side, bound));
            }
            if !matches!(simplex.check(&mut budget), Check::Feasible) {
                continue;
            }
            let cuts = MirCuts { largest: Int::from(i64::MAX) };
            for row in simplex.rows().filter(|row| !simplex.is_integral(row.basic)) {
                let Some(cut) = cuts.cut(&simplex, row) else { continue };
                assert!(simplex.value_of(&cut.split.form) > crate::num::Rat::from(&cut.split.floor));
                let mut premises = System::new(vars.len());
                let mut add = |form: &Linear<ArithVar>, side, bound: Int| {
                    let products: Vec<(usize, Int)> =
                        form.terms().iter().map(|(var, a)| (var.index(), a.clone())).collect();
                    match side {
                        Side::Lower => premises.at_least(&products, bound),
                        Side::Upper => premises.at_most(&products, bound),
                    }
                };
                for tag in &cut.tags {
                    let (form, side, bound) = &system[tag.0 as usize];
                    add(form, *side, bound.clone());
                }
                add(&cut.split.form, Side::Lower, &cut.split.floor + Int::ONE);
                assert!(cut.refutation.check(&premises), "{cut:?}");
                found += 1;
            }
        }
        assert!(found > 100, "only {found} cuts");
    }

    /// Three triangles of variables, at most one of each edge, and a sum of four.
    #[test]
    fn cuts_take_part_in_refutations() {
        let system = crate::lia::tests::triangles();
        let options = LadderOptions {
            mir: true,
            gcd: false,
            lattice: false,
            cube: false,
            proofs: false,
            ..LadderOptions::default()
        };
        let (outcome, stats) = solve_with_stats(&system, options, &mut Budget::unlimited());
        assert!(matches!(outcome, Outcome::Unsat(refutation) if refutation.check(&system)));
        assert!(stats.mir_cuts > 0, "{stats:?}");
        // The throttle leaves more and more to branching.
        assert!(stats.mir_tried <= 2 + stats.branches, "{stats:?}");
    }
}
