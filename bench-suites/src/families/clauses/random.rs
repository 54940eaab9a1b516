//! Uniform formulas: all clauses of one length are as likely.

use super::{Formula, distinct, rng};

/// About as many clauses as there can be before there is no model: with more variables, finding out takes
/// exponentially longer.
pub(super) fn three(level: u32) -> Formula {
    uniform(1, level, 150 + 40 * level as usize, 3, 4.26)
}

/// The same with longer clauses.
pub(super) fn five(level: u32) -> Formula {
    uniform(2, level, 50 + 12 * level as usize, 5, 21.2)
}

/// Fewer clauses over many variables, so that there are models.
pub(super) fn large(level: u32) -> Formula {
    uniform(3, level, 1_500 << level, 3, 3.9)
}

fn uniform(family: u64, level: u32, vars: usize, length: usize, ratio: f64) -> Formula {
    let mut rng = rng(family, level);
    let mut formula = Formula::default();
    let lits = formula.new_vars(vars);
    for _ in 0..(ratio * vars as f64) as usize {
        let chosen = distinct(&mut rng, length, vars as u64);
        let signed: Vec<i32> =
            chosen.iter().map(|&var| if rng.below(2) == 0 { lits[var] } else { -lits[var] }).collect();
        formula.add(&signed);
    }
    formula
}
