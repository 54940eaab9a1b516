//! Functions that write to their arguments and have no model: what they write is unknown, so a call of one is
//! beyond the analysis unless a stub defines it.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    F::unnamed(&["wait"]).does(&[Writes(0)]),
    F::unnamed(&["waitpid", "wcstoimax", "wcstoumax", "wcstol", "wcstoul", "wcstoll", "wcstoull", "wcstod",
        "wcstof", "wcstold"]).does(&[Writes(1)]),

    // Strings.
    F::unnamed(&["strcat_s", "strcpy_s", "strfmon", "strfromd", "strfromf", "strfry", "strftime", "strlcat",
        "strmode", "strncat_s", "strncpy_s", "strptime", "strxfrm"]).does(&[WritesAny]).keeps_errno(),

    // Wide and multibyte characters.
    F::unnamed(&["c16rtomb", "c32rtomb", "fgetws", "fgetws_unlocked", "fwscanf", "mbrlen", "mbrtoc16",
        "mbrtoc32", "mbrtowc", "mbsnrtowcs", "mbsrtowcs", "mbstowcs", "mbtowc", "open_wmemstream",
        "swprintf", "swscanf", "vfwscanf", "vswprintf", "vswscanf", "vwscanf", "wcpcpy", "wcpncpy",
        "wcrtomb", "wcscat", "wcscpy", "wcsftime", "wcslcat", "wcslcpy", "wcsncat", "wcsncpy", "wcsnrtombs",
        "wcsrtombs", "wcstok", "wcstombs", "wcsxfrm", "wctomb", "wmemcpy", "wmemmove", "wmempcpy",
        "wmemset", "wscanf"]).does(&[WritesAny]),

    // Threads.
    F::unnamed(&["pthread_attr_getaffinity_np", "pthread_attr_getdetachstate", "pthread_attr_getguardsize",
        "pthread_attr_getinheritsched", "pthread_attr_getschedparam", "pthread_attr_getschedpolicy",
        "pthread_attr_getscope", "pthread_attr_getstack", "pthread_attr_getstacksize", "pthread_attr_init",
        "pthread_barrier_init", "pthread_barrierattr_init", "pthread_cond_init", "pthread_condattr_init",
        "pthread_getaffinity_np", "pthread_getattr_np", "pthread_getcpuclockid", "pthread_getname_np",
        "pthread_getschedparam", "pthread_join", "pthread_key_create", "pthread_mutex_init",
        "pthread_mutexattr_getpshared", "pthread_mutexattr_gettype", "pthread_mutexattr_init",
        "pthread_rwlock_init", "pthread_rwlockattr_init", "pthread_setcancelstate", "pthread_setcanceltype",
        "pthread_sigmask", "pthread_spin_init", "sched_getaffinity", "sched_getattr", "sched_getparam",
        "sched_rr_get_interval", "sem_getvalue", "tss_create"]).does(&[WritesAny]),

    // Sockets and names of the network.
    F::unnamed(&["accept", "accept4", "epoll_pwait", "epoll_wait", "ether_aton_r", "ether_ntoa_r",
        "eventfd_read", "getaddrinfo", "gethostbyaddr_r", "gethostbyname2_r", "gethostbyname_r",
        "gethostent_r", "gethostname", "getifaddrs", "getnameinfo", "getnetbyname_r", "getpeername",
        "getprotobyname_r", "getprotobynumber_r", "getservbyname_r", "getservbyport_r", "getsockname",
        "getsockopt", "if_indextoname", "inet_aton", "inet_ntoa_r", "inet_ntop", "inet_pton", "mq_getattr",
        "mq_receive", "mq_timedreceive", "msgctl", "msgrcv", "poll", "ppoll", "pselect", "recv", "recvfrom",
        "recvmmsg", "recvmsg", "select", "socketpair"]).does(&[WritesAny]),

    // Time.
    F::unnamed(&["adjtime", "adjtimex", "asctime_r", "clock_adjtime", "clock_getres", "clock_gettime",
        "clock_nanosleep", "ctime_r", "ftime", "getdate_r", "getitimer", "gettimeofday", "gmtime_r",
        "localtime_r", "mktime", "nanosleep", "ntp_adjtime", "ntp_gettime", "setitimer", "sigtimedwait",
        "timegm", "timer_create", "timer_gettime", "timer_settime", "timerfd_gettime", "timerfd_settime",
        "times", "timespec_get", "timespec_getres"]).does(&[WritesAny]),

    // Signals and processes.
    F::unnamed(&["getcontext", "getcpu", "getrlimit", "getrlimit64", "getrusage", "prctl", "prlimit",
        "process_vm_readv", "ptrace", "semctl", "semop", "setcontext", "shmctl", "sigaddset", "sigaltstack",
        "sigandset", "sigdelset", "sigemptyset", "sigfillset", "signalfd", "sigorset", "sigpending",
        "sigprocmask", "sigstack", "sigwait", "sigwaitinfo", "swapcontext", "syscall", "wait3", "wait4",
        "waitid"]).does(&[WritesAny]),

    // Users, groups, the system.
    F::unnamed(&["arc4random_buf", "confstr", "fgetgrent_r", "fgetpwent_r", "getdomainname", "getentropy",
        "getgrent_r", "getgrgid_r", "getgrnam_r", "getgrouplist", "getgroups", "getloadavg", "getlogin_r",
        "getmntent_r", "getpwent_r", "getpwnam_r", "getpwuid_r", "getrandom", "getresgid", "getresuid",
        "getspent_r", "getspnam_r", "getutent_r", "getutid_r", "getutline_r", "sysctl", "sysinfo", "uname"
    ]).does(&[WritesAny]),

    // Files.
    F::unnamed(&["__getdelim", "aio_read", "cfmakeraw", "cfsetispeed", "cfsetospeed", "cfsetspeed",
        "copy_file_range", "ctermid", "cuserid", "fcntl", "fgetpos", "fgets_unlocked", "fgetxattr",
        "flistxattr", "fmemopen", "forkpty", "fread_unlocked", "fstat", "fstat64", "fstatat", "fstatat64",
        "fstatfs", "fstatfs64", "fstatvfs", "fstatvfs64", "getcwd", "getdelim", "getdents", "getdents64",
        "getsubopt", "getwd", "getxattr", "ioctl", "lgetxattr", "listxattr", "llistxattr", "lstat",
        "lstat64", "mkdtemp", "mkostemp", "mkstemp", "mkstemps", "mktemp", "name_to_handle_at",
        "open_memstream", "openpty", "pipe", "pipe2", "pread", "pread64", "preadv", "preadv2", "ptsname_r",
        "readdir_r", "readlink", "readlinkat", "readv", "realpath", "sendfile", "sendfile64", "splice",
        "stat", "stat64", "statfs", "statfs64", "statvfs", "statvfs64", "statx", "tcgetattr", "tmpnam",
        "tmpnam_r", "ttyname_r", "vfscanf", "vscanf", "vsscanf"]).does(&[WritesAny]),

    // Numbers.
    F::unnamed(&["drand48_r", "ecvt_r", "erand48", "erand48_r", "fcvt_r", "frexp", "frexpf", "frexpl",
        "gcvt", "initstate", "initstate_r", "jrand48", "jrand48_r", "lcong48", "lcong48_r", "lgamma_r",
        "lgammaf_r", "lgammal_r", "lrand48_r", "modf", "modff", "modfl", "mrand48_r", "nrand48",
        "nrand48_r", "qecvt_r", "qgcvt", "rand_r", "random_r", "remquo", "remquof", "remquol", "seed48",
        "seed48_r", "setstate", "setstate_r", "sincos", "sincosf", "sincosl", "srand48_r", "srandom_r"
    ]).does(&[WritesAny]),

    // Everything else.
    F::unnamed(&["argp_parse", "argz_add", "argz_append", "argz_create", "argz_delete", "argz_extract",
        "argz_insert", "argz_replace", "argz_stringify", "crypt_r", "dladdr", "dlinfo", "envz_add",
        "envz_merge", "envz_remove", "explicit_bzero", "getopt_long_only", "hcreate_r", "hsearch",
        "hsearch_r", "iconv", "insque", "l64a_r", "memccpy", "memcpy_s", "memfrob", "memmove_s",
        "memset_explicit", "memset_s", "posix_memalign", "regcomp", "regerror", "regexec", "remque",
        "stpncpy", "strerror_r", "swab", "wordexp"]).does(&[WritesAny]),
];
