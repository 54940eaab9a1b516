//! General simplex for DPLL(T), after Dutertre and de Moura (CAV 2006), with exact integer rows.
//!
//! Every linear form that is compared with a constant gets a variable of its own (*slack*), defined by a
//! tableau row; constraints are then bounds on variables. Non-basic variables always lie within their bounds;
//! basic ones follow from them through the rows. [`Simplex::check`] pivots until the basic ones lie within
//! theirs too, or a row shows that they cannot: that row is the Farkas certificate of the conflict.
//!
//! The values are a type parameter ([`Value`]). By default all variables are integers. So all bounds are
//! integers, and non-basic variables, which sit on a bound or at the integer they started from, always have
//! integer values; only basic variables can be fractional. With [`DeltaRat`](crate::num::DeltaRat) they are
//! reals, and bounds may be strict. Rows are integer in both cases.
//!
//! Backtracking restores bounds only. Assignment and basis stay as they are, since a non-basic variable
//! within its bounds is within the weaker old ones too.
//!
//! ## What was measured
//!
//! On random dense systems (`cfp-bench gen dillig --vars 80 --rows 90 --coef C`, five instances each, CPU
//! seconds), at the same number of pivots throughout:
//!
//! | row update | `C` = 1 | 9 | 99 |
//! |---|---|---|---|
//! | scale, add, divide the row one after the other | 1.03 | 3.93 | 6.82 |
//! | each number in one go, in two words if it fits | 0.88 | 3.81 | 6.67 |
//! | … and big ones not in place (GMP copies those) | 0.79 | 3.22 | 5.81 |
//!
//! What is left is the arithmetic itself: with `C` = 99 numbers reach ten words, and multiplying and dividing
//! them is most of the time. Generic values cost nothing: the integer instance ran as fast before. The order
//! of entries in a row is worth keeping when an update is changed: it decides the order of premises, and
//! through it the bases of the lattice techniques (a factor of two on `unbd-sage` with 100 variables, in
//! either direction).
//!
//! Reading order: [`tableau`] (rows), [`bounds`] (the stack of bounds), `check` (pivoting), [`explain`]
//! (certificates), `propagate` (bounds implied by rows), `optimize` (the largest value of a variable).

pub mod bounds;
mod check;
pub mod explain;
mod optimize;
mod propagate;
pub mod tableau;
mod value;

pub use bounds::{Bound, BoundId, Side, Tag};
pub use check::Check;
pub use explain::{Farkas, Premise};
pub use optimize::Maximum;
pub use propagate::ImpliedBound;
pub use tableau::{Entry, Row, RowId};
pub use value::Value;

use crate::limits::Budget;
use crate::linear::Linear;
use crate::num::Int;
use bounds::Bounds;
use std::cmp::Ordering;
use std::fmt;
use tableau::Tableau;

/// A variable of the simplex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArithVar(u32);

impl ArithVar {
    /// The variable with this index.
    pub fn new(index: usize) -> ArithVar {
        ArithVar(u32::try_from(index).expect("too many arithmetic variables"))
    }

    /// Position of this variable in per-variable arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ArithVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// Counters of the simplex.
#[derive(Clone, Debug, Default)]
pub struct SimplexStats {
    /// Calls of [`Simplex::check`] that had something to do.
    pub checks: u64,
    /// Pivots.
    pub pivots: u64,
    /// Checks that ended in a conflict.
    pub conflicts: u64,
    /// Times a check fell back to Bland's rule.
    pub bland: u64,
}

/// Variables, rows, bounds and the current assignment.
#[derive(Default, Clone)]
pub struct Simplex<V = Int> {
    tableau: Tableau<V>,
    bounds: Bounds<V>,
    /// The values of non-basic variables; those of basic ones are in their rows.
    values: Vec<V>,
    /// The form that defines each slack variable, over structural variables.
    definitions: Vec<Option<Linear<ArithVar>>>,
    /// Variables whose bound changed since the last check and may be violated.
    touched: Vec<ArithVar>,
    /// Basic variables that may violate a bound, smallest first.
    suspects: check::Suspects,
    /// Variables whose bounds changed since the last propagation.
    changed: Vec<ArithVar>,
    stats: SimplexStats,
}

/// Two bounds of one variable that exclude each other, or a row that cannot be satisfied.
pub type Conflict<V = Int> = Farkas<V>;

impl Simplex {
    /// No variables, no bounds. For integer variables: others start from the default.
    pub fn new() -> Simplex {
        Simplex::default()
    }
}

impl<V: Value> Simplex<V> {
    /// Adds a variable without bounds, with value 0.
    pub fn new_var(&mut self) -> ArithVar {
        let var = self.tableau.add_var();
        self.bounds.add_var();
        self.values.push(V::default());
        self.definitions.push(None);
        self.suspects.add_var();
        var
    }

