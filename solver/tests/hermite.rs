//! Hermite normal form and proofs: the examples and lemmas of the Cuts-from-Proofs chapter, and a naive form
//! as oracle.

mod random;

use cfp_solver::internals::hnf::{
    HnfError, Matrix, Proof, factorize, hermite, hermite_within, independent_rows, proof_row,
    proofs_of_unsatisfiability, solve_lower,
};
use cfp_solver::{Budget, Int, Interrupt, Limits, Rat, Unknown};
use random::Rng;
use std::time::{Duration, Instant};

fn budget() -> Budget {
    Budget::unlimited()
}

fn ints<const N: usize>(all: [i64; N]) -> Vec<Int> {
    all.map(Int::from).to_vec()
}

fn rat(text: &str) -> Rat {
    text.parse().unwrap()
}

/// `H^-1 A`, row by row.
fn all_proof_rows(h: &Matrix, a: &Matrix) -> Matrix {
    let rows: Vec<Vec<Int>> = (0..h.rows()).map(|i| proof_row(h, a, i)).collect();
    Matrix::from_rows(&rows)
}

/// The proof is a valid certificate for the system.
#[track_caller]
fn check_proof(proof: &Proof, a: &Matrix, b: &[Int]) {
    for j in 0..a.cols() {
        let mut sum = Rat::ZERO;
        for (multiplier, entry) in proof.multipliers.iter().zip(a.column(j)) {
            sum.add_mul_int(multiplier, entry);
        }
        assert_eq!(sum, Rat::from(&proof.coefficients[j]));
    }
    let mut sum = Rat::ZERO;
    for (multiplier, value) in proof.multipliers.iter().zip(b) {
        sum.add_mul_int(multiplier, value);
    }
    assert_eq!(sum, proof.value);
    assert!(!proof.value.is_integer());
    let gcd = proof.coefficients.iter().fold(Int::ZERO, |gcd, x| gcd.gcd(x));
    assert!(gcd.is_one(), "coefficients are primitive");
    assert!(proof.multipliers[proof.row + 1..].iter().all(Rat::is_zero));
    // See `the_inverse_of_a_form_may_exceed_one`; the entries of H^-1 at most double from row to row.
    let bound = Rat::from(Int::from(2).pow(proof.row as u32));
    assert!(proof.multipliers.iter().all(|z| !z.is_negative() && *z <= bound));
}

#[test]
fn example_15_one_equation() {
    let a = Matrix::from_rows(&[[3, 6]]);
    assert_eq!(hermite(&a, &mut budget()).unwrap(), Matrix::from_rows(&[[3]]));
    let proofs = proofs_of_unsatisfiability(&a, &ints([1]), &mut budget()).unwrap();
    assert_eq!((proofs[0].coefficients.clone(), proofs[0].value.clone()), (ints([1, 2]), rat("1/3")));
    assert!(proofs_of_unsatisfiability(&a, &ints([9]), &mut budget()).unwrap().is_empty());
}

#[test]
fn example_16_the_introduction() {
    let a = Matrix::from_rows(&[[0, 0, 1], [-3, 3, 1]]);
    let b = ints([0, -1]);
    let h = hermite(&a, &mut budget()).unwrap();
    assert_eq!(h, Matrix::from_rows(&[[1, 0], [-2, 3]]));
    assert_eq!(all_proof_rows(&h, &a), Matrix::from_rows(&[[0, 0, 1], [-1, 1, 1]]));
    assert_eq!(solve_lower(&h, &b), [rat("0"), rat("-1/3")]);

    let proofs = proofs_of_unsatisfiability(&a, &b, &mut budget()).unwrap();
    let [proof] = &proofs[..] else { panic!("one proof expected") };
    check_proof(proof, &a, &b);
    // -3x + 3y + 3z = -1
    assert_eq!(proof.coefficients, ints([-1, 1, 1]));
    assert_eq!(proof.value, rat("-1/3"));
    assert_eq!(proof.multipliers, [rat("2/3"), rat("1/3")]);
    assert_eq!(proof.row, 1);
    // The planes around it are -x + y + z = -1 and -x + y + z = 0.
    assert_eq!((proof.value.floor(), proof.value.ceil()), (Int::from(-1), Int::ZERO));
}

