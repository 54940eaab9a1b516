//! `<string.h>`, `<strings.h>`

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Helper;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;
use crate::libc::id::Id::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // Blocks of bytes.
    F::of(Memcpy, &["memcpy"]).native().built_in().keeps_errno().does(&[Writes(0), ReturnsArg(0)])
        .needs(&[Writable(0, Arg(2)), Readable(1, Arg(2)), Disjoint(0, 1, Arg(2))]),
    F::of(Mempcpy, &["mempcpy"]).native().built_in().keeps_errno().does(&[Writes(0), ReturnsInto(0)])
        .needs(&[Writable(0, Arg(2)), Readable(1, Arg(2)), Disjoint(0, 1, Arg(2))]),
    F::of(Memmove, &["memmove"]).native().built_in().keeps_errno().does(&[Writes(0), ReturnsArg(0)])
        .needs(&[Writable(0, Arg(2)), Readable(1, Arg(2))]),
    F::of(Bcopy, &["bcopy"]).native().built_in().keeps_errno().does(&[Writes(1)])
        .needs(&[Readable(0, Arg(2)), Writable(1, Arg(2))]),
    F::of(Memset, &["memset"]).native().built_in().keeps_errno().does(&[Writes(0), ReturnsArg(0)])
        .needs(&[Writable(0, Arg(2))]),
    F::of(Bzero, &["bzero"]).native().built_in().keeps_errno().does(&[Writes(0)])
        .needs(&[Writable(0, Arg(1))]),
    F::of(Memcmp, &["memcmp", "bcmp"]).native().c_code().keeps_errno()
        .needs(&[Readable(0, Arg(2)), Readable(1, Arg(2))]),
    F::of(Memchr, &["memchr"]).native().c_code().keeps_errno().does(&[ReturnsInto(0)])
        .needs(&[Readable(0, Arg(2))]),

    F::unnamed(&["memrchr"]).c_code().keeps_errno().does(&[ReturnsInto(0)]).needs(&[Readable(0, Arg(2))]),
    F::unnamed(&["rawmemchr"]).c_code().keeps_errno().does(&[ReturnsInto(0)]).needs(&[NonNull(0)]),
    F::unnamed(&["memmem"]).c_code().keeps_errno().does(&[ReturnsInto(0)])
        .needs(&[Readable(0, Arg(1)), Readable(2, Arg(3))]),
    F::unnamed(&["memccpy"]).c_code().keeps_errno().does(&[Writes(0)]).needs(&[NonNull(0), NonNull(1)]),
    F::unnamed(&["explicit_bzero"]).c_code().keeps_errno().does(&[Writes(0)]).needs(&[Writable(0, Arg(1))]),
    F::unnamed(&["swab"]).c_code().keeps_errno().does(&[Writes(1)]).needs(&[NonNull(0), NonNull(1)]),
    F::unnamed(&["memfrob"]).c_code().keeps_errno().does(&[Writes(0)]).needs(&[Writable(0, Arg(1))]),
    F::unnamed(&["memcpy_s", "memmove_s", "memset_s", "memset_explicit"]).does(&[Writes(0)]).keeps_errno(),

    // Strings.
    F::of(Strlen, &["strlen"]).native().c_code().keeps_errno().needs(&[Terminated(0)]),
    F::of(Strnlen, &["strnlen"]).native().c_code().keeps_errno().needs(&[TerminatedWithin(0, Arg(1))]),
    F::of(Strcpy, &["strcpy"]).native().c_code().keeps_errno().does(&[Writes(0), ReturnsArg(0)])
        .needs(&[Terminated(1), Writable(0, StringOf(1)), Disjoint(0, 1, StringOf(1))]),
    F::of(Stpcpy, &["stpcpy"]).native().c_code().keeps_errno().does(&[Writes(0), ReturnsInto(0)])
        .needs(&[Terminated(1), Writable(0, StringOf(1)), Disjoint(0, 1, StringOf(1))]),
    F::of(Strncpy, &["strncpy"]).native().c_code().keeps_errno().does(&[Writes(0), ReturnsArg(0)])
        .needs(&[TerminatedWithin(1, Arg(2)), Writable(0, Arg(2)), Disjoint(0, 1, Arg(2))]),
    F::unnamed(&["strlcpy"]).c_code().keeps_errno().does(&[Writes(0)])
        .needs(&[Terminated(1), Writable(0, Arg(2)), Disjoint(0, 1, Arg(2))]),
    F::of(Strcat, &["strcat"]).native().c_code().keeps_errno().does(&[Writes(0), ReturnsArg(0)])
        .needs(&[Terminated(0), Terminated(1), Writable(0, StringsOf(0, 1)),
            Disjoint(0, 1, StringsOf(0, 1))]),
    F::of(Strncat, &["strncat"]).native().c_code().keeps_errno().does(&[Writes(0), ReturnsArg(0)])
        .needs(&[Terminated(0), TerminatedWithin(1, Arg(2)), Writable(0, StringAndPart(0, 1, 2)),
            Disjoint(0, 1, StringAndPart(0, 1, 2))]),
    F::of(Strcmp, &["strcmp", "strcoll"]).native().c_code().keeps_errno()
        .needs(&[Terminated(0), Terminated(1)]),
    F::of(Strncmp, &["strncmp"]).native().c_code().keeps_errno()
        .needs(&[TerminatedWithin(0, Arg(2)), TerminatedWithin(1, Arg(2))]),
    F::of(Strcasecmp, &["strcasecmp"]).native().c_code().keeps_errno()
        .needs(&[Terminated(0), Terminated(1)]),
    F::of(Strncasecmp, &["strncasecmp"]).native().c_code().keeps_errno()
        .needs(&[TerminatedWithin(0, Arg(2)), TerminatedWithin(1, Arg(2))]),
    F::of(Strchr, &["strchr", "index"]).native().c_code().keeps_errno().does(&[ReturnsInto(0)])
        .needs(&[Terminated(0)]),
    F::unnamed(&["strchrnul"]).c_code().keeps_errno().does(&[ReturnsInto(0)]).needs(&[Terminated(0)]),
    F::of(Strrchr, &["strrchr", "rindex"]).native().c_code().keeps_errno().does(&[ReturnsInto(0)])
        .needs(&[Terminated(0)]),
    F::of(Strstr, &["strstr"]).native().c_code().keeps_errno().does(&[ReturnsInto(0)])
        .needs(&[Terminated(0), Terminated(1)]),
    F::of(Strspn, &["strspn"]).native().c_code().keeps_errno().needs(&[Terminated(0), Terminated(1)]),
    F::of(Strcspn, &["strcspn"]).native().c_code().keeps_errno().needs(&[Terminated(0), Terminated(1)]),
    F::of(Strpbrk, &["strpbrk"]).native().c_code().keeps_errno().does(&[ReturnsInto(0)])
        .needs(&[Terminated(0), Terminated(1)]),
    F::unnamed(&["strtok_r"]).c_code().keeps_errno().does(&[WritesAny])
        .needs(&[Terminated(1), Writable(2, Pointer)]),
    F::unnamed(&["strtok"]).c_code().keeps_errno().does(&[Writes(0)]).needs(&[Terminated(1)]),
    F::unnamed(&["strsep"]).c_code().keeps_errno().does(&[WritesAny])
        .needs(&[Writable(0, Pointer), Terminated(1)]),
    F::unnamed(&["stpncpy"]).c_code().keeps_errno().does(&[Writes(0), ReturnsInto(0)])
        .needs(&[TerminatedWithin(1, Arg(2)), Writable(0, Arg(2)), Disjoint(0, 1, Arg(2))]),
    F::unnamed(&["strlcat"]).c_code().keeps_errno().does(&[Writes(0)])
        .needs(&[Terminated(1), Writable(0, Arg(2)), Disjoint(0, 1, Arg(2))]),
    F::unnamed(&["strcasestr"]).c_code().keeps_errno().does(&[ReturnsInto(0)])
        .needs(&[Terminated(0), Terminated(1)]),
    F::unnamed(&["strcat_s", "strcpy_s", "strncat_s", "strncpy_s", "strmode"]).does(&[WritesAny]).keeps_errno(),
    F::unnamed(&["strfry"]).does(&[Writes(0)]).keeps_errno().needs(&[Terminated(0)]),
    F::unnamed(&["strverscmp"]).keeps_errno(),
    F::unnamed(&["strxfrm"]).does(&[Writes(0)]).keeps_errno()
        .needs(&[WritableOrNull(0, Arg(2)), Terminated(1)]),
    F::unnamed(&["strerror", "strsignal"]).c_code().with(&[Helper::Run]).does(&[ReturnsStatic]),
    F::unnamed(&["strerror_r"]).does(&[Writes(1)]).needs(&[Writable(1, Arg(2))]),
    F::unnamed(&["basename"]).c_code().keeps_errno().does(&[ReturnsInto(0)]).needs(&[Optional(0)]),
    F::unnamed(&["dirname"]).c_code().keeps_errno().does(&[Writes(0)]).needs(&[Optional(0)]),
    F::of(Strdup, &["strdup", "xstrdup"]).native().c_code().does(&[Allocates]).needs(&[Terminated(0)]),
    F::of(Strndup, &["strndup"]).native().c_code().does(&[Allocates]).needs(&[TerminatedWithin(0, Arg(1))]),
];
