//! Numbers against `rug`, with operands around every boundary of the representation.

mod random;

use cfp_solver::{Int, Rat};
use random::Rng;
use rug::ops::{DivRounding, Pow, RemRounding};
use rug::{Complete, Integer, Rational};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::panic::{AssertUnwindSafe, catch_unwind};

impl Rng {
    /// Numbers of many lengths; now and then one next to a boundary.
    fn integer(&mut self) -> Integer {
        if self.below(3) == 0 {
            let all = boundaries();
            return all[self.below(all.len())].clone();
        }
        let bits =
            [3, 8, 16, 31, 33, 48, 60, 62, 63, 64, 65, 70, 100, 126, 128, 130, 200, 500][self.below(18)];
        let mut x = Integer::new();
        for _ in 0..=bits / 64 {
            x = (x << 64) + self.next();
        }
        x.keep_bits_mut(bits);
        if self.below(2) == 0 { -x } else { x }
    }

    fn rational(&mut self) -> Rational {
        let num = self.integer();
        let den = if self.below(4) == 0 { Integer::from(1) } else { self.integer() };
        if den == 0 { Rational::from(num) } else { Rational::from((num, den)) }
    }
}

/// Every place where the representation or an intermediate result changes its size, and its neighbours.
fn boundaries() -> Vec<Integer> {
    let mut all = Vec::new();
    for centre in [0, 31, 32, 62, 63, 64, 126, 127, 128] {
        let centre = if centre == 0 { Integer::new() } else { Integer::from(1) << centre };
        for offset in -2..=2i32 {
            all.push((&centre + offset).complete());
            all.push(-(&centre + offset).complete());
        }
    }
    all
}

fn hash<T: Hash>(x: &T) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(x)
}

/// The value is the expected one, in canonical form, and equal to and hashed like the same number built from
/// scratch.
#[track_caller]
fn same(actual: &Int, expected: &Integer) {
    assert_eq!(&actual.to_big(), expected);
    assert_eq!(actual.is_small(), expected.to_i64().is_some(), "form of {expected}");
    assert_eq!(actual.to_i64(), expected.to_i64());
    let fresh = Int::from(expected.clone());
    assert_eq!(actual, &fresh);
    assert_eq!(hash(actual), hash(&fresh));
}

#[track_caller]
fn same_rat(actual: &Rat, expected: &Rational) {
    same(&actual.numer(), expected.numer());
    same(&actual.denom(), expected.denom());
    let fits = expected.numer().to_i64().is_some() && expected.denom().to_i64().is_some();
    assert_eq!(actual.is_small(), fits, "form of {expected}");
    let fresh = to_rat(expected);
    assert_eq!(actual, &fresh);
    assert_eq!(hash(actual), hash(&fresh));
}

/// One operator in all forms.
macro_rules! check_forms {
    ($same:ident, $a:ident, $b:ident, $op:tt, $op_assign:tt, $expected:expr) => {{
        let expected = $expected;
        $same(&(&$a $op &$b), &expected);
        $same(&($a.clone() $op &$b), &expected);
        $same(&(&$a $op $b.clone()), &expected);
        $same(&($a.clone() $op $b.clone()), &expected);
        let mut x = $a.clone();
        x $op_assign &$b;
        $same(&x, &expected);
        let mut x = $a.clone();
        x $op_assign $b.clone();
        $same(&x, &expected);
    }};
}

fn check_int_pair(p: &Integer, q: &Integer) {
    let (a, b) = (Int::from(p.clone()), Int::from(q.clone()));
    check_forms!(same, a, b, +, +=, (p + q).complete());
    check_forms!(same, a, b, -, -=, (p - q).complete());
    check_forms!(same, a, b, *, *=, (p * q).complete());
    assert_eq!(a.cmp(&b), p.cmp(q));
    assert_eq!(a == b, p == q);
    assert_eq!(a.cmp_abs(&b), p.cmp_abs(q));
    same(&a.gcd(&b), &p.gcd_ref(q).complete());
    same(&a.lcm(&b), &p.clone().lcm(q));
    let (g, s, t) = a.gcd_ext(&b);
    same(&g, &p.gcd_ref(q).complete());
    assert_eq!(&s * &a + &t * &b, g);
    if *q == 0 {
        assert_eq!(b.divides(&a), *p == 0);
        return;
    }
    same(&a.div_floor(&b), &p.clone().div_floor(q));
    same(&a.rem_floor(&b), &p.clone().rem_floor(q));
    same(&a.div_ceil(&b), &p.clone().div_ceil(q));
    same(&a.div_euclid(&b), &p.clone().div_euc(q));
    same(&a.rem_euclid(&b), &p.clone().rem_euc(q));
    let mut x = a.clone();
    x.rem_floor_assign(&b);
    same(&x, &p.clone().rem_floor(q));
    let (quotient, rest) = a.div_rem_floor(&b);
    same(&quotient, &p.clone().div_floor(q));
    same(&rest, &p.clone().rem_floor(q));
    assert_eq!(b.divides(&a), p.is_divisible(q));
    let product = &a * &b;
    same(&product.div_exact(&b), p);
    let mut x = product;
    x.div_exact_assign(&b);
    same(&x, p);
}

