//! Rational numbers of any size.

use super::{Int, ParseNumberError, gcd_u64, operator};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroI64;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// A rational number of any size.
///
/// ```
/// use cfp_solver::{Int, Rat};
///
/// let third = Rat::new(Int::from(-2), Int::from(-6));
/// assert_eq!(third.to_string(), "1/3");
/// let mut sum = Rat::from(2);
/// sum.add_mul_assign(&third, &Rat::from(-4));
/// assert_eq!(sum, "2/3".parse().unwrap());
/// assert_eq!((sum.floor(), sum.ceil()), (Int::ZERO, Int::ONE));
/// ```
#[derive(Clone)]
pub struct Rat(Repr);

use Repr::{Big, Small};

/// Invariants: the fraction is reduced, the denominator positive, and `Big` only if one of the two does not
/// fit an `i64`. (A denominator is never zero, which leaves room to tell the variants apart within 16 bytes.)
#[derive(Clone)]
enum Repr {
    Small { num: i64, den: NonZeroI64 },
    Big(Box<Fraction>),
}

/// The denominator of integers.
const UNIT: NonZeroI64 = NonZeroI64::new(1).unwrap();

impl Rat {
    /// Zero.
    pub const ZERO: Rat = Rat::integer(0);
    /// One.
    pub const ONE: Rat = Rat::integer(1);

    /// The quotient of two integers. Panics if `den` is zero.
    pub fn new(num: Int, den: Int) -> Rat {
        assert!(!den.is_zero(), "fraction with denominator zero");
        if den.is_one() {
            return Rat::from(num);
        }
        let mut fraction = Fraction { num, den };
        let gcd = fraction.num.gcd(&fraction.den);
        if !gcd.is_one() {
            fraction.num.div_exact_assign(&gcd);
            fraction.den.div_exact_assign(&gcd);
        }
        fraction.make_den_positive();
        fraction.into()
    }

    /// The numerator of the reduced fraction; it carries the sign.
    #[inline]
    pub fn numer(&self) -> Int {
        match &self.0 {
            Small { num, .. } => Int::from(*num),
            Big(fraction) => fraction.num.clone(),
        }
    }

    /// The denominator of the reduced fraction, always positive.
    #[inline]
    pub fn denom(&self) -> Int {
        match &self.0 {
            Small { den, .. } => Int::from(den.get()),
            Big(fraction) => fraction.den.clone(),
        }
    }

