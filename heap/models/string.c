/* Models of library functions that walk over memory.
 *
 * A program that uses one of these functions and does not define it gets the definition from here. The symbolic analysis
 * follows this code like the program's own, and what may go wrong in it is reported where the program calls it. The interpreter
 * has faster models of most of them (heap/src/interp/models), which do the same.
 *
 * The code is written so that its loops can be summarised: an index that counts up or down, and one exit for each reason to stop.
 * Every function begins in the first column, its name directly before the opening bracket: this is how their names are found.
 */

typedef __SIZE_TYPE__ size_t;

extern void *malloc(size_t size);
extern void *memcpy(void *to, const void *from, size_t size);
/* An input; programs may have their own idea of the usual name. */
extern int __cfp_any_int(void);
extern void __VERIFIER_assume(int condition);

/* Comparisons promise the sign of their result, nothing else. */
static int some_with_sign_of(int difference)
{
    if (difference == 0)
        return 0;
    int result = __cfp_any_int();
    __VERIFIER_assume(difference < 0 ? result < 0 : result > 0);
    return result;
}

static int small_letter(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n] != 0)
        n++;
    return n;
}

char *strcpy(char *to, const char *from)
{
    size_t i = 0;
    for (; from[i] != 0; i++)
        to[i] = from[i];
    to[i] = 0;
    return to;
}

char *stpcpy(char *to, const char *from)
{
    size_t i = 0;
    for (; from[i] != 0; i++)
        to[i] = from[i];
    to[i] = 0;
    return to + i;
}

char *strncpy(char *to, const char *from, size_t most)
{
    size_t i = 0;
    for (; i < most && from[i] != 0; i++)
        to[i] = from[i];
    for (; i < most; i++)
        to[i] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t room)
{
    size_t i = 0;
    if (room > 0) {
        for (; i < room - 1 && from[i] != 0; i++)
            to[i] = from[i];
        to[i] = 0;
    }
    while (from[i] != 0)
        i++;
    return i;
}

char *strcat(char *to, const char *from)
{
    size_t start = 0, i = 0;
    while (to[start] != 0)
        start++;
    for (; from[i] != 0; i++)
        to[start + i] = from[i];
    to[start + i] = 0;
    return to;
}

char *strncat(char *to, const char *from, size_t most)
{
    size_t start = 0, i = 0;
    while (to[start] != 0)
        start++;
    for (; i < most && from[i] != 0; i++)
        to[start + i] = from[i];
    to[start + i] = 0;
    return to;
}

int strcmp(const char *s, const char *t)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] == t[i])
        i++;
    return some_with_sign_of((unsigned char)s[i] - (unsigned char)t[i]);
}

int strcoll(const char *s, const char *t)
{
    return strcmp(s, t);
}

int strncmp(const char *s, const char *t, size_t most)
{
    size_t i = 0;
    while (i < most && s[i] != 0 && s[i] == t[i])
        i++;
    return i == most ? 0 : some_with_sign_of((unsigned char)s[i] - (unsigned char)t[i]);
}

int strcasecmp(const char *s, const char *t)
{
    size_t i = 0;
    while (s[i] != 0 && small_letter((unsigned char)s[i]) == small_letter((unsigned char)t[i]))
        i++;
    return some_with_sign_of(small_letter((unsigned char)s[i]) - small_letter((unsigned char)t[i]));
}

int strncasecmp(const char *s, const char *t, size_t most)
{
    size_t i = 0;
    while (i < most && s[i] != 0 && small_letter((unsigned char)s[i]) == small_letter((unsigned char)t[i]))
        i++;
    if (i == most)
        return 0;
    return some_with_sign_of(small_letter((unsigned char)s[i]) - small_letter((unsigned char)t[i]));
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *s = left, *t = right;
    size_t i = 0;
    /* All bytes must be there, even those behind the first difference. */
    if (size > 0) {
        (void)s[size - 1];
        (void)t[size - 1];
    }
    while (i < size && s[i] == t[i])
        i++;
    return i == size ? 0 : some_with_sign_of(s[i] - t[i]);
}

