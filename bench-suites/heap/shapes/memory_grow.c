/* A block grows and keeps its contents. */
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
    int *numbers = malloc(2 * sizeof(int));
    numbers[0] = __VERIFIER_nondet_int();
    numbers[1] = 8;
    int first = numbers[0];
    numbers = realloc(numbers, 4 * sizeof(int));
    numbers[3] = 9;
    check(numbers[0] == first && numbers[1] == 8 && numbers[3] == 9);
    free(numbers);
    return 0;
}
