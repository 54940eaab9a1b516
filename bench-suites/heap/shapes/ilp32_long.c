/* A long has the size of an int and of a pointer. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    check(sizeof(long) == sizeof(int) && sizeof(void *) == 4);
    int number = __VERIFIER_nondet_int();
    long same = number;
    check((unsigned long)same == (unsigned)number);
    return 0;
}
