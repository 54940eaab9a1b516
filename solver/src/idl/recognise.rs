//! Is this problem difference logic?

use crate::linear::Linear;
use crate::num::Int;
use crate::preprocess::circuit::{Node, NumVar};
use crate::preprocess::functions::Meaning;
use crate::preprocess::simplify::Problem;
use fxhash::FxHashSet;

/// No path, however long, may weigh more than this.
const MAX_PATH_BITS: u32 = 58;

/// Whether a form is `x`, `-x` or `x - y`.
pub(crate) fn is_difference(form: &Linear<NumVar>) -> bool {
    match form.terms() {
        [(_, a)] => a.abs().is_one(),
        [(_, a), (_, b)] => a.abs().is_one() && b.abs().is_one() && a.signum() != b.signum(),
        _ => false,
    }
}

/// Whether all atoms compare differences with constants that are so small that no sum along a path can
/// overflow: then [`super::DifferenceTheory`] may have the problem.
///
/// A path visits each node once at most, so nodes times the largest weight bounds all distances. Potentials
/// lie above [`super::Weight::LOWEST`] up to one such distance.
pub fn recognise(problem: &Problem) -> bool {
    let circuit = &problem.circuit;
    let reachable = circuit.reachable(problem.roots());
    let mut vars: FxHashSet<NumVar> = FxHashSet::default();
    let mut largest = Int::ONE;
    for index in (0..reachable.len()).filter(|&index| reachable[index]) {
        if let Node::Le(form, bound) = circuit.node_at(index) {
            let form = circuit.form(*form);
            if !is_difference(form) {
                return false;
            }
            vars.extend(form.terms().iter().map(|&(var, _)| var));
            // The negation weighs one more.
            largest = largest.max(bound.abs() + Int::ONE);
        }
    }
    for (_, node) in problem.functions.iter() {
        let Meaning::Number(number) = &node.meaning else { continue };
        let is_shifted_variable = match number.expr.form.terms() {
            [] => true,
            [(_, coefficient)] => coefficient.is_one(),
            _ => false,
        };
        if !is_shifted_variable {
            return false;
        }
        vars.extend(number.expr.form.terms().iter().map(|&(var, _)| var));
        // Two such numbers are compared by the difference of their constants.
        largest = largest.max(number.expr.constant.abs() * Int::from(2) + Int::ONE);
    }
    let nodes = Int::from(vars.len() as i64 + 1);
    (nodes * largest).bits() <= MAX_PATH_BITS
}
