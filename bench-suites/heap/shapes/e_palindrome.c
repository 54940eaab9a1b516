/* A palindrome is made of a word and its mirror image. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int half = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= half && half <= 50000);
    int length = 2 * half;
    char *word = malloc(length);
    for (int i = 0; i < half; i++)
        word[i] = (char)__VERIFIER_nondet_int();
    for (int i = 0; i < half; i++)
        word[length - 1 - i] = word[i];
    for (int i = 0, j = length - 1; i < j; i++, j--)
        assert(word[i] == word[j]);
    free(word);
    return 0;
}
