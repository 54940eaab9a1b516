//! Splits along the lattice: coordinates in which the bounded part of a problem is as round as possible.
//!
//! Rows that are unbounded in some direction can be forgotten until the end ([`super::recession`]): an integer point `z` of the
//! bounded rows `D` extends to a solution of everything. The values `D x` of the bounded rows at integer points form a lattice. With
//! the Hermite form `H` of (independent rows of) `D`, the forms `y = H^-1 D x` are its *coordinates*: integral at every integer `x`, and
//! every integer `y` belongs to some integer `x`. So it is enough to make the coordinates integral, that is, to split on
//! them, and there are only as many as `D` has rank.
//!
//! **Termination.** Every row of `D` is bounded above and below on the solutions of the relaxation, and a coordinate is a linear combination
//! of rows of `D`: it is bounded too, so there are finitely many integer values that each of the finitely many coordinates can take. Every
//! split removes the vertex's fractional value of one coordinate from both sides for good. So a branch of the search ends after
//! finitely many splits, with an infeasible relaxation or with a vertex at which all coordinates are integral; then the bounded rows have an
//! integer point with the same values, and walking from it satisfies the rest. No bound on any variable was needed.
//!
//! **Reduction.** How many splits that takes depends on the basis. A row that can vary little should be far from parallel to
//! none of the coordinates, so each row is weighted by the inverse of its width, and the columns of the weighted `H` are
//! LLL-reduced, the inverse operations going to the coordinates. The transformation itself, whose numbers explode, is never formed.
//! The last vectors of a reduced basis are the longest: along their coordinates the polyhedron is thinnest, so they are split first.
//!
//! Following Bromberger (IJCAR 2018) for the bounded part and its Hermite form. Splits are ordinary ones, over the problem's
//! own variables, so explanations and refutations need nothing new.

use super::cube;
use super::ladder::Split;
use super::recession::{Recession, RecessionLp};
use crate::hnf::{self, Matrix};
use crate::lattice::{Mirror, lll};
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::{Int, Rat};
use crate::preprocess::circuit::{IntVar, LinearExpr};
use crate::preprocess::solve_eqs::Elimination;
use crate::simplex::{ArithVar, Side, Simplex, Tag};
use fxhash::FxHashMap;

/// Problems with more bounded rows than this get no coordinates.
const MAX_BOUNDED_ROWS: usize = 150;
/// Problems with more rows than this are not looked at.
const MAX_ROWS: usize = 600;
/// Weights keep this many bits of the ratio of the widest row to each other one.
const WEIGHT_BITS: u32 = 16;

/// What the current vertex calls for.
#[derive(Clone, Debug)]
pub enum Found {
    /// Integer values for all variables that satisfy all bounds.
    Model(Vec<Int>),
    /// A coordinate with a fractional value.
    Split(Split),
    /// Nothing: the problem is too large, or bounds outside the lattice are in the way.
    Nothing,
}

/// Coordinates of the problem, remembered while its rows stay the same.
pub struct LatticePlanes {
    first_added_tag: Tag,
    recession_lp: RecessionLp,
    known: Option<Known>,
}

struct Known {
    /// The bounds of the problem that are in force.
    rows: Vec<(ArithVar, Side)>,
    recession: Recession,
    /// Coordinates, in the order in which they are to be split; `None` if there are too many.
    coordinates: Option<Vec<Linear<ArithVar>>>,
}

impl LatticePlanes {
    /// Bounds with tags from `first_added_tag` on are splits and do not count as rows of the problem.
    pub fn new(first_added_tag: Tag) -> LatticePlanes {
        LatticePlanes { first_added_tag, recession_lp: RecessionLp::default(), known: None }
    }

