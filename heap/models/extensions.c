/* Models of functions for bytes and strings that are not in the C standard. */

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;

extern void *memcpy(void *to, const void *from, size_t size);
extern size_t strlen(const char *s);
extern char *getenv(const char *name);
extern size_t strnlen(const char *s, size_t most);
extern void __VERIFIER_assume(int condition);
extern void __cfp_not_modelled(void);

static int small_letter(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

void *memrchr(const void *from, int c, size_t size)
{
    const unsigned char *s = from;
    size_t n = size;
    while (n > 0 && s[n - 1] != (unsigned char)c)
        n--;
    return n > 0 ? (void *)(s + (n - 1)) : 0;
}

void *rawmemchr(const void *from, int c)
{
    const unsigned char *s = from;
    size_t i = 0;
    while (s[i] != (unsigned char)c)
        i++;
    return (void *)(s + i);
}

void *memmem(const void *from, size_t size, const void *word, size_t length)
{
    const unsigned char *s = from, *t = word;
    /* All bytes must be there, even those that need not be looked at. */
    if (size > 0)
        (void)s[size - 1];
    if (length > 0)
        (void)t[length - 1];
    for (size_t i = 0; length <= size && i <= size - length; i++) {
        size_t j = 0;
        while (j < length && s[i + j] == t[j])
            j++;
        if (j == length)
            return (void *)(s + i);
    }
    return 0;
}

void *memccpy(void *to, const void *from, int c, size_t size)
{
    const unsigned char *s = from;
    unsigned char *d = to;
    size_t n = 0;
    while (n < size && s[n] != (unsigned char)c)
        n++;
    size_t copied = n < size ? n + 1 : n;
    if (to == from && copied > 0)
        __cfp_not_modelled();
    memcpy(d, s, copied);
    return n < size ? d + copied : 0;
}

void explicit_bzero(void *to, size_t size)
{
    char *s = to;
    for (size_t i = 0; i < size; i++)
        s[i] = 0;
}

void *memfrob(void *to, size_t size)
{
    char *s = to;
    for (size_t i = 0; i < size; i++)
        s[i] ^= 42;
    return to;
}

/* An odd byte at the end is left alone. */
void swab(const void *from, void *to, ssize_t size)
{
    const char *s = from;
    char *d = to;
    if (size > 1 && d == s)
        __cfp_not_modelled();
    for (ssize_t i = 0; i + 1 < size; i += 2) {
        char first = s[i], second = s[i + 1];
        d[i] = second;
        d[i + 1] = first;
    }
}

char *stpncpy(char *to, const char *from, size_t most)
{
    size_t length = strnlen(from, most);
    memcpy(to, from, length);
    for (size_t i = length; i < most; i++)
        to[i] = 0;
    return to + length;
}

size_t strlcat(char *to, const char *from, size_t room)
{
    size_t start = strnlen(to, room), length = strlen(from);
    if (start == room)
        return start + length;
    size_t copied = length < room - start ? length : room - start - 1;
    memcpy(to + start, from, copied);
    to[start + copied] = 0;
    return start + length;
}

char *strcasestr(const char *s, const char *word)
{
    strlen(s);
    for (size_t i = 0;; i++) {
        size_t j = 0;
        while (word[j] != 0 && small_letter((unsigned char)s[i + j]) == small_letter((unsigned char)word[j]))
            j++;
        if (word[j] == 0)
            return (char *)s + i;
        if (s[i] == 0)
            return 0;
    }
}

/* Texts that the program must not change, like those of the environment. The next call may change them, or make the pointer invalid, so
 * only the first one is modelled; and which text belongs to a number is not known in runs.
 */
static char *some_text(char *is_used)
{
    if (*is_used)
        __cfp_not_modelled();
    *is_used = 1;
    char *text = getenv("");
    __VERIFIER_assume(text != 0);
    return text;
}

static char has_error_text, has_signal_text;

char *strerror(int number)
{
    return some_text(&has_error_text);
}

char *strsignal(int number)
{
    return some_text(&has_signal_text);
}

char *__cfp_run_strerror(int number)
{
    __cfp_not_modelled();
    return 0;
}

char *__cfp_run_strsignal(int number)
{
    __cfp_not_modelled();
    return 0;
}

/* The name after the last slash. What libraries do with slashes at the end, and without a name, differs. */
char *basename(const char *path)
{
    if (path == 0)
        __cfp_not_modelled();
    size_t length = strlen(path), start = length;
    if (length == 0 || path[length - 1] == '/')
        __cfp_not_modelled();
    while (start > 0 && path[start - 1] != '/')
        start--;
    return (char *)path + start;
}

/* What is before the last slash, which becomes the end of the string. */
char *dirname(char *path)
{
    if (path == 0)
        return ".";
    size_t length = strlen(path), end = length;
    if (length > 0 && path[length - 1] == '/')
        __cfp_not_modelled();
    while (end > 0 && path[end - 1] != '/')
        end--;
    if (end == 0)
        return ".";
    if (end > 1 && path[end - 2] == '/')
        __cfp_not_modelled();
    path[end > 1 ? end - 1 : 1] = 0;
    return path;
}

int isascii(int c)
{
    return c >= 0 && c < 128;
}

int toascii(int c)
{
    return c & 127;
}
