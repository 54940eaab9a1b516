//! How many random cases a test tries: `CFP_ROUNDS` of them instead of its default, starting with seed
//! `CFP_SEED`. With `CFP_STRICT=1` a case that the engine does not decide, but the other side does, is a
//! failure.

use std::ops::Range;

/// The seeds of a test that tries this many cases unless told otherwise.
pub fn seeds(default_rounds: u64) -> Range<u64> {
    let first = setting("CFP_SEED", 0);
    first..first + setting("CFP_ROUNDS", default_rounds)
}

/// Whether undecided cases count as failures.
pub fn strict() -> bool {
    setting("CFP_STRICT", 0) == 1
}

/// Work per check in ticks: `CFP_TICKS` if it is set.
pub fn ticks(default: u64) -> u64 {
    setting("CFP_TICKS", default)
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
