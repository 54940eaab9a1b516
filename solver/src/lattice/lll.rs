//! Exact integer LLL.
//!
//! A basis `b_0, b_1, ..` with Gram-Schmidt vectors `b*_i` and coefficients `mu_ij` is *LLL-reduced* if
//!
//! - `|mu_ij| <= 1/2` for `j < i` (size-reduced), and
//! - `|b*_i|^2 >= (3/4 - mu_{i,i-1}^2) |b*_{i-1}|^2` (Lovasz).
//!
//! All quantities are kept as integers (de Weger 1989; Cohen, *A Course in Computational Algebraic Number
//! Theory*, algorithm 2.6.7): `d_i`, the Gram determinant of the first `i` vectors, and
//! `lambda_ij = d_{j+1} mu_ij`. Every division below is exact. There is no floating point, so the result does
//! not depend on the size of the entries.

use crate::hnf::Matrix;
use crate::limits::Budget;
use crate::num::Int;
use std::fmt;

/// Follows the operations on the columns of a basis, for example to apply the inverse ones to the rows of
/// another matrix.
///
/// With `B` becoming `B E`, the `y` of `x = B y` becomes `E^-1 y`: exchanging columns exchanges the entries
/// of `y`, and adding `factor` times column `source` to column `target` subtracts `factor * y_target` from
/// `y_source`.
pub trait Mirror {
    /// Columns `k - 1` and `k` were exchanged.
    fn swap(&mut self, k: usize);

    /// `factor` times column `source` was added to column `target`.
    fn add_multiple(&mut self, target: usize, source: usize, factor: &Int);
}

/// Nobody follows.
impl Mirror for () {
    fn swap(&mut self, _: usize) {}
    fn add_multiple(&mut self, _: usize, _: usize, _: &Int) {}
}

/// Why the basis is not reduced. It still generates the same lattice, and the [`Mirror`] saw every operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LllError {
    /// The columns are linearly dependent; this one depends on those before it.
    DependentColumn(usize),
    /// The budget is spent (see [`Budget::stopped`] for the reason).
    OutOfBudget,
}

impl fmt::Display for LllError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LllError::DependentColumn(column) => {
                write!(f, "column {column} depends on the columns before it")
            }
            LllError::OutOfBudget => f.write_str("budget spent during lattice reduction"),
        }
    }
}

impl std::error::Error for LllError {}

/// Reduces the columns of `basis`, which must be linearly independent.
///
/// ```
/// use cfp_solver::internals::hnf::Matrix;
/// use cfp_solver::internals::lattice::lll;
/// use cfp_solver::Budget;
///
/// let mut basis = Matrix::from_rows(&[[1, 0], [1000, 1001]]);
/// lll(&mut basis, &mut (), &mut Budget::unlimited()).unwrap();
/// assert_eq!(basis, Matrix::from_rows(&[[-1, 501], [1, 500]]));
/// ```
pub fn lll(basis: &mut Matrix, mirror: &mut impl Mirror, budget: &mut Budget) -> Result<(), LllError> {
    let vectors = (0..basis.cols()).map(|j| basis.column(j).cloned().collect()).collect();
    let mut reduction = Reduction { gram: Gram::new(), vectors, mirror, budget };
    let result = reduction.run();
    let vectors = reduction.vectors;
    *basis = Matrix::from_fn(basis.rows(), basis.cols(), |i, j| vectors[j][i].clone());
    result
}

/// Whether the columns of a basis are LLL-reduced.
pub fn is_reduced(basis: &Matrix) -> bool {
    let mut gram = Gram::new();
    let vectors: Vec<Vec<Int>> = (0..basis.cols()).map(|j| basis.column(j).cloned().collect()).collect();
    (0..vectors.len()).all(|k| {
        gram.extend(&vectors)
            && (0..k).all(|j| gram.nearest(k, j).is_zero())
            && (k == 0 || gram.satisfies_lovasz(k))
    })
}

/// The Gram-Schmidt quantities of the first vectors of a basis, as integers.
struct Gram {
    /// `d[i]` is the Gram determinant of the first `i` vectors; `d[0]` is 1.
    d: Vec<Int>,
    /// `lambda[i][j] = d[j + 1] * mu_ij` for `j < i`.
    lambda: Vec<Vec<Int>>,
}

impl Gram {
    fn new() -> Gram {
        Gram { d: vec![Int::ONE], lambda: Vec::new() }
    }

    /// Number of vectors covered.
    fn len(&self) -> usize {
        self.lambda.len()
    }

    /// Covers the next vector; `false` if it depends on those before it.
    fn extend(&mut self, vectors: &[Vec<Int>]) -> bool {
        let k = self.len();
        let mut row: Vec<Int> = Vec::with_capacity(k);
        for j in 0..=k {
            let mut value = Int::dot(&vectors[k], &vectors[j]);
            let other = if j < k { &self.lambda[j] } else { &row };
            for (i, (x, y)) in row.iter().zip(other).enumerate() {
                value *= &self.d[i + 1];
                value.sub_mul_assign(x, y);
                value.div_exact_assign(&self.d[i]);
            }
            row.push(value);
        }
        let determinant = row.pop().expect("one entry per vector so far and one for itself");
        let independent = !determinant.is_zero();
        if independent {
            self.lambda.push(row);
            self.d.push(determinant);
        }
        independent
    }

