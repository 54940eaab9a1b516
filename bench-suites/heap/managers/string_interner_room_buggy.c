/* A table of texts; a copy has as much room as the text that was kept before. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

#define LONGEST 8

struct name {
    struct name *next;
    char *text;
};

static struct name *names;

static const char *intern(const char *text)
{
    struct name *n;
    for (n = names; n != 0; n = n->next)
        if (strcmp(n->text, text) == 0)
            return n->text;
    n = malloc(sizeof *n);
    if (n == 0)
        return 0;
    n->text = malloc(strlen(names != 0 ? names->text : text) + 1);
    if (n->text == 0) {
        free(n);
        return 0;
    }
    strcpy(n->text, text);
    n->next = names;
    names = n;
    return n->text;
}

static void clear(void)
{
    while (names != 0) {
        struct name *n = names;
        names = n->next;
        free(n->text);
        free(n);
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        char text[LONGEST + 1];
        int i = 0;
        while (i < LONGEST && __VERIFIER_nondet_int()) {
            text[i] = __VERIFIER_nondet_char();
            i++;
        }
        text[i] = 0;
        const char *kept = intern(text);
        if (kept != 0)
            assert(kept != text);
    }
    clear();
    assert(names == 0);
    return 0;
}
