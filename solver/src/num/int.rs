//! Integers of any size.

mod traits;

use super::{gcd_u64, operator};
use rug::integer::MiniInteger;
use rug::ops::{DivRounding, Pow, RemRounding, RemRoundingAssign};
use rug::{Assign, Complete, Integer};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// An integer of any size.
///
/// ```
/// use cfp_solver::Int;
///
/// let mut sum = Int::from(i64::MAX);
/// sum.add_mul_assign(&Int::from(2), &Int::from(3)); // does not fit a word any more
/// assert_eq!(sum.to_string(), "9223372036854775813");
/// sum -= Int::from(6);
/// assert!(sum.is_small()); // and is a word again
///
/// let (quotient, remainder) = Int::from(-7).div_rem_floor(&Int::from(2));
/// assert_eq!((quotient, remainder), (Int::from(-4), Int::ONE));
/// ```
#[derive(Clone)]
pub struct Int(Repr);

use Repr::{Big, Small};

/// Invariant: `Big` only if the value does not fit an `i64`. (GMP's pointer is never null, which leaves room
/// to tell the variants apart without a box around the `Integer`.)
#[derive(Clone)]
enum Repr {
    Small(i64),
    Big(Integer),
}

/// An exact quotient. Most divisors are 1 and most dividends fit a word, and dividing two words is slow.
#[inline]
fn over(dividend: i128, divisor: i64) -> Int {
    if divisor == 1 {
        return Int::from(dividend);
    }
    debug_assert!(dividend % i128::from(divisor) == 0, "inexact division");
    // The quotient of words exceeds a word in one case only, i64::MIN / -1; then both are divided as two
    // words.
    match i64::try_from(dividend).ok().and_then(|dividend| dividend.checked_div(divisor)) {
        Some(quotient) => Int(Small(quotient)),
        None => Int::from(dividend / i128::from(divisor)),
    }
}

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Small(0));
    /// One.
    pub const ONE: Int = Int(Small(1));
    /// Minus one.
    pub const MINUS_ONE: Int = Int(Small(-1));

    /// The value as a GMP integer.
    pub fn to_big(&self) -> Integer {
        self.with_big(Integer::clone)
    }

    /// The value, if it fits a word.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Small(x) => Some(x),
            Big(_) => None,
        }
    }

    /// Whether the value fits an `i64`, that is, whether arithmetic on it is fast.
    #[inline]
    pub fn is_small(&self) -> bool {
        matches!(self.0, Small(_))
    }

    /// Whether this is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Whether this is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// Whether this is less than 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether this is greater than 0.
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// Whether 2 divides this.
    #[inline]
    pub fn is_even(&self) -> bool {
        match &self.0 {
            Small(x) => x & 1 == 0,
            Big(x) => x.is_even(),
        }
    }

    /// The sign: -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small(x) => x.signum() as i32,
            Big(x) => x.cmp0() as i32,
        }
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// Number of significant bits of the absolute value; 0 for 0.
    #[inline]
    pub fn bits(&self) -> u32 {
        match &self.0 {
            Small(x) => u64::BITS - x.unsigned_abs().leading_zeros(),
            Big(x) => x.significant_bits(),
        }
    }

    /// Compares the absolute values.
    #[inline]
    pub fn cmp_abs(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.unsigned_abs().cmp(&b.unsigned_abs()),
            _ => self.with_big(|a| other.with_big(|b| a.cmp_abs(b))),
        }
    }

    /// `self += a * b`.
    #[inline]
    pub fn add_mul_assign(&mut self, a: &Int, b: &Int) {
        if let Small(x) = &mut self.0
            && let Some(y) = a.to_i64()
            && let Some(z) = b.to_i64()
            && let Some(product) = y.checked_mul(z)
            && let Some(sum) = x.checked_add(product)
        {
            *x = sum;
            return;
        }
        self.add_mul_slow(a, b);
    }

    /// `self -= a * b`.
    #[inline]
    pub fn sub_mul_assign(&mut self, a: &Int, b: &Int) {
        if let Small(x) = &mut self.0
            && let Some(y) = a.to_i64()
            && let Some(z) = b.to_i64()
            && let Some(product) = y.checked_mul(z)
            && let Some(difference) = x.checked_sub(product)
        {
            *x = difference;
            return;
        }
        self.sub_mul_slow(a, b);
    }

    /// `self = self * scale / divisor`, which must be exact; needs no allocation if old and new value fit a
    /// word, however large the product. Panics if `divisor` is zero.
    #[inline]
    pub fn rescale(&mut self, scale: &Int, divisor: &Int) {
        if let Small(x) = &mut self.0
            && let (Some(scale), Some(divisor)) = (scale.to_i64(), divisor.to_i64())
        {
            *self = over(i128::from(*x) * i128::from(scale), divisor);
            return;
        }
        self.rescale_slow(scale, divisor);
    }

    /// `self = (self * scale + a * b) / divisor`, which must be exact; needs no allocation if old and new
    /// value fit a word, however large the products. Panics if `divisor` is zero.
    #[inline]
    pub fn combine(&mut self, scale: &Int, a: &Int, b: &Int, divisor: &Int) {
        if let Small(x) = &mut self.0
            && let (Some(scale), Some(a), Some(b), Some(divisor)) =
                (scale.to_i64(), a.to_i64(), b.to_i64(), divisor.to_i64())
            // Two products of words may just exceed two words.
            && let Some(sum) = (i128::from(*x) * i128::from(scale)).checked_add(i128::from(a) * i128::from(b))
        {
            *self = over(sum, divisor);
            return;
        }
        self.combine_slow(scale, a, b, divisor);
    }

    /// The sum of the products of corresponding entries; both slices have the same length.
    ///
    /// ```
    /// use cfp_solver::Int;
    ///
    /// let row = [3, 0, -2].map(Int::from);
    /// let values = [5, 7, 1].map(Int::from);
    /// assert_eq!(Int::dot(&row, &values), Int::from(13));
    /// ```
    pub fn dot(a: &[Int], b: &[Int]) -> Int {
        assert_eq!(a.len(), b.len(), "dot product of vectors of different lengths");
        // Sum in a register as long as it goes.
        let mut sum = 0i64;
        for (done, (x, y)) in a.iter().zip(b).enumerate() {
            if let Small(x) = &x.0
                && let Small(y) = &y.0
                && let Some(product) = x.checked_mul(*y)
                && let Some(next) = sum.checked_add(product)
            {
                sum = next;
                continue;
            }
            let mut sum = Int(Small(sum));
            for (x, y) in a[done..].iter().zip(&b[done..]) {
                sum.add_mul_assign(x, y);
            }
            return sum;
        }
        Int(Small(sum))
    }

    /// The quotient rounded down. Panics if `divisor` is zero.
    #[inline]
    pub fn div_floor(&self, divisor: &Int) -> Int {
        match self.div_rem_floor_small(divisor) {
            Some((quotient, _)) => Int(Small(quotient)),
            None => self.divide_slow(divisor, |x, a, b| x.assign(a.div_floor(b))),
        }
    }

    /// The remainder of [`Int::div_floor`]; it has the sign of the divisor. Panics if `divisor` is zero.
    #[inline]
    pub fn rem_floor(&self, divisor: &Int) -> Int {
        match self.div_rem_floor_small(divisor) {
            Some((_, remainder)) => Int(Small(remainder)),
            None => self.divide_slow(divisor, |x, a, b| x.assign(a.rem_floor(b))),
        }
    }

    /// `self = self.rem_floor(divisor)`.
    #[inline]
    pub fn rem_floor_assign(&mut self, divisor: &Int) {
        match (self.div_rem_floor_small(divisor), &self.0) {
            (Some((_, remainder)), _) => self.0 = Small(remainder),
            (None, Small(_)) => *self = self.rem_floor(divisor),
            (None, Big(_)) => {
                assert!(!divisor.is_zero(), "division of an integer by zero");
                divisor.with_big(|b| self.update(|x| x.rem_floor_assign(b)));
            }
        }
    }

    /// The quotient rounded down, and what remains: `self = q * divisor + r`. Panics if `divisor` is zero.
    #[inline]
    pub fn div_rem_floor(&self, divisor: &Int) -> (Int, Int) {
        match self.div_rem_floor_small(divisor) {
            Some((quotient, remainder)) => (Int(Small(quotient)), Int(Small(remainder))),
            None => {
                let quotient = self.div_floor(divisor);
                let mut remainder = self.clone();
                remainder.sub_mul_assign(&quotient, divisor);
                (quotient, remainder)
            }
        }
    }

    /// The quotient rounded up. Panics if `divisor` is zero.
    #[inline]
    pub fn div_ceil(&self, divisor: &Int) -> Int {
        match self.div_rem_floor_small(divisor) {
            Some((quotient, remainder)) => Int(Small(quotient + (remainder != 0) as i64)),
            None => self.divide_slow(divisor, |x, a, b| x.assign(a.div_ceil(b))),
        }
    }

    /// The quotient of SMT-LIB's `div`: the remainder is never negative. Panics if `divisor` is zero.
    #[inline]
    pub fn div_euclid(&self, divisor: &Int) -> Int {
        if let Small(a) = &self.0
            && let Small(b) = &divisor.0
            && let Some(quotient) = a.checked_div_euclid(*b)
        {
            return Int(Small(quotient));
        }
        self.divide_slow(divisor, |x, a, b| x.assign(a.div_euc(b)))
    }

    /// The remainder of SMT-LIB's `mod`: `0 <= r < |divisor|`. Panics if `divisor` is zero.
    #[inline]
    pub fn rem_euclid(&self, divisor: &Int) -> Int {
        if let Small(a) = &self.0
            && let Small(b) = &divisor.0
            && let Some(remainder) = a.checked_rem_euclid(*b)
        {
            return Int(Small(remainder));
        }
        self.divide_slow(divisor, |x, a, b| x.assign(a.rem_euc(b)))
    }

    /// The quotient of a division known to leave no remainder; otherwise the result is some number or other.
    /// Panics if `divisor` is zero.
    #[inline]
    pub fn div_exact(&self, divisor: &Int) -> Int {
        if let Small(a) = &self.0
            && let Small(b) = &divisor.0
            && let Some(quotient) = a.checked_div(*b)
        {
            debug_assert!(a % b == 0, "inexact division");
            return Int(Small(quotient));
        }
        self.div_exact_slow(divisor)
    }

    /// `self = self.div_exact(divisor)`.
    #[inline]
    pub fn div_exact_assign(&mut self, divisor: &Int) {
        if let Small(a) = &mut self.0
            && let Small(b) = &divisor.0
            && let Some(quotient) = a.checked_div(*b)
        {
            debug_assert!(*a % b == 0, "inexact division");
            *a = quotient;
            return;
        }
        self.div_exact_assign_slow(divisor);
    }

    /// Whether `other` is a multiple of this. Zero divides only zero.
    #[inline]
    pub fn divides(&self, other: &Int) -> bool {
        match (&self.0, &other.0) {
            (Small(0), _) => other.is_zero(),
            (Small(1 | -1), _) => true,
            (Small(a), Small(b)) => b % a == 0,
            _ => self.with_big(|a| other.with_big(|b| b.is_divisible(a))),
        }
    }

    /// The greatest common divisor, never negative; `gcd(0, x) = |x|`.
    #[inline]
    pub fn gcd(&self, other: &Int) -> Int {
        if let Small(a) = &self.0
            && let Small(b) = &other.0
        {
            return Int::from(gcd_u64(a.unsigned_abs(), b.unsigned_abs()));
        }
        self.gcd_slow(other)
    }

    /// The least common multiple, never negative; `lcm(0, x) = 0`.
    pub fn lcm(&self, other: &Int) -> Int {
        if self.is_zero() || other.is_zero() {
            return Int::ZERO;
        }
        (self.div_exact(&self.gcd(other)) * other).abs()
    }

    /// The greatest common divisor and how it is made: `(g, s, t)` with `g = s * self + t * other`.
    pub fn gcd_ext(&self, other: &Int) -> (Int, Int, Int) {
        match (&self.0, &other.0) {
            (&Small(a), &Small(b)) if a != i64::MIN && b != i64::MIN => {
                let (g, s, t) = gcd_ext_i64(a, b);
                (Int(Small(g)), Int(Small(s)), Int(Small(t)))
            }
            _ => {
                let (g, s, t) = self.with_big(|a| other.with_big(|b| a.extended_gcd_ref(b).complete()));
                (g.into(), s.into(), t.into())
            }
        }
    }

    /// This number to the given power; `0^0 = 1`.
    pub fn pow(&self, exponent: u32) -> Int {
        if let Small(x) = self.0
            && let Some(power) = x.checked_pow(exponent)
        {
            return Int(Small(power));
        }
        self.with_big(|x| x.pow(exponent).complete()).into()
    }

    /// Quotient rounded down and remainder, if all fits words and the divisor is not zero.
    #[inline]
    fn div_rem_floor_small(&self, divisor: &Int) -> Option<(i64, i64)> {
        let (a, b) = (self.to_i64()?, divisor.to_i64()?);
        let (quotient, remainder) = (a.checked_div(b)?, a % b);
        let down = remainder != 0 && (remainder ^ b) < 0;
        Some(if down { (quotient - 1, remainder + b) } else { (quotient, remainder) })
    }

    /// Shows the value to `f` as a GMP integer; a small value is set up on the stack, without allocation.
    #[inline]
    fn with_big<R>(&self, f: impl FnOnce(&Integer) -> R) -> R {
        match &self.0 {
            Small(x) => f(&MiniInteger::from(*x).borrow()),
            Big(x) => f(x),
        }
    }

    #[inline]
    fn add_ref(&self, rhs: &Int) -> Int {
        if let Small(a) = &self.0
            && let Small(b) = &rhs.0
            && let Some(sum) = a.checked_add(*b)
        {
            return Int(Small(sum));
        }
        self.add_slow(rhs)
    }

    #[inline]
    fn add_in_place(&mut self, rhs: &Int) {
        if let Small(a) = &mut self.0
            && let Small(b) = &rhs.0
            && let Some(sum) = a.checked_add(*b)
        {
            *a = sum;
            return;
        }
        self.add_assign_slow(rhs);
    }

    #[inline]
    fn sub_ref(&self, rhs: &Int) -> Int {
        if let Small(a) = &self.0
            && let Small(b) = &rhs.0
            && let Some(difference) = a.checked_sub(*b)
        {
            return Int(Small(difference));
        }
        self.sub_slow(rhs)
    }

    #[inline]
    fn sub_in_place(&mut self, rhs: &Int) {
        if let Small(a) = &mut self.0
            && let Small(b) = &rhs.0
            && let Some(difference) = a.checked_sub(*b)
        {
            *a = difference;
            return;
        }
        self.sub_assign_slow(rhs);
    }

    #[inline]
    fn mul_ref(&self, rhs: &Int) -> Int {
        if let Small(a) = &self.0
            && let Small(b) = &rhs.0
            && let Some(product) = a.checked_mul(*b)
        {
            return Int(Small(product));
        }
        self.mul_slow(rhs)
    }

    #[inline]
    fn mul_in_place(&mut self, rhs: &Int) {
        if let Small(a) = &mut self.0
            && let Small(b) = &rhs.0
            && let Some(product) = a.checked_mul(*b)
        {
            *a = product;
            return;
        }
        self.mul_assign_slow(rhs);
    }
}

