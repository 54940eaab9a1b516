/* The first zero of a large array is found, or there is none. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

#define SIZE 100000

int values[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        values[i] = __VERIFIER_nondet_int();
    int at = 0;
    while (at < SIZE && values[at] != 0)
        at++;
    check(at == SIZE || values[at] == 0);
    for (int i = 0; i < at; i++)
        check(values[i] != 0);
    return 0;
}