#[test]
fn example_17_a_proof_for_the_vertex_only() {
    let a = Matrix::from_rows(&[[1, 1], [2, -2]]);
    let b = ints([1, 1]);
    let proofs = proofs_of_unsatisfiability(&a, &b, &mut budget()).unwrap();
    let [proof] = &proofs[..] else { panic!("one proof expected") };
    check_proof(proof, &a, &b);
    // 4x = 3
    assert_eq!((&proof.coefficients, &proof.value), (&ints([1, 0]), &rat("3/4")));

    // Put first, 2x - 2y = 1 is its own proof.
    let a = Matrix::from_rows(&[[2, -2], [1, 1]]);
    let proofs = proofs_of_unsatisfiability(&a, &b, &mut budget()).unwrap();
    check_proof(&proofs[0], &a, &b);
    assert_eq!((&proofs[0].coefficients, &proofs[0].value), (&ints([1, -1]), &rat("1/2")));
    assert_eq!(proofs[0].row, 0);
}

#[test]
fn example_18_a_row_below_keeps_the_proof() {
    let a = Matrix::from_rows(&[[0, 0, 1], [-3, 3, 1], [1, 0, 0]]);
    let b = ints([0, -1, 1]);
    let h = hermite(&a, &mut budget()).unwrap();
    assert_eq!(h, Matrix::from_rows(&[[1, 0, 0], [-2, 3, 0], [0, 0, 1]]));
    assert_eq!(all_proof_rows(&h, &a), Matrix::from_rows(&[[0, 0, 1], [-1, 1, 1], [1, 0, 0]]));
    assert_eq!(solve_lower(&h, &b), [rat("0"), rat("-1/3"), rat("1")]);
    let proofs = proofs_of_unsatisfiability(&a, &b, &mut budget()).unwrap();
    assert_eq!(proofs.len(), 1);
    check_proof(&proofs[0], &a, &b);
    assert_eq!((&proofs[0].coefficients, &proofs[0].value), (&ints([-1, 1, 1]), &rat("-1/3")));
}

#[test]
fn dependent_rows_are_reported_or_dropped() {
    let a = Matrix::from_rows(&[[0, 0, 0], [1, 2, 3], [2, 4, 6], [0, 2, 0], [1, 0, 3], [0, 0, 1]]);
    assert_eq!(independent_rows(&a), [1, 3, 5]);
    assert_eq!(hermite(&a, &mut budget()), Err(HnfError::DependentRow(0)));
    assert_eq!(hermite(&a.select_rows(&[1, 3, 4]), &mut budget()), Err(HnfError::DependentRow(2)));
    let b = ints([0, 1, 2, 1, 0, 0]);
    let proofs = proofs_of_unsatisfiability(&a, &b, &mut budget()).unwrap();
    check_proof(&proofs[0], &a, &b);
    assert_eq!(
        (&proofs[0].coefficients, &proofs[0].value, proofs[0].row),
        (&ints([0, 1, 0]), &rat("1/2"), 3)
    );
    // More rows than columns, and no rows at all.
    assert_eq!(hermite(&Matrix::from_rows(&[[2], [3]]), &mut budget()), Err(HnfError::DependentRow(1)));
    assert_eq!(hermite(&Matrix::zero(0, 3), &mut budget()), Ok(Matrix::zero(0, 0)));
    assert!(proofs_of_unsatisfiability(&Matrix::zero(0, 3), &[], &mut budget()).unwrap().is_empty());
}

impl Rng {
    fn int(&mut self, max: i64) -> Int {
        Int::from(self.signed(max))
    }

    fn matrix(&mut self, rows: usize, cols: usize, max: i64) -> Matrix {
        Matrix::from_fn(rows, cols, |_, _| self.int(max))
    }

