//! Processes, signals, users, and the system as a whole.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;

/// The greatest number of a process.
const MOST: i128 = i32::MAX as i128;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // Processes.
    F::unnamed(&["getpid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getpagesize", "getppid",
        "getpgrp"]).c_code().keeps_errno().does(&[Input]),
    F::unnamed(&["getpgid", "getsid", "setsid", "tcgetpgrp", "tcgetsid"]).described()
        .does(&[Input, Returns(-1, MOST)]),
    F::unnamed(&["setpgid", "setpgrp"]).described().does(&[Returns(-1, 0)]),
    // What the process may do afterwards, and who it is, changes.
    F::unnamed(&["setuid", "setgid", "seteuid", "setegid", "setreuid", "setregid", "setresuid", "setresgid",
        "group_member", "nice", "getpriority", "setpriority", "daemon", "unshare", "setns"]),
    F::unnamed(&["getresuid", "getresgid"]).derived().does(&[Input, Writes(0), Writes(1), Writes(2),
        Returns(-1, 0)]).needs(&[Writable(0, Bytes(4)), Writable(1, Bytes(4)), Writable(2, Bytes(4))]),
    F::unnamed(&["posix_spawn", "posix_spawnp"]).unsupported("a second thread or process"),
    F::unnamed(&["execv", "execve", "execvp", "execvpe", "execl", "execle", "execlp", "fexecve", "execveat"])
        .unsupported("another program in place of this one"),
    F::unnamed(&["posix_spawnattr_init", "posix_spawnattr_destroy", "posix_spawnattr_getsigdefault",
        "posix_spawnattr_setsigdefault", "posix_spawnattr_getsigmask", "posix_spawnattr_setsigmask",
        "posix_spawnattr_getflags", "posix_spawnattr_setflags", "posix_spawnattr_getpgroup",
        "posix_spawnattr_setpgroup", "posix_spawnattr_getschedpolicy", "posix_spawnattr_setschedpolicy",
        "posix_spawnattr_getschedparam", "posix_spawnattr_setschedparam", "posix_spawn_file_actions_init",
        "posix_spawn_file_actions_destroy", "posix_spawn_file_actions_addopen",
        "posix_spawn_file_actions_addclose", "posix_spawn_file_actions_adddup2"]).does(&[WritesAny]),
    F::unnamed(&["wait"]).derived().does(&[Input, Writes(0), Returns(-1, MOST)])
        .needs(&[WritableOrNull(0, Bytes(4))]),
    F::unnamed(&["waitpid"]).derived().does(&[Input, Writes(1), Returns(-1, MOST)])
        .needs(&[WritableOrNull(1, Bytes(4))]),
    F::unnamed(&["wait3", "wait4", "waitid"]).does(&[Input, WritesAny])
        .needs(&[Optional(0), Optional(1), Optional(2), Optional(3)]),
    F::unnamed(&["system"]).described().does(&[Output]).needs(&[Optional(0)]),
    F::unnamed(&["prctl", "ptrace", "syscall", "process_vm_readv", "process_vm_writev"]).does(&[WritesAny]),
    F::unnamed(&["getcontext", "setcontext", "swapcontext"]).does(&[WritesAny]),

    // Signals. They may end the program, or call its functions.
    F::unnamed(&["alarm", "ualarm", "pause", "sigqueue", "pthread_sigqueue", "sigsuspend", "sigpause",
        "setitimer"]).unsupported("a signal"),
    F::unnamed(&["sigblock", "sigsetmask", "siggetmask", "siginterrupt", "sighold", "sigrelse", "sigignore"]),
    F::unnamed(&["sigaddset", "sigdelset", "sigemptyset", "sigfillset", "sigandset", "sigorset", "sigpending",
        "signalfd"]).does(&[WritesAny]),
    F::unnamed(&["sigprocmask", "pthread_sigmask", "sigaltstack", "sigstack", "sigwait", "sigwaitinfo",
        "sigtimedwait"]).does(&[WritesAny]).needs(&[Optional(0), Optional(1), Optional(2)]),
    F::unnamed(&["sigismember", "sigisemptyset"]),
    F::unnamed(&["psignal", "psiginfo"]).does(&[Output]).needs(&[Optional(0), Optional(1)]),

    // Limits and use of resources.
    F::unnamed(&["sysconf"]).c_code().does(&[Input]),
    F::unnamed(&["getdtablesize", "get_nprocs", "get_nprocs_conf"]).described()
        .does(&[Input, Returns(1, MOST)]),
    F::unnamed(&["get_phys_pages", "get_avphys_pages"]).described().does(&[Input, Returns(-1, MOST)]),
    F::unnamed(&["gethostid"]).does(&[Input]),
    F::unnamed(&["getrlimit", "getrlimit64"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[Writable(1, Struct(16))]),
    F::unnamed(&["setrlimit", "setrlimit64"]).does(&[Returns(-1, 0)]).needs(&[Readable(1, Struct(16))]),
    F::unnamed(&["prlimit"]).does(&[Input, WritesAny]).needs(&[Optional(2), Optional(3)]),
    F::unnamed(&["getrusage"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[Writable(1, Struct(144))]),
    F::unnamed(&["uname"]).c_code().does(&[Input, Writes(0)]).needs(&[Writable(0, Struct(390))]),
    F::unnamed(&["sysinfo"]).derived().does(&[Input, Writes(0), Returns(-1, 0)])
        .needs(&[Writable(0, Struct(112))]),
    F::unnamed(&["getloadavg"]).does(&[Input, Writes(0)]),
    F::unnamed(&["gethostname", "getdomainname"]).c_code().does(&[Input, Writes(0)])
        .needs(&[Writable(0, Arg(1))]),
    F::unnamed(&["sethostname"]).does(&[Output]).needs(&[Readable(0, Arg(1))]),
    F::unnamed(&["getentropy"]).derived().does(&[Input, Writes(0), Returns(-1, 0)])
        .needs(&[Writable(0, Arg(1))]),
    F::unnamed(&["arc4random_buf"]).derived().does(&[Input, Writes(0)]).needs(&[Writable(0, Arg(1))]),
    F::unnamed(&["getrandom"]).does(&[Input, Writes(0)]).needs(&[Writable(0, Arg(1))]),
    F::unnamed(&["confstr"]).does(&[Input, Writes(1)]).needs(&[WritableOrNull(1, Arg(2))]),
    F::unnamed(&["getcpu"]).does(&[Input, WritesAny]).needs(&[Optional(0), Optional(1)]),
    F::unnamed(&["sysctl"]).does(&[WritesAny]).needs(&[Optional(2), Optional(3), Optional(4)]),

    // Users and groups.
    F::unnamed(&["getpwnam", "getgrnam", "getspnam", "getpwuid", "getgrgid", "getpwent", "getgrent",
        "getspent", "fgetpwent", "fgetgrent", "fgetspent", "getlogin", "getpass", "crypt", "getutent",
        "getutid", "getutline", "pututline", "getmntent", "hasmntopt"]).does(&[Input, ReturnsStatic]),
    F::unnamed(&["setpwent", "endpwent", "setgrent", "endgrent", "setspent", "endspent", "setutent",
        "endutent"]).described(),
    F::unnamed(&["getpwnam_r", "getpwuid_r", "getpwent_r", "fgetpwent_r", "getgrnam_r", "getgrgid_r",
        "getgrent_r", "fgetgrent_r", "getspnam_r", "getspent_r", "fgetspent_r", "getmntent_r", "getutent_r",
        "getutid_r", "getutline_r"]).does(&[Input, WritesAny]),
    F::unnamed(&["getlogin_r"]).does(&[Input, Writes(0)]).needs(&[Writable(0, Arg(1))]),
    F::unnamed(&["getgroups"]).does(&[Input, Writes(1)]).needs(&[Optional(1)]),
    F::unnamed(&["getgrouplist"]).does(&[Input, WritesAny]),
    F::unnamed(&["getpw"]).does(&[Input, Writes(1)]).needs(&[Writable(1, Unbounded)]),
    F::unnamed(&["putpwent", "putgrent", "putspent", "setlogin", "setgroups", "initgroups"])
        .does(&[Output]),
    F::unnamed(&["crypt_r"]).does(&[WritesAny]),
    F::unnamed(&["setmntent"]).does(&[Opens]),
    F::unnamed(&["endmntent"]).does(&[Closes(0)]),

    // Messages.
    F::unnamed(&["openlog"]).does(&[Output]).needs(&[Optional(0)]),
    F::unnamed(&["closelog", "setlogmask"]).does(&[Output]),
    F::unnamed(&["syslog", "vsyslog"]).does(&[Output]).needs(&[PrintFormat(1)]),
    F::unnamed(&["warn", "vwarn", "warnx", "vwarnx"]).does(&[Output]).needs(&[Optional(0)]),
    F::unnamed(&["err", "verr", "errx", "verrx"]).does(&[Output, NeverReturns]).needs(&[Optional(1)]),
    F::unnamed(&["error"]).does(&[Output]).needs(&[PrintFormat(2)]),
    F::unnamed(&["error_at_line"]).does(&[Output]).needs(&[Terminated(2), PrintFormat(4)]),

    // Libraries that are loaded while the program runs.
    F::unnamed(&["dlopen", "dlsym", "dlclose", "dlerror", "dladdr", "dlinfo"])
        .unsupported("code that is loaded while the program runs"),
    F::unnamed(&["backtrace"]).does(&[Input, Writes(0)]),
    F::unnamed(&["backtrace_symbols"]).does(&[Input, Allocates]),
];
