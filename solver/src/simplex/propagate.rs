//! Bounds implied by rows.
//!
//! In `d x_b = sum a_k x_k`, bounds on all variables but one bound that one. With all of them bounded on the
//! right side, one sum yields a bound for every variable of the row; with exactly one unbounded, only for
//! that one; with more, for none. Long rows hardly ever imply anything and are skipped.

use super::{ArithVar, Bound, Farkas, Premise, RowId, Side, Simplex, Tag, Value};
use crate::limits::Budget;
use crate::num::Int;

/// Rows with more entries are not looked at.
const MAX_ROW_LENGTH: usize = 30;

/// A bound that a row implies.
#[derive(Clone, Debug)]
pub struct ImpliedBound<V = Int> {
    /// The variable it bounds.
    pub var: ArithVar,
    /// On which side.
    pub side: Side,
    /// The value, rounded to the integer inside if values are integers.
    pub value: V,
    /// The row that implies it; valid until the next pivot.
    row: RowId,
}

impl<V: Value> Simplex<V> {
    /// Calls `report` with bounds that follow from rows with variables whose bounds changed since the last
    /// call. Only bounds stronger than those in force are reported. The tableau is not changed, so
    /// [`Simplex::implied_by`] can say why while the caller looks at them.
    pub fn propagate_rows(
        &mut self,
        budget: &mut Budget,
        mut report: impl FnMut(&Simplex<V>, ImpliedBound<V>),
    ) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        let mut rows = Vec::new();
        for var in changed.drain(..) {
            match self.tableau.row_of(var) {
                Some(row) => rows.push(row),
                None => rows.extend(self.tableau.column(var).iter().map(|place| place.row)),
            }
        }
        self.changed = changed;
        rows.sort_unstable();
        rows.dedup();
        for row in rows {
            if self.tableau.row(row).entries.len() > MAX_ROW_LENGTH {
                continue;
            }
            for side in [Side::Lower, Side::Upper] {
                self.propagate_row(row, side, &mut report);
            }
            if !budget.spend(4 * self.tableau.row(row).entries.len() as u64) {
                return;
            }
        }
    }

    /// Reads the row as `0 = sum c_i x_i` (basic variable included, with coefficient `-d`) and bounds the sum
    /// from above (`Upper`) or below, which bounds each product from the other side.
    fn propagate_row(&self, row: RowId, side: Side, report: &mut impl FnMut(&Simplex<V>, ImpliedBound<V>)) {
        let this = self.tableau.row(row);
        let minus_denominator = -&this.denominator;
        let products = || {
            let others = this.entries.iter().map(|entry| (entry.var, &entry.coefficient));
            others.chain(std::iter::once((this.basic, &minus_denominator)))
        };
        // The bound that makes `c x` extreme on this side.
        let extreme =
            |var: ArithVar, coefficient: &Int| self.bounds.value(var, extreme_side(side, coefficient));
        let mut sum = V::default();
        let mut unbounded = None;
        for (var, coefficient) in products() {
            match extreme(var, coefficient) {
                Some(value) => sum.add_mul_assign(value, coefficient),
                None if unbounded.is_none() => unbounded = Some(var),
                None => return,
            }
        }
        for (var, coefficient) in products() {
            if unbounded.is_some_and(|unbounded| unbounded != var) {
                continue;
            }
            // 0 = c x + rest, rest <= others (Upper): c x >= -others.
            let mut others = sum.clone();
            if unbounded.is_none() {
                others.sub_mul_assign(extreme(var, coefficient).expect("all are bounded"), coefficient);
            }
            let implied = extreme_side(side, coefficient).opposite();
            let value = others.bound_over(&-coefficient, implied);
            if self.bounds.is_stronger(var, implied, &value) {
                report(self, ImpliedBound { var, side: implied, value, row });
            }
        }
    }

    /// The bounds from which a bound follows that [`Simplex::propagate_rows`] just reported.
    pub fn implied_by(&self, implied: &ImpliedBound<V>) -> impl Iterator<Item = &Bound<V>> {
        debug_assert!(self.certificate(implied).holds(|var| self.expand(var)), "wrong implied bound");
        self.premises(implied).map(|(bound, _)| bound)
    }

    /// The bounds behind an implied bound, with their coefficients in the row.
    fn premises(&self, implied: &ImpliedBound<V>) -> impl Iterator<Item = (&Bound<V>, Int)> {
        let row = self.tableau.row(implied.row);
        let products = || {
            let others = row.entries.iter().map(|entry| (entry.var, entry.coefficient.clone()));
            others.chain(std::iter::once((row.basic, -&row.denominator)))
        };
        let own = products().find(|(var, _)| *var == implied.var).expect("the row has the variable").1;
        // The side from which the rest of the sum was bounded; see `propagate_row`.
        let side = extreme_side(implied.side.opposite(), &own);
        products().filter(|(var, _)| *var != implied.var).map(move |(var, coefficient)| {
            (self.bound(var, extreme_side(side, &coefficient)).expect("the bound was used"), coefficient)
        })
    }

    /// The certificate that the premises contradict the negation of an implied bound.
    fn certificate(&self, implied: &ImpliedBound<V>) -> Farkas<V> {
        let row = self.tableau.row(implied.row);
        let own = row.entries.iter().find(|entry| entry.var == implied.var);
        let multiplier = own.map_or(row.denominator.clone(), |entry| entry.coefficient.abs());
        let (side, value) = (implied.side.opposite(), implied.value.contrary(implied.side));
        let mut premises = vec![Premise { var: implied.var, side, value, tag: Tag(0), multiplier }];
        for (bound, coefficient) in self.premises(implied) {
            let Bound { var, side, value, tag, .. } = bound.clone();
            premises.push(Premise { var, side, value, tag, multiplier: coefficient.abs() });
        }
        Farkas { premises }
    }
}

/// The bound of `x` that makes `c x` largest (`Upper`) or smallest (`Lower`).
fn extreme_side(side: Side, coefficient: &Int) -> Side {
    if coefficient.is_positive() { side } else { side.opposite() }
}
