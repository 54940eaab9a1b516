/* Every pointer of an array owns a block, and all are freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

#define SIZE 5

int main(void)
{
    int *owned[SIZE];
    for (int i = 0; i < SIZE; i++) {
        owned[i] = malloc(sizeof(int));
        *owned[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i + 1 < SIZE; i++)
        check(owned[i] != owned[i + 1]);
    for (int i = 0; i < SIZE; i++)
        free(owned[i]);
    return 0;
}