    /// Independent rows, at most as many as asked for; some matrices are sparse, some have common factors.
    fn full_rank(&mut self, rows: usize, cols: usize, max: i64) -> Matrix {
        let mut a = self.matrix(rows, cols, max);
        let (sparse, scale) = (self.below(3) == 0, self.below(3) == 0);
        for i in 0..rows {
            let factor = if scale { Int::from([1, 2, 3, 6][self.below(4)]) } else { Int::ONE };
            for j in 0..cols {
                a[(i, j)] *= &factor;
                if sparse && self.below(3) > 0 {
                    a[(i, j)] = Int::ZERO;
                }
            }
        }
        let rows = independent_rows(&a);
        a.select_rows(&rows)
    }
}

/// Euclid on whole columns, as one would do by hand.
fn naive_hermite(a: &Matrix) -> Matrix {
    let mut columns: Vec<Vec<Int>> = (0..a.cols()).map(|j| a.column(j).cloned().collect()).collect();
    let subtract = |columns: &mut Vec<Vec<Int>>, target: usize, factor: &Int, source: usize| {
        let source = columns[source].clone();
        for (x, y) in columns[target].iter_mut().zip(&source) {
            x.sub_mul_assign(factor, y);
        }
    };
    for i in 0..a.rows() {
        loop {
            let nonzero: Vec<usize> = (i..columns.len()).filter(|&j| !columns[j][i].is_zero()).collect();
            let smallest = *nonzero.iter().min_by_key(|&&j| columns[j][i].abs()).expect("independent rows");
            if nonzero.len() == 1 {
                columns.swap(i, smallest);
                break;
            }
            for &j in nonzero.iter().filter(|&&j| j != smallest) {
                let quotient = columns[j][i].div_floor(&columns[smallest][i]);
                subtract(&mut columns, j, &quotient, smallest);
            }
        }
        if columns[i][i].is_negative() {
            for x in &mut columns[i] {
                *x = -&*x;
            }
        }
        for j in 0..i {
            let quotient = columns[j][i].div_ceil(&columns[i][i]);
            subtract(&mut columns, j, &quotient, i);
        }
    }
    Matrix::from_fn(a.rows(), a.rows(), |i, j| columns[j][i].clone())
}

/// Laplace expansion.
fn determinant(a: &Matrix) -> Int {
    if a.rows() == 0 {
        return Int::ONE;
    }
    let mut sum = Int::ZERO;
    for j in 0..a.cols() {
        let minor =
            Matrix::from_fn(a.rows() - 1, a.cols() - 1, |r, c| a[(r + 1, c + (c >= j) as usize)].clone());
        let term = &a[(0, j)] * determinant(&minor);
        sum += if j % 2 == 0 { term } else { -term };
    }
    sum
}

/// The gcd of all maximal minors.
fn gcd_of_minors(a: &Matrix) -> Int {
    fn go(a: &Matrix, from: usize, chosen: &mut Vec<usize>, gcd: &mut Int) {
        if chosen.len() == a.rows() {
            let minor = Matrix::from_fn(a.rows(), a.rows(), |i, j| a[(i, chosen[j])].clone());
            *gcd = gcd.gcd(&determinant(&minor));
            return;
        }
        for j in from..a.cols() {
            chosen.push(j);
            go(a, j + 1, chosen, gcd);
            chosen.pop();
        }
    }
    let mut gcd = Int::ZERO;
    go(a, 0, &mut Vec::new(), &mut gcd);
    gcd
}

#[track_caller]
fn check_shape(h: &Matrix) {
    for i in 0..h.rows() {
        assert!(h[(i, i)].is_positive());
        for j in 0..h.cols() {
            match j.cmp(&i) {
                std::cmp::Ordering::Less => assert!(!h[(i, j)].is_positive() && -&h[(i, j)] < h[(i, i)]),
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => assert!(h[(i, j)].is_zero()),
            }
        }
    }
}

