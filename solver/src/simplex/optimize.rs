//! The primal simplex: from a feasible assignment to one in which a variable is as large as the bounds allow.
//!
//! A non-basic variable of the objective's row that can move so that the objective grows *enters*: it moves
//! until a basic variable, or itself, meets a bound. If nothing does, the objective is unbounded: the move
//! can go on forever. If no variable can enter, each stands at the bound that keeps the objective down, so
//! the row itself shows that it cannot grow.
//!
//! Non-basic variables may lie strictly between their bounds here, as everywhere in this simplex. Such a
//! variable can enter in one direction or the other; afterwards it is basic or at a bound, and those that
//! leave the basis are at a bound. So there are ever fewer of them, and the usual argument for termination
//! holds: each step that moves at all improves the objective, and among steps that do not, Bland's rule
//! cannot cycle.

use super::{ArithVar, RowId, Side, Simplex, Value};
use crate::limits::Budget;
use crate::num::Int;

/// What [`Simplex::maximize`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Maximum {
    /// The variable has the largest value that the bounds allow.
    Reached,
    /// There is no largest value.
    Unbounded,
    /// The budget ran out; the assignment is still feasible.
    Stopped,
}

/// Steps without progress in a row before Bland's rule takes over.
const STEPS_BEFORE_BLAND: u32 = 30;

/// The first bound that a moving variable meets, or makes a basic one meet.
struct Block<V> {
    /// Whose bound.
    var: ArithVar,
    /// The row of that variable; `None` if it is the moving one.
    row: Option<RowId>,
    side: Side,
    /// The way to go is `room / pace`.
    room: V,
    pace: Int,
}

impl<V: Value> Simplex<V> {
    /// Makes a variable as large as the bounds allow. The assignment must be feasible, as after
    /// [`Simplex::check`], and stays so.
    ///
    /// ```
    /// use cfp_solver::internals::num::DeltaRat;
    /// use cfp_solver::internals::simplex::{Check, Maximum, Side, Simplex, Tag};
    /// use cfp_solver::{Budget, Linear, Rat};
    ///
    /// // x + 2y <= 4 and x - y < 1: how large can x be?
    /// let mut simplex = Simplex::<DeltaRat>::default();
    /// let mut budget = Budget::unlimited();
    /// let (x, y) = (simplex.new_var(), simplex.new_var());
    /// let sum = simplex.define(&Linear::new(vec![(x, 1.into()), (y, 2.into())]), &mut budget);
    /// let difference = simplex.define(&Linear::new(vec![(x, 1.into()), (y, (-1).into())]), &mut budget);
    /// simplex.assert_bound(sum, Side::Upper, DeltaRat::from(Rat::from(4)), Tag(0)).unwrap();
    /// simplex.assert_bound(difference, Side::Upper, DeltaRat::below(Rat::from(1)), Tag(1)).unwrap();
    /// assert!(matches!(simplex.check(&mut budget), Check::Feasible));
    /// assert_eq!(simplex.maximize(x, &mut budget), Maximum::Reached);
    /// assert_eq!(simplex.value(x).real, Rat::from(2));
    /// assert!(simplex.value(x).infinitesimal.is_negative(), "less than 2, but as little as you like");
    /// assert_eq!(simplex.maximize(y, &mut budget), Maximum::Unbounded);
    /// ```
    pub fn maximize(&mut self, var: ArithVar, budget: &mut Budget) -> Maximum {
        debug_assert!(
            self.vars().all(|var| self.violation(var).is_none()),
            "only from a feasible assignment"
        );
        let mut stalled = 0;
        loop {
            let Some((entering, up)) = self.choose_improving(var, stalled >= STEPS_BEFORE_BLAND) else {
                return Maximum::Reached;
            };
            let Some(block) = self.first_block(entering, up) else {
                return Maximum::Unbounded;
            };
            stalled = if block.room == V::default() { stalled + 1 } else { 0 };
            let bound = self.bounds.value(block.var, block.side).expect("a bound blocks").clone();
            let work = match block.row {
                Some(row) => self.pivot_and_move(row, entering, &bound),
                None => {
                    self.set_nonbasic(entering, bound);
                    1
                }
            };
            let looked_at = self.tableau.column(entering).len() + 1;
            if !budget.spend(work + looked_at as u64) {
                return Maximum::Stopped;
            }
        }
    }

    /// A non-basic variable that makes the objective larger if it grows (`true`) or shrinks: the one with the
    /// largest coefficient, or with Bland's rule the first.
    fn choose_improving(&self, objective: ArithVar, bland: bool) -> Option<(ArithVar, bool)> {
        let Some(row) = self.tableau.row_of(objective) else {
            return self.can_move(objective, true).then_some((objective, true));
        };
        let entries = self.tableau.row(row).entries.iter();
        let mut improving = entries.filter(|entry| self.can_move(entry.var, entry.coefficient.is_positive()));
        let entry =
            if bland {
                improving.min_by_key(|entry| entry.var)?
            } else {
                let first = improving.next()?;
                improving.fold(first, |best, entry| {
                    if entry.coefficient.abs() > best.coefficient.abs() { entry } else { best }
                })
            };
        Some((entry.var, entry.coefficient.is_positive()))
    }

    /// The bound that is met first when a non-basic variable grows or shrinks; of several the one of the
    /// smallest variable.
    fn first_block(&self, entering: ArithVar, up: bool) -> Option<Block<V>> {
        let side = if up { Side::Upper } else { Side::Lower };
        let own = self.bounds.value(entering, side).map(|bound| Block {
            var: entering,
            row: None,
            side,
            room: distance(bound, &self.values[entering.index()], &Int::ONE),
            pace: Int::ONE,
        });
        let mut first = own;
        for place in self.tableau.column(entering) {
            let row = self.tableau.row(place.row);
            let coefficient = &row.entries[place.slot as usize].coefficient;
            let side = if coefficient.is_positive() == up { Side::Upper } else { Side::Lower };
            let Some(bound) = self.bounds.value(row.basic, side) else { continue };
            let room = distance(bound, &row.numerator, &row.denominator);
            let pace = coefficient.abs();
            let is_first = first.as_ref().is_none_or(|first| {
                let order = room.times(&first.pace).cmp(&first.room.times(&pace));
                order.then(row.basic.cmp(&first.var)).is_lt()
            });
            if is_first {
                first = Some(Block { var: row.basic, row: Some(place.row), side, room, pace });
            }
        }
        first
    }
}

/// How far `numerator / denominator` is from a bound, times the denominator.
fn distance<V: Value>(bound: &V, numerator: &V, denominator: &Int) -> V {
    let mut distance = bound.times(denominator);
    distance.sub_mul_assign(numerator, &Int::ONE);
    let opposite = distance.times(&Int::MINUS_ONE);
    distance.max(opposite)
}
