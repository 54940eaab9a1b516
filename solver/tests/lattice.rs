//! LLL: reduced output, same lattice, mirrored operations.

mod random;

use cfp_solver::internals::hnf::{Matrix, hermite, independent_rows};
use cfp_solver::internals::lattice::{LllError, Mirror, is_reduced, lll};
use cfp_solver::{Budget, Int, Interrupt, Limits, Rat};
use random::Rng;

impl Rng {
    fn int(&mut self, max: i64) -> Int {
        Int::from(self.signed(max))
    }

    /// A matrix of independent columns.
    fn basis(&mut self, rows: usize, cols: usize, max: i64) -> Matrix {
        loop {
            let a = Matrix::from_fn(rows, cols, |_, _| self.int(max));
            if independent_rows(&transpose(&a)).len() == cols {
                return a;
            }
        }
    }
}

fn transpose(a: &Matrix) -> Matrix {
    Matrix::from_fn(a.cols(), a.rows(), |i, j| a[(j, i)].clone())
}

/// Keeps a second matrix `M` with `B M` unchanged: the inverse operations on its rows.
struct Inverse(Matrix);

impl Mirror for Inverse {
    fn swap(&mut self, k: usize) {
        for j in 0..self.0.cols() {
            let x = self.0[(k - 1, j)].clone();
            self.0[(k - 1, j)] = std::mem::replace(&mut self.0[(k, j)], x);
        }
    }

    fn add_multiple(&mut self, target: usize, source: usize, factor: &Int) {
        for j in 0..self.0.cols() {
            let x = self.0[(target, j)].clone();
            self.0[(source, j)].sub_mul_assign(factor, &x);
        }
    }
}

/// The definition, in rationals: `|mu| <= 1/2` and the Lovasz condition.
fn is_reduced_by_definition(basis: &Matrix) -> bool {
    let vectors: Vec<Vec<Rat>> =
        (0..basis.cols()).map(|j| basis.column(j).map(Rat::from).collect()).collect();
    let dot = |a: &[Rat], b: &[Rat]| a.iter().zip(b).fold(Rat::ZERO, |sum, (x, y)| sum + x * y);
    let mut stars: Vec<Vec<Rat>> = Vec::new();
    let (half, three_quarters): (Rat, Rat) = ("1/2".parse().unwrap(), "3/4".parse().unwrap());
    for (k, vector) in vectors.iter().enumerate() {
        let mut star = vector.clone();
        let mut last_mu = Rat::ZERO;
        for other in &stars {
            last_mu = dot(vector, other) / dot(other, other);
            if last_mu.abs() > half {
                return false;
            }
            for (x, y) in star.iter_mut().zip(other) {
                x.sub_mul_assign(&last_mu, y);
            }
        }
        if k > 0 {
            let before = dot(&stars[k - 1], &stars[k - 1]);
            if dot(&star, &star) < (&three_quarters - &last_mu * &last_mu) * before {
                return false;
            }
        }
        stars.push(star);
    }
    true
}

#[test]
fn the_result_is_a_reduced_basis_of_the_same_lattice() {
    let mut rng = Rng(1);
    for round in 0..300 {
        let cols = 1 + rng.below(7);
        let rows = cols + if round % 3 == 0 { rng.below(4) } else { 0 };
        let before = rng.basis(rows, cols, [3, 100, 1_000_000_000, i64::MAX / 2][round % 4]);
        let mut after = before.clone();
        let mut inverse = Inverse(Matrix::identity(cols));
        lll(&mut after, &mut inverse, &mut Budget::unlimited()).unwrap();
        assert!(is_reduced(&after));
        assert!(is_reduced_by_definition(&after));
        // The old basis is an integral combination of the new one, by a unimodular matrix.
        assert_eq!(after.product(&inverse.0), before);
        let unit = hermite(&inverse.0, &mut Budget::unlimited()).unwrap();
        assert_eq!(unit, Matrix::identity(cols));
        if rows == cols {
            // The same lattice has the same Hermite normal form, hence the same determinant.
            let form = |a| hermite(a, &mut Budget::unlimited()).unwrap();
            assert_eq!(form(&after), form(&before));
        }
    }
}

#[test]
fn reduced_means_what_the_definition_says() {
    let mut rng = Rng(2);
    let mut reduced = 0;
    for _ in 0..3000 {
        let basis = rng.basis(3, 3, 3);
        assert_eq!(is_reduced(&basis), is_reduced_by_definition(&basis), "{basis:?}");
        reduced += is_reduced(&basis) as usize;
    }
    assert!(reduced > 50 && reduced < 2950);
}

#[test]
fn a_short_vector_hidden_in_long_ones_is_found() {
    // The lattice of (x, c_0 x + 10^40 y) has the short vectors of a continued fraction of c_0 / 10^40.
    let scale = Int::from(10).pow(40);
    let c = Int::from(7).pow(45);
    let mut basis = Matrix::from_rows(&[[Int::ONE, Int::ZERO], [c, scale.clone()]]);
    lll(&mut basis, &mut (), &mut Budget::unlimited()).unwrap();
    let length = Int::dot(
        &basis.column(0).cloned().collect::<Vec<_>>(),
        &basis.column(0).cloned().collect::<Vec<_>>(),
    );
    // At most (4/3)^(1/2) times the determinant, squared length.
    assert!(length <= scale * Int::from(2));
}

#[test]
fn dependent_columns_are_reported() {
    let mut basis = Matrix::from_rows(&[[1, 2, 3], [4, 5, 9]]);
    assert_eq!(lll(&mut basis, &mut (), &mut Budget::unlimited()), Err(LllError::DependentColumn(2)));
    let mut zero = Matrix::zero(2, 1);
    assert_eq!(lll(&mut zero, &mut (), &mut Budget::unlimited()), Err(LllError::DependentColumn(0)));
    let mut empty = Matrix::zero(0, 0);
    assert_eq!(lll(&mut empty, &mut (), &mut Budget::unlimited()), Ok(()));
}

#[test]
fn stopping_early_leaves_a_basis_of_the_same_lattice() {
    let mut rng = Rng(3);
    let before = rng.basis(12, 12, 1_000_000);
    for ticks in [1, 500, 2_000, 4_000] {
        let mut after = before.clone();
        let mut inverse = Inverse(Matrix::identity(12));
        let limits = Limits { ticks: Some(ticks), ..Limits::default() };
        let mut budget = Budget::start(&limits, &Interrupt::new());
        assert_eq!(lll(&mut after, &mut inverse, &mut budget), Err(LllError::OutOfBudget));
        assert_eq!(after.product(&inverse.0), before);
    }
}