    /// Whether the denominator is 1.
    #[inline]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small { den, .. } => *den == UNIT,
            Big(fraction) => fraction.den.is_one(),
        }
    }

    /// Whether numerator and denominator fit words, that is, whether arithmetic on it is fast.
    #[inline]
    pub fn is_small(&self) -> bool {
        matches!(self.0, Small { .. })
    }

    /// The value, if it is an integer.
    #[inline]
    pub fn to_int(&self) -> Option<Int> {
        self.is_integer().then(|| self.numer())
    }

    /// The greatest integer that is not above.
    #[inline]
    pub fn floor(&self) -> Int {
        match &self.0 {
            Small { num, den } => Int::from(num.div_euclid(den.get())),
            Big(fraction) => fraction.num.div_floor(&fraction.den),
        }
    }

    /// The least integer that is not below.
    #[inline]
    pub fn ceil(&self) -> Int {
        match &self.0 {
            // A fraction proper is far from the ends of the word range.
            Small { num, den } => Int::from(num.div_euclid(den.get()) + (*den != UNIT) as i64),
            Big(fraction) => fraction.num.div_ceil(&fraction.den),
        }
    }

    /// What is left above the floor: `self - self.floor()`, at least 0 and less than 1.
    #[inline]
    pub fn fract(&self) -> Rat {
        match &self.0 {
            Small { num, den } => Rat(Small { num: num.rem_euclid(den.get()), den: *den }),
            Big(fraction) => {
                Fraction { num: fraction.num.rem_floor(&fraction.den), den: fraction.den.clone() }.into()
            }
        }
    }

    /// Whether this is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small { num: 0, .. })
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

    /// The sign: -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small { num, .. } => num.signum() as i32,
            Big(fraction) => fraction.num.signum(),
        }
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Rat {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// One divided by this. Panics if this is zero.
    pub fn recip(&self) -> Rat {
        assert!(!self.is_zero(), "reciprocal of zero");
        let mut fraction = Fraction { num: self.denom(), den: self.numer() };
        fraction.make_den_positive();
        fraction.into()
    }

    /// The larger of the bit lengths of numerator and denominator.
    pub fn bits(&self) -> u32 {
        self.with_parts(|num, den| num.bits().max(den.bits()))
    }

    /// Compares with an integer.
    #[inline]
    pub fn cmp_int(&self, other: &Int) -> Ordering {
        if let (Small { num, den }, Some(other)) = (&self.0, other.to_i64()) {
            return (*num as i128).cmp(&(den.get() as i128 * other as i128));
        }
        // Of two numbers with the same floor, the fraction is the greater one.
        self.floor().cmp(other).then(self.is_integer().cmp(&true).reverse())
    }

    /// The product with an integer.
    #[inline]
    pub fn mul_int(&self, factor: &Int) -> Rat {
        self.mul_ref(&Rat::from(factor))
    }

    /// The quotient by an integer. Panics if `divisor` is zero.
    #[inline]
    pub fn div_int(&self, divisor: &Int) -> Rat {
        self.div_ref(&Rat::from(divisor))
    }

    /// `self += a * b`.
    #[inline]
    pub fn add_mul_assign(&mut self, a: &Rat, b: &Rat) {
        if let (Some(x), Some(a), Some(b)) = (self.word_mut(), a.word(), b.word())
            && let Some(product) = a.checked_mul(b)
            && let Some(sum) = x.checked_add(product)
        {
            *x = sum;
            return;
        }
        self.add_mul_slow(a, b);
    }

    /// `self -= a * b`.
    #[inline]
    pub fn sub_mul_assign(&mut self, a: &Rat, b: &Rat) {
        if let (Some(x), Some(a), Some(b)) = (self.word_mut(), a.word(), b.word())
            && let Some(product) = a.checked_mul(b)
            && let Some(difference) = x.checked_sub(product)
        {
            *x = difference;
            return;
        }
        self.sub_mul_slow(a, b);
    }

    /// `self += a * b` for an integer `b`.
    #[inline]
    pub fn add_mul_int(&mut self, a: &Rat, b: &Int) {
        if let (Some(x), Some(a), Some(b)) = (self.word_mut(), a.word(), b.to_i64())
            && let Some(product) = a.checked_mul(b)
            && let Some(sum) = x.checked_add(product)
        {
            *x = sum;
            return;
        }
        self.add_mul_slow(a, &Rat::from(b));
    }

    #[inline]
    const fn integer(num: i64) -> Rat {
        Rat(Small { num, den: UNIT })
    }

    /// A reduced fraction with positive denominator.
    #[inline]
    fn from_reduced(num: i128, den: i128) -> Rat {
        match (i64::try_from(num), i64::try_from(den).map(NonZeroI64::new)) {
            (Ok(num), Ok(Some(den))) => Rat(Small { num, den }),
            _ => Fraction { num: num.into(), den: den.into() }.into(),
        }
    }

    /// The value, if it is an integer of one word.
    #[inline]
    fn word(&self) -> Option<i64> {
        match self.0 {
            Small { num, den: UNIT } => Some(num),
            _ => None,
        }
    }

    /// The place of the value, if it is an integer of one word.
    #[inline]
    fn word_mut(&mut self) -> Option<&mut i64> {
        match &mut self.0 {
            Small { num, den: UNIT } => Some(num),
            _ => None,
        }
    }

    /// Shows numerator and denominator without allocation.
    #[inline]
    fn with_parts<R>(&self, f: impl FnOnce(&Int, &Int) -> R) -> R {
        match &self.0 {
            Small { num, den } => f(&Int::from(*num), &Int::from(den.get())),
            Big(fraction) => f(&fraction.num, &fraction.den),
        }
    }

    /// Changes the number as a fraction of big parts: in place if it is big already.
    #[inline]
    fn update(&mut self, f: impl FnOnce(&mut Fraction)) {
        match &mut self.0 {
            Small { num, den } => {
                let mut fraction = Fraction { num: (*num).into(), den: den.get().into() };
                f(&mut fraction);
                *self = fraction.into();
            }
            Big(fraction) => {
                f(fraction);
                if let Some(small) = fraction.to_small() {
                    self.0 = small;
                }
            }
        }
    }

    #[inline]
    fn add_ref(&self, rhs: &Rat) -> Rat {
        if let (Some(a), Some(b)) = (self.word(), rhs.word())
            && let Some(sum) = a.checked_add(b)
        {
            return Rat::integer(sum);
        }
        self.add_slow(rhs)
    }

    #[inline]
    fn add_in_place(&mut self, rhs: &Rat) {
        if let (Some(a), Some(b)) = (self.word_mut(), rhs.word())
            && let Some(sum) = a.checked_add(b)
        {
            *a = sum;
            return;
        }
        self.add_assign_slow(rhs);
    }

    #[inline]
    fn sub_ref(&self, rhs: &Rat) -> Rat {
        if let (Some(a), Some(b)) = (self.word(), rhs.word())
            && let Some(difference) = a.checked_sub(b)
        {
            return Rat::integer(difference);
        }
        self.sub_slow(rhs)
    }

    #[inline]
    fn sub_in_place(&mut self, rhs: &Rat) {
        if let (Some(a), Some(b)) = (self.word_mut(), rhs.word())
            && let Some(difference) = a.checked_sub(b)
        {
            *a = difference;
            return;
        }
        self.sub_assign_slow(rhs);
    }

    #[inline]
    fn mul_ref(&self, rhs: &Rat) -> Rat {
        if let (Some(a), Some(b)) = (self.word(), rhs.word())
            && let Some(product) = a.checked_mul(b)
        {
            return Rat::integer(product);
        }
        self.mul_slow(rhs)
    }

    #[inline]
    fn mul_in_place(&mut self, rhs: &Rat) {
        if let (Some(a), Some(b)) = (self.word_mut(), rhs.word())
            && let Some(product) = a.checked_mul(b)
        {
            *a = product;
            return;
        }
        self.mul_assign_slow(rhs);
    }
}

