//! `<wchar.h>`, `<wctype.h>`, `<uchar.h>`, and characters of several bytes.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Need::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // Strings.
    F::unnamed(&["wcslen"]).c_code().keeps_errno().needs(&[WideTerminated(0)]),
    F::unnamed(&["wcsnlen"]).c_code().keeps_errno().needs(&[NonNull(0)]),
    F::unnamed(&["wcscpy", "wcpcpy"]).c_code().keeps_errno().does(&[Writes(0)])
        .needs(&[NonNull(0), WideTerminated(1)]),
    F::unnamed(&["wcscat"]).c_code().keeps_errno().does(&[Writes(0)])
        .needs(&[WideTerminated(0), WideTerminated(1)]),
    F::unnamed(&["wcsncpy", "wcsncat"]).c_code().keeps_errno().does(&[Writes(0)])
        .needs(&[NonNull(0), NonNull(1)]),
    F::unnamed(&["wcscmp", "wcscoll", "wcsspn", "wcscspn", "wcspbrk", "wcsstr", "wcswcs"]).c_code()
        .keeps_errno().needs(&[WideTerminated(0), WideTerminated(1)]),
    F::unnamed(&["wcsncmp"]).c_code().keeps_errno().needs(&[NonNull(0), NonNull(1)]),
    F::unnamed(&["wcschr", "wcsrchr", "wcschrnul"]).c_code().keeps_errno().does(&[ReturnsInto(0)])
        .needs(&[WideTerminated(0)]),
    F::unnamed(&["wcsdup"]).c_code().does(&[Allocates]).needs(&[WideTerminated(0)]),
    F::unnamed(&["wmemcpy", "wmemmove", "wmempcpy"]).c_code().keeps_errno().does(&[Writes(0)])
        .needs(&[NonNull(0), NonNull(1)]),
    F::unnamed(&["wmemset"]).c_code().keeps_errno().does(&[Writes(0)]).needs(&[NonNull(0)]),
    F::unnamed(&["wmemcmp"]).c_code().keeps_errno().needs(&[NonNull(0), NonNull(1)]),
    F::unnamed(&["wmemchr"]).c_code().keeps_errno().does(&[ReturnsInto(0)]).needs(&[NonNull(0)]),
    F::unnamed(&["wcpncpy", "wcslcat", "wcslcpy"]).does(&[Writes(0)]).keeps_errno(),
    F::unnamed(&["wcsxfrm"]).does(&[Writes(0)]),
    F::unnamed(&["wcstok"]).does(&[WritesAny]).needs(&[Optional(0)]),
    F::unnamed(&["wcscasecmp", "wcsncasecmp", "wcswidth"]),
    F::unnamed(&["wcstol", "wcstoul", "wcstoll", "wcstoull", "wcstoq", "wcstouq", "wcstoimax", "wcstoumax",
        "wcstod", "wcstof", "wcstold"]).does(&[Writes(1)]).needs(&[WideTerminated(0), Optional(1)]),

    // Characters.
    F::unnamed(&["iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswdigit", "iswgraph", "iswlower",
        "iswprint", "iswpunct", "iswspace", "iswupper", "iswxdigit", "towlower", "towupper"]).c_code()
        .keeps_errno(),
    F::unnamed(&["iswctype", "towctrans", "wctype", "wctrans", "wcwidth", "btowc", "wctob"]),

    // Conversion.
    F::unnamed(&["mbtowc", "mbrtowc", "mbrtoc16", "mbrtoc32"]).does(&[WritesAny])
        .needs(&[Optional(0), Optional(1), Optional(3)]),
    F::unnamed(&["wctomb", "wcrtomb", "c8rtomb", "c16rtomb", "c32rtomb"]).does(&[WritesAny])
        .needs(&[Optional(0), Optional(2)]),
    F::unnamed(&["mblen", "mbrlen"]).does(&[WritesAny]).needs(&[Optional(0), Optional(2)]),
    F::unnamed(&["mbstowcs", "mbsrtowcs", "mbsnrtowcs", "wcstombs", "wcsrtombs", "wcsnrtombs"])
        .does(&[WritesAny]).needs(&[Optional(0), Optional(3), Optional(4)]),
    F::unnamed(&["mbsinit"]).needs(&[Optional(0)]),

    // Streams.
    F::unnamed(&["fgetwc", "getwc", "getwchar", "fgetwc_unlocked", "getwc_unlocked", "getwchar_unlocked"])
        .does(&[Input]),
    F::unnamed(&["fputwc", "putwc", "putwchar", "fputwc_unlocked", "putwc_unlocked", "putwchar_unlocked",
        "fputws", "fputws_unlocked", "ungetwc", "fwide"]).does(&[Output]),
    F::unnamed(&["fgetws", "fgetws_unlocked"]).does(&[Input, Writes(0)]),
    F::unnamed(&["wprintf", "fwprintf", "vwprintf", "vfwprintf"]).does(&[Output]),
    F::unnamed(&["swprintf", "vswprintf"]).does(&[WritesAny]),
    F::unnamed(&["wscanf", "fwscanf", "swscanf", "vwscanf", "vfwscanf", "vswscanf"])
        .does(&[Input, WritesAny]),
    F::unnamed(&["open_wmemstream"]).does(&[Opens, Allocates, WritesAny]),
];
