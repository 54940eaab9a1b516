//! The feasibility check: pivot until every basic variable lies within its bounds.
//!
//! The leaving variable is the smallest one that violates a bound. The entering one is the non-basic variable
//! of the row that can move the right way and disturbs the fewest bounded basic variables (then the shortest
//! column): fewer violations to repair later, less fill-in. After many pivots in one check the smallest index
//! enters instead: Bland's rule, which together with the leaving rule cannot cycle.

use super::{ArithVar, Conflict, Farkas, RowId, Side, Simplex, Value};
use crate::limits::Budget;
use crate::num::Int;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a check found.
#[derive(Clone, Debug)]
pub enum Check<V = Int> {
    /// The assignment satisfies all bounds.
    Feasible,
    /// These bounds contradict each other over the rationals.
    Conflict(Box<Conflict<V>>),
    /// The budget ran out.
    Stopped,
}

/// Pivots in one check, per row of the tableau, before Bland's rule takes over.
const PIVOTS_PER_ROW_BEFORE_BLAND: u64 = 10;
/// … and at least this many.
const PIVOTS_BEFORE_BLAND: u64 = 1_000;

/// A queue of basic variables to look at, smallest first, each at most once.
#[derive(Default, Clone)]
pub(super) struct Suspects {
    queue: BinaryHeap<Reverse<ArithVar>>,
    queued: Vec<bool>,
}

impl Suspects {
    pub(super) fn add_var(&mut self) {
        self.queued.push(false);
    }

    pub(super) fn insert(&mut self, var: ArithVar) {
        if !std::mem::replace(&mut self.queued[var.index()], true) {
            self.queue.push(Reverse(var));
        }
    }

    fn pop(&mut self) -> Option<ArithVar> {
        let Reverse(var) = self.queue.pop()?;
        self.queued[var.index()] = false;
        Some(var)
    }
}

impl<V: Value> Simplex<V> {
    /// Restores feasibility, or finds the row that shows why it cannot be had.
    pub fn check(&mut self, budget: &mut Budget) -> Check<V> {
        if self.touched.is_empty() && self.suspects.queue.is_empty() {
            return Check::Feasible;
        }
        self.stats.checks += 1;
        if !self.move_nonbasics_into_bounds(budget) {
            return Check::Stopped;
        }
        let bland_after = PIVOTS_BEFORE_BLAND.max(PIVOTS_PER_ROW_BEFORE_BLAND * self.num_rows() as u64);
        let mut pivots = 0;
        while let Some(leaving) = self.suspects.pop() {
            let Some(row) = self.tableau.row_of(leaving) else {
                continue;
            };
            let Some(side) = self.violation(leaving) else {
                continue;
            };
            if pivots == bland_after {
                self.stats.bland += 1;
            }
            let Some(entering) = self.choose_entering(row, side, pivots >= bland_after) else {
                self.stats.conflicts += 1;
                self.suspects.insert(leaving);
                return Check::Conflict(Box::new(self.explain_row(row, side)));
            };
            let target = self.bounds.value(leaving, side).expect("the violated bound exists").clone();
            let work = self.pivot_and_move(row, entering, &target);
            pivots += 1;
            if !budget.spend(work) {
                self.suspects.insert(entering);
                return Check::Stopped;
            }
        }
        Check::Feasible
    }

    /// Non-basic variables whose bounds moved past them follow; basic ones are queued.
    fn move_nonbasics_into_bounds(&mut self, budget: &mut Budget) -> bool {
        while let Some(var) = self.touched.pop() {
            if self.is_basic(var) {
                self.suspects.insert(var);
                continue;
            }
            let Some(side) = self.violation(var) else { continue };
            let bound = self.bounds.value(var, side).expect("the violated bound exists").clone();
            self.set_nonbasic(var, bound);
            if !budget.spend(self.tableau.column(var).len() as u64) {
                return false;
            }
        }
        true
    }

    /// A non-basic variable of the row that can move so that the basic one moves towards the violated bound.
    fn choose_entering(&self, row: RowId, violated: Side, bland: bool) -> Option<ArithVar> {
        let mut best: Option<(usize, usize, ArithVar)> = None;
        for entry in &self.tableau.row(row).entries {
            // Below its lower bound the basic variable must grow: by growing variables with positive
            // coefficients.
            let must_grow = (violated == Side::Lower) == entry.coefficient.is_positive();
            if !self.can_move(entry.var, must_grow) {
                continue;
            }
            let candidate = if bland {
                (0, 0, entry.var)
            } else {
                let limit = best.map_or(usize::MAX, |best| best.0);
                (self.bounded_basics(entry.var, limit), self.tableau.column(entry.var).len(), entry.var)
            };
            if best.is_none_or(|best| candidate < best) {
                best = Some(candidate);
            }
        }
        best.map(|best| best.2)
    }

    pub(super) fn can_move(&self, var: ArithVar, up: bool) -> bool {
        let bound = if up { self.bounds.upper(var) } else { self.bounds.lower(var) };
        bound.is_none_or(|bound| self.values[var.index()] != *bound)
    }

    /// How many basic variables with a bound depend on this variable; counting stops above `limit`.
    fn bounded_basics(&self, var: ArithVar, limit: usize) -> usize {
        let mut count = 0;
        for place in self.tableau.column(var) {
            if !self.bounds.is_free(self.tableau.row(place.row).basic) {
                count += 1;
                if count > limit {
                    break;
                }
            }
        }
        count
    }

    /// Exchanges the basic variable of the row with `entering` and gives it the value `target`. Returns the
    /// work.
    pub(super) fn pivot_and_move(&mut self, row: RowId, entering: ArithVar, target: &V) -> u64 {
        let leaving = self.tableau.row(row).basic;
        let old = std::mem::take(&mut self.values[entering.index()]);
        self.values[leaving.index()] = target.clone();
        let suspects = &mut self.suspects;
        let work = self.tableau.pivot(row, entering, &old, target, |basic| suspects.insert(basic));
        self.suspects.insert(entering);
        self.stats.pivots += 1;
        work
    }

    /// The conflict of a row whose basic variable violates a bound while no other variable can help.
    fn explain_row(&self, row: RowId, violated: Side) -> Farkas<V> {
        let row = self.tableau.row(row);
        let own = self.bounds.id(row.basic, violated).expect("the violated bound exists");
        let mut premises = vec![(own, row.denominator.clone())];
        for entry in &row.entries {
            let must_grow = (violated == Side::Lower) == entry.coefficient.is_positive();
            let blocking = if must_grow { Side::Upper } else { Side::Lower };
            let bound = self.bounds.id(entry.var, blocking).expect("a bound blocks the variable");
            premises.push((bound, entry.coefficient.abs()));
        }
        Farkas::new(self, &premises)
    }
}