/// What the inlined fast path for integers of one word leaves: first small fractions, computed in 128 bits,
/// then big ones.
impl Rat {
    fn add_slow(&self, rhs: &Rat) -> Rat {
        if let (&Small { num: a, den: b }, &Small { num: c, den: d }) = (&self.0, &rhs.0) {
            return add_small(a, b, c as i128, d);
        }
        self.with_parts(|a, b| rhs.with_parts(|c, d| Fraction::sum::<false>(a, b, c, d))).into()
    }

    fn add_assign_slow(&mut self, rhs: &Rat) {
        if let (&Small { num: a, den: b }, &Small { num: c, den: d }) = (&self.0, &rhs.0) {
            return *self = add_small(a, b, c as i128, d);
        }
        rhs.with_parts(|num, den| self.update(|fraction| fraction.add::<false>(num, den)));
    }

    fn sub_slow(&self, rhs: &Rat) -> Rat {
        if let (&Small { num: a, den: b }, &Small { num: c, den: d }) = (&self.0, &rhs.0) {
            return add_small(a, b, -(c as i128), d);
        }
        self.with_parts(|a, b| rhs.with_parts(|c, d| Fraction::sum::<true>(a, b, c, d))).into()
    }

    fn sub_assign_slow(&mut self, rhs: &Rat) {
        if let (&Small { num: a, den: b }, &Small { num: c, den: d }) = (&self.0, &rhs.0) {
            return *self = add_small(a, b, -(c as i128), d);
        }
        rhs.with_parts(|num, den| self.update(|fraction| fraction.add::<true>(num, den)));
    }

    fn mul_slow(&self, rhs: &Rat) -> Rat {
        if let (&Small { num: a, den: b }, &Small { num: c, den: d }) = (&self.0, &rhs.0) {
            return mul_small(a, b, c, d);
        }
        self.with_parts(|a, b| rhs.with_parts(|c, d| Fraction::product(a, b, c, d))).into()
    }

