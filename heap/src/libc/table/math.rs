//! `<math.h>`, `<fenv.h>`, and the bits of integers.

use crate::ir::FloatType::{F32, F64};
use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Helper;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;
use crate::libc::id::BitCount::*;
use crate::libc::id::CInt::*;
use crate::libc::id::FloatClass::*;
use crate::libc::id::FloatFunction::*;
use crate::libc::id::FloatPair::*;
use crate::libc::id::Id::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    F::of(Float(Fabs, F64), &["fabs"]).native().built_in(),
    F::of(Float(Fabs, F32), &["fabsf"]).native().built_in(),
    F::of(Float(Sqrt, F64), &["sqrt"]).native().built_in(),
    F::of(Float(Sqrt, F32), &["sqrtf"]).native().built_in(),
    F::of(Float(Floor, F64), &["floor"]).native().built_in(),
    F::of(Float(Floor, F32), &["floorf"]).native().built_in(),
    F::of(Float(Ceil, F64), &["ceil"]).native().built_in(),
    F::of(Float(Ceil, F32), &["ceilf"]).native().built_in(),
    F::of(Float(Trunc, F64), &["trunc"]).native().built_in(),
    F::of(Float(Trunc, F32), &["truncf"]).native().built_in(),
    F::of(Float(Round, F64), &["round"]).native().built_in(),
    F::of(Float(Round, F32), &["roundf"]).native().built_in(),
    F::of(Float(Rint, F64), &["rint", "nearbyint"]).native().built_in(),
    F::of(Float(Rint, F32), &["rintf", "nearbyintf"]).native().built_in(),
    F::of(Float(Sin, F64), &["sin"]).native().built_in(),
    F::of(Float(Sin, F32), &["sinf"]).native().built_in(),
    F::of(Float(Cos, F64), &["cos"]).native().built_in(),
    F::of(Float(Cos, F32), &["cosf"]).native().built_in(),
    F::of(Float(Tan, F64), &["tan"]).native().built_in(),
    F::of(Float(Tan, F32), &["tanf"]).native().built_in(),
    F::of(Float(Asin, F64), &["asin"]).native().built_in(),
    F::of(Float(Asin, F32), &["asinf"]).native().built_in(),
    F::of(Float(Acos, F64), &["acos"]).native().built_in(),
    F::of(Float(Acos, F32), &["acosf"]).native().built_in(),
    F::of(Float(Atan, F64), &["atan"]).native().built_in(),
    F::of(Float(Atan, F32), &["atanf"]).native().built_in(),
    F::of(Float(Sinh, F64), &["sinh"]).native().built_in(),
    F::of(Float(Sinh, F32), &["sinhf"]).native().built_in(),
    F::of(Float(Cosh, F64), &["cosh"]).native().built_in(),
    F::of(Float(Cosh, F32), &["coshf"]).native().built_in(),
    F::of(Float(Tanh, F64), &["tanh"]).native().built_in(),
    F::of(Float(Tanh, F32), &["tanhf"]).native().built_in(),
    F::of(Float(Exp, F64), &["exp"]).native().built_in(),
    F::of(Float(Exp, F32), &["expf"]).native().built_in(),
    F::of(Float(Exp2, F64), &["exp2"]).native().built_in(),
    F::of(Float(Exp2, F32), &["exp2f"]).native().built_in(),
    F::of(Float(Expm1, F64), &["expm1"]).native().built_in(),
    F::of(Float(Expm1, F32), &["expm1f"]).native().built_in(),
    F::of(Float(Log, F64), &["log"]).native().built_in(),
    F::of(Float(Log, F32), &["logf"]).native().built_in(),
    F::of(Float(Log2, F64), &["log2"]).native().built_in(),
    F::of(Float(Log2, F32), &["log2f"]).native().built_in(),
    F::of(Float(Log10, F64), &["log10"]).native().built_in(),
    F::of(Float(Log10, F32), &["log10f"]).native().built_in(),
    F::of(Float(Log1p, F64), &["log1p"]).native().built_in(),
    F::of(Float(Log1p, F32), &["log1pf"]).native().built_in(),
    F::of(Float(Cbrt, F64), &["cbrt"]).native().built_in(),
    F::of(Float(Cbrt, F32), &["cbrtf"]).native().built_in(),
    F::of(FloatPair(Pow, F64), &["pow"]).native().built_in(),
    F::of(FloatPair(Pow, F32), &["powf"]).native().built_in(),
    F::of(FloatPair(Fmod, F64), &["fmod"]).native().built_in(),
    F::of(FloatPair(Fmod, F32), &["fmodf"]).native().built_in(),
    F::of(FloatPair(Atan2, F64), &["atan2"]).native().built_in(),
    F::of(FloatPair(Atan2, F32), &["atan2f"]).native().built_in(),
    F::of(FloatPair(Hypot, F64), &["hypot"]).native().built_in(),
    F::of(FloatPair(Hypot, F32), &["hypotf"]).native().built_in(),
    F::of(FloatPair(Copysign, F64), &["copysign"]).native().built_in(),
    F::of(FloatPair(Copysign, F32), &["copysignf"]).native().built_in(),
    F::of(FloatPair(Fmax, F64), &["fmax"]).native().built_in(),
    F::of(FloatPair(Fmax, F32), &["fmaxf"]).native().built_in(),
    F::of(FloatPair(Fmin, F64), &["fmin"]).native().built_in(),
    F::of(FloatPair(Fmin, F32), &["fminf"]).native().built_in(),
    F::of(FloatPair(Fdim, F64), &["fdim"]).native().built_in(),
    F::of(FloatPair(Fdim, F32), &["fdimf"]).native().built_in(),
    F::of(FloatClass(Nan), &["isnan", "isnanf"]).native().built_in().keeps_errno(),
    F::of(FloatClass(Infinite), &["isinf", "isinff"]).native().built_in().keeps_errno(),
    F::of(FloatClass(Finite), &["isfinite", "finite", "finitef"]).native().built_in().keeps_errno(),
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
    // Without a model.
    F::unnamed(&["acosh", "asinh", "atanh", "ldexp", "logb", "j0", "j1", "jn", "y0", "y1", "yn", "erf",
        "erfc", "lgamma", "tgamma", "nextafter", "nexttoward", "remainder", "scalbn", "ilogb",
        "scalbln", "lrint", "llrint", "lround", "llround", "fma", "acoshf", "asinhf", "atanhf",
        "ldexpf", "logbf", "j0f", "j1f", "jnf", "y0f", "y1f", "ynf", "erff", "erfcf", "lgammaf",
        "tgammaf", "nextafterf", "nexttowardf", "remainderf", "scalbnf", "ilogbf", "scalblnf",
        "lrintf", "llrintf", "lroundf", "llroundf", "fmaf", "acosl", "asinl", "atanl", "atan2l",
        "cosl", "sinl", "tanl", "coshl", "sinhl", "tanhl", "acoshl", "asinhl", "atanhl", "expl",
        "ldexpl", "logl", "log10l", "expm1l", "log1pl", "logbl", "exp2l", "log2l", "powl", "sqrtl",
        "hypotl", "cbrtl", "ceill", "fabsl", "floorl", "fmodl", "isinfl", "finitel", "copysignl",
        "isnanl", "j0l", "j1l", "jnl", "y0l", "y1l", "ynl", "erfl", "erfcl", "lgammal", "tgammal",
        "rintl", "nextafterl", "nexttowardl", "remainderl", "scalbnl", "ilogbl", "scalblnl",
        "nearbyintl", "roundl", "truncl", "lrintl", "llrintl", "lroundl", "llroundl", "fdiml", "fmaxl",
        "fminl", "fmal"]).described(),
    F::unnamed(&["frexp", "frexpf"]).c_code().with(&[Helper::Run]).keeps_errno().does(&[Writes(1)])
        .needs(&[Writable(1, Bytes(4))]),
    F::unnamed(&["modf"]).c_code().keeps_errno().does(&[Writes(1)]).needs(&[Writable(1, Bytes(8))]),
    F::unnamed(&["modff"]).c_code().keeps_errno().does(&[Writes(1)]).needs(&[Writable(1, Bytes(4))]),
    F::unnamed(&["sincos", "lgamma_r", "remquo", "sincosf", "lgammaf_r", "remquof", "sincosl",
        "frexpl", "modfl", "lgammal_r", "remquol"]).does(&[WritesAny]),
    F::unnamed(&["nan", "nanf", "nanl"]).needs(&[Terminated(0)]),
    F::unnamed(&["cacos", "casin", "catan", "ccos", "csin", "ctan", "cacosh", "casinh", "catanh",
        "ccosh", "csinh", "ctanh", "cexp", "clog", "clog10", "cpow", "csqrt", "cabs", "carg", "conj",
        "cproj", "cimag", "creal", "cacosf", "casinf", "catanf", "ccosf", "csinf", "ctanf", "cacoshf",
        "casinhf", "catanhf", "ccoshf", "csinhf", "ctanhf", "cexpf", "clogf", "clog10f", "cpowf",
        "csqrtf", "cabsf", "cargf", "conjf", "cprojf", "cimagf", "crealf", "cacosl", "casinl",
        "catanl", "ccosl", "csinl", "ctanl", "cacoshl", "casinhl", "catanhl", "ccoshl", "csinhl",
        "ctanhl", "cexpl", "clogl", "clog10l", "cpowl", "csqrtl", "cabsl", "cargl", "conjl", "cprojl",
        "cimagl", "creall"]),
    F::unnamed(&["feclearexcept", "feraiseexcept", "fetestexcept", "fegetround"]),
    F::unnamed(&["fegetexceptflag", "fesetexceptflag", "fegetenv", "feholdexcept"]).does(&[WritesAny]),
];
