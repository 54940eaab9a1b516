/* Models of streams: what is read are inputs, and what is written is only looked at.
 *
 * That a stream is open is checked before the call, as the table of library functions requires. Whatever is read from one can be anything, at any time; only the rules of
 * the function that reads hold (a line ends at its first newline, a word has no blanks).
 */

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;

extern void *malloc(size_t size);
extern void *realloc(void *block, size_t size);
extern int vsnprintf(char *to, size_t room, const char *format, __builtin_va_list list);
extern size_t strlen(const char *s);
/* Inputs. */
extern int __cfp_any_int(void);
extern char __cfp_any_char(void);
extern size_t __cfp_any_size(void);
extern long __cfp_any_long(void);
extern char *__cfp_any_text(void);
extern void __VERIFIER_assume(int condition);
extern void __cfp_not_modelled(void);

/* Bytes from outside. */
static void read_bytes(char *to, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = __cfp_any_char();
}

/* A line with at most so many bytes and a zero behind them. */
static void read_line(char *to, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = __cfp_any_char();
        __VERIFIER_assume(c != '\n' || i == length - 1);
        to[i] = c;
    }
    to[length] = 0;
}

char *fgets(char *to, int room, void *stream)
{
    if (room == 1)
        to[0] = 0;
    if (room <= 1)
        return room == 1 ? to : 0;
    int length = __cfp_any_int();
    /* At the end of the file, nothing is written; if reading fails, perhaps something. */
    if (length < 0) {
        __VERIFIER_assume(length > -room);
        read_bytes(to, -length);
    }
    if (length <= 0)
        return 0;
    __VERIFIER_assume(length < room);
    read_line(to, length);
    return to;
}

/* Lines of any length; the newline is not stored. */
char *gets(char *to)
{
    size_t length = __cfp_any_size();
    __VERIFIER_assume(length < 2147483647);
    for (size_t i = 0; i < length; i++) {
        char c = __cfp_any_char();
        __VERIFIER_assume(c != '\n');
        to[i] = c;
    }
    if (__cfp_any_int() == 0)
        return 0;
    to[length] = 0;
    return to;
}

char *gets_s(char *to, size_t room)
{
    size_t length = __cfp_any_size();
    __VERIFIER_assume(length < room);
    for (size_t i = 0; i < length; i++) {
        char c = __cfp_any_char();
        __VERIFIER_assume(c != '\n');
        to[i] = c;
    }
    to[length] = 0;
    return __cfp_any_int() == 0 ? 0 : to;
}

ssize_t getline(char **line, size_t *room, void *stream)
{
    size_t length = __cfp_any_size();
    __VERIFIER_assume(length < 2147483646);
    char *block = *line;
    if (block == 0 || *room < length + 1) {
        /* Perhaps more than is needed. */
        size_t size = __cfp_any_size();
        __VERIFIER_assume(size > length && size < 2147483648);
        block = realloc(block, size);
        if (block == 0)
            return -1;
        *line = block;
        *room = size;
    }
    if (length == 0)
        return -1;
    read_line(block, length);
    return length;
}

size_t fread(void *to, size_t size, size_t count, void *stream)
{
    if (size == 0 || count == 0)
        return 0;
    if (size != 1 && count != 1 && count > (size_t)-1 / size)
        __cfp_not_modelled();
    /* The last element may be there in part. */
    size_t done = __cfp_any_size();
    __VERIFIER_assume(done <= size * count);
    read_bytes(to, done);
    return done / size;
}

ssize_t read(int descriptor, void *to, size_t size)
{
    size_t done = __cfp_any_size();
    __VERIFIER_assume(done <= size && done <= 2147479552);
    read_bytes(to, done);
    if (done == 0 && __cfp_any_int() != 0)
        return -1;
    return done;
}

/* All bytes of a block are there to be written. */
static void look_at(const char *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        (void)from[i];
}

size_t fwrite(const void *from, size_t size, size_t count, void *stream)
{
    if (size > 1 && count > 1 && count > (size_t)-1 / size)
        __cfp_not_modelled();
    look_at(from, size * count);
    size_t done = __cfp_any_size();
    __VERIFIER_assume(done <= count);
    return done;
}

