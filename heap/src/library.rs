//! Functions that mean something by their name, in one place.
//!
//! [`meaning`] lists those that lowering turns into statements of their own. The library functions with a
//! model (`malloc`, `strlen`, ...) stay calls; [`canonical_name`] gives the name under which models know
//! them.

use crate::ir::BinaryOp;
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
    /// Arithmetic that tells whether it overflows.
    Overflow(BinaryOp),
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

/// What a call of a function with this name stands for, if something of its own. A definition in the program
/// takes precedence, but not over the names that verification tasks reserve for errors.
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
        _ if name.starts_with("__builtin_") && name.ends_with("_overflow") => {
            Meaning::Overflow(overflow_operation(name)?)
        }
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
        "atexit" | "at_quick_exit" | "on_exit" | "__cxa_atexit" | "pthread_atfork" | "signal"
        | "bsd_signal" | "sysv_signal" | "__sysv_signal" | "ssignal" | "sigset" | "sigvec" | "sigaction" => {
            Meaning::Unsupported("a function called from outside")
        }
        "qsort" | "qsort_r" | "bsearch" | "lfind" | "lsearch" | "tfind" | "tsearch" | "tdelete" | "twalk"
        | "twalk_r" | "tdestroy" | "ftw" | "nftw" | "glob" | "scandir" | "pthread_once" | "call_once"
        | "dl_iterate_phdr" | "fopencookie" | "makecontext" => {
            Meaning::Unsupported("a library function that calls back")
        }
        "fesetround" | "fesetenv" | "feupdateenv" => Meaning::Unsupported("another way of rounding"),
        // What they lead to may be the end of the program.
        "raise" | "gsignal" | "kill" | "killpg" | "pthread_kill" | "tgkill" => {
            Meaning::Unsupported("a signal")
        }
        "fork" | "vfork" | "clone" | "pthread_create" | "thrd_create" => {
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

/// The operation of `__builtin_add_overflow`, `__builtin_umulll_overflow` and their like.
fn overflow_operation(name: &str) -> Option<BinaryOp> {
    let name = name.strip_prefix("__builtin_")?.strip_suffix("_overflow")?;
    // With the letters of a type around it, where it is for one type alone.
    let is = |plain: &str| {
        let rest = name.strip_prefix(['s', 'u']).filter(|_| name != plain).unwrap_or(name);
        matches!(rest.strip_prefix(plain), Some("" | "l" | "ll"))
    };
    match () {
        _ if is("add") => Some(BinaryOp::Add),
        _ if is("sub") => Some(BinaryOp::Sub),
        _ if is("mul") => Some(BinaryOp::Mul),
        _ => None,
    }
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

/// Which of its arguments a library function without a model writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// Perhaps all that are addresses.
    Any,
    /// The one with this index, if it is not null.
    At(usize),
}

impl Written {
    /// The arguments that are written to.
    pub fn of<T>(self, args: &[T]) -> &[T] {
        match self {
            Written::Any => args,
            Written::At(index) => args.get(index..=index).unwrap_or_default(),
        }
    }
}

/// Whether a library function without a model writes to memory that it gets as an argument: nobody may act as
/// if it did nothing.
///
/// ```
/// use cfp_heap::library::{Written, written_arguments};
///
/// assert_eq!(written_arguments("fgets"), Some(Written::Any));
/// assert_eq!(written_arguments("strtod"), Some(Written::At(1)));
/// assert_eq!(written_arguments("fclose"), None);
/// ```
pub fn written_arguments(name: &str) -> Option<Written> {
    let name = name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_");
    match name {
        "time" | "wait" => return Some(Written::At(0)),
        // A buffer belongs to its stream from then on.
        "setbuf" | "setvbuf" | "waitpid" | "strtod" | "strtof" | "strtold" | "strtoq" | "strtouq"
        | "wcstoimax" | "wcstoumax" | "wcstol" | "wcstoul" | "wcstoll" | "wcstoull" | "wcstod" | "wcstof"
        | "wcstold" => {
            return Some(Written::At(1));
        }
        _ => {}
    }
    WRITERS.binary_search(&name).is_ok().then_some(Written::Any)
}

/// Functions that write to what they get addresses of, in the order of their names.
#[rustfmt::skip]
const WRITERS: &[&str] = &[
    "__getdelim", "accept", "accept4", "adjtime", "adjtimex", "aio_read", "arc4random_buf", "argp_parse",
    "argz_add", "argz_append", "argz_create", "argz_delete", "argz_extract", "argz_insert", "argz_replace",
    "argz_stringify", "asctime_r", "asprintf", "c16rtomb", "c32rtomb", "call_once", "cfmakeraw",
    "cfsetispeed", "cfsetospeed", "cfsetspeed", "clock_adjtime", "clock_getres", "clock_gettime",
    "clock_nanosleep", "confstr", "copy_file_range", "crypt_r", "ctermid", "ctime_r", "cuserid",
    "dl_iterate_phdr", "dladdr", "dlinfo", "drand48_r", "ecvt_r", "envz_add", "envz_merge", "envz_remove",
    "epoll_pwait", "epoll_wait", "erand48", "erand48_r", "ether_aton_r", "ether_ntoa_r", "eventfd_read",
    "explicit_bzero", "fcntl", "fcvt_r", "fgetgrent_r", "fgetpos", "fgetpwent_r", "fgets",
    "fgets_unlocked", "fgetws", "fgetws_unlocked", "fgetxattr", "flistxattr", "fmemopen", "fopencookie",
    "forkpty", "fread", "fread_unlocked", "frexp", "frexpf", "frexpl", "fscanf", "fstat", "fstat64",
    "fstatat", "fstatat64", "fstatfs", "fstatfs64", "fstatvfs", "fstatvfs64", "ftime", "ftw", "fwscanf",
    "gcvt", "getaddrinfo", "getcontext", "getcpu", "getcwd", "getdate_r", "getdelim", "getdents",
    "getdents64", "getdomainname", "getentropy", "getgrent_r", "getgrgid_r", "getgrnam_r", "getgrouplist",
    "getgroups", "gethostbyaddr_r", "gethostbyname2_r", "gethostbyname_r", "gethostent_r", "gethostname",
    "getifaddrs", "getitimer", "getline", "getloadavg", "getlogin_r", "getmntent_r", "getnameinfo",
    "getnetbyname_r", "getopt", "getopt_long", "getopt_long_only", "getpeername", "getprotobyname_r",
    "getprotobynumber_r", "getpwent_r", "getpwnam_r", "getpwuid_r", "getrandom", "getresgid", "getresuid",
    "getrlimit", "getrlimit64", "getrusage", "gets", "getservbyname_r", "getservbyport_r", "getsockname",
    "getsockopt", "getspent_r", "getspnam_r", "getsubopt", "gettimeofday", "getutent_r", "getutid_r",
    "getutline_r", "getwd", "getxattr", "glob", "gmtime_r", "hcreate_r", "hsearch", "hsearch_r", "iconv",
    "if_indextoname", "inet_aton", "inet_ntoa_r", "inet_ntop", "inet_pton", "initstate", "initstate_r",
    "insque", "ioctl", "jrand48", "jrand48_r", "l64a_r", "lcong48", "lcong48_r", "lfind", "lgamma_r",
    "lgammaf_r", "lgammal_r", "lgetxattr", "listxattr", "llistxattr", "localtime_r", "lrand48_r",
    "lsearch", "lstat", "lstat64", "makecontext", "mbrlen", "mbrtoc16", "mbrtoc32", "mbrtowc",
    "mbsnrtowcs", "mbsrtowcs", "mbstowcs", "mbtowc", "memccpy", "memcpy_s", "memfrob", "memmove_s",
    "memset_explicit", "memset_s", "mkdtemp", "mkostemp", "mkstemp", "mkstemps", "mktemp", "mktime",
    "modf", "modff", "modfl", "mq_getattr", "mq_receive", "mq_timedreceive", "mrand48_r", "msgctl",
    "msgrcv", "name_to_handle_at", "nanosleep", "nftw", "nrand48", "nrand48_r", "ntp_adjtime",
    "ntp_gettime", "open_memstream", "open_wmemstream", "openpty", "pipe", "pipe2", "poll",
    "posix_memalign", "ppoll", "prctl", "pread", "pread64", "preadv", "preadv2", "prlimit",
    "process_vm_readv", "pselect", "pthread_attr_getaffinity_np", "pthread_attr_getdetachstate",
    "pthread_attr_getguardsize", "pthread_attr_getinheritsched", "pthread_attr_getschedparam",
    "pthread_attr_getschedpolicy", "pthread_attr_getscope", "pthread_attr_getstack",
    "pthread_attr_getstacksize", "pthread_attr_init", "pthread_barrier_init", "pthread_barrierattr_init",
    "pthread_cond_init", "pthread_condattr_init", "pthread_getaffinity_np", "pthread_getattr_np",
    "pthread_getcpuclockid", "pthread_getname_np", "pthread_getschedparam", "pthread_join",
    "pthread_key_create", "pthread_mutex_init", "pthread_mutexattr_getpshared",
    "pthread_mutexattr_gettype", "pthread_mutexattr_init", "pthread_once", "pthread_rwlock_init",
    "pthread_rwlockattr_init", "pthread_setcancelstate", "pthread_setcanceltype", "pthread_sigmask",
    "pthread_spin_init", "ptrace", "ptsname_r", "qecvt_r", "qgcvt", "qsort_r", "rand_r", "random_r",
    "read", "readdir_r", "readlink", "readlinkat", "readv", "realpath", "recv", "recvfrom", "recvmmsg",
    "recvmsg", "regcomp", "regerror", "regexec", "remque", "remquo", "remquof", "remquol", "scandir",
    "scanf", "sched_getaffinity", "sched_getattr", "sched_getparam", "sched_rr_get_interval", "seed48",
    "seed48_r", "select", "sem_getvalue", "semctl", "semop", "sendfile", "sendfile64", "setcontext",
    "setitimer", "setstate", "setstate_r", "shmctl", "sigaddset", "sigaltstack", "sigandset", "sigdelset",
    "sigemptyset", "sigfillset", "signalfd", "sigorset", "sigpending", "sigprocmask", "sigstack",
    "sigtimedwait", "sigwait", "sigwaitinfo", "sincos", "sincosf", "sincosl", "socketpair", "splice",
    "srand48_r", "srandom_r", "sscanf", "stat", "stat64", "statfs", "statfs64", "statvfs", "statvfs64",
    "statx", "stpncpy", "strcat_s", "strcpy_s", "strerror_r", "strfmon", "strfromd", "strfromf", "strfry",
    "strftime", "strlcat", "strlcpy", "strmode", "strncat_s", "strncpy_s", "strptime", "strsep", "strtok",
    "strtok_r", "strxfrm", "swab", "swapcontext", "swprintf", "swscanf", "syscall", "sysctl", "sysinfo",
    "tcgetattr", "tdelete", "tdestroy", "tfind", "timegm", "timer_create", "timer_gettime",
    "timer_settime", "timerfd_gettime", "timerfd_settime", "times", "timespec_get", "timespec_getres",
    "tmpnam", "tmpnam_r", "tsearch", "tss_create", "ttyname_r", "twalk", "twalk_r", "uname", "vasprintf",
    "vfscanf", "vfwscanf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "vswprintf", "vswscanf",
    "vwscanf", "wait3", "wait4", "waitid", "wcpcpy", "wcpncpy", "wcrtomb", "wcscat", "wcscpy", "wcsftime",
    "wcslcat", "wcslcpy", "wcsncat", "wcsncpy", "wcsnrtombs", "wcsrtombs", "wcstok", "wcstombs", "wcsxfrm",
    "wctomb", "wmemcpy", "wmemmove", "wmempcpy", "wmemset", "wordexp", "wscanf",
];

/// Whether a variable that no file defines is one of the streams that every program has: it points to
/// something of its own.
pub fn is_stream(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr" | "__stdinp" | "__stdoutp" | "__stderrp")
}

/// Whether a library function may leave another number in `errno` than it found there. Those that touch
/// nothing but memory do not, though the standard would let them; nor do the inputs of verification tasks. Of
/// all others, those that nobody knows too, it is believed.
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

#[cfg(test)]
mod tests {
    use super::WRITERS;

    #[test]
    fn the_functions_that_write_are_in_order() {
        assert!(WRITERS.is_sorted());
    }
}
