//! Hermite normal form with controlled growth.
//!
//! Plain Euclid on columns makes numbers of thousands of digits. Two classical ideas keep them below one
//! determinant:
//!
//! 1. *Fraction-free elimination* (Bareiss 1968): every intermediate value is a minor of `A`, hence below
//!    Hadamard's bound. It finds the independent rows from the top, and in the last row the maximal minors
//!    that share all columns but one. Their gcd `D` is a multiple of the determinant of the lattice `L` that
//!    the columns generate, in practice a small one if there are more columns than rows.
//! 2. *Reduction modulo the determinant* (Domich, Kannan, Trotter 1987; Cohen, *A Course in Computational
//!    Algebraic Number Theory*, algorithm 2.4.8): `D e_j` lies in `L` for every unit vector `e_j`, so entries
//!    may be reduced modulo `D`. When row `i` is done, the vectors of `L` with zeros in the rows so far have
//!    a determinant that divides `D / (h_00 .. h_ii)`, and the modulus shrinks to that.
//!
//! The transformation `U` is never formed.

use super::Matrix;
use crate::limits::Budget;
use crate::num::Int;
use std::cmp::Ordering;
use std::fmt;

/// Minors of more bits than this end [`hermite`] with [`HnfError::TooBig`].
pub const DEFAULT_MAX_BITS: u32 = 4096;

/// Why there is no Hermite normal form, or why the search for it was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HnfError {
    /// Some rows are linearly dependent; the first that depends on those above it is given.
    DependentRow(usize),
    /// Numbers grew beyond the limit.
    TooBig,
    /// The budget is spent (see [`Budget::stopped`] for the reason).
    OutOfBudget,
}

impl fmt::Display for HnfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HnfError::DependentRow(row) => write!(f, "row {row} depends on the rows above it"),
            HnfError::TooBig => f.write_str("numbers of the Hermite normal form grew too big"),
            HnfError::OutOfBudget => f.write_str("budget spent during the Hermite normal form"),
        }
    }
}

impl std::error::Error for HnfError {}

/// The rows that do not depend on rows above them.
///
/// ```
/// use cfp_solver::internals::hnf::{Matrix, independent_rows};
///
/// let a = Matrix::from_rows(&[[1, 2], [2, 4], [0, 0], [0, 1], [5, 5]]);
/// assert_eq!(independent_rows(&a), [0, 3]);
/// ```
pub fn independent_rows(a: &Matrix) -> Vec<usize> {
    let mut unlimited = Work { budget: &mut Budget::unlimited(), max_bits: u32::MAX };
    Elimination::of(a, &mut unlimited).expect("elimination without limits succeeds").rows
}

/// The Hermite normal form `H` (`m x m`) of a matrix of `m` independent rows.
///
/// ```
/// use cfp_solver::internals::hnf::{Matrix, hermite};
/// use cfp_solver::Budget;
///
/// let a = Matrix::from_rows(&[[0, 0, 1], [-3, 3, 1]]);
/// let h = hermite(&a, &mut Budget::unlimited()).unwrap();
/// assert_eq!(h, Matrix::from_rows(&[[1, 0], [-2, 3]]));
/// ```
pub fn hermite(a: &Matrix, budget: &mut Budget) -> Result<Matrix, HnfError> {
    hermite_within(a, DEFAULT_MAX_BITS, budget)
}

/// [`hermite`] with another limit on the bits of the numbers in between.
pub fn hermite_within(a: &Matrix, max_bits: u32, budget: &mut Budget) -> Result<Matrix, HnfError> {
    let mut work = Work { budget, max_bits };
    let elimination = Elimination::of(a, &mut work)?;
    match (0..a.rows()).find(|row| elimination.rows.get(*row) != Some(row)) {
        Some(row) => Err(HnfError::DependentRow(row)),
        None => elimination.hermite(a, &mut work),
    }
}

/// The limits of one computation.
pub(super) struct Work<'a> {
    pub(super) budget: &'a mut Budget,
    pub(super) max_bits: u32,
}

