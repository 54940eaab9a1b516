//! `<stdio.h>`, and reading and writing by file descriptor.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Helper;
use crate::libc::description::Meaning::Scan;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;
use crate::libc::id::Destination::{self, *};
use crate::libc::id::Id::{self, *};

/// What a model needs that measures strings.
const LENGTH: &[Helper] = &[Helper::Function(Strlen)];

/// The same, for a format with a precision.
const LENGTHS: &[Helper] = &[Helper::Function(Strlen), Helper::Function(Strnlen)];

const fn plain(to: Destination) -> Id {
    Printf(crate::libc::id::Printf { to, takes_list: false })
}

const fn list(to: Destination) -> Id {
    Printf(crate::libc::id::Printf { to, takes_list: true })
}

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // Formatted output.
    F::of(plain(Stdout), &["printf"]).native().built_in().with(LENGTHS).does(&[Output])
        .needs(&[PrintFormat(0)]),
    F::of(plain(Stream), &["fprintf"]).native().built_in().with(LENGTHS).does(&[Output])
        .needs(&[OpenStream(0), PrintFormat(1)]),
    F::of(plain(Descriptor), &["dprintf"]).native().built_in().with(LENGTHS).does(&[Output])
        .needs(&[OpenDescriptor(0), PrintFormat(1)]),
    F::of(plain(Buffer), &["sprintf"]).native().built_in().with(LENGTHS).does(&[Writes(0)])
        .needs(&[PrintFormat(1), Writable(0, Formatted)]),
    F::of(plain(BoundedBuffer), &["snprintf"]).native().built_in().with(LENGTHS).does(&[Writes(0)])
        .needs(&[PrintFormat(2), Writable(0, Arg(1))]),
    F::of(list(Stdout), &["vprintf"]).native().built_in().with(LENGTHS).does(&[Output])
        .needs(&[PrintFormat(0)]),
    F::of(list(Stream), &["vfprintf"]).native().built_in().with(LENGTHS).does(&[Output])
        .needs(&[OpenStream(0), PrintFormat(1)]),
    F::of(list(Descriptor), &["vdprintf"]).native().built_in().with(LENGTHS).does(&[Output])
        .needs(&[OpenDescriptor(0), PrintFormat(1)]),
    F::of(list(Buffer), &["vsprintf"]).native().built_in().with(LENGTHS).does(&[WritesAny])
        .needs(&[PrintFormat(1), Writable(0, Formatted)]),
    F::of(list(BoundedBuffer), &["vsnprintf"]).native().built_in().with(LENGTHS).does(&[WritesAny])
        .needs(&[PrintFormat(2), Writable(0, Arg(1))]),
    F::unnamed(&["asprintf", "vasprintf"]).c_code().does(&[Allocates, WritesAny])
        .needs(&[Writable(0, Pointer), PrintFormat(1)]),

    // Output.
    F::of(Puts, &["puts"]).native().built_in().with(LENGTH).does(&[Output]).needs(&[Terminated(0)]),
    F::of(Fputs, &["fputs"]).native().built_in().with(LENGTH).does(&[Output])
        .needs(&[Terminated(0), OpenStream(1)]),
    F::of(Perror, &["perror"]).native().built_in().with(LENGTH).does(&[Output]).needs(&[Terminated(0)]),
    F::of(Putchar, &["putchar", "putchar_unlocked"]).native().built_in().does(&[Output]),
    F::of(Fputc, &["fputc", "putc"]).native().built_in().does(&[Output]).needs(&[OpenStream(1)]),
    F::of(Fflush, &["fflush"]).native().built_in().does(&[Output]),
    F::unnamed(&["fwrite"]).c_code().does(&[Output]).needs(&[Readable(0, Product(1, 2)), OpenStream(3)]),
    F::unnamed(&["write"]).c_code().does(&[Output]).needs(&[OpenDescriptor(0), Readable(1, Arg(2))]),

    // Input.
    F::of(Getchar, &["getchar"]).native().built_in().does(&[Input, Returns(-1, 255)]),
    F::of(Fgetc, &["fgetc", "getc"]).native().built_in().does(&[Input, Returns(-1, 255)])
        .needs(&[OpenStream(0)]),
    F::unnamed(&["ungetc"]).c_code().needs(&[OpenStream(1)]),
    F::unnamed(&["fgets"]).c_code().does(&[Input, Writes(0)]).needs(&[Writable(0, Arg(1)), OpenStream(2)]),
    F::unnamed(&["gets"]).c_code().does(&[Input, Writes(0)]).needs(&[Writable(0, Unbounded)]),
    F::unnamed(&["gets_s"]).c_code().does(&[Input, Writes(0)]).needs(&[Writable(0, Arg(1))]),
    F::unnamed(&["getline"]).c_code().does(&[Input, Allocates, WritesAny])
        .needs(&[Writable(0, Pointer), Writable(1, Pointer), OpenStream(2)]),
    F::unnamed(&["fread"]).c_code().does(&[Input, Writes(0)])
        .needs(&[Writable(0, Product(1, 2)), OpenStream(3)]),
    F::unnamed(&["read"]).c_code().does(&[Input, Writes(1)])
        .needs(&[OpenDescriptor(0), Writable(1, Arg(2))]),
    F::of(Scanf, &["scanf", "__isoc99_scanf", "__isoc23_scanf"]).lowered(Scan).does(&[Input, WritesAny])
        .needs(&[ScanFormat(0)]),
    F::of(Fscanf, &["fscanf", "__isoc99_fscanf", "__isoc23_fscanf"]).lowered(Scan).does(&[Input, WritesAny])
        .needs(&[OpenStream(0), ScanFormat(1)]),
    F::of(Sscanf, &["sscanf", "__isoc99_sscanf", "__isoc23_sscanf"]).lowered(Scan).does(&[WritesAny])
        .needs(&[Terminated(0), ScanFormat(1)]),

    F::unnamed(&["vscanf"]).does(&[Input, WritesAny]).needs(&[ScanFormat(0)]),
    F::unnamed(&["vfscanf"]).does(&[Input, WritesAny]).needs(&[OpenStream(0), ScanFormat(1)]),
    F::unnamed(&["vsscanf"]).does(&[WritesAny]).needs(&[Terminated(0), ScanFormat(1)]),
    F::unnamed(&["getdelim", "__getdelim"]).does(&[Input, Allocates, WritesAny])
        .needs(&[Writable(0, Pointer), Writable(1, Pointer), OpenStream(3)]),
    F::unnamed(&["getc_unlocked", "getchar_unlocked", "fgetc_unlocked", "getw"])
        .does(&[Input]),
    F::unnamed(&["fputc_unlocked", "putc_unlocked", "putw", "fputs_unlocked", "fwrite_unlocked",
        "fflush_unlocked"]).does(&[Output]),
    F::unnamed(&["fgets_unlocked", "fread_unlocked"]).does(&[Input, Writes(0)]),

    // Streams.
    F::unnamed(&["freopen"]).does(&[Opens, Closes(2)])
        .needs(&[Optional(0), Terminated(1), OpenStream(2)]),
    F::unnamed(&["fopencookie"]).unsupported("a library function that calls back").does(&[CallsBack])
        .needs(&[Anything(0)]),
    F::unnamed(&["fmemopen"]).does(&[Opens, WritesAny]).needs(&[WritableOrNull(0, Arg(1))]),
    F::unnamed(&["open_memstream"]).does(&[Opens, Allocates, WritesAny])
        .needs(&[Writable(0, Pointer), Writable(1, Pointer)]),
    F::unnamed(&["fseek", "fseeko", "fseeko64", "ftell", "ftello", "ftello64", "rewind", "feof", "ferror",
        "clearerr", "fileno", "feof_unlocked", "ferror_unlocked", "clearerr_unlocked", "fileno_unlocked",
        "setlinebuf", "flockfile", "ftrylockfile", "funlockfile"]).described().needs(&[OpenStream(0)]),
    F::unnamed(&["fgetpos"]).does(&[Writes(1)]).needs(&[OpenStream(0), Writable(1, Struct(16))]),
    F::unnamed(&["fsetpos"]).needs(&[OpenStream(0), Readable(1, Struct(16))]),
    F::unnamed(&["setbuffer"]).does(&[Writes(1)]).needs(&[OpenStream(0), WritableOrNull(1, Arg(2))]),
    F::unnamed(&["fopen", "fopen64"]).described().does(&[Opens]).needs(&[Terminated(0), Terminated(1)]),
    F::unnamed(&["fdopen"]).described().does(&[Opens]).needs(&[OpenDescriptor(0), Terminated(1)]),
    F::unnamed(&["popen"]).described().does(&[Opens]).needs(&[Terminated(0), Terminated(1)]),
    F::unnamed(&["tmpfile"]).described().does(&[Opens]),
    F::unnamed(&["fclose"]).described().does(&[Closes(0), Input, Returns(-1, 0)]).needs(&[OpenStream(0)]),
    F::unnamed(&["pclose"]).described().does(&[Closes(0), Input]).needs(&[OpenStream(0)]),
    // A buffer belongs to its stream from then on.
    F::unnamed(&["setbuf", "setvbuf"]).described().does(&[Writes(1)])
        .needs(&[OpenStream(0), Optional(1)]),
];
