//! `<math.h>`, `<fenv.h>`, and the bits of integers.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Need::*;
use crate::libc::id::BitCount::*;
use crate::libc::id::CInt::*;
use crate::libc::id::FloatFunction::*;
use crate::libc::id::Id::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    F::of(Float(Fabs), &["fabs"]).native().built_in(),
    F::of(Float(Sqrt), &["sqrt"]).native().built_in(),
    F::of(Float(Floor), &["floor"]).native().built_in(),
    F::of(Float(Ceil), &["ceil"]).native().built_in(),
    F::of(Float(Trunc), &["trunc"]).native().built_in(),
    F::of(IsNan, &["isnan"]).native().built_in().keeps_errno(),
    F::unnamed(&["fesetround", "fesetenv", "feupdateenv"]).unsupported("another way of rounding"),

    F::of(Bits(LeadingZeros, Int), &["clz"]).native().built_in().keeps_errno()
        .does(&[Returns(0, 64)]).needs(&[Nonzero(0)]),
    F::of(Bits(LeadingZeros, Long), &["clzl"]).native().built_in().keeps_errno()
        .does(&[Returns(0, 64)]).needs(&[Nonzero(0)]),
    F::of(Bits(LeadingZeros, LongLong), &["clzll"]).native().built_in().keeps_errno()
        .does(&[Returns(0, 64)]).needs(&[Nonzero(0)]),
    F::of(Bits(TrailingZeros, Int), &["ctz"]).native().built_in().keeps_errno()
        .does(&[Returns(0, 64)]).needs(&[Nonzero(0)]),
    F::of(Bits(TrailingZeros, Long), &["ctzl"]).native().built_in().keeps_errno()
        .does(&[Returns(0, 64)]).needs(&[Nonzero(0)]),
    F::of(Bits(TrailingZeros, LongLong), &["ctzll"]).native().built_in().keeps_errno()
        .does(&[Returns(0, 64)]).needs(&[Nonzero(0)]),
    F::of(Bits(FirstSet, Int), &["ffs"]).native().built_in().keeps_errno().does(&[Returns(0, 64)]),
    F::of(Bits(FirstSet, Long), &["ffsl"]).native().built_in().keeps_errno().does(&[Returns(0, 64)]),
    F::of(Bits(FirstSet, LongLong), &["ffsll"]).native().built_in().keeps_errno().does(&[Returns(0, 64)]),
    F::of(Bits(Ones, Int), &["popcount"]).native().built_in().keeps_errno().does(&[Returns(0, 64)]),
    F::of(Bits(Ones, Long), &["popcountl"]).native().built_in().keeps_errno().does(&[Returns(0, 64)]),
    F::of(Bits(Ones, LongLong), &["popcountll"]).native().built_in().keeps_errno().does(&[Returns(0, 64)]),
    F::unnamed(&["clzs", "clzg", "ctzs", "ctzg", "popcountg"]).keeps_errno(),
    F::of(ByteSwap(16), &["bswap16"]).native().built_in().keeps_errno().does(&[Returns(0, 0xffff)]),
    F::of(ByteSwap(32), &["bswap32"]).native().built_in().keeps_errno(),
    F::of(ByteSwap(64), &["bswap64"]).native().built_in().keeps_errno(),
];