    /// Looks at a vertex.
    pub fn find(&mut self, simplex: &Simplex, budget: &mut Budget) -> Found {
        self.learn(simplex, budget);
        let Some(Known { recession, coordinates, .. }) = &self.known else { return Found::Nothing };
        if recession.bounded.is_empty() {
            return recession.walk(simplex, &cube::round(simplex)).map_or(Found::Nothing, Found::Model);
        }
        let Some(coordinates) = coordinates else { return Found::Nothing };
        let values: Vec<Rat> = coordinates.iter().map(|form| value(simplex, form)).collect();
        if let Some(index) = values.iter().position(|value| !value.is_integer()) {
            return Found::Split(Split { form: coordinates[index].clone(), floor: values[index].floor() });
        }
        let start = integer_point(simplex, coordinates, &values);
        start.and_then(|start| recession.walk(simplex, &start)).map_or(Found::Nothing, Found::Model)
    }

    /// Computes what is known anew if the rows have changed.
    fn learn(&mut self, simplex: &Simplex, budget: &mut Budget) {
        let mut rows = Vec::new();
        for var in simplex.vars() {
            for side in [Side::Lower, Side::Upper] {
                if simplex.bound_before(var, side, self.first_added_tag).is_some() {
                    rows.push((var, side));
                }
            }
        }
        if self.known.as_ref().is_some_and(|known| known.rows == rows) {
            return;
        }
        self.known = None;
        if rows.len() > MAX_ROWS {
            return;
        }
        let Some(recession) = self.recession_lp.analyze(simplex, &rows, budget) else { return };
        let coordinates = if recession.bounded.is_empty() {
            None
        } else {
            coordinates(simplex, &recession, self.first_added_tag, budget)
        };
        self.known = Some(Known { rows, recession, coordinates });
    }
}

fn value(simplex: &Simplex, form: &Linear<ArithVar>) -> Rat {
    let mut sum = Rat::ZERO;
    for (var, coefficient) in form.terms() {
        sum.add_mul_int(simplex.value(*var), coefficient);
    }
    sum
}

/// The rows of the reduced `H^-1 D`, last vector first.
fn coordinates(
    simplex: &Simplex,
    recession: &Recession,
    first_added: Tag,
    budget: &mut Budget,
) -> Option<Vec<Linear<ArithVar>>> {
    let rows = &recession.bounded;
    if rows.len() > MAX_BOUNDED_ROWS {
        return None;
    }
    let forms: Vec<Linear<ArithVar>> = rows.iter().map(|&var| simplex.expand(var)).collect();
    let mut columns: Vec<ArithVar> =
        forms.iter().flat_map(|form| form.terms()).map(|&(var, _)| var).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut matrix = Matrix::zero(forms.len(), columns.len());
    for (row, form) in forms.iter().enumerate() {
        for (var, coefficient) in form.terms() {
            let column = columns.binary_search(var).expect("all variables are columns");
            matrix[(row, column)] = coefficient.clone();
        }
    }
    let hnf::Factors { h: mut basis, forms: planes, .. } = hnf::factorize(&matrix, budget).ok()?;
    let mut planes = Planes((0..planes.rows()).map(|row| planes.row(row).to_vec()).collect());
    let weights = weights(simplex, recession, first_added);
    for row in 0..basis.rows() {
        for column in 0..basis.cols() {
            basis[(row, column)] *= &weights[row];
        }
    }
    // An unfinished reduction is still a basis of the same lattice.
    let _ = lll(&mut basis, &mut planes, budget);
    if !budget.is_open() {
        return None;
    }
    let to_form = |row: Vec<Int>| Linear::new(columns.iter().copied().zip(row).collect());
    Some(planes.0.into_iter().rev().map(to_form).collect())
}

/// The coordinates, as rows over the columns; follows the reduction of the basis.
struct Planes(Vec<Vec<Int>>);

impl Mirror for Planes {
    fn swap(&mut self, k: usize) {
        self.0.swap(k - 1, k);
    }

    fn add_multiple(&mut self, target: usize, source: usize, factor: &Int) {
        // Column `target` grew by `factor` times column `source`, so `y_source` shrinks by `factor * y_target`.
        let target = self.0[target].clone();
        for (entry, change) in self.0[source].iter_mut().zip(&target) {
            entry.sub_mul_assign(factor, change);
        }
    }
}

