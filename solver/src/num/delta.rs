//! Rationals with an infinitesimal part, for strict bounds.

use super::{Int, Rat};
use std::fmt;

/// The number `real + infinitesimal * delta`, where `delta` is positive and smaller than every positive
/// rational.
///
/// `x < c` over the reals becomes `x <= c - delta`, and `x > c` becomes `x >= c + delta`: strict bounds are
/// then like others, and any solution turns into a rational one when `delta` is replaced by a small enough
/// number.
///
/// ```
/// use cfp_solver::internals::num::DeltaRat;
/// use cfp_solver::Rat;
///
/// let three = Rat::from(3);
/// let below = DeltaRat::below(three.clone());
/// assert!(below < DeltaRat::from(three.clone()));
/// assert!(below > DeltaRat::from(Rat::new(2999.into(), 1000.into())));
/// assert_eq!(below.floor(), 2.into());
/// assert_eq!(below.at(&Rat::new(1.into(), 4.into())), Rat::new(11.into(), 4.into()));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeltaRat {
    // The derived order is lexicographic, which is what an infinitesimal means.
    /// The part that counts first.
    pub real: Rat,
    /// The coefficient of `delta`.
    pub infinitesimal: Rat,
}

impl DeltaRat {
    /// Just below a rational: `real - delta`.
    pub fn below(real: Rat) -> DeltaRat {
        DeltaRat { real, infinitesimal: -Rat::ONE }
    }

    /// Just above a rational: `real + delta`.
    pub fn above(real: Rat) -> DeltaRat {
        DeltaRat { real, infinitesimal: Rat::ONE }
    }

    /// Whether this is an integer, without an infinitesimal part.
    pub fn is_integer(&self) -> bool {
        self.infinitesimal.is_zero() && self.real.is_integer()
    }

    /// The greatest integer that is not above.
    pub fn floor(&self) -> Int {
        let floor = self.real.floor();
        if self.infinitesimal.is_negative() && self.real.is_integer() { floor - Int::ONE } else { floor }
    }

    /// The least integer that is not below.
    pub fn ceil(&self) -> Int {
        let ceil = self.real.ceil();
        if self.infinitesimal.is_positive() && self.real.is_integer() { ceil + Int::ONE } else { ceil }
    }

    /// The product with an integer.
    pub fn mul_int(&self, factor: &Int) -> DeltaRat {
        DeltaRat { real: self.real.mul_int(factor), infinitesimal: self.infinitesimal.mul_int(factor) }
    }

    /// The quotient by an integer. Panics if `divisor` is zero.
    pub fn div_int(&self, divisor: &Int) -> DeltaRat {
        DeltaRat { real: self.real.div_int(divisor), infinitesimal: self.infinitesimal.div_int(divisor) }
    }

    /// `self += a * b`.
    pub fn add_mul_int(&mut self, a: &DeltaRat, b: &Int) {
        self.real.add_mul_int(&a.real, b);
        if !a.infinitesimal.is_zero() {
            self.infinitesimal.add_mul_int(&a.infinitesimal, b);
        }
    }

    /// The rational that this becomes when `delta` gets a value.
    pub fn at(&self, delta: &Rat) -> Rat {
        let mut value = self.real.clone();
        value.add_mul_assign(&self.infinitesimal, delta);
        value
    }
}

impl From<Rat> for DeltaRat {
    fn from(real: Rat) -> DeltaRat {
        DeltaRat { real, infinitesimal: Rat::ZERO }
    }
}

impl From<Int> for DeltaRat {
    fn from(integer: Int) -> DeltaRat {
        DeltaRat::from(Rat::from(integer))
    }
}

impl fmt::Debug for DeltaRat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.infinitesimal.signum() {
            0 => write!(f, "{}", self.real),
            _ => write!(f, "{} + {}*delta", self.real, self.infinitesimal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_knows_of_the_infinitesimal() {
        let three = Rat::from(3);
        assert_eq!(DeltaRat::below(three.clone()).floor(), Int::from(2));
        assert_eq!(DeltaRat::below(three.clone()).ceil(), Int::from(3));
        assert_eq!(DeltaRat::above(three.clone()).floor(), Int::from(3));
        assert_eq!(DeltaRat::above(three.clone()).ceil(), Int::from(4));
        assert_eq!(DeltaRat::from(three).floor(), Int::from(3));
        let half = Rat::new(Int::from(-1), Int::from(2));
        assert_eq!(DeltaRat::below(half.clone()).floor(), Int::from(-1));
        assert_eq!(DeltaRat::above(half).ceil(), Int::ZERO);
    }
}