/// The slow paths: some operand is big, or the result will be.
///
/// A GMP integer that was just written is never moved (the processor would have to wait for the parts of it
/// to arrive): results are computed where they stay.
impl Int {
    /// A new number that `f` computes into the integer it is given.
    #[inline]
    fn compute(f: impl FnOnce(&mut Integer)) -> Int {
        let mut result = Int(Big(Integer::new()));
        result.update(f);
        result
    }

    /// Changes a big number in place and makes its form canonical.
    #[inline]
    fn update(&mut self, f: impl FnOnce(&mut Integer)) {
        let Big(x) = &mut self.0 else { unreachable!("in-place update of a number that is not big") };
        f(x);
        if let Some(small) = x.to_i64() {
            self.0 = Small(small);
        }
    }

    #[cold]
    fn add_slow(&self, rhs: &Int) -> Int {
        match (&self.0, &rhs.0) {
            (Small(a), Small(b)) => Int::from(*a as i128 + *b as i128),
            (Small(a), Big(b)) | (Big(b), Small(a)) => Int::compute(|x| x.assign(b + *a)),
            (Big(a), Big(b)) => Int::compute(|x| x.assign(a + b)),
        }
    }

    #[cold]
    fn add_assign_slow(&mut self, rhs: &Int) {
        match (&self.0, &rhs.0) {
            (Small(_), _) => *self = self.add_slow(rhs),
            (Big(_), Small(b)) => self.update(|x| *x += *b),
            (Big(_), Big(b)) => self.update(|x| *x += b),
        }
    }

