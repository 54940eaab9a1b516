//! Seeded generators of benchmark families, one file each.
//!
//! The text of an instance depends on its parameters and its seed alone, on every machine and in every
//! version: results name the instance, and it can be generated again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::tasks::answer::Answer;

pub mod clauses;
pub mod dillig;
pub mod equalities;
pub mod parity;
pub mod thin;
pub mod wide;

/// The parameters of an instance of any family here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Number of variables.
    pub vars: u32,
    /// Number of rows.
    pub rows: u32,
    /// Largest absolute value of a coefficient as it is drawn.
    pub coef: u32,
    /// The seed.
    pub seed: u64,
}

impl Shape {
    /// The numbers of an instance: different for every family, shape and seed.
    fn rng(&self, family: u64) -> Rng {
        Rng::new(&[family, u64::from(self.vars), u64::from(self.rows), u64::from(self.coef), self.seed])
    }
}

/// A family made to be harder than random systems of its size.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What is in it, in a few words.
    pub about: &'static str,
    /// A shape that is neither trivial nor hopeless.
    pub shape: Shape,
    /// Makes the script of an instance.
    pub script: fn(&Shape) -> String,
}

/// The families of our own, by name.
pub const FAMILIES: [Family; 4] = [
    Family {
        name: "equalities",
        about: "dense equations in a small box",
        shape: Shape { vars: 12, rows: 6, coef: 9, seed: 0 },
        script: equalities::script,
    },
    Family {
        name: "parity",
        about: "unsatisfiable because the sum of all rows is even on one side only",
        shape: Shape { vars: 20, rows: 15, coef: 9, seed: 0 },
        script: parity::script,
    },
    Family {
        name: "thin",
        about: "long thin polytopes between nearly parallel planes",
        shape: Shape { vars: 5, rows: 5, coef: 9, seed: 0 },
        script: thin::script,
    },
    Family {
        name: "wide",
        about: "narrow slabs in a box of two million a side",
        shape: Shape { vars: 8, rows: 4, coef: 50, seed: 0 },
        script: wide::script,
    },
];

impl Family {
    /// The family of this name.
    pub fn named(name: &str) -> Option<&'static Family> {
        FAMILIES.iter().find(|family| family.name == name)
    }

    /// The name of an instance's file.
    pub fn file_name(&self, shape: &Shape) -> String {
        let Shape { vars, rows, coef, seed } = shape;
        format!("{}-v{vars}-r{rows}-c{coef}-s{seed}.smt2", self.name)
    }
}

/// A script in the making: a conjunction of rows over `x0`, `x1` and so on.
#[derive(Debug)]
struct Script {
    vars: u32,
    text: String,
}

// Writing to a string cannot fail, so what `writeln!` returns is dropped throughout.
impl Script {
    fn new(vars: u32, status: Answer) -> Self {
        let mut text = format!(
            "(set-info :smt-lib-version 2.6)\n(set-logic QF_LIA)\n(set-info :category \"random\")\n\
             (set-info :status {status})\n"
        );
        for i in 0..vars {
            let _ = writeln!(text, "(declare-const x{i} Int)");
        }
        Self { vars, text }
    }

    /// All variables lie between `-most` and `most`.
    fn within_box(&mut self, most: i64) {
        for i in 0..self.vars {
            let _ = writeln!(self.text, "(assert (<= {} x{i} {}))", numeral(-most), numeral(most));
        }
    }

    fn at_most(&mut self, row: &[i64], bound: i64) {
        let _ = writeln!(self.text, "(assert (<= {} {}))", sum(row), numeral(bound));
    }

    fn at_least(&mut self, row: &[i64], bound: i64) {
        let _ = writeln!(self.text, "(assert (>= {} {}))", sum(row), numeral(bound));
    }

    fn between(&mut self, low: i64, row: &[i64], high: i64) {
        let _ = writeln!(self.text, "(assert (<= {} {} {}))", numeral(low), sum(row), numeral(high));
    }

    fn equation(&mut self, row: &[i64], value: i64) {
        let _ = writeln!(self.text, "(assert (= {} {}))", sum(row), numeral(value));
    }

    fn finish(self) -> String {
        self.text + "(check-sat)\n(exit)\n"
    }
}

/// A row of coefficients as a term; zeros are left out.
fn sum(coefficients: &[i64]) -> String {
    let terms = coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
    let terms: Vec<String> = terms.map(|(i, c)| format!("(* {} x{i})", numeral(*c))).collect();
    match terms.as_slice() {
        [] => "0".to_string(),
        [term] => term.clone(),
        terms => format!("(+ {})", terms.join(" ")),
    }
}

/// A generator of pseudo-random numbers that never changes (SplitMix64, Steele, Lea and Flood, 2014).
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator that depends on all the numbers given.
    pub fn new(seeds: &[u64]) -> Self {
        let mut rng = Self { state: 0 };
        for seed in seeds {
            // The output, not the state, carries the earlier seeds on: sums of seeds must not collide.
            rng.state = rng.next().wrapping_add(*seed);
        }
        rng
    }

    /// The next 64 bits.
    #[expect(clippy::should_implement_trait, reason = "an endless sequence of numbers, not an iterator")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0. The bias is below `bound / 2^64`.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from `-most` to `most`, both included.
    pub fn signed(&mut self, most: u32) -> i64 {
        self.below(2 * u64::from(most) + 1) as i64 - i64::from(most)
    }
}

/// An integer as SMT-LIB writes it.
pub fn numeral(n: i64) -> String {
    if n < 0 { format!("(- {})", n.unsigned_abs()) } else { n.to_string() }
}

/// Writes an instance into a folder, which is created if need be.
pub fn write_instance(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    fs::create_dir_all(folder).map_err(|e| Error::file(folder, &e))?;
    let path = folder.join(name);
    fs::write(&path, text).map_err(|e| Error::file(&path, &e))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_range_and_reach_its_ends() {
        let mut rng = Rng::new(&[7]);
        let drawn: Vec<i64> = (0..1000).map(|_| rng.signed(3)).collect();
        assert_eq!(drawn.iter().min(), Some(&-3));
        assert_eq!(drawn.iter().max(), Some(&3));
        assert_eq!(rng.signed(0), 0);
    }

    #[test]
    fn the_sequence_is_fixed_and_depends_on_every_seed() {
        // The first outputs of the published algorithm from state 0.
        let mut rng = Rng { state: 0 };
        assert_eq!(rng.next(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(rng.next(), 0x6e78_9e6a_a1b9_65f4);
        assert_ne!(Rng::new(&[1, 2]).next(), Rng::new(&[2, 1]).next());
        assert_ne!(Rng::new(&[0, 3]).next(), Rng::new(&[1, 2]).next());
    }

    #[test]
    fn instances_are_well_formed_and_depend_on_their_seed() {
        for family in FAMILIES {
            let shape = family.shape;
            let text = (family.script)(&shape);
            assert_eq!(text, (family.script)(&shape));
            assert_ne!(text, (family.script)(&Shape { seed: 1, ..shape }));
            assert_eq!(text.matches('(').count(), text.matches(')').count(), "{}", family.name);
            assert_eq!(text.matches("(declare-const ").count(), shape.vars as usize);
            assert!(text.ends_with("(check-sat)\n(exit)\n"));
            assert!(Family::named(family.name).is_some_and(|found| found.about == family.about));
        }
    }

    #[test]
    fn numerals() {
        assert_eq!([0, 5, -5, i64::MIN].map(numeral), ["0", "5", "(- 5)", "(- 9223372036854775808)"]);
    }
}
