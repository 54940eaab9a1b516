/* Texts that the library allocates.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-memtrack (the program must free the text)
 * verdict -DBUG=2: valid-deref (it is as long as needed and no longer)
 * verdict -DBUG=3: unknown (which digits are printed)
 * verdict -DBUG=4: unknown (what a null pointer is printed as)
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static char *made(const char *format, ...)
{
    char *text;
    va_list list;
    va_start(list, format);
    int length = vasprintf(&text, format, list);
    va_end(list);
    return length < 0 ? 0 : text;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    char *text, *other = made("<%d>", x);
    int length = asprintf(&text, "%s=%d", BUG == 4 ? 0 : "x", x);
    if (length < 0 || other == 0) {
        if (length >= 0) free(text);
        free(other);
        return 0;
    }
    if (strlen(text) > (size_t)length) reach_error();
    if (BUG == 2) text[length + 1] = 0;
    if (BUG == 3 && text[0] == 'x' && text[2] == '7') reach_error();
    other[0] = '(';
    if (BUG != 1) free(text);
    free(other);
    return 0;
}
