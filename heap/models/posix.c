/* Models of functions that ask the system. What it answers is an input, within the bounds that POSIX sets. */

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
struct timespec { long seconds, nanoseconds; };

extern void *malloc(size_t size);
extern void free(void *block);
extern size_t strlen(const char *s);
/* Inputs. */
extern int __cfp_any_int(void);
extern unsigned __cfp_any_unsigned(void);
extern long __cfp_any_long(void);
extern char __cfp_any_char(void);
extern size_t __cfp_any_size(void);
extern void __VERIFIER_assume(int condition);
extern void __cfp_not_modelled(void);

/* Numbers that stay the same while the program runs: what was answered first, or zero. */
static int process, thread, parent, process_group;
static unsigned user, effective_user, group, effective_group;
static char has_user, has_effective_user, has_group, has_effective_group;

/* The number of a process. */
static int some_process(void)
{
    int number = __cfp_any_int();
    __VERIFIER_assume(number > 0);
    return number;
}

int getpid(void)
{
    if (process == 0)
        process = some_process();
    return process;
}

int gettid(void)
{
    if (thread == 0)
        thread = some_process();
    return thread;
}

int getpgrp(void)
{
    return some_process();
}

/* The parent may end; and it may be outside of what the process can see. */
int getppid(void)
{
    int number = __cfp_any_int();
    __VERIFIER_assume(number >= 0);
    return number;
}

unsigned getuid(void)
{
    if (!has_user)
        user = __cfp_any_unsigned();
    has_user = 1;
    return user;
}

unsigned geteuid(void)
{
    if (!has_effective_user)
        effective_user = __cfp_any_unsigned();
    has_effective_user = 1;
    return effective_user;
}

unsigned getgid(void)
{
    if (!has_group)
        group = __cfp_any_unsigned();
    has_group = 1;
    return group;
}

unsigned getegid(void)
{
    if (!has_effective_group)
        effective_group = __cfp_any_unsigned();
    has_effective_group = 1;
    return effective_group;
}

int getpagesize(void)
{
    return 4096;
}

/* 30 is the number of _SC_PAGESIZE. Other answers may be missing. */
long sysconf(int name)
{
    if (name == 30)
        return getpagesize();
    long answer = __cfp_any_long();
    __VERIFIER_assume(answer >= -1);
    return answer;
}

/* The time that the process has used only grows; -1 if it is not known. No process is two hundred years old. */
static long used;

long clock(void)
{
    long now = __cfp_any_long();
    __VERIFIER_assume(now >= used && now <= 6307200000000000 || now == -1);
    if (now >= used)
        used = now;
    return now;
}

double difftime(long end, long begin)
{
    return (double)end - (double)begin;
}

unsigned sleep(unsigned seconds)
{
    unsigned left = __cfp_any_unsigned();
    __VERIFIER_assume(left <= seconds);
    return left;
}

static void some_time(struct timespec *to, long most)
{
    struct timespec now = { __cfp_any_long(), __cfp_any_long() };
    /* A clock shows a year between 1970 and 9998. */
    __VERIFIER_assume(now.seconds >= 0 && now.seconds <= 253370764799 && now.nanoseconds >= 0 && now.nanoseconds < most);
    *to = now;
}

/* What clocks have shown that do not go back: all but those that can be set, which have the numbers 0, 5, 8 and 11. */
static struct timespec shown[10];

int clock_gettime(int clock, struct timespec *to)
{
    if (__cfp_any_int() != 0)
        return -1;
    some_time(to, 1000000000);
    if (clock > 0 && clock < 10 && clock != 5 && clock != 8) {
        struct timespec *before = &shown[clock];
        __VERIFIER_assume(to->seconds > before->seconds
                          || to->seconds == before->seconds && to->nanoseconds >= before->nanoseconds);
        *before = *to;
    }
    return 0;
}

int clock_getres(int clock, struct timespec *to)
{
    if (__cfp_any_int() != 0)
        return -1;
    if (to != 0)
        some_time(to, 1000000000);
    return 0;
}

int timespec_get(struct timespec *to, int base)
{
    if (base != 1)
        return 0;
    some_time(to, 1000000000);
    return base;
}

/* Microseconds in the place of nanoseconds. */
int gettimeofday(struct timespec *to, void *zone)
{
    if (zone != 0)
        __cfp_not_modelled();
    if (to != 0)
        some_time(to, 1000000);
    return 0;
}

