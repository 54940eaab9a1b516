//! Random systems of linear inequalities over integers, shaped like the family that Cuts from Proofs was
//! measured on (I. Dillig, T. Dillig, A. Aiken, CAV 2009).
//!
//! A row over `n` variables is the sum of `n` terms, each a coefficient from `-c..=c` times a variable, both
//! drawn uniformly and the variable with replacement, and is at most a constant from the same range. With
//! `c = 1` a bit more than a third of the matrix is non-zero, as in the published files, which have 10 to 45
//! variables and 10 to 50 rows; the published files with large coefficients have 10 variables, 20 rows and
//! `c` up to 99.

use super::{Rng, Script};
use crate::tasks::answer::Answer;

/// The parameters of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dillig {
    /// Number of variables.
    pub vars: u32,
    /// Number of inequalities.
    pub rows: u32,
    /// Largest absolute value of what is drawn.
    pub coef: u32,
    /// The seed.
    pub seed: u64,
}

impl Dillig {
    /// The name of the instance's file.
    pub fn file_name(&self) -> String {
        let Self { vars, rows, coef, seed } = self;
        format!("dillig-v{vars}-r{rows}-c{coef}-s{seed}.smt2")
    }

    /// The script.
    pub fn script(&self) -> String {
        let Self { vars, rows, coef, seed } = *self;
        let mut rng = Rng::new(&[u64::from(vars), u64::from(rows), u64::from(coef), seed]);
        let mut script = Script::new(vars, Answer::Unknown);
        for _ in 0..rows {
            let row = self.row(&mut rng);
            script.at_most(&row, rng.signed(coef));
        }
        script.finish()
    }

    fn row(&self, rng: &mut Rng) -> Vec<i64> {
        let mut coefficients = vec![0; self.vars as usize];
        for _ in 0..self.vars {
            let var = rng.below(u64::from(self.vars)) as usize;
            coefficients[var] += rng.signed(self.coef);
        }
        coefficients
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Dillig = Dillig { vars: 30, rows: 35, coef: 1, seed: 4 };

    #[test]
    fn the_same_instance_every_time() {
        assert_eq!(SMALL.script(), SMALL.script());
        assert_ne!(SMALL.script(), Dillig { seed: 5, ..SMALL }.script());
        let tiny = Dillig { vars: 2, rows: 2, coef: 3, seed: 1 };
        assert_eq!(tiny.file_name(), "dillig-v2-r2-c3-s1.smt2");
        let asserted: Vec<String> =
            tiny.script().lines().filter(|l| l.starts_with("(assert")).map(str::to_string).collect();
        assert_eq!(asserted, FIXED);
    }

    /// What version 0.1 of the generator makes of the tiny instance, and every later one must.
    const FIXED: [&str; 2] = ["(assert (<= (* 1 x1) 3))", "(assert (<= (* 3 x1) (- 3)))"];

    #[test]
    fn shape() {
        let text = SMALL.script();
        assert_eq!(text.matches("(declare-const ").count(), 30);
        assert_eq!(text.matches("(assert (<= ").count(), 35);
        assert!(text.ends_with("(check-sat)\n(exit)\n"));
        assert_eq!(text.matches('(').count(), text.matches(')').count());
        let nonzero = text.matches("(* ").count() as f64 / (30.0 * 35.0);
        assert!((0.30..0.50).contains(&nonzero), "{nonzero}");
    }

    #[test]
    fn degenerate_sizes() {
        let none = Dillig { vars: 0, rows: 2, coef: 0, seed: 0 }.script();
        assert_eq!(none.matches("(assert (<= 0 0))").count(), 2);
        let one = Dillig { vars: 1, rows: 50, coef: 9, seed: 0 }.script();
        assert!(one.contains("(assert (<= (* ") && !one.contains("(+ "));
    }
}
