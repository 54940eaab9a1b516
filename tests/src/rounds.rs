//! How many random cases a test tries: `CFP_ROUNDS` of them instead of its default, starting with seed `CFP_SEED`.

use std::ops::Range;

/// The seeds of a test that tries this many cases unless told otherwise.
pub fn seeds(default_rounds: u64) -> Range<u64> {
    let first = setting("CFP_SEED", 0);
    first..first + setting("CFP_ROUNDS", default_rounds)
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