ssize_t write(int descriptor, const void *from, size_t size)
{
    look_at(from, size);
    size_t done = __cfp_any_size();
    __VERIFIER_assume(done <= size && done <= 2147479552);
    if (done == 0 && __cfp_any_int() != 0)
        return -1;
    return done;
}

int ungetc(int c, void *stream)
{
    return __cfp_any_int() != 0 || c < 0 ? -1 : (unsigned char)c;
}

long time(long *result)
{
    /* A clock shows a year between 1970 and 9998; -1 if there is none. */
    long now = __cfp_any_long();
    __VERIFIER_assume(now >= -1 && now <= 253370764799);
    if (result != 0)
        *result = now;
    return now;
}

/* Without the text, what is stored is not specified. */
int vasprintf(char **to, const char *format, __builtin_va_list list)
{
    __builtin_va_list copy;
    __builtin_va_copy(copy, list);
    int length = vsnprintf(0, 0, format, copy);
    __builtin_va_end(copy);
    char *block = length < 0 ? 0 : malloc((size_t)length + 1);
    if (block == 0) {
        *to = __cfp_any_text();
        return -1;
    }
    vsnprintf(block, (size_t)length + 1, format, list);
    *to = block;
    return length;
}

int asprintf(char **to, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int length = vasprintf(to, format, list);
    __builtin_va_end(list);
    return length;
}

/* The parts of scanf. A call of it becomes calls of these: how many items were read, and for each of them what is stored. Numbers are
 * inputs, from functions like __cfp_scan_i32.
 */
int __cfp_scan_items(int most)
{
    int items = __cfp_any_int();
    __VERIFIER_assume(items >= -1 && items <= most);
    return items;
}

/* Whether reading comes to what is behind so many items: it does not if text in the pattern is missing. */
int __cfp_scan_reaches(int items, int before)
{
    return items > before || items == before && __cfp_any_int() != 0;
}

int __cfp_scan_count(void)
{
    int count = __cfp_any_int();
    __VERIFIER_assume(count >= 0);
    return count;
}

static size_t some_length(size_t most)
{
    size_t length = __cfp_any_size();
    __VERIFIER_assume(length > 0 && length <= most && length < 2147483647);
    return length;
}

void __cfp_scan_chars(char *to, size_t width)
{
    read_bytes(to, some_length(width));
}

void __cfp_scan_word(char *to, size_t width)
{
    size_t length = some_length(width);
    for (size_t i = 0; i < length; i++) {
        char c = __cfp_any_char();
        __VERIFIER_assume(c != ' ' && (c < '\t' || c > '\r'));
        to[i] = c;
    }
    to[length] = 0;
}

void __cfp_scan_members(char *to, size_t width)
{
    size_t length = some_length(width);
    read_bytes(to, length);
    to[length] = 0;
}

/* The parts of sscanf. The interpreter finds in the text what is there; here, it is anything that a text of this length can hold. */
int __cfp_text_items(const char *text, const char *pattern, int most)
{
    strlen(text);
    return __cfp_scan_items(most);
}

int __cfp_text_reaches(const char *text, const char *pattern, int index, int items, int before)
{
    return __cfp_scan_reaches(items, before);
}

int __cfp_text_count(const char *text, const char *pattern, int index)
{
    size_t most = strlen(text);
    int count = __cfp_any_int();
    __VERIFIER_assume(count >= 0 && count <= most);
    return count;
}

static size_t some_part(const char *text, size_t most)
{
    size_t length = some_length(most);
    __VERIFIER_assume(length <= strlen(text));
    return length;
}

static void copy_part(char *to, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = __cfp_any_char();
        __VERIFIER_assume(c != 0);
        to[i] = c;
    }
}

void __cfp_text_chars(const char *text, const char *pattern, int index, char *to, size_t width)
{
    copy_part(to, some_part(text, width));
}

void __cfp_text_word(const char *text, const char *pattern, int index, char *to, size_t width)
{
    size_t length = some_part(text, width);
    copy_part(to, length);
    to[length] = 0;
}

void __cfp_text_members(const char *text, const char *pattern, int index, char *to, size_t width)
{
    size_t length = some_part(text, width);
    copy_part(to, length);
    to[length] = 0;
}
