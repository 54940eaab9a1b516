//! Random systems of linear constraints for the benchmarks of the simplex and of cuts.

use crate::random::Rng;
use cfp_solver::internals::simplex::{ArithVar, Side, Simplex, Tag};
use cfp_solver::{Budget, Int, Linear};

/// What a system looks like.
pub(crate) struct Shape {
    pub(crate) vars: usize,
    pub(crate) rows: usize,
    /// Variables in each row.
    pub(crate) entries: usize,
    /// The largest coefficient.
    pub(crate) largest: i64,
}

/// Rows that hold at a point with coordinates around 100, all tightly bounded, not pivoted yet.
pub(crate) fn feasible(shape: &Shape, seed: u64) -> Simplex {
    let mut rng = Rng(seed);
    let mut simplex = Simplex::new();
    let mut budget = Budget::unlimited();
    let vars: Vec<ArithVar> = (0..shape.vars).map(|_| simplex.new_var()).collect();
    let point: Vec<Int> = vars.iter().map(|_| Int::from(rng.range(50, 150))).collect();
    for row in 0..shape.rows {
        let mut left: Vec<ArithVar> = vars.clone();
        let mut terms = Vec::new();
        for _ in 0..shape.entries {
            let var = left.swap_remove(rng.below(left.len()));
            terms.push((var, Int::from(rng.signed(shape.largest))));
        }
        let form = Linear::new(terms);
        let value = form.eval(|var| &point[var.index()]);
        let slack = simplex.define(&form, &mut budget);
        let tag = Tag(row as u32);
        for (side, bound) in [(Side::Lower, &value - Int::ONE), (Side::Upper, &value + Int::ONE)] {
            simplex.assert_bound(slack, side, bound, tag).expect("the point satisfies all bounds");
        }
    }
    simplex
}
