//! Exact numbers: [`Int`] and [`Rat`], and [`DeltaRat`] for strict bounds.
//!
//! The former two are 16 bytes, hold a machine-word form inline, and fall over to GMP (through `rug`) when a
//! result does not fit. The fast path of every operation is checked word arithmetic, the spill path computes
//! in 128 bits, and a number that is already big is updated in place. No operation wraps.
//!
//! The form is *canonical*: a number is big only if it does not fit the word form, and fractions are reduced
//! with a positive denominator. So equality and hashing look at the representation alone, and numbers that
//! shrink become fast again.
//!
//! ```
//! use cfp_solver::{Int, Rat};
//!
//! let big = Int::from(i64::MAX) + Int::ONE; // spills to GMP
//! assert_eq!(big.to_string(), "9223372036854775808");
//! assert_eq!(Rat::new(big.clone(), big * Int::from(2)), "1/2".parse().unwrap());
//! ```

mod delta;
mod int;
mod rat;

pub use delta::DeltaRat;
pub use int::Int;
pub use rat::Rat;

use std::fmt;

/// The text is not a number of the wanted kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNumberError;

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a decimal number")
    }
}

impl std::error::Error for ParseNumberError {}

/// Greatest common divisor of two words (binary algorithm: no division); `gcd(0, x) = x`.
#[inline]
fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        // Both are odd here; the difference of two odd numbers is even, so each turn drops at least one bit.
        (a, b) = (a.min(b), a.abs_diff(b));
        if b == 0 {
            return a << shift;
        }
    }
}

/// The operator in all four combinations of owned and borrowed operands, and with assignment, from the two
/// primitives `by_ref(&T, &T) -> T` and `assign(&mut T, &T)`.
macro_rules! operator {
    ($type:ty, $op:ident $method:ident, $op_assign:ident $assign:ident, $by_ref:path, $in_place:path) => {
        impl $op<&$type> for &$type {
            type Output = $type;
            #[inline]
            fn $method(self, rhs: &$type) -> $type {
                $by_ref(self, rhs)
            }
        }
        impl $op<$type> for &$type {
            type Output = $type;
            #[inline]
            fn $method(self, rhs: $type) -> $type {
                $by_ref(self, &rhs)
            }
        }
        impl $op<&$type> for $type {
            type Output = $type;
            #[inline]
            fn $method(mut self, rhs: &$type) -> $type {
                $in_place(&mut self, rhs);
                self
            }
        }
        impl $op for $type {
            type Output = $type;
            #[inline]
            fn $method(mut self, rhs: $type) -> $type {
                $in_place(&mut self, &rhs);
                self
            }
        }
        impl $op_assign<&$type> for $type {
            #[inline]
            fn $assign(&mut self, rhs: &$type) {
                $in_place(self, rhs);
            }
        }
        impl $op_assign for $type {
            #[inline]
            fn $assign(&mut self, rhs: $type) {
                $in_place(self, &rhs);
            }
        }
    };
}
use operator;