/// The inverse widths of the bounded rows, scaled to integers.
///
/// A row with two bounds is as wide as their distance. For the others, the certificates are summed with factors that make
/// all their weights `w_i` positive: then `sum w_i (a_i x - c_i)`, all of whose terms are non-negative, is a
/// constant `S`, and row `i` is at most `S / w_i` wide.
fn weights(simplex: &Simplex, recession: &Recession, first_added: Tag) -> Vec<Int> {
    let bound = |var, side| simplex.bound_before(var, side, first_added).map(|bound| &bound.value);
    let mut sums: FxHashMap<ArithVar, Int> = FxHashMap::default();
    for certificate in recession.certificates.iter().rev() {
        // The least factor that makes the weights of the rows found here positive (in the direction of their bound).
        let mut factor = Int::ONE;
        for (var, weight) in &certificate.moved {
            let oriented = |weight: &Int, by: &Int| if by.is_negative() { -weight } else { weight.clone() };
            let present = sums.get(var).map_or(Int::ZERO, |sum| oriented(sum, weight));
            let needed = (Int::ONE - present).div_ceil(&weight.abs());
            factor = factor.max(needed);
        }
        for (var, weight) in certificate.moved.iter().chain(&certificate.known) {
            sums.entry(*var).or_insert(Int::ZERO).add_mul_assign(&factor, weight);
        }
    }
    let mut slack = Int::ZERO;
    for (&var, weight) in &sums {
        let side = if weight.is_negative() { Side::Upper } else { Side::Lower };
        if let Some(value) = bound(var, side) {
            slack.sub_mul_assign(weight, value);
        }
    }
    let narrowest = Rat::new(Int::ONE, Int::from(8));
    let width = |&var: &ArithVar| {
        let by_bounds = match (bound(var, Side::Lower), bound(var, Side::Upper)) {
            (Some(lower), Some(upper)) => Some(Rat::from(upper - lower)),
            _ => None,
        };
        let weight = sums.get(&var).map(|weight| weight.abs()).filter(|weight| !weight.is_zero());
        let by_weight = weight.map(|weight| Rat::new(slack.clone(), weight));
        let width = match (by_bounds, by_weight) {
            (Some(a), Some(b)) => a.min(b),
            (Some(width), None) | (None, Some(width)) => width,
            (None, None) => Rat::ONE,
        };
        width.max(narrowest.clone())
    };
    let widths: Vec<Rat> = recession.bounded.iter().map(width).collect();
    let widest = widths.iter().max().cloned().unwrap_or(Rat::ONE);
    let scale = Int::from(1i64 << WEIGHT_BITS);
    widths.iter().map(|width| (&widest / width).mul_int(&scale).floor()).collect()
}

/// Integer values for all variables at which the coordinates have these (integer) values.
fn integer_point(simplex: &Simplex, coordinates: &[Linear<ArithVar>], values: &[Rat]) -> Option<Vec<Int>> {
    let mut next = u32::try_from(simplex.num_vars()).ok()?;
    let mut fresh = || {
        next += 1;
        IntVar(next - 1)
    };
    let mut elimination = Elimination::default();
    for (form, value) in coordinates.iter().zip(values) {
        let equation =
            LinearExpr { form: form.map(|var| IntVar(var.index() as u32)), constant: -value.to_int()? };
        if !elimination.solve(equation, &FxHashMap::default(), &mut fresh) {
            return None;
        }
    }
    // Variables that stay free keep their rounded values; new ones are 0.
    let mut point = cube::round(simplex);
    point.resize(next as usize, Int::ZERO);
    for (var, solution) in elimination.in_order_of_evaluation() {
        point[var.index()] = solution.form.eval(|part| &point[part.index()]) + &solution.constant;
    }
    point.truncate(simplex.num_vars());
    for var in simplex.vars() {
        if let Some(form) = simplex.definition(var) {
            point[var.index()] = form.eval(|part| &point[part.index()]);
        }
    }
    Some(point)
}