fn check_int(p: &Integer) {
    let a = Int::from(p.clone());
    same(&a, p);
    assert_eq!(a.to_string(), p.to_string());
    same(&p.to_string().parse().unwrap(), p);
    same(&-&a, &Integer::from(-p));
    same(&-a.clone(), &Integer::from(-p));
    same(&a.abs(), &p.abs_ref().complete());
    assert_eq!(a.signum(), p.cmp0() as i32);
    assert_eq!(a.is_zero(), *p == 0);
    assert_eq!(a.is_one(), *p == 1);
    assert_eq!(a.is_negative(), *p < 0);
    assert_eq!(a.is_positive(), *p > 0);
    assert_eq!(a.is_even(), p.is_even());
    assert_eq!(a.bits(), p.significant_bits());
    for exponent in [0, 1, 2, 3, 7] {
        same(&a.pow(exponent), &p.pow(exponent).complete());
    }
    if let Some(x) = p.to_i128() {
        same(&Int::from(x), p);
    }
    if let Some(x) = p.to_u64() {
        same(&Int::from(x), p);
        same(&Int::from(x as usize), p);
    }
    if let Some(x) = p.to_i64() {
        same(&Int::from(x), p);
    }
    if let Some(x) = p.to_i32() {
        same(&Int::from(x), p);
    }
    if let Some(x) = p.to_u32() {
        same(&Int::from(x), p);
    }
}

fn check_int_triple(p: &Integer, q: &Integer, r: &Integer) {
    let (a, b) = (Int::from(q.clone()), Int::from(r.clone()));
    let mut x = Int::from(p.clone());
    x.add_mul_assign(&a, &b);
    same(&x, &(p + (q * r).complete()));
    let mut x = Int::from(p.clone());
    x.sub_mul_assign(&a, &b);
    same(&x, &(p - (q * r).complete()));
}

fn to_rat(p: &Rational) -> Rat {
    Rat::new(p.numer().clone().into(), p.denom().clone().into())
}

fn check_rat(p: &Rational) {
    let a = to_rat(p);
    same_rat(&a, p);
    assert_eq!(a.to_string(), p.to_string());
    same_rat(&p.to_string().parse().unwrap(), p);
    same_rat(&-&a, &Rational::from(-p));
    same_rat(&-a.clone(), &Rational::from(-p));
    same_rat(&a.abs(), &p.abs_ref().complete());
    same(&a.floor(), &p.clone().floor().into_numer_denom().0);
    same(&a.ceil(), &p.clone().ceil().into_numer_denom().0);
    same_rat(&a.fract(), &(p - p.clone().floor()));
    assert_eq!(a.is_integer(), p.is_integer());
    assert_eq!(a.to_int().map(|x| x.to_big()), p.is_integer().then(|| p.numer().clone()));
    assert_eq!(a.signum(), p.cmp0() as i32);
    assert_eq!(a.is_zero(), *p == 0);
    assert_eq!(a.is_negative(), *p < 0);
    assert_eq!(a.is_positive(), *p > 0);
    assert_eq!(a.bits(), p.numer().significant_bits().max(p.denom().significant_bits()));
    if *p != 0 {
        same_rat(&a.recip(), &p.recip_ref().complete());
        let factor = Integer::from(-6);
        same_rat(
            &Rat::new((p.numer() * &factor).complete().into(), (p.denom() * &factor).complete().into()),
            p,
        );
    }
    if let Some(x) = a.to_int() {
        same_rat(&Rat::from(&x), p);
        same_rat(&Rat::from(x), p);
    }
}

fn check_rat_pair(p: &Rational, q: &Rational) {
    let (a, b) = (to_rat(p), to_rat(q));
    check_forms!(same_rat, a, b, +, +=, (p + q).complete());
    check_forms!(same_rat, a, b, -, -=, (p - q).complete());
    check_forms!(same_rat, a, b, *, *=, (p * q).complete());
    assert_eq!(a.cmp(&b), p.cmp(q));
    assert_eq!(a == b, p == q);
    if *q != 0 {
        check_forms!(same_rat, a, b, /, /=, (p / q).complete());
    }
    let n = q.numer();
    let b = Int::from(n.clone());
    assert_eq!(a.cmp_int(&b), p.partial_cmp(n).unwrap());
    assert_eq!(a.cmp_int(&a.floor()), p.cmp(&p.clone().floor()));
    same_rat(&a.mul_int(&b), &Rational::from(p * n));
    if *n != 0 {
        same_rat(&a.div_int(&b), &Rational::from(p / n));
    }
}