    fn mul_assign_slow(&mut self, rhs: &Rat) {
        if let (&Small { num: a, den: b }, &Small { num: c, den: d }) = (&self.0, &rhs.0) {
            return *self = mul_small(a, b, c, d);
        }
        rhs.with_parts(|num, den| self.update(|fraction| fraction.mul(num, den)));
    }

    fn div_ref(&self, rhs: &Rat) -> Rat {
        let mut quotient = self.clone();
        quotient.div_in_place(rhs);
        quotient
    }

    fn div_in_place(&mut self, rhs: &Rat) {
        assert!(!rhs.is_zero(), "division of a rational by zero");
        if let (&Small { num: a, den: b }, &Small { num: c, den: d }) = (&self.0, &rhs.0)
            // The reciprocal d/c as a small fraction, sign in the numerator.
            && let Some(c) = c.checked_mul(c.signum()).and_then(NonZeroI64::new)
        {
            let d = if rhs.is_negative() { -d.get() } else { d.get() };
            return *self = mul_small(a, b, d, c);
        }
        rhs.with_parts(|num, den| self.update(|fraction| fraction.div(num, den)));
    }

    fn add_mul_slow(&mut self, a: &Rat, b: &Rat) {
        if self.is_integer() && a.is_integer() && b.is_integer() {
            return a.with_parts(|a, _| b.with_parts(|b, _| self.update(|x| x.num.add_mul_assign(a, b))));
        }
        *self += a * b;
    }

    fn sub_mul_slow(&mut self, a: &Rat, b: &Rat) {
        if self.is_integer() && a.is_integer() && b.is_integer() {
            return a.with_parts(|a, _| b.with_parts(|b, _| self.update(|x| x.num.sub_mul_assign(a, b))));
        }
        *self -= a * b;
    }

    #[cold]
    fn cmp_slow(&self, other: &Rat) -> Ordering {
        let by_sign = self.signum().cmp(&other.signum());
        by_sign.then_with(|| self.with_parts(|a, b| other.with_parts(|c, d| cmp_same_sign(a, b, c, d))))
    }
}

/// Compares `a/b` with `c/d`, both of the same sign, without multiplying if the bit lengths tell.
fn cmp_same_sign(a: &Int, b: &Int, c: &Int, d: &Int) -> Ordering {
    if b == d {
        return a.cmp(c);
    }
    // A product of m and n bits has m + n or m + n - 1 bits.
    let bits = |x: &Int, y: &Int| u64::from(x.bits()) + u64::from(y.bits());
    let (left, right) = (bits(a, d), bits(c, b));
    if left.abs_diff(right) > 1 {
        let by_size = left.cmp(&right);
        return if a.is_negative() { by_size.reverse() } else { by_size };
    }
    (a * d).cmp(&(c * b))
}

/// `a/b + c/d` for words (the wide `c` also holds `-i64::MIN`), after Knuth, volume 2, 4.5.1: only the gcd of
/// the denominators can be cancelled, so gcds stay within a word. The sum of two products of words fits 128
/// bits.
fn add_small(a: i64, b: NonZeroI64, c: i128, d: NonZeroI64) -> Rat {
    let (a, b, d) = (a as i128, b.get(), d.get());
    let gcd = if b == 1 || d == 1 { 1 } else { gcd_u64(b as u64, d as u64) as i64 };
    if gcd == 1 {
        return Rat::from_reduced(a * d as i128 + c * b as i128, b as i128 * d as i128);
    }
    let (b_rest, d_rest) = (b / gcd, d / gcd);
    let num = a * d_rest as i128 + c * b_rest as i128;
    let common = match i64::try_from(num) {
        Ok(num) => gcd_u64(num.unsigned_abs(), gcd as u64),
        Err(_) => gcd_u64((num.unsigned_abs() % gcd as u128) as u64, gcd as u64),
    } as i64;
    let num = match i64::try_from(num) {
        Ok(num) => (num / common) as i128,
        Err(_) => num / common as i128,
    };
    Rat::from_reduced(num, b_rest as i128 * (d / common) as i128)
}

