//! `<time.h>`, `<sys/time.h>`, and what else tells or waits for the time.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Helper;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    F::unnamed(&["clock"]).c_code().does(&[Input]),
    F::unnamed(&["sleep"]).c_code().does(&[Input]),
    F::unnamed(&["usleep"]).described().does(&[Input, Returns(-1, 0)]),
    F::unnamed(&["difftime"]).c_code().keeps_errno(),
    F::unnamed(&["gettimeofday"]).c_code().does(&[Input, Writes(0)])
        .needs(&[WritableOrNull(0, Struct(16)), Optional(1)]),
    F::unnamed(&["clock_gettime"]).c_code().does(&[Input, Writes(1)]).needs(&[Writable(1, Struct(16))]),
    F::unnamed(&["clock_getres"]).c_code().does(&[Input, Writes(1)])
        .needs(&[WritableOrNull(1, Struct(16))]),
    F::unnamed(&["timespec_get"]).c_code().does(&[Input, Writes(0)]).needs(&[Writable(0, Struct(16))]),
    F::unnamed(&["times"]).derived().does(&[Input, Writes(0)]).needs(&[WritableOrNull(0, Struct(32))]),
    F::unnamed(&["getitimer"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[Writable(1, Struct(32))]),
    F::unnamed(&["nanosleep"]).described().does(&[Input, Returns(-1, 0)])
        .needs(&[Readable(0, Struct(16)), Anything(1)]),
    F::unnamed(&["tzset"]).does(&[Input]),

    F::unnamed(&["gmtime", "localtime"]).c_code().with(&[Helper::Run]).does(&[Input, ReturnsStatic]).needs(&[Readable(0, Pointer)]),
    F::unnamed(&["gmtime_r", "localtime_r"]).c_code().with(&[Helper::Run]).does(&[Input, Writes(1)])
        .needs(&[Readable(0, Pointer), Writable(1, Struct(56))]),
    F::unnamed(&["asctime"]).does(&[ReturnsStatic]).needs(&[Readable(0, Struct(56))]),
    F::unnamed(&["asctime_r"]).does(&[Writes(1)]).needs(&[Readable(0, Struct(56)), Writable(1, Bytes(26))]),
    F::unnamed(&["ctime"]).does(&[Input, ReturnsStatic]).needs(&[Readable(0, Pointer)]),
    F::unnamed(&["ctime_r"]).does(&[Input, Writes(1)]).needs(&[Readable(0, Pointer), Writable(1, Bytes(26))]),
    F::unnamed(&["mktime", "timegm"]).does(&[Input, Writes(0)]).needs(&[Writable(0, Struct(56))]),
    F::unnamed(&["strftime"]).does(&[Writes(0)]).keeps_errno()
        .needs(&[Writable(0, Arg(1)), Terminated(2), Readable(3, Struct(56))]),
    F::unnamed(&["wcsftime"]).does(&[Writes(0)]).needs(&[Readable(3, Struct(56))]),
    F::unnamed(&["strptime"]).does(&[Writes(2), ReturnsInto(0)]).keeps_errno()
        .needs(&[Terminated(0), Terminated(1), Writable(2, Struct(56))]),
    F::unnamed(&["getdate"]).does(&[Input, ReturnsStatic]).needs(&[Terminated(0)]),
    F::unnamed(&["getdate_r"]).does(&[Input, Writes(1)]).needs(&[Terminated(0), Writable(1, Struct(56))]),

    F::unnamed(&["settimeofday", "adjtime"]).does(&[WritesAny]).needs(&[Optional(0), Optional(1)]),
    F::unnamed(&["clock_settime", "timer_delete", "timer_getoverrun"]),
    F::unnamed(&["adjtimex", "clock_adjtime", "clock_getcpuclockid", "ftime", "ntp_adjtime", "ntp_gettime",
        "timer_gettime", "timerfd_gettime", "timespec_getres"]).does(&[WritesAny]),
    F::unnamed(&["clock_nanosleep", "timer_create", "timer_settime", "timerfd_settime"]).does(&[WritesAny])
        .needs(&[Optional(1), Optional(3)]),
];
