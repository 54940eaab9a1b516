//! Cuts-from-Proofs (Dillig, Dillig, Aiken; thesis chapter 8): splits around planes that contain no integer
//! point.
//!
//! The *defining constraints* of a vertex are the constraints that are tight there. If the equations that
//! they form have no integer solution, then the Hermite normal form of their matrix yields a *proof of
//! unsatisfiability*: one equation, implied by them, whose coefficients have a common divisor that does not
//! divide its constant (Lemma 8). No integer point lies between the two nearest parallel planes with integer
//! points (Corollary 1), so a split there loses none and cuts off the whole intersection of the constraints,
//! not just the vertex.
//!
//! What makes it work:
//! - Constraints of the problem come first in the matrix, added ones below in the order in which they came.
//!   Then rows at the bottom do not change the proofs of those above (Lemma 9), and a face without integer
//!   points is found in finitely many steps (Lemma 11). The first fractional row gives the proof with the
//!   fewest constraints.
//! - Coefficients above `alpha * gcd` are refused, with `alpha = 10 n |a_max|` as in section 8.4.2; so the
//!   set of normals is finite (section 8.3.3). That proofs from constraints of the problem alone always pass
//!   (Lemma 10) rests on a bound on the entries of `H^-1` that does not hold in general (a counterexample is
//!   among the tests of `hnf`), so `alpha` is a heuristic here: a plane that is refused costs a
//!   branch on a variable, never an answer.
//! - A proof is acted on only when it comes back (section 8.4.1): most intermediate ones do not, and those
//!   that do belong to faces of high dimension.

use crate::hnf::{self, Matrix};
use crate::lia::split::Split;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use crate::simplex::{ArithVar, Bound, Side, Simplex, Tag};
use fxhash::FxHashMap;

/// Larger matrices are not looked at.
const MAX_ROWS: usize = 150;
/// … in either direction.
const MAX_COLUMNS: usize = 200;

/// Finds planes to split around, and remembers which ones it has seen.
pub struct ProofPlanes {
    first_added_tag: Tag,
    /// Coefficients of a plane may be this many times as large as their greatest common divisor.
    alpha: Int,
    /// How often each plane was found.
    seen: FxHashMap<Split, u32>,
}

/// The defining constraints of a vertex as a system `A x = b`.
#[derive(Debug)]
pub struct DefiningConstraints {
    /// The variable of each column.
    pub columns: Vec<ArithVar>,
    /// `A`, rows of the problem first.
    pub matrix: Matrix,
    /// `b`
    pub right_side: Vec<Int>,
}

impl ProofPlanes {
    /// For the problem now in the simplex; bounds with tags from `first_added_tag` on are splits.
    pub fn new(simplex: &Simplex, first_added_tag: Tag) -> ProofPlanes {
        let definitions = || simplex.vars().filter_map(|var| simplex.definition(var));
        let structural = simplex.vars().filter(|&var| simplex.definition(var).is_none()).count();
        let mut largest = Int::ONE;
        for (_, coefficient) in definitions().flat_map(|form| form.terms()) {
            if coefficient.cmp_abs(&largest).is_gt() {
                largest = coefficient.abs();
            }
        }
        let alpha = Int::from(10) * Int::from(structural) * largest;
        ProofPlanes { first_added_tag, alpha, seen: FxHashMap::default() }
    }

    /// A plane without integer points through the current vertex that was found before, if there is one.
    pub fn find(&mut self, simplex: &Simplex, budget: &mut Budget) -> Option<Split> {
        let system = self.defining_constraints(simplex)?;
        let proofs = hnf::proofs_of_unsatisfiability(&system.matrix, &system.right_side, budget).ok()?;
        let split = proofs.iter().find_map(|proof| self.split(&system, proof))?;
        let count = self.seen.entry(split.clone()).or_default();
        *count += 1;
        (*count > 1).then_some(split)
    }

    /// The split around the plane of a proof, unless its coefficients are too large.
    fn split(&self, system: &DefiningConstraints, proof: &hnf::Proof) -> Option<Split> {
        let form = system.columns.iter().copied().zip(proof.coefficients.iter().cloned()).collect();
        let form = Linear::new(form);
        let content = form.content();
        let limit = &self.alpha * &content;
        let too_large = form.terms().iter().any(|(_, coefficient)| coefficient.cmp_abs(&limit).is_gt());
        let value = proof.value.div_int(&content);
        debug_assert!(!value.is_integer());
        (!too_large).then(|| Split { form: form.divided(&content), floor: value.floor() })
    }

    /// The constraints that are tight at the current vertex, in the order that the lemmas want, without
    /// dependent ones.
    pub fn defining_constraints(&self, simplex: &Simplex) -> Option<DefiningConstraints> {
        let mut tight: Vec<(u8, u32, ArithVar, &Int)> = Vec::new();
        for var in simplex.vars() {
            if let Some(bound) = self.tight_bound(simplex, var) {
                let is_added = bound.tag >= self.first_added_tag;
                let order = if is_added { bound.tag.0 } else { var.index() as u32 };
                tight.push((is_added as u8, order, var, &bound.value));
            }
        }
        tight.sort_unstable();
        let mut columns: Vec<ArithVar> = Vec::new();
        let forms: Vec<_> = tight.iter().map(|(_, _, var, _)| simplex.expand(*var)).collect();
        columns.extend(forms.iter().flat_map(|form| form.terms()).map(|&(var, _)| var));
        columns.sort_unstable();
        columns.dedup();
        if tight.is_empty() || tight.len() > MAX_ROWS || columns.len() > MAX_COLUMNS {
            return None;
        }
        let mut all = Matrix::zero(forms.len(), columns.len());
        for (row, form) in forms.iter().enumerate() {
            for (var, coefficient) in form.terms() {
                let column = columns.binary_search(var).expect("all variables are columns");
                all[(row, column)] = coefficient.clone();
            }
        }
        let kept = hnf::independent_rows(&all);
        let right_side = kept.iter().map(|&row| tight[row].3.clone()).collect();
        Some(DefiningConstraints { columns, matrix: all.select_rows(&kept), right_side })
    }

    /// A bound that the variable sits on; one of the problem rather than an added one.
    fn tight_bound<'a>(&self, simplex: &'a Simplex, var: ArithVar) -> Option<&'a Bound> {
        let tight =
            |side: Side| simplex.bound(var, side).filter(|bound| simplex.compare(var, &bound.value).is_eq());
        let bounds = [Side::Lower, Side::Upper].into_iter().filter_map(tight);
        bounds.min_by_key(|bound| bound.tag >= self.first_added_tag)
    }
}
