/* Models of functions of wide characters and strings. What characters outside ASCII are, only the locale knows. */

typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;

extern void *malloc(size_t size);
extern void *memcpy(void *to, const void *from, size_t size);
extern void *memmove(void *to, const void *from, size_t size);
extern int __cfp_any_int(void);
extern void __VERIFIER_assume(int condition);
extern void __cfp_not_modelled(void);

/* Comparisons promise the sign of their result, nothing else. */
static int some_with_order_of(wchar_t left, wchar_t right)
{
    if (left == right)
        return 0;
    int result = __cfp_any_int();
    __VERIFIER_assume(left < right ? result < 0 : result > 0);
    return result;
}

/* The bytes of so many characters. */
static size_t bytes(size_t count)
{
    if (count > (size_t)-1 / sizeof(wchar_t))
        __cfp_not_modelled();
    return count * sizeof(wchar_t);
}

/* A copy to another place. */
static void copy(wchar_t *to, const wchar_t *from, size_t count)
{
    if (to == from && count > 0)
        __cfp_not_modelled();
    memcpy(to, from, bytes(count));
}

size_t wcslen(const wchar_t *s)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n] != 0)
        n++;
    return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    copy(to, from, wcslen(from) + 1);
    return to;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from)
{
    size_t length = wcslen(from);
    copy(to, from, length + 1);
    return to + length;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t most)
{
    size_t length = wcsnlen(from, most);
    copy(to, from, length);
    for (size_t i = length; i < most; i++)
        to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    copy(to + wcslen(to), from, wcslen(from) + 1);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t most)
{
    size_t start = wcslen(to), length = wcsnlen(from, most);
    copy(to + start, from, length);
    to[start + length] = 0;
    return to;
}

int wcscmp(const wchar_t *s, const wchar_t *t)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] == t[i])
        i++;
    return some_with_order_of(s[i], t[i]);
}

int wcscoll(const wchar_t *s, const wchar_t *t)
{
    return wcscmp(s, t);
}

int wcsncmp(const wchar_t *s, const wchar_t *t, size_t most)
{
    size_t i = 0;
    while (i < most && s[i] != 0 && s[i] == t[i])
        i++;
    return i == most ? 0 : some_with_order_of(s[i], t[i]);
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] != c)
        i++;
    return s[i] == c ? (wchar_t *)s + i : 0;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] != c)
        i++;
    return (wchar_t *)s + i;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    if (c == 0)
        return (wchar_t *)s + n;
    while (n > 0 && s[n - 1] != c)
        n--;
    return n > 0 ? (wchar_t *)s + (n - 1) : 0;
}

/* Whether a character is in a set; the zero at its end is not. */
static int is_in(const wchar_t *set, wchar_t c)
{
    size_t i = 0;
    while (set[i] != 0 && set[i] != c)
        i++;
    return set[i] != 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set)
{
    wcslen(set);
    size_t n = 0;
    while (s[n] != 0 && is_in(set, s[n]))
        n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set)
{
    size_t n = 0;
    wcslen(s);
    wcslen(set);
    while (s[n] != 0 && !is_in(set, s[n]))
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
    size_t n = wcscspn(s, set);
    return s[n] != 0 ? (wchar_t *)s + n : 0;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *word)
{
    wcslen(s);
    for (size_t i = 0;; i++) {
        size_t j = 0;
        while (word[j] != 0 && s[i + j] == word[j])
            j++;
        if (word[j] == 0)
            return (wchar_t *)s + i;
        if (s[i] == 0)
            return 0;
    }
}

wchar_t *wcswcs(const wchar_t *s, const wchar_t *word)
{
    return wcsstr(s, word);
}

wchar_t *wcsdup(const wchar_t *s)
{
    size_t size = bytes(wcslen(s) + 1);
    wchar_t *copied = malloc(size);
    if (copied != 0)
        memcpy(copied, s, size);
    return copied;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count)
{
    memcpy(to, from, bytes(count));
    return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count)
{
    memcpy(to, from, bytes(count));
    return to + count;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    memmove(to, from, bytes(count));
    return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *s, const wchar_t *t, size_t count)
{
    /* All characters must be there, even those behind the first difference. */
    if (count > 0) {
        (void)s[count - 1];
        (void)t[count - 1];
    }
    size_t i = 0;
    while (i < count && s[i] == t[i])
        i++;
    return i == count ? 0 : some_with_order_of(s[i], t[i]);
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t count)
{
    size_t i = 0;
    while (i < count && s[i] != c)
        i++;
    return i < count ? (wchar_t *)s + i : 0;
}

/* Only characters of ASCII, and WEOF, are the same in all locales. */
static int is_between(wint_t low, wint_t c, wint_t high)
{
    if (c > 127 && c != (wint_t)-1)
        __cfp_not_modelled();
    return c >= low && c <= high;
}

/* Any number but zero. */
static int some_if(int holds)
{
    if (!holds)
        return 0;
    int result = __cfp_any_int();
    __VERIFIER_assume(result != 0);
    return result;
}

int iswdigit(wint_t c)
{
    return some_if(is_between('0', c, '9'));
}

int iswupper(wint_t c)
{
    return some_if(is_between('A', c, 'Z'));
}

int iswlower(wint_t c)
{
    return some_if(is_between('a', c, 'z'));
}

int iswalpha(wint_t c)
{
    return some_if(is_between('A', c, 'Z') || is_between('a', c, 'z'));
}

int iswalnum(wint_t c)
{
    return some_if(is_between('0', c, '9') || is_between('A', c, 'Z') || is_between('a', c, 'z'));
}

int iswxdigit(wint_t c)
{
    return some_if(is_between('0', c, '9') || is_between('A', c, 'F') || is_between('a', c, 'f'));
}

int iswspace(wint_t c)
{
    return some_if(is_between('\t', c, '\r') || c == ' ');
}

int iswblank(wint_t c)
{
    return some_if(is_between('\t', c, '\t') || c == ' ');
}

int iswcntrl(wint_t c)
{
    return some_if(is_between(0, c, 31) || c == 127);
}

int iswgraph(wint_t c)
{
    return some_if(is_between('!', c, '~'));
}

int iswprint(wint_t c)
{
    return some_if(is_between(' ', c, '~'));
}

int iswpunct(wint_t c)
{
    return some_if(is_between('!', c, '/') || is_between(':', c, '@') || is_between('[', c, '`') || is_between('{', c, '~'));
}

wint_t towlower(wint_t c)
{
    return is_between('A', c, 'Z') ? c + ('a' - 'A') : c;
}

wint_t towupper(wint_t c)
{
    return is_between('a', c, 'z') ? c - ('a' - 'A') : c;
}
