//! `<pthread.h>`, `<threads.h>`, `<semaphore.h>`, `<sched.h>`

use crate::libc::description::Description as F;
use crate::libc::description::Effect::*;
use crate::libc::description::Need::*;

/// The functions.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[F] = &[
    // Threads.
    F::unnamed(&["pthread_exit", "thrd_exit"]).does(&[NeverReturns]).needs(&[Anything(0)])
        .unsupported("the end of a thread"),
    F::unnamed(&["pthread_self", "thrd_current", "pthread_equal", "thrd_equal", "pthread_detach",
        "thrd_detach", "pthread_cancel", "pthread_testcancel", "pthread_setschedprio",
        "pthread_getconcurrency", "pthread_setconcurrency"]),
    F::unnamed(&["pthread_join"]).does(&[Writes(1)]).needs(&[Optional(1)]),
    F::unnamed(&["thrd_join"]).does(&[Writes(1)]).needs(&[Optional(1)]),
    F::unnamed(&["thrd_sleep"]).does(&[Writes(1)]).needs(&[Optional(1)]),
    F::unnamed(&["pthread_setcancelstate", "pthread_setcanceltype"]).does(&[Writes(1)])
        .needs(&[Optional(1)]),
    F::unnamed(&["pthread_getname_np", "pthread_getaffinity_np", "pthread_getattr_np", "pthread_getcpuclockid",
        "pthread_getschedparam"]).does(&[WritesAny]),
    F::unnamed(&["pthread_setname_np", "pthread_setaffinity_np", "pthread_setschedparam"]),
    F::unnamed(&["sched_yield", "thrd_yield", "pthread_yield"]).described(),
    F::unnamed(&["sched_getcpu", "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min"]),
    F::unnamed(&["sched_getaffinity", "sched_getattr", "sched_getparam", "sched_rr_get_interval"])
        .does(&[WritesAny]),
    F::unnamed(&["sched_setaffinity", "sched_setparam", "sched_setscheduler"]),

    // Attributes.
    F::unnamed(&["pthread_attr_init", "pthread_attr_destroy", "pthread_attr_getaffinity_np",
        "pthread_attr_getdetachstate", "pthread_attr_getguardsize", "pthread_attr_getinheritsched",
        "pthread_attr_getschedparam", "pthread_attr_getschedpolicy", "pthread_attr_getscope",
        "pthread_attr_getstack", "pthread_attr_getstackaddr", "pthread_attr_getstacksize",
        "pthread_attr_setdetachstate", "pthread_attr_setguardsize", "pthread_attr_setinheritsched",
        "pthread_attr_setschedparam", "pthread_attr_setschedpolicy", "pthread_attr_setscope",
        "pthread_attr_setstack", "pthread_attr_setstackaddr", "pthread_attr_setstacksize"])
        .does(&[WritesAny]),
    F::unnamed(&["pthread_mutexattr_init", "pthread_mutexattr_destroy", "pthread_mutexattr_getprioceiling",
        "pthread_mutexattr_getprotocol", "pthread_mutexattr_getpshared", "pthread_mutexattr_getrobust",
        "pthread_mutexattr_gettype", "pthread_mutexattr_setprioceiling", "pthread_mutexattr_setprotocol",
        "pthread_mutexattr_setpshared", "pthread_mutexattr_setrobust", "pthread_mutexattr_settype",
        "pthread_rwlockattr_init", "pthread_rwlockattr_destroy", "pthread_rwlockattr_getpshared",
        "pthread_rwlockattr_setpshared", "pthread_condattr_init", "pthread_condattr_destroy",
        "pthread_condattr_getclock", "pthread_condattr_getpshared", "pthread_condattr_setclock",
        "pthread_condattr_setpshared", "pthread_barrierattr_init", "pthread_barrierattr_destroy",
        "pthread_barrierattr_getpshared", "pthread_barrierattr_setpshared"]).does(&[WritesAny]),

    // Locks. Whether one is taken, and by whom, is not modelled.
    F::unnamed(&["pthread_mutex_init", "pthread_cond_init", "pthread_rwlock_init", "pthread_barrier_init"])
        .does(&[Writes(0)]).needs(&[Optional(1)]),
    F::unnamed(&["pthread_mutex_destroy", "pthread_mutex_lock", "pthread_mutex_trylock",
        "pthread_mutex_timedlock", "pthread_mutex_unlock", "pthread_mutex_consistent",
        "pthread_mutex_getprioceiling", "pthread_mutex_setprioceiling", "pthread_cond_destroy",
        "pthread_cond_signal", "pthread_cond_broadcast", "pthread_cond_wait", "pthread_cond_timedwait",
        "pthread_rwlock_destroy", "pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock",
        "pthread_rwlock_timedrdlock", "pthread_rwlock_wrlock", "pthread_rwlock_trywrlock",
        "pthread_rwlock_timedwrlock", "pthread_rwlock_unlock", "pthread_spin_init", "pthread_spin_destroy",
        "pthread_spin_lock", "pthread_spin_trylock", "pthread_spin_unlock", "pthread_barrier_destroy",
        "pthread_barrier_wait"]).does(&[WritesAny]),
    F::unnamed(&["mtx_init", "mtx_lock", "mtx_timedlock", "mtx_trylock", "mtx_unlock", "mtx_destroy",
        "cnd_init", "cnd_signal", "cnd_broadcast", "cnd_wait", "cnd_timedwait", "cnd_destroy"])
        .does(&[WritesAny]),
    F::unnamed(&["sem_init", "sem_destroy", "sem_wait", "sem_timedwait", "sem_trywait", "sem_post",
        "sem_close", "sem_getvalue"]).does(&[WritesAny]),
    F::unnamed(&["sem_open"]).does(&[Allocates]),

    // Variables of threads.
    F::unnamed(&["pthread_key_create", "tss_create"]).does(&[WritesAny]).needs(&[Optional(1)]),
    F::unnamed(&["pthread_key_delete", "pthread_getspecific", "tss_get", "tss_delete"]),
    F::unnamed(&["pthread_setspecific", "tss_set"]).needs(&[Anything(1)]),
];
