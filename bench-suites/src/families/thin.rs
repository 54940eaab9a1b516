//! Long thin polytopes that miss most integer points: the rhombus of textbooks, in more dimensions.
//!
//! All rows are nearly parallel: a common row times the stretch plus a small one of its own, each between two
//! values half a stretch apart. Near the origin no multiple of the stretch lies between them, far from it the
//! small rows make up the difference; branching on variables takes a number of steps proportional to the
//! stretch.

use super::{Script, Shape};
use crate::tasks::answer::Answer;

/// The common row is multiplied by this many times the largest coefficient.
const STRETCH: i64 = 8;

/// The script of an instance.
pub fn script(shape: &Shape) -> String {
    let mut rng = shape.rng(2);
    let stretch = STRETCH * i64::from(shape.coef);
    let common: Vec<i64> =
        (0..shape.vars).map(|_| 1 + rng.below(u64::from(shape.coef.max(1))) as i64).collect();
    let mut script = Script::new(shape.vars, Answer::Unknown);
    for _ in 0..shape.rows {
        let row: Vec<i64> = common.iter().map(|c| stretch * c + rng.signed(shape.coef)).collect();
        let low = stretch / 4 + stretch * rng.signed(1);
        script.between(low, &row, low + stretch / 2);
    }
    script.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_slab() {
        let text = script(&Shape { vars: 3, rows: 4, coef: 5, seed: 0 });
        assert_eq!(text.matches("(assert (<= ").count(), 4);
        assert_eq!(text.matches("(* ").count(), 12);
    }
}
