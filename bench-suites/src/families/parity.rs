//! Systems with rational but without integer solutions, for a reason that takes all rows to see: their sum is
//! even on the left and odd on the right, and no smaller selection of rows need be.
//!
//! The equations are written as pairs of inequalities, and the box around them is too wide to
//! help.

use super::{Script, Shape};
use crate::tasks::answer::Answer;

/// Variables lie between the negative of this and this.
const BOX: i64 = 100_000;

/// The script of an instance.
pub fn script(shape: &Shape) -> String {
    let mut rng = shape.rng(3);
    let vars = shape.vars as usize;
    let mut script = Script::new(shape.vars, Answer::Unsat);
    script.within_box(BOX);
    let mut sum = vec![0; vars];
    let mut right = 0;
    for i in 0..shape.rows {
        let last = i + 1 == shape.rows;
        let mut row: Vec<i64> = (0..vars).map(|_| rng.signed(shape.coef)).collect();
        let mut value = rng.signed(shape.coef);
        if last {
            // One more where the sum so far is odd: then it is even on the left, and odd on the right.
            row.iter_mut().zip(&sum).for_each(|(a, s)| *a += (*a + s).rem_euclid(2));
            value += (value + right + 1).rem_euclid(2);
        }
        sum.iter_mut().zip(&row).for_each(|(s, a)| *s += a);
        right += value;
        script.at_most(&row, value);
        script.at_least(&row, value);
    }
    script.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_row_makes_the_sum_even_on_the_left_and_odd_on_the_right() {
        let text = script(&Shape { vars: 1, rows: 1, coef: 9, seed: 5 });
        let numbers: Vec<i64> = text
            .lines()
            .filter(|line| line.starts_with("(assert (<= (* "))
            .flat_map(|line| {
                line.split([' ', '(', ')']).filter_map(|word| word.parse().ok()).collect::<Vec<i64>>()
            })
            .collect();
        assert_eq!(numbers.len(), 2, "{text}");
        assert_eq!((numbers[0] % 2, numbers[1] % 2), (0, 1));
        assert!(text.contains(":status unsat"));
    }
}