impl Work<'_> {
    /// Books an operation on this many entries of this many bits.
    pub(super) fn spend(&mut self, entries: usize, bits: u32) -> Result<(), HnfError> {
        if bits > self.max_bits {
            return Err(HnfError::TooBig);
        }
        let words = 1 + u64::from(bits) / 64;
        if self.budget.spend(entries as u64 * words) { Ok(()) } else { Err(HnfError::OutOfBudget) }
    }
}

/// What fraction-free elimination finds.
pub(super) struct Elimination {
    /// The rows that do not depend on rows above them.
    pub(super) rows: Vec<usize>,
    /// As many columns, in which these rows are independent.
    pub(super) columns: Vec<usize>,
    /// A multiple, not zero, of the determinant of the lattice that the columns of these rows generate.
    minor: Int,
}

impl Elimination {
    /// Bareiss elimination, one row at a time, with column pivots.
    pub(super) fn of(a: &Matrix, work: &mut Work<'_>) -> Result<Elimination, HnfError> {
        // The columns in pivot order: pivot `k` is in column `order[k]`.
        let mut order: Vec<usize> = (0..a.cols()).collect();
        // Reduced pivot rows, indexed by original column.
        let mut pivot_rows: Vec<Vec<Int>> = Vec::new();
        let mut rows = Vec::new();
        let mut minor = Int::ONE;
        for i in 0..a.rows() {
            let mut row = a.row(i).to_vec();
            let mut previous = &Int::ONE;
            for (k, pivot_row) in pivot_rows.iter().enumerate() {
                let pivot = &pivot_row[order[k]];
                work.spend(order.len() - k, pivot.bits())?;
                let factor = std::mem::take(&mut row[order[k]]);
                for &j in &order[k + 1..] {
                    // Sylvester's identity: the division is exact.
                    let entry = &mut row[j];
                    if !entry.is_zero() {
                        *entry *= pivot;
                    }
                    if !factor.is_zero() {
                        entry.sub_mul_assign(&factor, &pivot_row[j]);
                    }
                    if !previous.is_one() && !entry.is_zero() {
                        entry.div_exact_assign(previous);
                    }
                }
                previous = pivot;
            }
            let k = pivot_rows.len();
            let candidates = (k..order.len()).filter(|&at| !row[order[at]].is_zero());
            let Some(at) = candidates.min_by(|&p, &q| row[order[p]].cmp_abs(&row[order[q]])) else {
                continue;
            };
            order.swap(k, at);
            // Each candidate is the minor of the pivot columns so far and its own.
            minor = order[k..].iter().fold(Int::ZERO, |gcd, &j| gcd.gcd(&row[j]));
            pivot_rows.push(row);
            rows.push(i);
        }
        order.truncate(rows.len());
        Ok(Elimination { rows, columns: order, minor })
    }

    /// The Hermite normal form of the independent rows of `a`.
    pub(super) fn hermite(&self, a: &Matrix, work: &mut Work<'_>) -> Result<Matrix, HnfError> {
        reduce_modulo(&a.select_rows(&self.rows), self.minor.clone(), work)
    }
}