fn diagonal_product(h: &Matrix) -> Int {
    (0..h.rows()).fold(Int::ONE, |product, i| product * &h[(i, i)])
}

#[test]
fn agrees_with_the_naive_form_and_the_minors() {
    let mut rng = Rng(1);
    for round in 0..1500 {
        let cols = 1 + rng.below(6);
        let rows = 1 + rng.below(cols);
        let a = rng.full_rank(rows, cols, [1, 3, 10, 1_000_000_000_000][round % 4]);
        if a.rows() == 0 {
            continue;
        }
        let h = hermite(&a, &mut budget()).unwrap();
        check_shape(&h);
        assert_eq!(h, naive_hermite(&a), "{a:?}");
        // The lattices have the same determinant, and one contains the other (Lemma 7: H^-1 A is integral, or
        // `proof_row` would panic), so they are equal.
        assert_eq!(diagonal_product(&h), gcd_of_minors(&a));
        assert_eq!(h.product(&all_proof_rows(&h, &a)), a);
        assert_eq!(hermite(&h, &mut budget()).unwrap(), h, "the form of a form is itself");
    }
}

#[test]
fn lemma_9_the_top_of_the_form_is_the_form_of_the_top() {
    let mut rng = Rng(2);
    for _ in 0..300 {
        let cols = 2 + rng.below(8);
        let a = rng.full_rank(cols, cols, 20);
        let h = hermite(&a, &mut budget()).unwrap();
        for top in 1..=a.rows() {
            let block = hermite(&a.select_rows(&(0..top).collect::<Vec<_>>()), &mut budget()).unwrap();
            assert_eq!(block, Matrix::from_fn(top, top, |i, j| h[(i, j)].clone()));
        }
    }
}

#[test]
fn column_operations_do_not_change_the_form() {
    let mut rng = Rng(3);
    for _ in 0..300 {
        let cols = 2 + rng.below(6);
        let rows = 1 + rng.below(cols);
        let mut a = rng.full_rank(rows, cols, 10);
        let h = hermite(&a, &mut budget()).unwrap();
        for _ in 0..10 {
            let (target, source) = (rng.below(cols), rng.below(cols));
            let factor = if target == source { Int::from(-2) } else { rng.int(5) };
            for i in 0..a.rows() {
                let y = a[(i, source)].clone();
                a[(i, target)].add_mul_assign(&factor, &y);
            }
        }
        assert_eq!(hermite(&a, &mut budget()).unwrap(), h);
    }
}

#[test]
fn lemma_8_and_10_proofs_exist_exactly_when_needed_and_are_small() {
    let mut rng = Rng(4);
    let mut found = 0;
    for round in 0..1000 {
        let cols = 2 + rng.below(8);
        let rows = 1 + rng.below(cols);
        let max = [2, 10, 100][round % 3];
        let a = rng.matrix(rows, cols, max);
        // Half of the systems have a solution by construction.
        let x: Vec<Int> = (0..cols).map(|_| rng.int(10)).collect();
        let solvable = round % 2 == 0;
        let b: Vec<Int> =
            (0..rows).map(|i| if solvable { Int::dot(a.row(i), &x) } else { rng.int(max) }).collect();
        let proofs = proofs_of_unsatisfiability(&a, &b, &mut budget()).unwrap();
        assert!(!solvable || proofs.is_empty());
        found += proofs.len();
        let bound = Int::from(cols) * Int::from(max);
        for proof in &proofs {
            check_proof(proof, &a, &b);
            assert!(proof.coefficients.iter().all(|x| x.abs() <= bound));
        }
    }
    assert!(found > 100);
}

