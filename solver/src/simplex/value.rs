//! The number types of simplex values and bounds.
//!
//! Rows are integer in any case; only values and bounds differ. For integer variables they are integers, and
//! the numerators of basic variables are too. For real ones they are rationals with an infinitesimal part.
//! The trait says what the simplex does with either; all of it is monomorphic, so the integer instance is as
//! fast as one of its own.

use super::Side;
use crate::num::{DeltaRat, Int, Rat};
use std::fmt;

/// A value of a non-basic variable, a bound, or the numerator of a basic variable's value. The default is
/// zero.
pub trait Value: Clone + Default + Ord + fmt::Debug {
    /// The quotient of a value by a positive integer: the value of a basic variable.
    type Quotient: Clone + Default + PartialEq + fmt::Debug;

    /// `self += value * factor`
    fn add_mul_assign(&mut self, value: &Self, factor: &Int);

    /// `self -= value * factor`
    fn sub_mul_assign(&mut self, value: &Self, factor: &Int);

    /// `self = (self * scale + value * factor) / divisor`, known to be exact
    fn combine(&mut self, scale: &Int, value: &Self, factor: &Int, divisor: &Int);

    /// `self * factor`
    fn times(&self, factor: &Int) -> Self;

    /// `self /= divisor`, known to be exact
    fn div_exact_assign(&mut self, divisor: &Int);

    /// `self / divisor`
    fn quotient(&self, divisor: &Int) -> Self::Quotient;

    /// `sum += quotient * factor`
    fn add_to_quotient(sum: &mut Self::Quotient, quotient: &Self::Quotient, factor: &Int);

    /// Whether `self / divisor` is an integer.
    fn is_multiple_of(&self, divisor: &Int) -> bool;

    /// The strongest bound `x >= v` or `x <= v`, by side, that follows from `x >= self / divisor` or
    /// `x <= self / divisor`.
    fn bound_over(&self, divisor: &Int, side: Side) -> Self;

    /// The bound on the other side that says the contrary of this bound: what `x >= k` excludes is
    /// `x <= k - 1` over the integers.
    fn contrary(&self, side: Side) -> Self;
}

impl Value for Int {
    type Quotient = Rat;

    #[inline]
    fn add_mul_assign(&mut self, value: &Int, factor: &Int) {
        self.add_mul_assign(value, factor);
    }

    #[inline]
    fn sub_mul_assign(&mut self, value: &Int, factor: &Int) {
        self.sub_mul_assign(value, factor);
    }

    #[inline]
    fn combine(&mut self, scale: &Int, value: &Int, factor: &Int, divisor: &Int) {
        self.combine(scale, value, factor, divisor);
    }

    #[inline]
    fn times(&self, factor: &Int) -> Int {
        self * factor
    }

    #[inline]
    fn div_exact_assign(&mut self, divisor: &Int) {
        self.div_exact_assign(divisor);
    }

    fn quotient(&self, divisor: &Int) -> Rat {
        Rat::new(self.clone(), divisor.clone())
    }

    fn add_to_quotient(sum: &mut Rat, quotient: &Rat, factor: &Int) {
        sum.add_mul_int(quotient, factor);
    }

    #[inline]
    fn is_multiple_of(&self, divisor: &Int) -> bool {
        divisor.is_one() || divisor.divides(self)
    }

    #[inline]
    fn bound_over(&self, divisor: &Int, side: Side) -> Int {
        match side {
            Side::Lower => self.div_ceil(divisor),
            Side::Upper => self.div_floor(divisor),
        }
    }

    fn contrary(&self, side: Side) -> Int {
        match side {
            Side::Lower => self - Int::ONE,
            Side::Upper => self + Int::ONE,
        }
    }
}

impl Value for DeltaRat {
    type Quotient = DeltaRat;

    fn add_mul_assign(&mut self, value: &DeltaRat, factor: &Int) {
        self.add_mul_int(value, factor);
    }

    fn sub_mul_assign(&mut self, value: &DeltaRat, factor: &Int) {
        self.add_mul_int(value, &-factor);
    }

    fn combine(&mut self, scale: &Int, value: &DeltaRat, factor: &Int, divisor: &Int) {
        if !scale.is_one() {
            *self = self.mul_int(scale);
        }
        self.add_mul_int(value, factor);
        self.div_exact_assign(divisor);
    }

    fn times(&self, factor: &Int) -> DeltaRat {
        self.mul_int(factor)
    }

    fn div_exact_assign(&mut self, divisor: &Int) {
        if !divisor.is_one() {
            *self = self.div_int(divisor);
        }
    }

    fn quotient(&self, divisor: &Int) -> DeltaRat {
        self.div_int(divisor)
    }

    fn add_to_quotient(sum: &mut DeltaRat, quotient: &DeltaRat, factor: &Int) {
        sum.add_mul_int(quotient, factor);
    }

    fn is_multiple_of(&self, divisor: &Int) -> bool {
        self.div_int(divisor).is_integer()
    }

    /// Over the reals, `x >= c + k delta` with positive `k` says that `x > c`, whatever `k` is. So the
    /// infinitesimal part of a bound becomes one of 0 and ±1, and implied bounds can be compared with given
    /// ones.
    fn bound_over(&self, divisor: &Int, side: Side) -> DeltaRat {
        let DeltaRat { real, infinitesimal } = self.div_int(divisor);
        match (side, infinitesimal.signum()) {
            (Side::Lower, 1) => DeltaRat::above(real),
            (Side::Upper, -1) => DeltaRat::below(real),
            (_, 0) => DeltaRat::from(real),
            // Bounds in the other direction do not arise from bounds that are weak or strict; they are left
            // as they are.
            _ => DeltaRat { real, infinitesimal },
        }
    }

    fn contrary(&self, side: Side) -> DeltaRat {
        let mut contrary = self.clone();
        match side {
            Side::Lower => contrary.infinitesimal -= Rat::ONE,
            Side::Upper => contrary.infinitesimal += Rat::ONE,
        }
        contrary
    }
}