    #[cold]
    fn sub_slow(&self, rhs: &Int) -> Int {
        match (&self.0, &rhs.0) {
            (Small(a), Small(b)) => Int::from(*a as i128 - *b as i128),
            (Small(a), Big(b)) => Int::compute(|x| x.assign(*a - b)),
            (Big(a), Small(b)) => Int::compute(|x| x.assign(a - *b)),
            (Big(a), Big(b)) => Int::compute(|x| x.assign(a - b)),
        }
    }

    #[cold]
    fn sub_assign_slow(&mut self, rhs: &Int) {
        match (&self.0, &rhs.0) {
            (Small(_), _) => *self = self.sub_slow(rhs),
            (Big(_), Small(b)) => self.update(|x| *x -= *b),
            (Big(_), Big(b)) => self.update(|x| *x -= b),
        }
    }

    #[cold]
    fn mul_slow(&self, rhs: &Int) -> Int {
        match (&self.0, &rhs.0) {
            (Small(a), Small(b)) => Int::from(*a as i128 * *b as i128),
            (Small(a), Big(b)) | (Big(b), Small(a)) => Int::compute(|x| x.assign(b * *a)),
            (Big(a), Big(b)) => Int::compute(|x| x.assign(a * b)),
        }
    }

    #[cold]
    fn mul_assign_slow(&mut self, rhs: &Int) {
        match (&self.0, &rhs.0) {
            (Small(_), _) => *self = self.mul_slow(rhs),
            (Big(_), Small(b)) => self.update(|x| *x *= *b),
            (Big(_), Big(b)) => self.update(|x| *x *= b),
        }
    }

