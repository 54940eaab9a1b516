//! Files, folders and descriptors: `<unistd.h>`, `<fcntl.h>`, `<sys/stat.h>`, `<dirent.h>`, `<termios.h>` and
//! the like.

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Need::*;
use crate::libc::description::Size::*;

/// The greatest descriptor.
const MOST: i128 = i32::MAX as i128;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // By name.
    F::unnamed(&["access", "euidaccess", "eaccess", "chdir", "chroot", "chmod", "lchmod", "chown", "lchown",
        "rmdir", "unlink", "mkdir", "mkfifo", "mknod", "truncate", "remove", "shm_unlink", "sem_unlink",
        "mq_unlink"]).described().does(&[Output, Returns(-1, 0)]).needs(&[Terminated(0)]),
    F::unnamed(&["link", "symlink", "rename", "removexattr", "lremovexattr"]).described()
        .does(&[Output, Returns(-1, 0)]).needs(&[Terminated(0), Terminated(1)]),
    F::unnamed(&["faccessat", "unlinkat", "mkdirat", "fchmodat", "fchownat", "mkfifoat", "mknodat",
        "fremovexattr"]).described().does(&[Output, Returns(-1, 0)]).needs(&[Terminated(1)]),
    F::unnamed(&["renameat", "linkat"]).described().does(&[Output, Returns(-1, 0)])
        .needs(&[Terminated(1), Terminated(3)]),
    F::unnamed(&["symlinkat"]).described().does(&[Output, Returns(-1, 0)])
        .needs(&[Terminated(0), Terminated(2)]),
    F::unnamed(&["open", "open64", "creat", "shm_open", "memfd_create"]).described()
        .does(&[Output, Returns(-1, MOST)]).needs(&[Terminated(0)]),
    F::unnamed(&["openat", "inotify_add_watch"]).described().does(&[Output, Returns(-1, MOST)])
        .needs(&[Terminated(1)]),
    F::unnamed(&["pathconf"]).described().does(&[Input, Returns(-1, MOST)]).needs(&[Terminated(0)]),
    F::unnamed(&["stat", "lstat", "stat64", "lstat64"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[Terminated(0), Writable(1, Struct(144))]),
    F::unnamed(&["fstatat", "fstatat64"]).derived().does(&[Input, Writes(2), Returns(-1, 0)])
        .needs(&[Terminated(1), Writable(2, Struct(144))]),
    F::unnamed(&["statvfs", "statvfs64"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[Terminated(0), Writable(1, Struct(112))]),
    F::unnamed(&["statfs", "statfs64"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[Terminated(0), Writable(1, Struct(120))]),
    F::unnamed(&["utime"]).does(&[Output, Returns(-1, 0)]).needs(&[Terminated(0), Optional(1)]),
    F::unnamed(&["utimes", "lutimes"]).does(&[Output, Returns(-1, 0)]).needs(&[Terminated(0), Optional(1)]),
    F::unnamed(&["futimesat", "utimensat"]).does(&[Output, Returns(-1, 0)])
        .needs(&[Optional(1), Optional(2)]),
    F::unnamed(&["setxattr", "lsetxattr", "fsetxattr"]).does(&[Output, Returns(-1, 0)])
        .needs(&[Readable(2, Arg(3))]),
    F::unnamed(&["getxattr", "lgetxattr", "fgetxattr"]).does(&[Input, Writes(2)])
        .needs(&[Writable(2, Arg(3))]),
    F::unnamed(&["listxattr", "llistxattr", "flistxattr"]).does(&[Input, Writes(1)])
        .needs(&[Writable(1, Arg(2))]),
    F::unnamed(&["readlink"]).c_code().does(&[Input, Writes(1)]).needs(&[Terminated(0), Writable(1, Arg(2))]),
    F::unnamed(&["readlinkat"]).does(&[Input, Writes(2)]).needs(&[Terminated(1), Writable(2, Arg(3))]),
    F::unnamed(&["getcwd"]).c_code().does(&[Input, Allocates, Writes(0)])
        .needs(&[WritableOrNull(0, Arg(1))]),
    F::unnamed(&["getwd"]).does(&[Input, Writes(0)]).needs(&[Writable(0, Bytes(4096))]),
    F::unnamed(&["realpath"]).c_code().does(&[Input, Allocates, Writes(1)])
        .needs(&[Terminated(0), WritableOrNull(1, Bytes(4096))]),
    F::unnamed(&["get_current_dir_name"]).c_code().does(&[Input, Allocates]),
    F::unnamed(&["canonicalize_file_name", "tempnam"]).does(&[Input, Allocates])
        .needs(&[Optional(0), Optional(1)]),
    F::unnamed(&["mkstemp", "mkostemp", "mkstemps", "mkostemps", "mkdtemp", "mktemp"])
        .does(&[Output, Writes(0)]).needs(&[Terminated(0)]),
    F::unnamed(&["tmpnam", "tmpnam_r"]).does(&[Input, ReturnsStatic, Writes(0)])
        .needs(&[WritableOrNull(0, Bytes(20))]),
    F::unnamed(&["ctermid", "cuserid"]).does(&[Input, ReturnsStatic, Writes(0)])
        .needs(&[WritableOrNull(0, Bytes(9))]),
    F::unnamed(&["statx", "name_to_handle_at", "open_by_handle_at"]).does(&[Input, WritesAny]),

    // By descriptor.
    F::unnamed(&["close", "fchdir", "fchown", "fchmod", "fsync", "fdatasync", "ftruncate", "ftruncate64",
        "lockf", "flock", "fallocate", "sync_file_range", "tcsetpgrp", "tcsendbreak", "tcdrain", "tcflush",
        "tcflow", "listen", "shutdown", "grantpt", "unlockpt", "inotify_rm_watch", "mq_close"]).described()
        .does(&[Output, Returns(-1, 0)]).needs(&[OpenDescriptor(0)]),
    F::unnamed(&["dup", "socket", "epoll_create", "epoll_create1", "eventfd", "timerfd_create",
        "inotify_init", "inotify_init1", "posix_openpt", "getpt"]).described().does(&[Returns(-1, MOST)]),
    F::unnamed(&["dup2", "dup3"]).c_code(),
    F::unnamed(&["lseek", "lseek64"]).described().does(&[Input, Returns(-1, i64::MAX as i128)])
        .needs(&[OpenDescriptor(0)]),
    F::unnamed(&["fpathconf"]).described().does(&[Input, Returns(-1, MOST)]).needs(&[OpenDescriptor(0)]),
    // Not a class of characters, in spite of its name.
    F::unnamed(&["isatty", "sockatmark"]).described().does(&[Input, Returns(0, 1)])
        .needs(&[OpenDescriptor(0)]),
    F::unnamed(&["fstat", "fstat64"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[OpenDescriptor(0), Writable(1, Struct(144))]),
    F::unnamed(&["fstatvfs", "fstatvfs64"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[OpenDescriptor(0), Writable(1, Struct(112))]),
    F::unnamed(&["fstatfs", "fstatfs64"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[OpenDescriptor(0), Writable(1, Struct(120))]),
    F::unnamed(&["tcgetattr"]).derived().does(&[Input, Writes(1), Returns(-1, 0)])
        .needs(&[OpenDescriptor(0), Writable(1, Struct(60))]),
    F::unnamed(&["tcsetattr"]).described().does(&[Output, Returns(-1, 0)])
        .needs(&[OpenDescriptor(0), Readable(2, Struct(60))]),
    F::unnamed(&["pipe", "pipe2"]).derived().does(&[Writes(0), Returns(-1, 0)])
        .needs(&[Writable(0, Bytes(8))]),
    F::unnamed(&["pread", "pread64"]).c_code().does(&[Input, Writes(1)])
        .needs(&[OpenDescriptor(0), Writable(1, Arg(2))]),
    F::unnamed(&["pwrite", "pwrite64"]).c_code().does(&[Output])
        .needs(&[OpenDescriptor(0), Readable(1, Arg(2))]),
    F::unnamed(&["umask", "getumask"]).described().does(&[Input, Returns(0, 0o777)]),
    F::unnamed(&["sync"]).described().does(&[Output]),
    F::unnamed(&["closefrom"]).described(),
    F::unnamed(&["posix_fadvise", "posix_fallocate", "readahead", "tee"]).needs(&[OpenDescriptor(0)]),
    F::unnamed(&["futimes", "futimens"]).does(&[Output]).needs(&[OpenDescriptor(0), Optional(1)]),
    F::unnamed(&["writev", "pwritev", "pwritev2", "vmsplice"]).does(&[Output]).needs(&[OpenDescriptor(0)]),
    F::unnamed(&["readv", "preadv", "preadv2"]).does(&[Input, WritesAny]).needs(&[OpenDescriptor(0)]),
    F::unnamed(&["copy_file_range", "splice", "sendfile", "sendfile64"]).does(&[Output, WritesAny])
        .needs(&[Optional(1), Optional(2), Optional(3)]),
    F::unnamed(&["fcntl", "ioctl"]).does(&[WritesAny]).needs(&[OpenDescriptor(0)]),
    F::unnamed(&["ttyname", "ptsname"]).does(&[Input, ReturnsStatic]).needs(&[OpenDescriptor(0)]),
    F::unnamed(&["ttyname_r", "ptsname_r"]).does(&[Input, Writes(1)])
        .needs(&[OpenDescriptor(0), Writable(1, Arg(2))]),
    F::unnamed(&["getdents", "getdents64"]).does(&[Input, Writes(1)])
        .needs(&[OpenDescriptor(0), Writable(1, Arg(2))]),
    F::unnamed(&["openpty", "forkpty"]).does(&[WritesAny])
        .needs(&[Optional(1), Optional(2), Optional(3), Optional(4)]),
    F::unnamed(&["cfmakeraw", "cfsetispeed", "cfsetospeed", "cfsetspeed"]).does(&[Writes(0)])
        .needs(&[Writable(0, Struct(60))]),
    F::unnamed(&["cfgetispeed", "cfgetospeed"]).needs(&[Readable(0, Struct(60))]),

    // Folders.
    F::unnamed(&["opendir"]).c_code().does(&[Allocates]).needs(&[Terminated(0)]),
    F::unnamed(&["fdopendir"]).c_code().does(&[Allocates]).needs(&[OpenDescriptor(0)]),
    F::unnamed(&["closedir"]).c_code().does(&[Frees(0)]).needs(&[NonNull(0), Freeable(0)]),
    F::unnamed(&["rewinddir", "seekdir", "telldir", "dirfd"]).c_code().needs(&[NonNull(0)]),
    F::unnamed(&["readdir", "readdir64"]).does(&[Input, ReturnsStatic]).needs(&[NonNull(0)]),
    F::unnamed(&["readdir_r"]).does(&[Input, WritesAny]).needs(&[NonNull(0)]),
    F::unnamed(&["alphasort"]),
    F::unnamed(&["globfree", "wordfree"]).does(&[WritesAny]),
    F::unnamed(&["glob_pattern_p", "fnmatch"]),
    F::unnamed(&["wordexp"]).does(&[Allocates, WritesAny]),
    F::unnamed(&["aio_read", "aio_write", "aio_error", "aio_return", "aio_fsync", "lio_listio", "aio_init"])
        .does(&[WritesAny]),
    F::unnamed(&["aio_cancel", "aio_suspend"]).does(&[WritesAny]).needs(&[Optional(1), Optional(2)]),

    // Memory of the system.
    F::unnamed(&["mmap", "mmap64", "mremap", "shmat"])
        .unsupported("memory that the system maps into the program").does(&[Allocates]),
    F::unnamed(&["munmap", "mprotect", "brk", "shmdt", "msync", "madvise", "posix_madvise"])
        .does(&[WritesAny]).needs(&[Anything(0)]),
    F::unnamed(&["mlock", "munlock"]).needs(&[Anything(0)]),
    F::unnamed(&["mlockall", "munlockall"]).described().does(&[Returns(-1, 0)]),
    F::unnamed(&["shmget", "semget", "msgget"]).described().does(&[Returns(-1, MOST)]),
    F::unnamed(&["ftok"]).described().does(&[Input]).needs(&[Terminated(0)]),
    F::unnamed(&["semctl", "semop", "semtimedop", "shmctl", "msgctl", "msgrcv", "msgsnd"])
        .does(&[WritesAny]),
    F::unnamed(&["mq_open", "mq_getattr", "mq_setattr", "mq_receive", "mq_timedreceive"]).does(&[WritesAny]),
    F::unnamed(&["mq_send", "mq_timedsend"]).does(&[Output]).needs(&[Readable(1, Arg(2))]),
];