fn check_rat_triple(p: &Rational, q: &Rational, r: &Rational) {
    let (a, b) = (to_rat(q), to_rat(r));
    let product = (q * r).complete();
    let mut x = to_rat(p);
    x.add_mul_assign(&a, &b);
    same_rat(&x, &Rational::from(p + &product));
    let mut x = to_rat(p);
    x.sub_mul_assign(&a, &b);
    same_rat(&x, &Rational::from(p - &product));
    let mut x = to_rat(p);
    x.add_mul_int(&a, &b.numer());
    same_rat(&x, &(p + Rational::from(q * r.numer())));
}

#[test]
fn integers_at_the_boundaries() {
    let all = boundaries();
    for p in &all {
        check_int(p);
        for q in &all {
            check_int_pair(p, q);
        }
    }
}

#[test]
fn integer_triples_at_the_boundaries() {
    let all = boundaries();
    let factors: Vec<&Integer> = all.iter().step_by(3).collect();
    for p in &all {
        for q in &factors {
            for r in &factors {
                check_int_triple(p, q, r);
            }
            // A sum that returns to a word, and to the edge of a word, from a big product.
            check_int_triple(&-Integer::from(p * *q), p, q);
            check_int_triple(&(Integer::from(i64::MIN) - Integer::from(p * *q)), p, q);
            check_int_triple(&(Integer::from(i64::MAX) - Integer::from(p * *q)), p, q);
        }
    }
}

#[test]
fn dot_products() {
    let mut rng = Rng(4);
    for length in 0..200 {
        let p: Vec<Integer> = (0..length).map(|_| rng.integer()).collect();
        let q: Vec<Integer> =
            (0..length).map(|i| if i < length / 2 { Integer::from(i) } else { rng.integer() }).collect();
        let ints = |all: &[Integer]| all.iter().map(|x| Int::from(x.clone())).collect::<Vec<_>>();
        same(&Int::dot(&ints(&p), &ints(&q)), &Integer::dot(p.iter().zip(&q)).complete());
    }
}

#[test]
fn random_integers() {
    let mut rng = Rng(1);
    for _ in 0..10_000 {
        let (p, q, r) = (rng.integer(), rng.integer(), rng.integer());
        check_int(&p);
        check_int_pair(&p, &q);
        check_int_triple(&p, &q, &r);
    }
}

#[test]
fn rationals_at_the_boundaries() {
    let all = boundaries();
    let mut fractions = Vec::new();
    for num in all.iter().step_by(2) {
        for den in all.iter().step_by(3).filter(|den| **den > 0) {
            fractions.push(Rational::from((num, den)));
        }
    }
    for p in &fractions {
        check_rat(p);
        for q in fractions.iter().step_by(17) {
            check_rat_pair(p, q);
        }
    }
}

#[test]
fn random_rationals() {
    let mut rng = Rng(2);
    for _ in 0..5_000 {
        let (p, q, r) = (rng.rational(), rng.rational(), rng.rational());
        check_rat(&p);
        check_rat_pair(&p, &q);
        check_rat_triple(&p, &q, &r);
        // Shared factors and cancellation, which unrelated draws rarely have.
        let near = Rational::from((rng.integer(), p.denom().clone()));
        check_rat_pair(&p, &near);
        check_rat_triple(&-(&near * &q).complete(), &near, &q);
    }
}

#[test]
fn a_long_computation_stays_canonical() {
    let mut rng = Rng(3);
    let (mut x, mut expected) = (Rat::ZERO, Rational::new());
    for _ in 0..5_000 {
        let operand = rng.rational();
        let b = to_rat(&operand);
        match rng.below(4) {
            0 => (x, expected) = (x + b, expected + operand),
            1 => (x, expected) = (x - b, expected - operand),
            2 => (x, expected) = (x * b, expected * operand),
            _ if operand == 0 => {}
            _ => (x, expected) = (x / b, expected / operand),
        }
        same_rat(&x, &expected);
        if x.bits() > 400 {
            (x, expected) = (x.fract() + Rat::ONE, expected.fract_floor(Integer::new()).0 + 1u32);
            same_rat(&x, &expected);
            let floor = (&x * &Rat::from(1 << 40)).floor();
            (x, expected) = (Rat::from(&floor), Rational::from(floor.to_big()));
        }
    }
}

#[test]
fn every_division_by_zero_panics() {
    let big = Int::from(i128::MAX);
    for a in [Int::ZERO, Int::ONE, big] {
        let zero = Int::ZERO;
        type Op = fn(&Int, &Int) -> Int;
        let ops: [Op; 6] =
            [Int::div_floor, Int::rem_floor, Int::div_ceil, Int::div_euclid, Int::rem_euclid, Int::div_exact];
        for op in ops {
            assert!(catch_unwind(AssertUnwindSafe(|| op(&a, &zero))).is_err());
        }
        let rat = Rat::from(&a);
        assert!(catch_unwind(AssertUnwindSafe(|| rat.div_int(&zero))).is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| &rat / &Rat::ZERO)).is_err());
    }
}