    #[cold]
    fn rescale_slow(&mut self, scale: &Int, divisor: &Int) {
        if scale.is_one() {
            if !divisor.is_one() {
                self.div_exact_assign(divisor);
            }
        } else if divisor.is_one() {
            *self *= scale;
        } else {
            self.divide_room(divisor, |x, room| scale.with_big(|scale| room.assign(x * scale)));
        }
    }

    #[cold]
    fn combine_slow(&mut self, scale: &Int, a: &Int, b: &Int, divisor: &Int) {
        if scale.is_one() || divisor.is_one() {
            if !scale.is_one() {
                *self *= scale;
            }
            self.add_mul_assign(a, b);
            if !divisor.is_one() {
                self.div_exact_assign(divisor);
            }
            return;
        }
        self.divide_room(divisor, |x, room| {
            scale.with_big(|scale| room.assign(x * scale));
            a.with_big(|a| b.with_big(|b| *room += a * b));
        });
    }

    /// `self = room / divisor`, exactly, with what `fill` computes from the old value into the room. Products
    /// and quotients are not computed in place, because GMP would compute them elsewhere and copy them.
    fn divide_room(&mut self, divisor: &Int, fill: impl FnOnce(&Integer, &mut Integer)) {
        assert!(!divisor.is_zero(), "division of an integer by zero");
        ROOM.with_borrow_mut(|room| {
            self.with_big(|x| fill(x, room));
            if self.is_small() {
                *self = Int(Big(Integer::new()));
            }
            divisor.with_big(|divisor| {
                debug_assert!(room.is_divisible(divisor), "inexact division");
                self.update(|x| x.assign(room.div_exact_ref(divisor)));
            });
        });
    }