    /// Adds a slack variable defined as this form over structural variables.
    ///
    /// # Panics
    /// If the form contains a slack variable.
    pub fn define(&mut self, form: &Linear<ArithVar>, budget: &mut Budget) -> ArithVar {
        let is_structural = |var: ArithVar| self.definitions[var.index()].is_none();
        assert!(form.terms().iter().all(|&(var, _)| is_structural(var)), "slack variables are not nested");
        let slack = self.new_var();
        let work = self.tableau.add_row(slack, form.terms(), &self.values);
        self.definitions[slack.index()] = Some(form.clone());
        // Not obeyed here: a definition must not be half done. The next check stops.
        let _ = budget.spend(work);
        slack
    }

    /// How many variables there are, slacks included.
    pub fn num_vars(&self) -> usize {
        self.tableau.num_vars()
    }

    /// All variables, slacks included.
    pub fn vars(&self) -> impl Iterator<Item = ArithVar> + use<V> {
        (0..self.num_vars()).map(ArithVar::new)
    }

    /// How many rows the tableau has.
    pub fn num_rows(&self) -> usize {
        self.tableau.num_rows()
    }

    /// The rows of the tableau.
    pub fn rows(&self) -> impl Iterator<Item = &Row<V>> {
        self.tableau.row_ids().map(|id| self.tableau.row(id))
    }

    /// The row of a basic variable.
    pub fn row_of(&self, var: ArithVar) -> Option<&Row<V>> {
        self.tableau.row_of(var).map(|id| self.tableau.row(id))
    }

    /// Whether a variable is basic now.
    pub fn is_basic(&self, var: ArithVar) -> bool {
        self.tableau.is_basic(var)
    }

    /// The form that defines a slack variable; `None` for structural ones.
    pub fn definition(&self, var: ArithVar) -> Option<&Linear<ArithVar>> {
        self.definitions[var.index()].as_ref()
    }

    /// A variable as a form over structural variables.
    pub fn expand(&self, var: ArithVar) -> Linear<ArithVar> {
        self.definition(var).cloned().unwrap_or_else(|| Linear::variable(var))
    }

    /// The current value of a variable.
    pub fn value(&self, var: ArithVar) -> V::Quotient {
        match self.row_of(var) {
            Some(row) => row.numerator.quotient(&row.denominator),
            None => self.values[var.index()].quotient(&Int::ONE),
        }
    }

    /// How the current value of a variable compares with a bound; cheaper than [`Simplex::value`].
    pub fn compare(&self, var: ArithVar, other: &V) -> Ordering {
        match self.row_of(var) {
            Some(row) if row.denominator.is_one() => row.numerator.cmp(other),
            Some(row) => row.numerator.cmp(&other.times(&row.denominator)),
            None => self.values[var.index()].cmp(other),
        }
    }

    /// Whether the current value of a variable is an integer; cheaper than [`Simplex::value`].
    pub fn is_integral(&self, var: ArithVar) -> bool {
        match self.row_of(var) {
            Some(row) => row.numerator.is_multiple_of(&row.denominator),
            None => self.values[var.index()].is_multiple_of(&Int::ONE),
        }
    }

    /// The current value of a form over structural variables.
    pub fn value_of(&self, form: &Linear<ArithVar>) -> V::Quotient {
        let mut sum = V::Quotient::default();
        for (var, coefficient) in form.terms() {
            V::add_to_quotient(&mut sum, &self.value(*var), coefficient);
        }
        sum
    }

    /// The bound in force on one side.
    pub fn bound(&self, var: ArithVar, side: Side) -> Option<&Bound<V>> {
        self.bounds.id(var, side).map(|id| self.bounds.get(id))
    }

    /// The strongest bound on one side whose tag is below `limit`, though a stronger one may be in force.
    pub fn bound_before(&self, var: ArithVar, side: Side, limit: Tag) -> Option<&Bound<V>> {
        let mut id = self.bounds.id(var, side);
        while let Some(bound) = id.map(|id| self.bounds.get(id)) {
            if bound.tag < limit {
                return Some(bound);
            }
            id = bound.previous;
        }
        None
    }

