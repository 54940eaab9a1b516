//! Proofs of unsatisfiability of systems of linear equations over the integers.
//!
//! `H` is never inverted: what is needed of `H^-1` comes from solving triangular systems.

use super::reduce::{Elimination, Work};
use super::{DEFAULT_MAX_BITS, HnfError, Matrix};
use crate::limits::Budget;
use crate::num::{Int, Rat};
use std::fmt;

/// An equation without integer solutions that a system `A x = b` implies.
///
/// The coefficients are integers without common divisor and the value is not an integer, so every integer
/// point has `coefficients x <= floor(value)` or `coefficients x >= ceil(value)`, and no point between the
/// two planes is lost.
///
/// The multipliers are the certificate: `multipliers A = coefficients` and `multipliers b = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The left side, one entry per column of `A`.
    pub coefficients: Vec<Int>,
    /// The right side.
    pub value: Rat,
    /// The combination of the rows of `A` that makes the equation: one entry per row, never negative, and
    /// zero beyond [`Proof::row`]. Usually at most 1 (always below `2^row`).
    pub multipliers: Vec<Rat>,
    /// The last row of `A` that takes part. The system of the rows up to this one has no integer solution
    /// either.
    pub row: usize,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut plus = "";
        for (j, x) in self.coefficients.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
            write!(f, "{plus}{x}*x{j}")?;
            plus = " + ";
        }
        write!(f, " = {}", self.value)
    }
}

/// The solution of `H y = b` for a lower triangular `H` without zeros on the diagonal.
///
/// ```
/// use cfp_solver::internals::hnf::{Matrix, solve_lower};
/// use cfp_solver::{Int, Rat};
///
/// let h = Matrix::from_rows(&[[1, 0], [-2, 3]]);
/// let y = solve_lower(&h, &[0, -1].map(Int::from));
/// assert_eq!(y, [Rat::ZERO, "-1/3".parse().unwrap()]);
/// ```
pub fn solve_lower(h: &Matrix, b: &[Int]) -> Vec<Rat> {
    assert_eq!(h.rows(), b.len(), "one right side per row");
    let mut y: Vec<Rat> = Vec::with_capacity(b.len());
    for (i, value) in b.iter().enumerate() {
        let mut sum = Rat::from(value);
        for (x, entry) in y.iter().zip(h.row(i)).filter(|(_, entry)| !entry.is_zero()) {
            sum.add_mul_int(x, &-entry);
        }
        y.push(sum.div_int(&h[(i, i)]));
    }
    y
}

/// Row `i` of `H^-1 A`, where `H` is the Hermite normal form of `A`: integers without common divisor.
///
/// ```
/// use cfp_solver::internals::hnf::{Matrix, proof_row};
/// use cfp_solver::Int;
///
/// let a = Matrix::from_rows(&[[0, 0, 1], [-3, 3, 1]]);
/// let h = Matrix::from_rows(&[[1, 0], [-2, 3]]);
/// assert_eq!(proof_row(&h, &a, 1), [-1, 1, 1].map(Int::from));
/// ```
pub fn proof_row(h: &Matrix, a: &Matrix, i: usize) -> Vec<Int> {
    combine(&inverse_row(h, i), a)
}

/// A proof for each fractional entry of `H^-1 b`; none if `A x = b` has an integer solution.
///
/// Rows of `A` that depend on rows above them are left out (their multipliers are zero), whatever their right
/// sides.
pub fn proofs_of_unsatisfiability(
    a: &Matrix,
    b: &[Int],
    budget: &mut Budget,
) -> Result<Vec<Proof>, HnfError> {
    assert_eq!(a.rows(), b.len(), "one right side per row");
    let mut work = Work { budget, max_bits: DEFAULT_MAX_BITS };
    let elimination = Elimination::of(a, &mut work)?;
    let h = elimination.hermite(a, &mut work)?;
    let rows = elimination.rows;
    let independent = a.select_rows(&rows);
    let b: Vec<Int> = rows.iter().map(|&row| b[row].clone()).collect();
    let mut proofs = Vec::new();
    for (i, value) in solve_lower(&h, &b).into_iter().enumerate() {
        if value.is_integer() {
            continue;
        }
        work.spend(i * (i + a.cols()), value.bits())?;
        let combination = inverse_row(&h, i);
        let mut multipliers = vec![Rat::ZERO; a.rows()];
        for (&row, multiplier) in rows.iter().zip(&combination) {
            multipliers[row] = multiplier.clone();
        }
        let coefficients = combine(&combination, &independent);
        proofs.push(Proof { coefficients, value, multipliers, row: rows[i] });
    }
    Ok(proofs)
}

/// Row `i` of `H^-1`, up to the diagonal: the solution of `z H = e_i`.
fn inverse_row(h: &Matrix, i: usize) -> Vec<Rat> {
    let mut z = vec![Rat::ZERO; i + 1];
    z[i] = Rat::ONE;
    for k in (0..=i).rev() {
        let (left, right) = z.split_at_mut(k);
        let current = &mut right[0];
        if current.is_zero() {
            continue;
        }
        *current = current.div_int(&h[(k, k)]);
        for (x, entry) in left.iter_mut().zip(h.row(k)).filter(|(_, entry)| !entry.is_zero()) {
            x.add_mul_int(current, &-entry);
        }
    }
    z
}

/// The integral combination `z A` of the first rows of `A`.
fn combine(z: &[Rat], a: &Matrix) -> Vec<Int> {
    // Over a common denominator all but the last step is integer arithmetic.
    let denominator = z.iter().fold(Int::ONE, |lcm, x| lcm.lcm(&x.denom()));
    let mut sum = vec![Int::ZERO; a.cols()];
    for (i, x) in z.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        let factor = x.numer() * denominator.div_exact(&x.denom());
        for (entry, y) in sum.iter_mut().zip(a.row(i)) {
            entry.add_mul_assign(&factor, y);
        }
    }
    for entry in &mut sum {
        assert!(denominator.divides(entry), "the matrix is not the Hermite normal form of the other");
        entry.div_exact_assign(&denominator);
    }
    sum
}
