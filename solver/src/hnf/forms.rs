//! Factorisation of any integer matrix into a Hermite form and primitive linear forms.
//!
//! With `A U = [H | 0]` and `x = U y`, the integral points `x` correspond to the integral points `y`, and
//! `A x = H y`: in the coordinates `y` the system is triangular. Neither `U` nor its inverse is formed (both
//! may be huge). The coordinates that matter are the forms `y = F x` with `F = H^-1 A`, which are small and
//! come by forward substitution.

use super::reduce::{Elimination, Work};
use super::{DEFAULT_MAX_BITS, HnfError, Matrix};
use crate::limits::Budget;
use crate::num::Int;

/// A matrix as a product `A = H F`.
///
/// Every integral vector `y` is `F x` for some integral `x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factors {
    /// The rows of `A` that do not depend on rows above them.
    pub pivots: Vec<usize>,
    /// One column per pivot. The pivot rows make a Hermite normal form; any other row has zeros in the
    /// columns of the pivots below it.
    pub h: Matrix,
    /// The forms `F`, one row per pivot.
    pub forms: Matrix,
}

/// Writes a matrix, dependent rows included, as a product `A = H F`.
///
/// ```
/// use cfp_solver::internals::hnf::{Matrix, factorize};
/// use cfp_solver::Budget;
///
/// let a = Matrix::from_rows(&[[1, 1, 0], [2, 2, 0], [2, -2, 0]]);
/// let factors = factorize(&a, &mut Budget::unlimited()).unwrap();
/// assert_eq!(factors.pivots, [0, 2]);
/// assert_eq!(factors.h, Matrix::from_rows(&[[1, 0], [2, 0], [-2, 4]]));
/// assert_eq!(factors.forms, Matrix::from_rows(&[[1, 1, 0], [1, 0, 0]]));
/// ```
pub fn factorize(a: &Matrix, budget: &mut Budget) -> Result<Factors, HnfError> {
    let mut work = Work { budget, max_bits: DEFAULT_MAX_BITS };
    let elimination = Elimination::of(a, &mut work)?;
    let independent = a.select_rows(&elimination.rows);
    let square = elimination.hermite(a, &mut work)?;
    let forms = forms(&square, &independent, &mut work)?;
    let (pivots, columns) = (elimination.rows, elimination.columns);

    let others: Vec<usize> = (0..a.rows()).filter(|row| !pivots.contains(row)).collect();
    let coordinates = solve(&forms, &columns, a, &others, &mut work)?;
    let mut h = Matrix::zero(a.rows(), pivots.len());
    for (i, &row) in pivots.iter().enumerate() {
        for j in 0..=i {
            h[(row, j)] = square[(i, j)].clone();
        }
    }
    for (&row, values) in others.iter().zip(coordinates) {
        for (j, value) in values.into_iter().enumerate() {
            h[(row, j)] = value;
        }
    }
    debug_assert_eq!(h.product(&forms), *a);
    Ok(Factors { pivots, h, forms })
}

/// The rows of `H^-1 A`, by forward substitution. All divisions are exact.
pub(super) fn forms(h: &Matrix, a: &Matrix, work: &mut Work<'_>) -> Result<Matrix, HnfError> {
    let mut rows: Vec<Vec<Int>> = Vec::with_capacity(a.rows());
    for i in 0..a.rows() {
        let mut row = a.row(i).to_vec();
        for (other, factor) in rows.iter().zip(h.row(i)).filter(|(_, factor)| !factor.is_zero()) {
            work.spend(row.len(), factor.bits())?;
            for (x, y) in row.iter_mut().zip(other) {
                x.sub_mul_assign(factor, y);
            }
        }
        for x in &mut row {
            x.div_exact_assign(&h[(i, i)]);
        }
        rows.push(row);
    }
    Ok(Matrix::from_fn(a.rows(), a.cols(), |i, j| rows[i][j].clone()))
}

/// For each of the given rows of `a` the integers `c` with `c F = row`, looking only at columns where `F` has
/// full rank.
fn solve(
    forms: &Matrix,
    columns: &[usize],
    a: &Matrix,
    rows: &[usize],
    work: &mut Work<'_>,
) -> Result<Vec<Vec<Int>>, HnfError> {
    let size = columns.len();
    // One equation per column: the coefficients of `c`, then one right side per row.
    let mut equations: Vec<Vec<Int>> = columns
        .iter()
        .map(|&j| forms.column(j).cloned().chain(rows.iter().map(|&row| a[(row, j)].clone())).collect())
        .collect();
    let mut previous = Int::ONE;
    for k in 0..size {
        let candidates = (k..size).filter(|&i| !equations[i][k].is_zero());
        let smallest = candidates.min_by(|&p, &q| equations[p][k].cmp_abs(&equations[q][k]));
        equations.swap(k, smallest.expect("the forms have full rank in these columns"));
        let (done, rest) = equations.split_at_mut(k + 1);
        let pivot_row = &done[k];
        let pivot = &pivot_row[k];
        for equation in rest {
            work.spend(equation.len() - k, pivot.bits())?;
            let factor = std::mem::take(&mut equation[k]);
            for (x, y) in equation[k + 1..].iter_mut().zip(&pivot_row[k + 1..]) {
                *x *= pivot;
                x.sub_mul_assign(&factor, y);
                x.div_exact_assign(&previous);
            }
        }
        previous = pivot.clone();
    }
    let mut solutions = vec![vec![Int::ZERO; size]; rows.len()];
    for (right, solution) in solutions.iter_mut().enumerate() {
        for k in (0..size).rev() {
            let mut value = equations[k][size + right].clone();
            for j in k + 1..size {
                value.sub_mul_assign(&equations[k][j], &solution[j]);
            }
            value.div_exact_assign(&equations[k][k]);
            solution[k] = value;
        }
        work.spend(size * size, previous.bits())?;
    }
    Ok(solutions)
}
