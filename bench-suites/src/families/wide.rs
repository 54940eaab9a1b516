//! Bounded but wide: slabs in general position, narrow against their coefficients, in a box of two million a
//! side.
//!
//! The box makes branching on variables terminate in theory; in practice only reasoning about the slabs does.

use super::{Script, Shape};
use crate::tasks::answer::Answer;

/// Variables lie between the negative of this and this.
const BOX: i64 = 1_000_000;

/// The script of an instance.
pub fn script(shape: &Shape) -> String {
    let mut rng = shape.rng(4);
    let mut script = Script::new(shape.vars, Answer::Unknown);
    script.within_box(BOX);
    let width = i64::from(shape.coef) / 4;
    for _ in 0..shape.rows {
        let row: Vec<i64> = (0..shape.vars).map(|_| rng.signed(shape.coef)).collect();
        let low = rng.signed(shape.coef) * 1000;
        script.between(low, &row, low + width);
    }
    script.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slabs_and_a_box() {
        let text = script(&Shape { vars: 3, rows: 2, coef: 50, seed: 0 });
        assert_eq!(text.matches("(assert (<= (- 1000000) x").count(), 3);
        assert_eq!(text.matches("(+ ").count(), 2);
    }
}
