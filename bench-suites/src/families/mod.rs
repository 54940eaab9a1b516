//! Seeded generators of benchmark families, one file each.
//!
//! The text of an instance depends on its parameters and its seed alone, on every machine and in every version: results
//! name the instance, and anybody can make it again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

pub mod dillig;

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
    fn numerals() {
        assert_eq!([0, 5, -5, i64::MIN].map(numeral), ["0", "5", "(- 5)", "(- 9223372036854775808)"]);
    }
}
