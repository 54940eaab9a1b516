//! What encoding and the combination of theories need of a theory of integer arithmetic.

use crate::limits::Budget;
use crate::linear::{Linear, NumVar};
use crate::num::Int;
use crate::sat::theory::Theory;
use crate::sat::{SatSolver, Var};
use crate::stats::Statistics;

/// A theory whose atoms compare linear forms with constants: what encoding and the reading
/// of models need.
pub(crate) trait ArithTheory: Theory {
    /// Makes the atom `form <= bound` in the SAT core.
    fn new_atom(
        &mut self,
        form: &Linear<NumVar>,
        bound: &Int,
        sat: &mut SatSolver,
        budget: &mut Budget,
    ) -> Var;

    /// Clauses that relate atoms of the same form: `x <= 3` implies `x <= 5`. Called when all atoms have been
    /// made.
    fn write_order_clauses(&mut self, sat: &mut SatSolver);

    /// The value of a variable in the model of the last consistent final check; `None` if no atom has it.
    fn value(&self, var: NumVar) -> Option<Int>;

    /// Adds the counters of the theory.
    fn collect_statistics(&self, statistics: &mut Statistics);
}
