//! Recognises problems of difference logic.

use crate::circuit::{Circuit, Edge, Functions, Meaning, Node};
use crate::linear::NumVar;
use crate::num::Int;
use fxhash::FxHashSet;

/// No path, however long, may weigh more than this.
const MAX_PATH_BITS: u32 = 58;

/// Whether all atoms compare differences with constants that are so small that no sum along a path can
/// overflow: then [`super::DifferenceTheory`] may have the problem.
///
/// A path visits each node once at most, so nodes times the largest weight bounds all distances. Potentials
/// lie above [`super::Weight::LOWEST`] up to one such distance.
pub(crate) fn recognise(circuit: &Circuit, functions: &Functions, roots: impl Iterator<Item = Edge>) -> bool {
    let reachable = circuit.reachable(roots);
    let mut vars: FxHashSet<NumVar> = FxHashSet::default();
    let mut largest = Int::ONE;
    for index in (0..reachable.len()).filter(|&index| reachable[index]) {
        if let Node::Le(form, bound) = circuit.node_at(index) {
            let form = circuit.form(*form);
            if !form.is_difference() {
                return false;
            }
            vars.extend(form.terms().iter().map(|&(var, _)| var));
            // The negation weighs one more.
            largest = largest.max(bound.abs() + Int::ONE);
        }
    }
    for (_, node) in functions.iter() {
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
