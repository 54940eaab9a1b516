//! Hermite normal form and proofs of unsatisfiability.
//!
//! For an `m x n` matrix `A` of rank `m` there is a unimodular `U` with `A U = [H | 0]`, where `H` is the
//! unique matrix that is lower triangular, positive on the diagonal, and has `h_ij <= 0`, `|h_ij| < h_ii`
//! left of it: the *Hermite normal form* of `A`. Its columns generate the same lattice as those of `A`. Two
//! facts make it useful:
//!
//! - `H^-1 A` is integral and its rows are primitive (`H^-1 A U = [I | 0]`, so the entries of each row have
//!   gcd 1).
//! - `A x = b` has an integer solution if and only if `H^-1 b` is integral.
//!
//! So if entry `i` of `H^-1 b` is a fraction `n/d`, then row `i` of `H^-1 A x = H^-1 b` is an equation with
//! integer coefficients and fractional right side, implied by `A x = b`: a *proof of unsatisfiability*
//! ([`Proof`]). Every integer point lies on or beyond one of the two integer planes next to it. The
//! Cuts-from-Proofs algorithm branches there.
//!
//! The form depends on the order of the rows: adding rows below leaves the proofs of the rows above
//! unchanged. Hence callers put the original constraints first and later ones below them.
//!
//! Reference: I. Dillig, T. Dillig, A. Aiken, *Cuts from Proofs: A Complete and Practical Technique for
//! Solving Linear Inequalities over Integers*, CAV 2009. How the numbers are kept small is told in
//! `reduce.rs`.
//!
//! ```
//! use cfp_solver::internals::hnf::{Matrix, proofs_of_unsatisfiability};
//! use cfp_solver::{Budget, Int};
//!
//! // z = 0 and -3x + 3y + z = -1 have no common integer point.
//! let a = Matrix::from_rows(&[[0, 0, 1], [-3, 3, 1]]);
//! let b = [0, -1].map(Int::from);
//! let proofs = proofs_of_unsatisfiability(&a, &b, &mut Budget::unlimited()).unwrap();
//! assert_eq!(proofs[0].to_string(), "-1*x0 + 1*x1 + 1*x2 = -1/3");
//! ```

mod forms;
mod matrix;
mod proofs;
mod reduce;

pub use forms::{Factors, factorize};
pub use matrix::Matrix;
pub use proofs::{Proof, proof_row, proofs_of_unsatisfiability, solve_lower};
pub use reduce::{DEFAULT_MAX_BITS, HnfError, hermite, hermite_within, independent_rows};
