//! The generator of pseudo-random numbers that tests and benchmarks of this crate share (SplitMix64, Steele,
//! Lea and Flood 2014).
//!
//! Each user takes it in as a module of its own and adds what it draws; so not all of them use all of it.

#![allow(dead_code)]

/// A generator in this state; the same one gives the same numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn range(&mut self, low: i64, high: i64) -> i64 {
        low.wrapping_add((self.next() % (high.abs_diff(low) + 1)) as i64)
    }

    /// A number from `-max` to `max`.
    pub(crate) fn signed(&mut self, max: i64) -> i64 {
        self.range(-max, max)
    }
}
