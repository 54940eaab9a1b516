/* The test after the copy is too late: it runs once more than it should. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static void copy_bytes(unsigned char *to, const unsigned char *from, int count)
{
    do {
        *to++ = *from++;
        count--;
    } while (count > 0);
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 100000);
    unsigned char *a = malloc(size), *b = malloc(size);
    for (int i = 0; i < size; i++)
        a[i] = (unsigned char)__VERIFIER_nondet_int();
    copy_bytes(b, a, size);
    free(a);
    free(b);
    return 0;
}