    /// The integer nearest to `mu_kj`, zero if that is at most 1/2 in absolute value.
    fn nearest(&self, k: usize, j: usize) -> Int {
        let (twice, d) = (&self.lambda[k][j] + &self.lambda[k][j], &self.d[j + 1]);
        if twice.cmp_abs(d).is_le() {
            return Int::ZERO;
        }
        (twice + d).div_floor(&(d + d))
    }

    /// The Lovasz condition between vectors `k - 1` and `k`, times `4 d_k^2`.
    fn satisfies_lovasz(&self, k: usize) -> bool {
        let (four, lambda) = (Int::from(4), &self.lambda[k][k - 1]);
        let mut left = &self.d[k + 1] * &self.d[k - 1];
        left.add_mul_assign(lambda, lambda);
        left * four >= &self.d[k] * &self.d[k] * Int::from(3)
    }

    /// Vector `k` lost `factor` times vector `j < k`.
    fn subtract(&mut self, k: usize, j: usize, factor: &Int) {
        let (before, from_k) = self.lambda.split_at_mut(k);
        let row = &mut from_k[0];
        row[j].sub_mul_assign(factor, &self.d[j + 1]);
        for (x, y) in row.iter_mut().zip(&before[j]) {
            x.sub_mul_assign(factor, y);
        }
    }

    /// Vectors `k - 1` and `k` were exchanged.
    fn swap(&mut self, k: usize) {
        let (before, from_k) = self.lambda.split_at_mut(k);
        before[k - 1].swap_with_slice(&mut from_k[0][..k - 1]);
        let lambda = from_k[0][k - 1].clone();
        let (low, old, high) = (&self.d[k - 1], &self.d[k], &self.d[k + 1]);
        let mut new = low * high;
        new.add_mul_assign(&lambda, &lambda);
        new.div_exact_assign(old);
        for row in &mut from_k[1..] {
            let above = std::mem::take(&mut row[k]);
            let mut value = high * &row[k - 1];
            value.sub_mul_assign(&lambda, &above);
            value.div_exact_assign(old);
            row[k - 1] = &new * above;
            row[k - 1].add_mul_assign(&lambda, &value);
            row[k - 1].div_exact_assign(high);
            row[k] = value;
        }
        self.d[k] = new;
    }
}

/// A reduction at work.
struct Reduction<'a, M> {
    gram: Gram,
    vectors: Vec<Vec<Int>>,
    mirror: &'a mut M,
    budget: &'a mut Budget,
}

impl<M: Mirror> Reduction<'_, M> {
    fn run(&mut self) -> Result<(), LllError> {
        let mut k = 0;
        while k < self.vectors.len() {
            if k == self.gram.len() {
                self.spend(k, k * k, k * self.vectors[k].len())?;
                if !self.gram.extend(&self.vectors) {
                    return Err(LllError::DependentColumn(k));
                }
            }
            if k == 0 {
                k = 1;
                continue;
            }
            self.size_reduce(k, k - 1)?;
            if self.gram.satisfies_lovasz(k) {
                for j in (0..k - 1).rev() {
                    self.size_reduce(k, j)?;
                }
                k += 1;
            } else {
                self.spend(k, self.gram.len(), 0)?;
                self.vectors.swap(k - 1, k);
                self.gram.swap(k);
                self.mirror.swap(k);
                k = (k - 1).max(1);
            }
        }
        Ok(())
    }

    /// Brings `mu_kj` to at most 1/2 in absolute value.
    fn size_reduce(&mut self, k: usize, j: usize) -> Result<(), LllError> {
        let factor = self.gram.nearest(k, j);
        if factor.is_zero() {
            return Ok(());
        }
        self.spend(j, j, self.vectors[k].len())?;
        let (before, from_k) = self.vectors.split_at_mut(k);
        for (x, y) in from_k[0].iter_mut().zip(&before[j]) {
            x.sub_mul_assign(&factor, y);
        }
        self.gram.subtract(k, j, &factor);
        self.mirror.add_multiple(k, j, &-factor);
        Ok(())
    }

    /// Books an operation on numbers of the Gram matrix, each about as long as its determinant up to row `k`,
    /// and on entries of vectors, which are short.
    fn spend(&mut self, k: usize, numbers: usize, entries: usize) -> Result<(), LllError> {
        let words = 1 + u64::from(self.gram.d[k.min(self.gram.len())].bits()) / 64;
        if self.budget.spend(numbers as u64 * words + entries as u64) {
            Ok(())
        } else {
            Err(LllError::OutOfBudget)
        }
    }
}
