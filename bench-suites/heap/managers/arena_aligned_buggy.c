/* An arena; the end of an object is not checked with its alignment. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define BYTES 1024u

struct arena {
    char *memory;
    unsigned used;
};

static int start(struct arena *a)
{
    a->memory = malloc(BYTES);
    a->used = 0;
    return a->memory != 0;
}

static char *take(struct arena *a, unsigned bytes, unsigned align)
{
    unsigned at = a->used;
    unsigned over = at % align;
    if (over != 0)
        at += align - over;
    if (a->used > BYTES || bytes > BYTES - a->used)
        return 0;
    a->used = at + bytes;
    return a->memory + at;
}

int main(void)
{
    struct arena a;
    if (!start(&a))
        return 0;
    while (__VERIFIER_nondet_int()) {
        unsigned bytes = __VERIFIER_nondet_uint();
        unsigned align = __VERIFIER_nondet_int() ? 8 : 16;
        char *object;
        if (bytes == 0)
            continue;
        object = take(&a, bytes, align);
        if (object != 0) {
            object[0] = 1;
            object[bytes - 1] = 1;
            assert((unsigned)(object - a.memory) % align == 0);
        } else {
            a.used = 0;
        }
    }
    free(a.memory);
    return 0;
}
