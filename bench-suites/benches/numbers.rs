//! Exact numbers against plain GMP and native words.
//!
//! Each measurement runs over vectors of [`LENGTH`] operands of the given bit length; divide by [`LENGTH`]
//! for the time per operation. `native` wraps, `checked` stops on overflow (only where the operands allow
//! it).

#[path = "../../solver/tests/random/mod.rs"]
mod random;

use cfp_solver::{Int, Rat};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};
use random::Rng;
use rug::{Complete, Integer, Rational};
use std::hint::black_box;
use std::time::Duration;

const LENGTH: usize = 100;
const BITS: [u32; 5] = [8, 30, 60, 70, 200];

impl Rng {
    fn integer(&mut self, bits: u32) -> Integer {
        let mut x = Integer::new();
        for _ in 0..=bits / 64 {
            x = (x << 64) + self.next();
        }
        x.keep_bits_mut(bits);
        if self.next() & 1 == 0 { -x } else { x }
    }

    fn integers(&mut self, bits: u32) -> Vec<Integer> {
        (0..LENGTH).map(|_| self.integer(bits)).collect()
    }

    fn rationals(&mut self, bits: u32) -> Vec<Rational> {
        (0..LENGTH).map(|_| Rational::from((self.integer(bits), self.integer(bits).abs() + 1u32))).collect()
    }
}

/// One measurement: `run` is called with the two operand vectors.
fn measure<T, R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    bits: u32,
    (a, b): (&[T], &[T]),
    run: impl Fn(&[T], &[T]) -> R,
) {
    group.bench_function(BenchmarkId::new(name, bits), |bencher| {
        bencher.iter(|| run(black_box(a), black_box(b)));
    });
}

/// Calls `op` on each pair and keeps the optimiser from dropping the results.
fn each<T, R>(op: impl Fn(&T, &T) -> R) -> impl Fn(&[T], &[T]) {
    move |a, b| {
        for (x, y) in a.iter().zip(b) {
            black_box(op(x, y));
        }
    }
}

fn group<'c>(criterion: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    group
}

fn integers(criterion: &mut Criterion) {
    for bits in BITS {
        let mut rng = Rng(bits as u64);
        let (p, q) = (rng.integers(bits), rng.integers(bits));
        let gmp = (&p[..], &q[..]);
        let ints = |all: &[Integer]| all.iter().map(|x| Int::from(x.clone())).collect::<Vec<_>>();
        let (a, b) = (ints(&p), ints(&q));
        let ours = (&a[..], &b[..]);
        let words = |all: &[Integer]| all.iter().map(Integer::to_i64).collect::<Option<Vec<_>>>();
        let words = words(&p).zip(words(&q));

        let mut dot = group(criterion, "int-dot");
        measure(&mut dot, "int", bits, ours, dot_int);
        measure(&mut dot, "slices", bits, ours, Int::dot);
        measure(&mut dot, "gmp", bits, gmp, dot_gmp);
        if let Some((a, b)) = words.as_ref().filter(|(a, b)| dot_checked(a, b).is_some()) {
            measure(&mut dot, "native", bits, (a, b), dot_native);
            measure(&mut dot, "checked", bits, (a, b), dot_checked);
        }
        dot.finish();

        let mut add = group(criterion, "int-add");
        measure(&mut add, "int", bits, ours, each(|x: &Int, y| x + y));
        measure(&mut add, "gmp", bits, gmp, each(|x: &Integer, y| (x + y).complete()));
        if let Some((a, b)) = &words {
            measure(&mut add, "checked", bits, (a, b), each(|x: &i64, y| x.checked_add(*y)));
        }
        add.finish();

        let mut mul = group(criterion, "int-mul");
        measure(&mut mul, "int", bits, ours, each(|x: &Int, y| x * y));
        measure(&mut mul, "gmp", bits, gmp, each(|x: &Integer, y| (x * y).complete()));
        if let Some((a, b)) = &words {
            measure(&mut mul, "checked", bits, (a, b), each(|x: &i64, y| x.checked_mul(*y)));
        }
        mul.finish();

        let mut gcd = group(criterion, "int-gcd");
        measure(&mut gcd, "int", bits, ours, each(|x: &Int, y| x.gcd(y)));
        measure(&mut gcd, "gmp", bits, gmp, each(|x: &Integer, y| x.gcd_ref(y).complete()));
        gcd.finish();
    }
}

