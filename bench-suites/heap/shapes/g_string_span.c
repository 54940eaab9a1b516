/* The leading blanks of a string are skipped. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= size && size <= 100000);
    char *line = malloc(size);
    for (int i = 0; i < size - 1; i++)
        line[i] = (char)__VERIFIER_nondet_int();
    line[size - 1] = '\0';
    int start = 0;
    while (line[start] == ' ' || line[start] == '\t')
        start++;
    assert(start < size);
    assert(line[start] != ' ' && line[start] != '\t');
    for (int i = 0; i < start; i++)
        assert(line[i] == ' ' || line[i] == '\t');
    free(line);
    return 0;
}
