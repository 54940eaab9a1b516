/* An unsigned index starts at minus one and is raised before each use. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    unsigned size = (unsigned)__VERIFIER_nondet_int();
    __VERIFIER_assume(size <= 100000);
    char *marks = malloc(size);
    unsigned at = (unsigned)-1;
    for (unsigned left = size; left > 0; left--)
        marks[++at] = 'x';
    assert(at + 1 == size);
    for (unsigned i = 0; i < size; i++)
        assert(marks[i] == 'x');
    free(marks);
    return 0;
}
