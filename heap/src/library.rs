//! Functions that mean something by their name, in one place.
//!
//! [`meaning`] lists those that lowering turns into statements of their own. The library functions with a model
//! (`malloc`, `strlen`, ...) stay calls; [`canonical_name`] gives the name under which models know them.

use crate::models::{SCAN_PREFIX, TEXT_PREFIX};

/// What a call of a function stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// It must never be called.
    Error,
    /// Called by `assert` when it fails.
    AssertFail,
    /// Its argument must hold.
    Assert,
    /// Only executions count in which its argument holds.
    Assume,
    /// Takes memory until the function returns.
    Alloca,
    /// Gives its first argument.
    Expect,
    /// Whether its argument is a constant.
    ConstantP,
    /// Execution does not come here.
    Unreachable,
    /// Lets a list of arguments begin.
    VaStart,
    /// Lets a list of arguments go on where another one is.
    VaCopy,
    /// Ends a list of arguments.
    VaEnd,
    /// Reads by a pattern, which tells what it does.
    Scan,
    /// What it does cannot be expressed, and why.
    Unsupported(&'static str),
}

/// What a call of a function with this name stands for, if something of its own. A definition in the program takes
/// precedence, but not over the names that verification tasks reserve for errors.
pub fn meaning(name: &str, is_defined: bool) -> Option<Meaning> {
    Some(match name {
        "reach_error" | "__VERIFIER_error" => Meaning::Error,
        _ if is_defined => return None,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => Meaning::AssertFail,
        "__VERIFIER_assert" | "assert" | "static_assert" => Meaning::Assert,
        "__VERIFIER_assume" | "assume" | "__builtin_assume" | "__CPROVER_assume" => Meaning::Assume,
        "alloca" | "__builtin_alloca" | "__builtin_alloca_with_align" => Meaning::Alloca,
        "__builtin_expect" | "__builtin_expect_with_probability" | "__builtin_assume_aligned" => {
            Meaning::Expect
        }
        "__builtin_constant_p" => Meaning::ConstantP,
        "__builtin_unreachable" => Meaning::Unreachable,
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "__builtin_setjmp" => {
            Meaning::Unsupported("setjmp")
        }
        "longjmp" | "siglongjmp" | "_longjmp" | "__builtin_longjmp" => Meaning::Unsupported("longjmp"),
        "__builtin_va_start" | "__va_start" => Meaning::VaStart,
        "scanf" | "fscanf" | "sscanf" | "__isoc99_scanf" | "__isoc99_fscanf" | "__isoc99_sscanf"
        | "__isoc23_scanf" | "__isoc23_fscanf" | "__isoc23_sscanf" => Meaning::Scan,
        "__builtin_va_copy" => Meaning::VaCopy,
        "__builtin_va_end" => Meaning::VaEnd,
        "__cfp_not_modelled" => {
            Meaning::Unsupported("a call that the model of a library function does not cover")
        }
        "atexit" | "on_exit" | "signal" | "sigaction" => {
            Meaning::Unsupported("a function called from outside")
        }
        "qsort" | "bsearch" => Meaning::Unsupported("a library function that calls back"),
        "fork" | "vfork" | "pthread_create" | "thrd_create" => {
            Meaning::Unsupported("a second thread or process")
        }
        _ if name.starts_with("__atomic_")
            || name.starts_with("__c11_atomic_")
            || name.starts_with("__sync_") =>
        {
            Meaning::Unsupported("an atomic operation")
        }
        _ => return None,
    })
}

/// The plain name of a library function: without the marks of compilers and of checked variants.
pub fn canonical_name(name: &str) -> &str {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let name = name.strip_prefix("__isoc99_").or(name.strip_prefix("__isoc23_")).unwrap_or(name);
    match name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")) {
        Some(name) => name,
        None => name,
    }
}

/// Whether a library function without a model writes to memory that it gets as an argument: nobody may act as if it did nothing.
pub fn writes_arguments(name: &str) -> bool {
    const NAMES: [&str; 61] = [
        "vscanf",
        "vfscanf",
        "vsscanf",
        "pread",
        "recv",
        "recvfrom",
        "recvmsg",
        "getdelim",
        "getcwd",
        "realpath",
        "readlink",
        "stat",
        "fstat",
        "lstat",
        "gettimeofday",
        "clock_gettime",
        "localtime_r",
        "gmtime_r",
        "ctime_r",
        "asctime_r",
        "strftime",
        "strerror_r",
        "pipe",
        "wait",
        "waitpid",
        "getrusage",
        "uname",
        "gethostname",
        "times",
        "select",
        "poll",
        "frexp",
        "modf",
        "sincos",
        "remquo",
        "mbstowcs",
        "wcstombs",
        "mbtowc",
        "wctomb",
        "fgetpos",
        "sigemptyset",
        "sigfillset",
        "sigaddset",
        "sigdelset",
        "sigprocmask",
        "regcomp",
        "regexec",
        "readv",
        "getsockopt",
        "getsockname",
        "getpeername",
        "accept",
        "getaddrinfo",
        "asprintf",
        "vasprintf",
        "getpwnam_r",
        "getpwuid_r",
        "tcgetattr",
        "ioctl",
        "drand48_r",
        "rand_r",
    ];
    NAMES.contains(&canonical_name(name))
}

/// Whether a library function may leave another number in `errno` than it found there. Those that touch nothing but memory do not, though the
/// standard would let them; nor do the inputs of verification tasks. Of all others, those that nobody knows too, it is believed.
pub fn may_set_errno(name: &str) -> bool {
    const NEVER: [&str; 40] = [
        "free",
        "cfree",
        "memcpy",
        "mempcpy",
        "memmove",
        "memset",
        "memcmp",
        "memchr",
        "bcopy",
        "bzero",
        "bcmp",
        "stpcpy",
        "index",
        "rindex",
        "abs",
        "labs",
        "llabs",
        "imaxabs",
        "rand",
        "srand",
        "random",
        "srandom",
        "qsort",
        "bsearch",
        "exit",
        "_exit",
        "_Exit",
        "quick_exit",
        "abort",
        "trap",
        "getenv",
        "getopt",
        "getopt_long",
        "tolower",
        "toupper",
        "buffer_size",
        "object_size",
        "bswap16",
        "bswap32",
        "bswap64",
    ];
    const NUMBERS_AND_COPIES: [&str; 4] = ["strto", "strerror", "strdup", "strndup"];
    // `isatty` looks like a class of characters, but asks the system.
    let is_class = name.starts_with("is") && name != "isatty";
    let is_string = name.starts_with("str")
        && !NUMBERS_AND_COPIES.iter().any(|start| name.starts_with(start))
        || name.starts_with("strtok");
    let is_ours = is_input(name) || name.starts_with("__VERIFIER_") || name.starts_with("__c");
    let is_bits = ["clz", "ctz", "ffs", "popcount"].iter().any(|bits| name.starts_with(bits));
    let is_own = is_ours && name != SCANF || name == "__errno_location";
    !(NEVER.contains(&name) || is_class || is_string || is_own || is_bits)
}

/// What a call of `scanf` begins with.
const SCANF: &str = "__cfp_scan_items";

/// Whether a function without a body stands for an input of the program: any value of its type.
pub fn is_input(name: &str) -> bool {
    ["__VERIFIER_nondet_", "nondet", "__cfp_any_", SCAN_PREFIX, TEXT_PREFIX]
        .iter()
        .any(|start| name.starts_with(start))
}