/// The chapter's proof of Lemma 10 rests on `|adj(H)| <= det(H)` for every Hermite normal form, that is, on
/// entries of `H^-1` of at most 1. This form, found by the random test above, has 4/3. So a bound on
/// coefficients of `n * max |a_ij|` may reject the proof of a face.
#[test]
fn the_inverse_of_a_form_may_exceed_one() {
    let a = Matrix::from_rows(&[[-2, -1, 0, 1], [1, 2, 2, 1], [-2, 2, 2, 1], [-1, -2, -1, -2]]);
    let b = ints([0, -1, -2, -2]);
    let h = hermite(&a, &mut budget()).unwrap();
    assert_eq!(h, Matrix::from_rows(&[[1, 0, 0, 0], [0, 1, 0, 0], [0, -2, 3, 0], [-4, -4, -4, 5]]));
    let proofs = proofs_of_unsatisfiability(&a, &b, &mut budget()).unwrap();
    let last = proofs.last().unwrap();
    check_proof(last, &a, &b);
    assert_eq!(last.multipliers, ["4/5", "4/3", "4/15", "1/5"].map(rat));
}

#[test]
fn independent_rows_are_a_basis_of_the_row_space() {
    let mut rng = Rng(5);
    for _ in 0..300 {
        let (rows, cols, inner) = (1 + rng.below(8), 1 + rng.below(8), 1 + rng.below(5));
        // A product of rank at most `inner`.
        let a = rng.matrix(rows, inner, 3).product(&rng.matrix(inner, cols, 3));
        let chosen = independent_rows(&a);
        assert!(chosen.len() <= inner.min(cols));
        for end in 0..=rows {
            let above: Vec<usize> = (0..end).collect();
            let expected: Vec<usize> = chosen.iter().copied().filter(|&row| row < end).collect();
            assert_eq!(independent_rows(&a.select_rows(&above)), expected);
        }
        let basis = a.select_rows(&chosen);
        assert!(hermite(&basis, &mut budget()).is_ok(), "chosen rows are independent");
    }
}

#[test]
fn factors_multiply_to_the_matrix() {
    let mut rng = Rng(8);
    for _ in 0..300 {
        let (rows, cols, inner) = (1 + rng.below(8), 1 + rng.below(8), 1 + rng.below(5));
        let a = rng.matrix(rows, inner, 5).product(&rng.matrix(inner, cols, 5));
        let factors = factorize(&a, &mut budget()).unwrap();
        assert_eq!(factors.h.product(&factors.forms), a);
        assert_eq!(factors.pivots, independent_rows(&a));
        let rank = factors.pivots.len();
        let independent = a.select_rows(&factors.pivots);
        assert_eq!(factors.h.select_rows(&factors.pivots), hermite(&independent, &mut budget()).unwrap());
        // Every integral point is reached: the forms generate all of Z^rank.
        assert_eq!(hermite(&factors.forms, &mut budget()).unwrap(), Matrix::identity(rank));
        for row in 0..rows {
            let pivots_so_far = factors.pivots.iter().filter(|&&pivot| pivot <= row).count();
            assert!(factors.h.row(row)[pivots_so_far..].iter().all(Int::is_zero));
        }
    }
}

#[test]
fn large_matrices_finish_quickly() {
    let mut rng = Rng(6);
    for (rows, cols) in [(50, 60), (50, 50), (30, 100)] {
        let a = rng.matrix(rows, cols, 100);
        let start = Instant::now();
        let h = hermite(&a, &mut budget()).unwrap();
        assert!(start.elapsed() < Duration::from_secs(5), "{:?} for {rows} x {cols}", start.elapsed());
        check_shape(&h);
        assert_eq!(h.product(&all_proof_rows(&h, &a)), a);
    }
}

#[test]
fn limits_end_the_work() {
    let mut rng = Rng(7);
    let a = rng.matrix(30, 30, 100);
    assert_eq!(hermite_within(&a, 64, &mut budget()), Err(HnfError::TooBig));
    let limits = Limits { ticks: Some(10_000), ..Limits::default() };
    let mut small = Budget::start(&limits, &Interrupt::new());
    assert_eq!(hermite(&a, &mut small), Err(HnfError::OutOfBudget));
    assert_eq!(small.stopped(), Some(&Unknown::Resources));
    assert!(small.ticks() < 20_000);
}
