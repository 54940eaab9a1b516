//! Functions of further headers: patterns, tables, lists, conversions of characters.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // `<regex.h>`, `<iconv.h>`, `<nl_types.h>`, `<langinfo.h>`, `<locale.h>`, `<monetary.h>`
    F::unnamed(&["regcomp"]).does(&[Allocates, Writes(0)]).needs(&[NonNull(0), Terminated(1)]),
    F::unnamed(&["regexec"]).does(&[Writes(3)]).needs(&[NonNull(0), Terminated(1), Optional(3)]),
    F::unnamed(&["regerror"]).does(&[Writes(2)]).needs(&[Optional(1), WritableOrNull(2, Arg(3))]),
    F::unnamed(&["regfree"]).does(&[Writes(0)]).needs(&[NonNull(0)]),
    F::unnamed(&["iconv_open"]).does(&[Allocates]).needs(&[Terminated(0), Terminated(1)]),
    F::unnamed(&["iconv_close"]).does(&[WritesAny]),
    F::unnamed(&["iconv"]).does(&[WritesAny])
        .needs(&[Optional(1), Optional(2), Optional(3), Optional(4)]),
    F::unnamed(&["catopen", "catclose"]).does(&[Input]),
    F::unnamed(&["catgets", "nl_langinfo", "localeconv"]).does(&[Input, ReturnsStatic]),
    F::unnamed(&["newlocale", "duplocale"]).does(&[Allocates]).needs(&[Anything(2)]),
    F::unnamed(&["freelocale", "uselocale"]).does(&[WritesAny]).needs(&[Anything(0)]),
    F::unnamed(&["strfmon"]).does(&[Writes(0)]).keeps_errno()
        .needs(&[Writable(0, Arg(1)), Terminated(2)]),

    // `<search.h>`, lists of strings, options.
    F::unnamed(&["hcreate", "hdestroy", "hsearch"]).does(&[Allocates, WritesAny]),
    F::unnamed(&["hcreate_r", "hdestroy_r", "hsearch_r", "insque", "remque"]).does(&[WritesAny])
        .needs(&[Optional(1)]),
    F::unnamed(&["argz_add", "argz_append", "argz_create", "argz_insert", "argz_replace", "envz_add",
        "envz_merge"]).does(&[Allocates, WritesAny]),
    F::unnamed(&["argz_delete", "argz_extract", "argz_stringify", "envz_remove"]).does(&[WritesAny]),
    F::unnamed(&["argp_parse", "getopt_long_only", "getsubopt"]).does(&[WritesAny]),

    // Numbers that are written as text, and random ones.
    F::unnamed(&["ecvt", "fcvt", "qecvt", "qfcvt", "l64a"]).does(&[ReturnsStatic, WritesAny]),
    F::unnamed(&["ecvt_r", "fcvt_r", "qecvt_r", "qfcvt_r"]).does(&[WritesAny])
        .needs(&[Writable(4, Arg(5))]),
    F::unnamed(&["gcvt", "qgcvt"]).does(&[Writes(2)]),
    F::unnamed(&["strfromd", "strfromf"]).does(&[Writes(0)]).keeps_errno()
        .needs(&[WritableOrNull(0, Arg(1)), Terminated(2)]),
    F::unnamed(&["a64l", "rpmatch"]),
    F::unnamed(&["l64a_r"]).does(&[Writes(1)]),
    F::unnamed(&["lrand48"]).described().does(&[Input, Returns(0, i32::MAX as i128)]),
    F::unnamed(&["mrand48"]).described().does(&[Input, Returns(i32::MIN as i128, i32::MAX as i128)]),
    F::unnamed(&["arc4random"]).described().does(&[Input]),
    F::unnamed(&["arc4random_uniform"]).c_code().does(&[Input]),
    F::unnamed(&["srand48"]).described(),
    F::unnamed(&["rand_r"]).derived().does(&[Input, Writes(0), Returns(0, i32::MAX as i128)])
        .needs(&[Writable(0, Bytes(4))]),
    F::unnamed(&["drand48"]).does(&[Input]),
    F::unnamed(&["erand48", "nrand48", "jrand48", "seed48", "lcong48"]).does(&[WritesAny])
        .needs(&[Writable(0, Bytes(6))]),
    F::unnamed(&["drand48_r", "erand48_r", "initstate", "initstate_r", "jrand48_r", "lcong48_r", "lrand48_r",
        "mrand48_r", "nrand48_r", "random_r", "seed48_r", "setstate", "setstate_r", "srand48_r",
        "srandom_r"]).does(&[WritesAny]),

    // The allocator.
    F::unnamed(&["mallinfo2", "malloc_usable_size"]).needs(&[Optional(0)]),
];