/// `a/b * c/d` for words: cancel crosswise first, then the product is reduced.
fn mul_small(a: i64, b: NonZeroI64, c: i64, d: NonZeroI64) -> Rat {
    let (b, d) = (b.get(), d.get());
    let ad = if d == 1 { 1 } else { gcd_u64(a.unsigned_abs(), d as u64) as i64 };
    let cb = if b == 1 { 1 } else { gcd_u64(c.unsigned_abs(), b as u64) as i64 };
    Rat::from_reduced((a / ad) as i128 * (c / cb) as i128, (b / cb) as i128 * (d / ad) as i128)
}

/// The parts of a big rational, or of one on its way to become big.
#[derive(Clone)]
struct Fraction {
    num: Int,
    den: Int,
}

impl Fraction {
    fn to_small(&self) -> Option<Repr> {
        let den = NonZeroI64::new(self.den.to_i64()?)?;
        Some(Small { num: self.num.to_i64()?, den })
    }

    fn make_den_positive(&mut self) {
        if self.den.is_negative() {
            self.num = -std::mem::take(&mut self.num);
            self.den = -std::mem::take(&mut self.den);
        }
    }

    /// `a/b + c/d`, or the difference. As in [`add_small`], only the gcd of the denominators can be
    /// cancelled.
    fn sum<const SUBTRACT: bool>(a: &Int, b: &Int, c: &Int, d: &Int) -> Fraction {
        let add_mul = if SUBTRACT { Int::sub_mul_assign } else { Int::add_mul_assign };
        let gcd = if b.is_one() || d.is_one() { Int::ONE } else { b.gcd(d) };
        if gcd.is_one() {
            let mut num = a * d;
            add_mul(&mut num, c, b);
            return Fraction { num, den: b * d };
        }
        let b_rest = b.div_exact(&gcd);
        let mut num = a * d.div_exact(&gcd);
        add_mul(&mut num, c, &b_rest);
        let common = num.gcd(&gcd);
        if common.is_one() {
            return Fraction { num, den: b_rest * d };
        }
        num.div_exact_assign(&common);
        Fraction { num, den: b_rest * d.div_exact(&common) }
    }

    /// Adds `c/d`, or subtracts it.
    fn add<const SUBTRACT: bool>(&mut self, c: &Int, d: &Int) {
        if !d.is_one() {
            *self = Fraction::sum::<SUBTRACT>(&self.num, &self.den, c, d);
        } else if SUBTRACT {
            self.num.sub_mul_assign(c, &self.den);
        } else {
            self.num.add_mul_assign(c, &self.den);
        }
    }

    /// `a/b * c/d`.
    fn product(a: &Int, b: &Int, c: &Int, d: &Int) -> Fraction {
        let (ad, cb) = (a.gcd(d), c.gcd(b));
        if ad.is_one() && cb.is_one() {
            return Fraction { num: a * c, den: b * d };
        }
        Fraction { num: a.div_exact(&ad) * c.div_exact(&cb), den: b.div_exact(&cb) * d.div_exact(&ad) }
    }

    /// Multiplies by `c/d`.
    fn mul(&mut self, c: &Int, d: &Int) {
        if self.den.is_one() && d.is_one() {
            self.num *= c;
        } else {
            *self = Fraction::product(&self.num, &self.den, c, d);
        }
    }

    fn div(&mut self, num: &Int, den: &Int) {
        self.mul(den, num);
        self.make_den_positive();
    }
}

impl From<Fraction> for Rat {
    fn from(fraction: Fraction) -> Rat {
        match fraction.to_small() {
            Some(small) => Rat(small),
            None => Rat(Big(Box::new(fraction))),
        }
    }
}

operator!(Rat, Add add, AddAssign add_assign, Rat::add_ref, Rat::add_in_place);
operator!(Rat, Sub sub, SubAssign sub_assign, Rat::sub_ref, Rat::sub_in_place);
operator!(Rat, Mul mul, MulAssign mul_assign, Rat::mul_ref, Rat::mul_in_place);
operator!(Rat, Div div, DivAssign div_assign, Rat::div_ref, Rat::div_in_place);

