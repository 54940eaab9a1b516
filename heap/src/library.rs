//! Functions that mean something by their name, in one place.
//!
//! [`meaning`] lists those that lowering turns into statements of their own. The library functions with a model
//! (`malloc`, `strlen`, ...) stay calls; [`canonical_name`] gives the name under which models know them.

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
        "__builtin_va_start" | "__builtin_va_end" | "__builtin_va_copy" | "__builtin_va_arg" => {
            Meaning::Unsupported("arguments of a function with a variable number of them")
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
    match name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")) {
        Some(name) => name,
        None => name,
    }
}

/// Whether a library function without a model writes to memory that it gets as an argument: nobody may act as if it did nothing.
pub fn writes_arguments(name: &str) -> bool {
    const NAMES: [&str; 36] = [
        "scanf",
        "fscanf",
        "sscanf",
        "vscanf",
        "vsscanf",
        "gets",
        "fgets",
        "fread",
        "read",
        "pread",
        "recv",
        "recvfrom",
        "getline",
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
        "strftime",
        "strtok",
        "strtok_r",
        "strsep",
        "pipe",
        "waitpid",
        "getrusage",
        "uname",
        "gethostname",
        "vsprintf",
        "vsnprintf",
    ];
    NAMES.contains(&name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_"))
}

/// Whether a function without a body stands for an input of the program: any value of its type.
pub fn is_input(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet")
}