/// The Hermite normal form of independent rows, modulo a multiple of the determinant of their columns'
/// lattice.
fn reduce_modulo(a: &Matrix, determinant: Int, work: &mut Work<'_>) -> Result<Matrix, HnfError> {
    let m = a.rows();
    let mut modulus = Modulus::new(determinant);
    let column = |j| a.column(j).map(|x| modulus.reduced(x)).collect();
    let mut rest: Vec<Vec<Int>> = (0..a.cols()).map(column).collect();
    let mut done: Vec<Vec<Int>> = Vec::with_capacity(m);
    for i in 0..m {
        let mut pivot = gather(&mut rest, i, m, &modulus, work)?;
        // The unit vector times the modulus is one more generator of the lattice.
        let (h, factor, _) = pivot[i].gcd_ext(&modulus.value);
        for entry in &mut pivot[i + 1..] {
            *entry *= &factor;
        }
        if !h.is_one() {
            modulus = Modulus::new(modulus.value.div_exact(&h));
            for column in &mut rest {
                modulus.reduce(&mut column[i + 1..]);
            }
        }
        modulus.reduce(&mut pivot[i + 1..]);
        for column in &mut done {
            let quotient = column[i].div_ceil(&h);
            column[i].sub_mul_assign(&quotient, &h);
            subtract_multiple(&mut column[i + 1..], &quotient, &pivot[i + 1..]);
            modulus.reduce(&mut column[i + 1..]);
        }
        work.spend(m * (done.len() + rest.len()), modulus.bits())?;
        pivot[i] = h;
        done.push(pivot);
    }
    Ok(Matrix::from_fn(m, m, |i, j| if j > i { Int::ZERO } else { done[j][i].clone() }))
}

/// Clears row `i` in all columns but one, whose entry is then the gcd of them all up to sign, and returns
/// that column (of height `m`). All columns are zero above row `i`.
fn gather(
    rest: &mut Vec<Vec<Int>>,
    i: usize,
    m: usize,
    modulus: &Modulus,
    work: &mut Work<'_>,
) -> Result<Vec<Int>, HnfError> {
    let candidates = (0..rest.len()).filter(|&j| !rest[j][i].is_zero());
    let Some(smallest) = candidates.min_by(|&j, &k| rest[j][i].cmp_abs(&rest[k][i])) else {
        return Ok(vec![Int::ZERO; m]);
    };
    let mut pivot = rest.swap_remove(smallest);
    for column in rest.iter_mut().filter(|column| !column[i].is_zero()) {
        work.spend(2 * (m - i), modulus.bits())?;
        if pivot[i].divides(&column[i]) {
            let quotient = column[i].div_exact(&pivot[i]);
            subtract_multiple(&mut column[i..], &quotient, &pivot[i..]);
        } else {
            // A unimodular step on the two columns: (p, c) becomes (s p + t c, (p_i/g) c - (c_i/g) p).
            let (gcd, s, t) = pivot[i].gcd_ext(&column[i]);
            let (p, c) = (pivot[i].div_exact(&gcd), column[i].div_exact(&gcd));
            for (x, y) in pivot[i..].iter_mut().zip(&mut column[i..]) {
                let mut combined = &s * &*x;
                combined.add_mul_assign(&t, y);
                *y *= &p;
                y.sub_mul_assign(&c, x);
                *x = combined;
            }
            modulus.reduce(&mut pivot[i + 1..]);
        }
        modulus.reduce(&mut column[i + 1..]);
    }
    // A column that became zero generates nothing.
    rest.retain(|column| column.iter().any(|x| !x.is_zero()));
    Ok(pivot)
}

/// `target -= factor * source`.
fn subtract_multiple(target: &mut [Int], factor: &Int, source: &[Int]) {
    if !factor.is_zero() {
        for (x, y) in target.iter_mut().zip(source) {
            x.sub_mul_assign(factor, y);
        }
    }
}

/// A modulus and reduction to remainders of least absolute value.
struct Modulus {
    value: Int,
    /// Half of the value, rounded down.
    half: Int,
}

impl Modulus {
    fn new(value: Int) -> Modulus {
        let half = value.div_floor(&Int::from(2));
        Modulus { value, half }
    }

    fn bits(&self) -> u32 {
        self.value.bits()
    }

    fn reduced(&self, x: &Int) -> Int {
        let mut x = x.clone();
        self.reduce(std::slice::from_mut(&mut x));
        x
    }

    fn reduce(&self, entries: &mut [Int]) {
        for x in entries {
            if x.cmp_abs(&self.half) == Ordering::Greater {
                x.rem_floor_assign(&self.value);
                if *x > self.half {
                    *x -= &self.value;
                }
            }
        }
    }
}
