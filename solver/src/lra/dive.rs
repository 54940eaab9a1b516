//! Looking for a mixed model by diving: integer variables with other values are fixed to an integer nearby,
//! one after the other, as long as the simplex agrees.
//!
//! Branching alone need not end where integer variables are unbounded, even if there are models everywhere:
//! each split moves one variable by one and leaves the fraction to another. A dive ends after as many steps
//! as there are integer variables.

use super::concrete;
use crate::limits::Budget;
use crate::num::{DeltaRat, Int, Rat};
use crate::simplex::{ArithVar, Check, Side, Simplex, Tag};

/// Of bounds that are gone before anybody asks where they came from.
const NOBODY: Tag = Tag(u32::MAX);

/// The values of all variables in a model in which `next` finds no variable to fix, if a dive finds one.
/// Bounds are as before afterwards, and the assignment is feasible unless the budget ran out.
pub(crate) fn find(
    simplex: &mut Simplex<DeltaRat>,
    next: impl Fn(&Simplex<DeltaRat>) -> Option<ArithVar>,
    budget: &mut Budget,
) -> Option<Vec<Rat>> {
    let level = simplex.level();
    let mut found = false;
    for _ in 0..=simplex.num_vars() {
        found = match next(simplex) {
            None => true,
            Some(var) if fix(simplex, var, budget) => continue,
            Some(_) => false,
        };
        break;
    }
    let model = found.then(|| concrete::model(simplex));
    simplex.pop_to(level);
    if model.is_none() {
        // What failed may have left values outside of their bounds.
        simplex.check(budget);
    }
    model
}

/// Fixes a variable to an integer next to its value, the nearer one if possible; `false` if both contradict
/// the bounds.
fn fix(simplex: &mut Simplex<DeltaRat>, var: ArithVar, budget: &mut Budget) -> bool {
    let value = simplex.value(var);
    let (floor, ceil) = (value.floor(), value.ceil());
    let nearer_is_below = &value.real - Rat::from(&floor) <= Rat::new(Int::ONE, Int::from(2));
    let level = simplex.level();
    for integer in if nearer_is_below { [floor, ceil] } else { [ceil, floor] } {
        simplex.push();
        let mut fits = true;
        for side in [Side::Lower, Side::Upper] {
            fits = fits && simplex.assert_bound(var, side, DeltaRat::from(integer.clone()), NOBODY).is_ok();
        }
        if fits && matches!(simplex.check(budget), Check::Feasible) {
            return true;
        }
        simplex.pop_to(level);
    }
    false
}
