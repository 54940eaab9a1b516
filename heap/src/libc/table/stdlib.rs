//! `<stdlib.h>`, `<inttypes.h>`, `<errno.h>`, `<getopt.h>`, `<time.h>`, `<signal.h>`, `<setjmp.h>`, and what
//! else calls functions of the program or starts others.

use crate::ir::FloatType;
use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Helper;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;
use crate::libc::id::CInt::*;
use crate::libc::id::Id::*;

/// What a model needs that measures strings.
const LENGTH: &[Helper] = &[Helper::Function(Strlen)];

const CALLS_BACK: &str = "a library function that calls back";

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // Memory.
    F::of(Malloc, &["malloc", "xmalloc"]).native().built_in().does(&[Allocates]),
    F::of(Calloc, &["calloc", "xcalloc"]).native().built_in().does(&[Allocates]),
    F::of(AlignedAlloc, &["aligned_alloc", "memalign"]).native().built_in().does(&[Allocates])
        .needs(&[PowerOfTwo(0)]),
    F::of(Realloc, &["realloc", "xrealloc"]).native().built_in().does(&[Allocates, Frees(0)])
        .needs(&[Freeable(0)]),
    F::of(Free, &["free", "cfree"]).native().built_in().keeps_errno().does(&[Frees(0)])
        .needs(&[Freeable(0)]),

    F::of(Sbrk, &["sbrk"]).native().does(&[Input, Allocates]),

    F::unnamed(&["reallocarray"]).c_code().does(&[Allocates, Frees(0)]).needs(&[Freeable(0)]),
    F::unnamed(&["posix_memalign"]).c_code().does(&[Allocates, Writes(0)])
        .needs(&[Writable(0, Pointer), PowerOfTwo(1)]),
    F::unnamed(&["valloc", "pvalloc"]).c_code().does(&[Allocates]),

    // The end of the program, and its surroundings.
    F::of(Exit, &["exit", "_exit", "_Exit", "quick_exit"]).native().built_in().keeps_errno()
        .does(&[NeverReturns]),
    F::of(Abort, &["abort", "trap"]).native().built_in().keeps_errno().does(&[NeverReturns]),
    F::of(Getenv, &["getenv"]).native().built_in().keeps_errno().with(LENGTH)
        .does(&[Input, ReturnsStatic]).needs(&[Terminated(0)]),
    F::unnamed(&["time"]).c_code().does(&[Input, Writes(0)]).needs(&[WritableOrNull(0, Pointer)]),
    F::unnamed(&["__errno_location"]).c_code().keeps_errno().with(&[Helper::MayFail])
        .does(&[ReturnsStatic]),
    F::of(Getopt, &["getopt"]).c_code().keeps_errno().with(&[Helper::Run, Helper::Unseen])
        .does(&[Writes(1)]).needs(&[NonNull(1), NonNull(2)]),
    F::of(GetoptLong, &["getopt_long"]).c_code().keeps_errno().with(&[Helper::Run, Helper::Unseen])
        .does(&[WritesAny]).needs(&[NonNull(1), NonNull(2), Anything(3), Anything(4)]),

    F::unnamed(&["secure_getenv"]).does(&[Input, ReturnsStatic]).needs(&[Terminated(0)]),
    F::unnamed(&["setenv"]).does(&[Output]).needs(&[Terminated(0), Terminated(1)]),
    F::unnamed(&["putenv", "unsetenv"]).does(&[Output]).needs(&[Terminated(0)]),
    F::unnamed(&["clearenv"]).does(&[Output]),

    // Numbers.
    F::unnamed(&["div", "ldiv", "lldiv", "imaxdiv"]).c_code().keeps_errno().needs(&[Nonzero(1)]),
    F::of(Rand, &["rand", "random"]).native().built_in().keeps_errno()
        .does(&[Input, Returns(0, i32::MAX as i128)]),
    F::of(Srand, &["srand"]).native().built_in().keeps_errno(),
    F::unnamed(&["srandom"]).described().keeps_errno(),
    F::of(Abs(Int), &["abs"]).native().built_in().keeps_errno().needs(&[Negatable(0)]),
    F::of(Abs(Long), &["labs"]).native().built_in().keeps_errno().needs(&[Negatable(0)]),
    F::of(Abs(LongLong), &["llabs", "imaxabs"]).native().built_in().keeps_errno().needs(&[Negatable(0)]),
    F::of(Ato(Int), &["atoi"]).native().built_in().with(LENGTH).needs(&[Terminated(0)]),
    F::of(Ato(Long), &["atol"]).native().built_in().with(LENGTH).needs(&[Terminated(0)]),
    F::of(Ato(LongLong), &["atoll"]).native().built_in().with(LENGTH).needs(&[Terminated(0)]),
    F::of(Strto(Long), &["strtol"]).native().built_in().with(LENGTH)
        .does(&[Writes(1)]).needs(&[Terminated(0), WritableOrNull(1, Pointer), Between(2, 0, 36)]),
    F::of(StrtoUnsigned(Long), &["strtoul"]).native().built_in().with(LENGTH)
        .does(&[Writes(1)]).needs(&[Terminated(0), WritableOrNull(1, Pointer), Between(2, 0, 36)]),
    F::of(Strto(LongLong), &["strtoll", "strtoimax"]).native().built_in().with(LENGTH)
        .does(&[Writes(1)]).needs(&[Terminated(0), WritableOrNull(1, Pointer), Between(2, 0, 36)]),
    F::of(StrtoUnsigned(LongLong), &["strtoull", "strtoumax"]).native().built_in().with(LENGTH)
        .does(&[Writes(1)]).needs(&[Terminated(0), WritableOrNull(1, Pointer), Between(2, 0, 36)]),
    F::of(AtoFloat, &["atof"]).native().built_in().with(LENGTH).needs(&[Terminated(0)]),
    F::of(StrtoFloat(FloatType::F64), &["strtod"]).native().built_in().with(LENGTH)
        .does(&[Writes(1)]).needs(&[Terminated(0), WritableOrNull(1, Pointer)]),
    F::of(StrtoFloat(FloatType::F32), &["strtof"]).native().built_in().with(LENGTH)
        .does(&[Writes(1)]).needs(&[Terminated(0), WritableOrNull(1, Pointer)]),
    F::unnamed(&["strtold", "strtoq", "strtouq"])
        .does(&[Writes(1)]).needs(&[Terminated(0), WritableOrNull(1, Pointer)]),

    // Functions that call the program.
    F::unnamed(&["qsort"]).c_code().keeps_errno().unsupported(CALLS_BACK)
        .does(&[CallsBack, Writes(0)]).needs(&[Writable(0, Product(1, 2)), Nonzero(2), Callable(3)]),
    F::unnamed(&["bsearch"]).c_code().keeps_errno().unsupported(CALLS_BACK)
        .does(&[CallsBack, ReturnsInto(1)]).needs(&[Readable(1, Product(2, 3)), Nonzero(3), Callable(4)]),
    F::unnamed(&["qsort_r", "lfind", "lsearch", "tfind", "tsearch", "tdelete", "twalk", "twalk_r", "tdestroy",
        "ftw", "nftw", "glob", "scandir", "pthread_once", "call_once", "dl_iterate_phdr",
        "makecontext"]).unsupported(CALLS_BACK).does(&[CallsBack, WritesAny]),
    F::unnamed(&["atexit", "at_quick_exit", "on_exit", "__cxa_atexit", "pthread_atfork"])
        .unsupported("a function called from outside").needs(&[Callable(0)]),
    F::unnamed(&["signal", "bsd_signal", "sysv_signal", "__sysv_signal", "ssignal", "sigset", "sigvec",
        "sigaction"]).unsupported("a function called from outside"),

    // Other flow of control. A signal may end the program.
    F::unnamed(&["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "__builtin_setjmp"]).unsupported("setjmp"),
    F::unnamed(&["longjmp", "siglongjmp", "_longjmp", "__builtin_longjmp"]).unsupported("longjmp")
        .does(&[NeverReturns]),
    F::unnamed(&["raise", "gsignal", "kill", "killpg", "pthread_kill", "tgkill"]).unsupported("a signal"),
    F::unnamed(&["fork", "vfork", "clone", "pthread_create", "thrd_create"])
        .unsupported("a second thread or process"),
];