int dup2(int from, int to)
{
    return to < 0 || __cfp_any_int() != 0 ? -1 : to;
}

int dup3(int from, int to, int flags)
{
    return to < 0 || from == to || __cfp_any_int() != 0 ? -1 : to;
}

/* Bytes from outside, at most so many, or -1. */
static ssize_t get(char *to, size_t size)
{
    size_t done = __cfp_any_size();
    __VERIFIER_assume(done <= size && done <= 2147479552);
    for (size_t i = 0; i < done; i++)
        to[i] = __cfp_any_char();
    return done == 0 && __cfp_any_int() != 0 ? -1 : (ssize_t)done;
}

/* Bytes to the outside, which must all be there. */
static ssize_t put(const char *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        (void)from[i];
    size_t done = __cfp_any_size();
    __VERIFIER_assume(done <= size && done <= 2147479552);
    return done == 0 && __cfp_any_int() != 0 ? -1 : (ssize_t)done;
}

ssize_t pread(int descriptor, void *to, size_t size, long offset)
{
    return get(to, size);
}

ssize_t pread64(int descriptor, void *to, size_t size, long long offset)
{
    return get(to, size);
}

ssize_t recv(int descriptor, void *to, size_t size, int flags)
{
    return get(to, size);
}

ssize_t pwrite(int descriptor, const void *from, size_t size, long offset)
{
    return put(from, size);
}

ssize_t pwrite64(int descriptor, const void *from, size_t size, long long offset)
{
    return put(from, size);
}

ssize_t send(int descriptor, const void *from, size_t size, int flags)
{
    return put(from, size);
}

/* A name without its zero. */
ssize_t readlink(const char *name, char *to, size_t size)
{
    strlen(name);
    size_t length = __cfp_any_size();
    __VERIFIER_assume(length <= size && length < 4096);
    for (size_t i = 0; i < length; i++) {
        char c = __cfp_any_char();
        __VERIFIER_assume(c != 0);
        to[i] = c;
    }
    return length == 0 ? -1 : (ssize_t)length;
}

/* A string from outside with its zero. */
static void some_string(char *to, size_t room)
{
    size_t length = __cfp_any_size();
    __VERIFIER_assume(length < room);
    for (size_t i = 0; i < length; i++) {
        char c = __cfp_any_char();
        __VERIFIER_assume(c != 0);
        to[i] = c;
    }
    to[length] = 0;
}

int gethostname(char *to, size_t room)
{
    if (room == 0 || __cfp_any_int() != 0)
        return -1;
    some_string(to, room);
    return 0;
}

int getdomainname(char *to, size_t room)
{
    return gethostname(to, room);
}

/* Six strings of 65 bytes. */
int uname(char *to)
{
    if (__cfp_any_int() != 0)
        return -1;
    for (int i = 0; i < 6; i++)
        some_string(to + 65 * i, 65);
    return 0;
}

/* An open folder is a block that nobody looks into. */
void *opendir(const char *name)
{
    strlen(name);
    return __cfp_any_int() != 0 ? malloc(1) : 0;
}

void *fdopendir(int descriptor)
{
    return __cfp_any_int() != 0 ? malloc(1) : 0;
}

/* Folders that are not open, or not there, are used as if they were blocks. */
static void use(char *folder)
{
    *folder = 0;
}

int closedir(void *folder)
{
    use(folder);
    free(folder);
    return __cfp_any_int() != 0 ? -1 : 0;
}

void rewinddir(void *folder)
{
    use(folder);
}

void seekdir(void *folder, long place)
{
    use(folder);
}

long telldir(void *folder)
{
    use(folder);
    return __cfp_any_long();
}

int dirfd(void *folder)
{
    use(folder);
    int descriptor = __cfp_any_int();
    __VERIFIER_assume(descriptor >= -1);
    return descriptor;
}

/* The order of bytes in the network is the other one. */
unsigned short htons(unsigned short number)
{
    return number << 8 | number >> 8;
}

unsigned short ntohs(unsigned short number)
{
    return htons(number);
}

unsigned htonl(unsigned number)
{
    return number << 24 | (number & 0xff00) << 8 | (number >> 8 & 0xff00) | number >> 24;
}

unsigned ntohl(unsigned number)
{
    return htonl(number);
}