    #[cold]
    fn add_mul_slow(&mut self, a: &Int, b: &Int) {
        match (&self.0, &a.0, &b.0) {
            // At most 2^126 + 2^63: no overflow.
            (Small(x), Small(a), Small(b)) => *self = Int::from(*x as i128 + *a as i128 * *b as i128),
            (Small(x), ..) => {
                let x = Int(Small(*x));
                *self = a * b;
                *self += x;
            }
            (Big(_), Small(a), Small(b)) => self.update(|x| *x += *a as i128 * *b as i128),
            (Big(_), Big(a), Small(b)) | (Big(_), Small(b), Big(a)) => self.update(|x| *x += a * *b),
            (Big(_), Big(a), Big(b)) => self.update(|x| *x += a * b),
        }
    }

    #[cold]
    fn sub_mul_slow(&mut self, a: &Int, b: &Int) {
        match (&self.0, &a.0, &b.0) {
            (Small(x), Small(a), Small(b)) => *self = Int::from(*x as i128 - *a as i128 * *b as i128),
            (Small(x), ..) => {
                let x = Int(Small(*x));
                *self = a * b;
                *self -= x;
                *self = -std::mem::take(self);
            }
            (Big(_), Small(a), Small(b)) => self.update(|x| *x -= *a as i128 * *b as i128),
            (Big(_), Big(a), Small(b)) | (Big(_), Small(b), Big(a)) => self.update(|x| *x -= a * *b),
            (Big(_), Big(a), Big(b)) => self.update(|x| *x -= a * b),
        }
    }