impl Neg for Rat {
    type Output = Rat;
    #[inline]
    fn neg(mut self) -> Rat {
        if let Small { num, .. } = &mut self.0
            && let Some(negated) = num.checked_neg()
        {
            *num = negated;
            return self;
        }
        self.update(|fraction| fraction.num = -std::mem::take(&mut fraction.num));
        self
    }
}

impl Neg for &Rat {
    type Output = Rat;
    #[inline]
    fn neg(self) -> Rat {
        -self.clone()
    }
}

impl Default for Rat {
    fn default() -> Rat {
        Rat::ZERO
    }
}

impl PartialEq for Rat {
    #[inline]
    fn eq(&self, other: &Rat) -> bool {
        match (&self.0, &other.0) {
            (Small { num: a, den: b }, Small { num: c, den: d }) => a == c && b == d,
            (Big(a), Big(b)) => a.num == b.num && a.den == b.den,
            _ => false,
        }
    }
}

impl Eq for Rat {}

impl PartialOrd for Rat {
    #[inline]
    fn partial_cmp(&self, other: &Rat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rat {
    #[inline]
    fn cmp(&self, other: &Rat) -> Ordering {
        match (&self.0, &other.0) {
            (Small { num: a, den: b }, Small { num: c, den: d }) if b == d => a.cmp(c),
            (Small { num: a, den: b }, Small { num: c, den: d }) => {
                (*a as i128 * d.get() as i128).cmp(&(*c as i128 * b.get() as i128))
            }
            _ => self.cmp_slow(other),
        }
    }
}

impl Hash for Rat {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small { num, den } => (num, den).hash(state),
            Big(fraction) => (&fraction.num, &fraction.den).hash(state),
        }
    }
}

impl fmt::Display for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_parts(|num, den| if den.is_one() { write!(f, "{num}") } else { write!(f, "{num}/{den}") })
    }
}

impl fmt::Debug for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rat {
    type Err = ParseNumberError;

    /// `n` or `n/d`, where only `n` may have a sign and `d` is not zero.
    fn from_str(text: &str) -> Result<Rat, ParseNumberError> {
        let Some((num, den)) = text.split_once('/') else {
            return Ok(Rat::from(text.parse::<Int>()?));
        };
        let (num, parsed_den): (Int, Int) = (num.parse()?, den.parse()?);
        if den.starts_with(['-', '+']) || parsed_den.is_zero() {
            return Err(ParseNumberError);
        }
        Ok(Rat::new(num, parsed_den))
    }
}

impl From<i64> for Rat {
    #[inline]
    fn from(x: i64) -> Rat {
        Rat::integer(x)
    }
}

impl From<Int> for Rat {
    #[inline]
    fn from(x: Int) -> Rat {
        match x.to_i64() {
            Some(small) => Rat::integer(small),
            None => Rat(Big(Box::new(Fraction { num: x, den: Int::ONE }))),
        }
    }
}

impl From<&Int> for Rat {
    #[inline]
    fn from(x: &Int) -> Rat {
        Rat::from(x.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rational_takes_two_words() {
        assert_eq!(size_of::<Rat>(), 16);
    }

    #[test]
    fn text_is_an_integer_or_a_quotient() {
        for (text, shown) in [("6/4", "3/2"), ("-6/4", "-3/2"), ("8/4", "2"), ("+0/7", "0"), ("5", "5")] {
            assert_eq!(text.parse::<Rat>().unwrap().to_string(), shown);
        }
        for bad in ["", "/", "1/", "/2", "1/0", "1/-2", "1/+2", "1/2/3", "1.5"] {
            assert!(bad.parse::<Rat>().is_err(), "{bad}");
        }
    }

    #[test]
    #[should_panic(expected = "division of a rational by zero")]
    fn division_by_zero_says_so() {
        let _ = Rat::ONE / Rat::ZERO;
    }

    #[test]
    #[should_panic(expected = "denominator zero")]
    fn zero_denominator_says_so() {
        Rat::new(Int::ONE, Int::ZERO);
    }
}
