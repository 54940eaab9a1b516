/* The searched value is put behind the last element, so that the search always stops. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 100000);
    int *values = malloc((size + 1) * sizeof *values);
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    values[size] = wanted;
    int at = 0;
    while (values[at] != wanted)
        at++;
    assert(at <= size && values[at] == wanted);
    for (int i = 0; i < at; i++)
        assert(values[i] != wanted);
    free(values);
    return 0;
}