fn dot_int(a: &[Int], b: &[Int]) -> Int {
    let mut sum = Int::ZERO;
    for (x, y) in a.iter().zip(b) {
        sum.add_mul_assign(x, y);
    }
    sum
}

fn dot_gmp(a: &[Integer], b: &[Integer]) -> Integer {
    let mut sum = Integer::new();
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

fn dot_native(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).fold(0, |sum: i64, (x, y)| sum.wrapping_add(x.wrapping_mul(*y)))
}

fn dot_checked(a: &[i64], b: &[i64]) -> Option<i64> {
    let mut sum = 0i64;
    for (x, y) in a.iter().zip(b) {
        sum = sum.checked_add(x.checked_mul(*y)?)?;
    }
    Some(sum)
}

fn rationals(criterion: &mut Criterion) {
    for bits in BITS {
        let mut rng = Rng(bits as u64);
        measure_rationals(criterion, "rat", bits, &rng.rationals(bits), &rng.rationals(bits));
        let integral = |all: Vec<Integer>| all.into_iter().map(Rational::from).collect::<Vec<_>>();
        let (p, q) = (integral(rng.integers(bits)), integral(rng.integers(bits)));
        measure_rationals(criterion, "rat-integral", bits, &p, &q);
    }
}

fn measure_rationals(criterion: &mut Criterion, kind: &str, bits: u32, p: &[Rational], q: &[Rational]) {
    let gmp = (p, q);
    let rats = |all: &[Rational]| {
        let rat = |x: &Rational| Rat::new(x.numer().clone().into(), x.denom().clone().into());
        all.iter().map(rat).collect::<Vec<_>>()
    };
    let (a, b) = (rats(p), rats(q));
    let ours = (&a[..], &b[..]);

    let mut add = group(criterion, &format!("{kind}-add"));
    measure(&mut add, "rat", bits, ours, each(|x: &Rat, y| x + y));
    measure(&mut add, "gmp", bits, gmp, each(|x: &Rational, y| (x + y).complete()));
    add.finish();

    let mut mul = group(criterion, &format!("{kind}-mul"));
    measure(&mut mul, "rat", bits, ours, each(|x: &Rat, y| x * y));
    measure(&mut mul, "gmp", bits, gmp, each(|x: &Rational, y| (x * y).complete()));
    mul.finish();

    let mut compare = group(criterion, &format!("{kind}-cmp"));
    measure(&mut compare, "rat", bits, ours, each(|x: &Rat, y| x.cmp(y)));
    measure(&mut compare, "gmp", bits, gmp, each(|x: &Rational, y| x.cmp(y)));
    compare.finish();

    // Sums of a few products: longer ones of random fractions only measure the growth of the denominator.
    let mut dot = group(criterion, &format!("{kind}-dot-4"));
    measure(&mut dot, "rat", bits, ours, |a, b| {
        for (a, b) in a.chunks(4).zip(b.chunks(4)) {
            let mut sum = Rat::ZERO;
            for (x, y) in a.iter().zip(b) {
                sum.add_mul_assign(x, y);
            }
            black_box(sum);
        }
    });
    measure(&mut dot, "gmp", bits, gmp, |a, b| {
        for (a, b) in a.chunks(4).zip(b.chunks(4)) {
            let mut sum = Rational::new();
            for (x, y) in a.iter().zip(b) {
                sum += (x * y).complete();
            }
            black_box(sum);
        }
    });
    dot.finish();
}

criterion_group!(benches, integers, rationals);
criterion_main!(benches);