int bcmp(const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size);
}

void *memchr(const void *from, int c, size_t size)
{
    const unsigned char *s = from;
    size_t i = 0;
    while (i < size && s[i] != (unsigned char)c)
        i++;
    return i < size ? (void *)(s + i) : 0;
}

char *strchr(const char *s, int c)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] != (char)c)
        i++;
    return s[i] == (char)c ? (char *)s + i : 0;
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}

char *strchrnul(const char *s, int c)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] != (char)c)
        i++;
    return (char *)s + i;
}

char *strrchr(const char *s, int c)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    if ((char)c == 0)
        return (char *)s + n;
    while (n > 0 && s[n - 1] != (char)c)
        n--;
    return n > 0 ? (char *)s + (n - 1) : 0;
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

char *strstr(const char *s, const char *word)
{
    for (size_t i = 0;; i++) {
        size_t j = 0;
        while (word[j] != 0 && s[i + j] == word[j])
            j++;
        if (word[j] == 0)
            return (char *)s + i;
        if (s[i] == 0)
            return 0;
    }
}

/* Whether a character is in a set; the zero at its end is not. */
static int is_in(const char *set, char c)
{
    size_t i = 0;
    while (set[i] != 0 && set[i] != c)
        i++;
    return set[i] != 0;
}

size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] != 0 && is_in(set, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] != 0 && !is_in(set, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] != 0 && !is_in(set, s[n]))
        n++;
    return s[n] != 0 ? (char *)s + n : 0;
}

char *strtok_r(char *s, const char *set, char **rest)
{
    if (s == 0)
        s = *rest;
    /* Without a string, and without one from before, this reads where it must not. */
    size_t start = strspn(s, set);
    if (s[start] == 0) {
        *rest = s + start;
        return 0;
    }
    size_t end = start + strcspn(s + start, set);
    if (s[end] == 0) {
        *rest = s + end;
    } else {
        s[end] = 0;
        *rest = s + end + 1;
    }
    return s + start;
}

static char *strtok_rest;

char *strtok(char *s, const char *set)
{
    return strtok_r(s, set, &strtok_rest);
}

char *strsep(char **place, const char *set)
{
    char *s = *place;
    strlen(set);
    if (s == 0)
        return 0;
    size_t end = strcspn(s, set);
    if (s[end] == 0) {
        *place = 0;
    } else {
        s[end] = 0;
        *place = s + end + 1;
    }
    return s;
}

char *strdup(const char *s)
{
    size_t n = strlen(s);
    char *copy = malloc(n + 1);
    if (copy != 0)
        memcpy(copy, s, n + 1);
    return copy;
}

char *xstrdup(const char *s)
{
    return strdup(s);
}

char *strndup(const char *s, size_t most)
{
    size_t n = strnlen(s, most);
    char *copy = malloc(n + 1);
    if (copy != 0) {
        memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

void *bsearch(const void *key, const void *from, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    size_t low = 0, high = count;
    /* All elements must be there, even those that are not looked at. */
    if (count > 0 && size > 0)
        (void)((const char *)from)[count * size - 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)from + middle * size;
        int order = compare(key, element);
        if (order == 0) {
            /* Of several elements with this key, it may be any one. */
            int other = __cfp_any_int();
            if (other >= 0 && (size_t)other < count && compare(key, (const char *)from + other * size) == 0)
                middle = other;
            return (char *)from + middle * size;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

/* Elements with the same key may come out in any order. */
void qsort(void *from, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *first = from;
    char moved[size];
    for (size_t i = 1; i < count; i++) {
        memcpy(moved, first + i * size, size);
        size_t j = i;
        while (j > 0) {
            int order = compare(first + (j - 1) * size, moved);
            if (order < 0 || (order == 0 && __cfp_any_int() == 0))
                break;
            memcpy(first + j * size, first + (j - 1) * size, size);
            j--;
        }
        memcpy(first + j * size, moved, size);
    }
}