    /// A new number that `op` computes from dividend and divisor.
    #[cold]
    fn divide_slow(&self, divisor: &Int, op: impl FnOnce(&mut Integer, &Integer, &Integer)) -> Int {
        assert!(!divisor.is_zero(), "division of an integer by zero");
        self.with_big(|a| divisor.with_big(|b| Int::compute(|x| op(x, a, b))))
    }

    #[cold]
    fn div_exact_slow(&self, divisor: &Int) -> Int {
        assert!(!divisor.is_zero(), "division of an integer by zero");
        debug_assert!(divisor.divides(self), "inexact division");
        self.with_big(|a| divisor.with_big(|b| Int::compute(|x| x.assign(a.div_exact_ref(b)))))
    }

    #[cold]
    fn div_exact_assign_slow(&mut self, divisor: &Int) {
        assert!(!divisor.is_zero(), "division of an integer by zero");
        debug_assert!(divisor.divides(self), "inexact division");
        match &self.0 {
            Big(_) => divisor.with_big(|b| self.update(|x| x.div_exact_mut(b))),
            Small(_) => *self = self.div_exact_slow(divisor),
        }
    }

    #[cold]
    fn gcd_slow(&self, other: &Int) -> Int {
        ROOM.with_borrow_mut(|room| match (&self.0, &other.0) {
            (Small(1 | -1), _) | (_, Small(1 | -1)) => Int::ONE,
            // One division leaves two words.
            (&Small(a), Big(b)) | (Big(b), &Small(a)) if a != 0 => {
                let a = a.unsigned_abs();
                room.assign(b % a);
                Int::from(gcd_u64(a, room.to_i64_wrapping().unsigned_abs()))
            }
            _ => {
                self.with_big(|a| other.with_big(|b| room.assign(a.gcd_ref(b))));
                room.to_i64().map_or_else(|| Int(Big(room.clone())), |small| Int(Small(small)))
            }
        })
    }
}

thread_local! {
    /// Room to compute gcds in: mostly they are small although their arguments are not, and then nothing is
    /// allocated.
    static ROOM: RefCell<Integer> = const { RefCell::new(Integer::new()) };
}

/// Extended Euclid on words other than `i64::MIN`: the cofactors never exceed the arguments, so nothing
/// overflows.
fn gcd_ext_i64(a: i64, b: i64) -> (i64, i64, i64) {
    let (mut r0, mut s0, mut t0) = (a, 1, 0);
    let (mut r1, mut s1, mut t1) = (b, 0, 1);
    while r1 != 0 {
        let q = r0 / r1;
        (r0, r1) = (r1, r0 - q * r1);
        (s0, s1) = (s1, s0 - q * s1);
        (t0, t1) = (t1, t0 - q * t1);
    }
    if r0 < 0 { (-r0, -s0, -t0) } else { (r0, s0, t0) }
}

operator!(Int, Add add, AddAssign add_assign, Int::add_ref, Int::add_in_place);
operator!(Int, Sub sub, SubAssign sub_assign, Int::sub_ref, Int::sub_in_place);
operator!(Int, Mul mul, MulAssign mul_assign, Int::mul_ref, Int::mul_in_place);

impl Neg for Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        match self.0 {
            Small(x) => match x.checked_neg() {
                Some(negated) => Int(Small(negated)),
                None => Int::from(-(x as i128)),
            },
            // -2^63 is a word although 2^63 is not.
            Big(x) => Int::from(-x),
        }
    }
}

impl Neg for &Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        match &self.0 {
            Small(x) => -Int(Small(*x)),
            Big(x) => Int::compute(|negated| negated.assign(-x)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_takes_two_words() {
        assert_eq!(size_of::<Int>(), 16);
    }

    #[test]
    fn text_is_digits_after_a_sign() {
        for good in ["0", "-0", "+7", "-9223372036854775808", "9223372036854775808", "000123"] {
            assert!(good.parse::<Int>().is_ok(), "{good}");
        }
        for bad in ["", "-", "+-1", " 1", "1 ", "1_000", "0x10", "1.0", "٣"] {
            assert!(bad.parse::<Int>().is_err(), "{bad}");
        }
    }

    #[test]
    #[should_panic(expected = "division of an integer by zero")]
    fn division_by_zero_says_so() {
        let _ = Int::ONE.div_floor(&Int::ZERO);
    }
}
