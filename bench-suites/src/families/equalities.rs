//! Systems of dense equations over a box: what is left after elimination is a lattice, and the box requires a
//! short vector in it, as in market-split problems.
//!
//! The right-hand sides of even seeds are those of a hidden point of the box, so the system is satisfiable;
//! those of odd seeds are shifted by up to the largest coefficient, and the answer is not known.

use super::{Rng, Script, Shape};
use crate::tasks::answer::Answer;

/// Variables lie between the negative of this and this.
const BOX: u32 = 10;

/// The script of an instance.
pub fn script(shape: &Shape) -> String {
    let mut rng = shape.rng(1);
    let point: Vec<i64> = (0..shape.vars).map(|_| rng.signed(BOX)).collect();
    let hidden = shape.seed.is_multiple_of(2);
    let mut script = Script::new(shape.vars, if hidden { Answer::Sat } else { Answer::Unknown });
    script.within_box(i64::from(BOX));
    for _ in 0..shape.rows {
        let row = dense_row(&mut rng, shape);
        let value: i64 = row.iter().zip(&point).map(|(a, x)| a * x).sum();
        let shift = if hidden { 0 } else { rng.signed(shape.coef) };
        script.equation(&row, value + shift);
    }
    script.finish()
}

fn dense_row(rng: &mut Rng, shape: &Shape) -> Vec<i64> {
    (0..shape.vars).map(|_| rng.signed(shape.coef)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_seeds_are_satisfiable() {
        let shape = Shape { vars: 4, rows: 3, coef: 9, seed: 2 };
        let text = script(&shape);
        assert!(text.contains(":status sat"));
        assert_eq!(text.matches("(assert (= ").count(), 3);
        assert_eq!(text.matches("(assert (<= (- 10) x").count(), 4);
        assert!(script(&Shape { seed: 3, ..shape }).contains(":status unknown"));
    }
}
