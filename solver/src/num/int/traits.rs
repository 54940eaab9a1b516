//! Comparison, text and conversions.

use super::Int;
use super::Repr::{Big, Small};
use crate::num::ParseNumberError;
use rug::Integer;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

impl PartialEq for Int {
    #[inline]
    fn eq(&self, other: &Int) -> bool {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a == b,
            (Big(a), Big(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Int {}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            // A big number lies beyond every word, on the side of its sign.
            (Small(_), Big(b)) => b.cmp0().reverse(),
            (Big(a), Small(_)) => a.cmp0(),
            (Big(a), Big(b)) => a.cmp(b),
        }
    }
}

impl Hash for Int {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(x) => x.hash(state),
            Big(x) => x.hash(state),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(x) => fmt::Display::fmt(x, f),
            Big(x) => fmt::Display::fmt(x, f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Int {
    type Err = ParseNumberError;

    /// Decimal digits after an optional sign, and nothing else.
    fn from_str(text: &str) -> Result<Int, ParseNumberError> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseNumberError);
        }
        match text.parse::<i64>() {
            Ok(small) => Ok(Int(Small(small))),
            Err(_) => Integer::from_str(text).map(Int::from).map_err(|_| ParseNumberError),
        }
    }
}

impl From<i64> for Int {
    #[inline]
    fn from(x: i64) -> Int {
        Int(Small(x))
    }
}

impl From<i32> for Int {
    #[inline]
    fn from(x: i32) -> Int {
        Int(Small(x.into()))
    }
}

impl From<u32> for Int {
    #[inline]
    fn from(x: u32) -> Int {
        Int(Small(x.into()))
    }
}

impl From<u64> for Int {
    #[inline]
    fn from(x: u64) -> Int {
        match i64::try_from(x) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Big(Integer::from(x))),
        }
    }
}

impl From<usize> for Int {
    #[inline]
    fn from(x: usize) -> Int {
        Int::from(x as u64)
    }
}

impl From<i128> for Int {
    #[inline]
    fn from(x: i128) -> Int {
        match i64::try_from(x) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Big(Integer::from(x))),
        }
    }
}

impl From<Integer> for Int {
    #[inline]
    fn from(x: Integer) -> Int {
        match x.to_i64() {
            Some(small) => Int(Small(small)),
            None => Int(Big(x)),
        }
    }
}
