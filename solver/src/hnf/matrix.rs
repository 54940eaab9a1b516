//! Dense integer matrices.

use crate::num::Int;
use std::fmt;
use std::ops::{Index, IndexMut};

/// A dense matrix of integers, stored row by row.
///
/// ```
/// use cfp_solver::internals::hnf::Matrix;
/// use cfp_solver::Int;
///
/// let a = Matrix::from_rows(&[[1, 2], [3, 4]]);
/// assert_eq!(a[(1, 0)], Int::from(3));
/// assert_eq!(a.product(&Matrix::identity(2)), a);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    entries: Vec<Int>,
}

impl Matrix {
    /// All entries zero.
    pub fn zero(rows: usize, cols: usize) -> Matrix {
        Matrix { rows, cols, entries: vec![Int::ZERO; rows * cols] }
    }

    /// Ones on the diagonal.
    pub fn identity(size: usize) -> Matrix {
        Matrix::from_fn(size, size, |i, j| Int::from((i == j) as i64))
    }

    /// The matrix with entry `entry(i, j)` in row `i`, column `j`.
    pub fn from_fn(rows: usize, cols: usize, mut entry: impl FnMut(usize, usize) -> Int) -> Matrix {
        let entries = (0..rows * cols).map(|at| entry(at / cols, at % cols)).collect();
        Matrix { rows, cols, entries }
    }

    /// The matrix of these rows, all of the same length.
    pub fn from_rows<T: Clone + Into<Int>>(rows: &[impl AsRef<[T]>]) -> Matrix {
        let cols = rows.first().map_or(0, |row| row.as_ref().len());
        let mut entries = Vec::with_capacity(rows.len() * cols);
        for row in rows {
            assert_eq!(row.as_ref().len(), cols, "rows of different lengths");
            entries.extend(row.as_ref().iter().map(|x| x.clone().into()));
        }
        Matrix { rows: rows.len(), cols, entries }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The entries of one row.
    pub fn row(&self, i: usize) -> &[Int] {
        &self.entries[i * self.cols..(i + 1) * self.cols]
    }

    /// The entries of one column.
    pub fn column(&self, j: usize) -> impl Iterator<Item = &Int> {
        assert!(j < self.cols, "no such column");
        self.entries.iter().skip(j).step_by(self.cols)
    }

    /// The matrix of the rows with these numbers, in this order.
    pub fn select_rows(&self, rows: &[usize]) -> Matrix {
        Matrix::from_fn(rows.len(), self.cols, |i, j| self[(rows[i], j)].clone())
    }

    /// The matrix product.
    pub fn product(&self, rhs: &Matrix) -> Matrix {
        assert_eq!(self.cols, rhs.rows, "shapes do not fit");
        let columns: Vec<Vec<Int>> = (0..rhs.cols).map(|j| rhs.column(j).cloned().collect()).collect();
        Matrix::from_fn(self.rows, rhs.cols, |i, j| Int::dot(self.row(i), &columns[j]))
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = Int;
    #[inline]
    fn index(&self, (i, j): (usize, usize)) -> &Int {
        debug_assert!(j < self.cols);
        &self.entries[i * self.cols + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    #[inline]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut Int {
        debug_assert!(j < self.cols);
        &mut self.entries[i * self.cols + j]
    }
}

impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.rows).map(|i| self.row(i))).finish()
    }
}