    /// The lower bound in force.
    pub fn lower(&self, var: ArithVar) -> Option<&V> {
        self.bounds.lower(var)
    }

    /// The upper bound in force.
    pub fn upper(&self, var: ArithVar) -> Option<&V> {
        self.bounds.upper(var)
    }

    /// Whether lower and upper bound are equal.
    pub fn is_fixed(&self, var: ArithVar) -> bool {
        self.bounds.is_fixed(var)
    }

    /// Counters.
    pub fn stats(&self) -> &SimplexStats {
        &self.stats
    }

    /// Opens a level of bounds.
    pub fn push(&mut self) {
        self.bounds.push();
    }

    /// How many levels are open.
    pub fn level(&self) -> usize {
        self.bounds.level()
    }

    /// Closes all levels above `level`.
    pub fn pop_to(&mut self, level: usize) {
        self.bounds.pop_to(level);
    }

    /// Asserts `var >= value` or `var <= value`. `Ok(true)` if it says more than was known. The conflict, if
    /// any, is with the opposite bound; the new bound is in force then too, until its level is closed.
    pub fn assert_bound(
        &mut self,
        var: ArithVar,
        side: Side,
        value: V,
        tag: Tag,
    ) -> Result<bool, Box<Conflict<V>>> {
        if !self.bounds.is_stronger(var, side, &value) {
            return Ok(false);
        }
        let id = self.bounds.set(var, side, value, tag);
        self.touched.push(var);
        self.changed.push(var);
        if let (Some(lower), Some(upper)) = (self.lower(var), self.upper(var))
            && lower > upper
        {
            let opposite = self.bounds.id(var, side.opposite()).expect("both bounds exist");
            let conflict = Farkas::new(self, &[(id, Int::ONE), (opposite, Int::ONE)]);
            return Err(Box::new(conflict));
        }
        Ok(true)
    }

    /// Where a variable's value lies relative to its bounds: the side it violates, if any.
    fn violation(&self, var: ArithVar) -> Option<Side> {
        if self.bounds.lower(var).is_some_and(|lower| self.compare(var, lower) == Ordering::Less) {
            return Some(Side::Lower);
        }
        if self.bounds.upper(var).is_some_and(|upper| self.compare(var, upper) == Ordering::Greater) {
            return Some(Side::Upper);
        }
        None
    }

    /// Gives a non-basic variable another value; the basic ones follow.
    fn set_nonbasic(&mut self, var: ArithVar, value: V) {
        debug_assert!(!self.is_basic(var));
        let mut delta = value.clone();
        delta.sub_mul_assign(&self.values[var.index()], &Int::ONE);
        self.values[var.index()] = value;
        let suspects = &mut self.suspects;
        self.tableau.shift(var, &delta, |basic| suspects.insert(basic));
    }

    /// The rows in which a non-basic variable occurs, with its coefficients there.
    pub(crate) fn rows_with(&self, var: ArithVar) -> impl Iterator<Item = (&Row<V>, &Int)> {
        self.tableau.column(var).iter().map(|place| {
            let row = self.tableau.row(place.row);
            (row, &row.entries[place.slot as usize].coefficient)
        })
    }

    /// Moves a non-basic variable; the basic ones follow. The next [`Simplex::check`] repairs the bounds that
    /// this breaks on basic variables, so the variable itself must stay within its own.
    pub(crate) fn move_nonbasic(&mut self, var: ArithVar, delta: &V) {
        let mut value = self.values[var.index()].clone();
        value.add_mul_assign(delta, &Int::ONE);
        self.set_nonbasic(var, value);
        debug_assert!(self.violation(var).is_none());
    }

    /// Every invariant of tableau and assignment.
    pub fn check_invariants(&self) {
        self.tableau.check_invariants();
        for row in self.rows() {
            let mut sum = V::default();
            for entry in &row.entries {
                sum.add_mul_assign(&self.values[entry.var.index()], &entry.coefficient);
            }
            assert_eq!(row.numerator, sum, "values satisfy every row");
        }
        for var in self.vars() {
            if let Some(definition) = self.definition(var) {
                assert_eq!(
                    self.value(var),
                    self.value_of(definition),
                    "slacks have the values of their forms"
                );
            }
        }
    }
}

#[cfg(test)]
mod tests;
