/* A number and a word are read; both may be missing, and the word has a limit. */
#include <stdio.h>
#include <string.h>
extern void __VERIFIER_assert(int condition);

int main(void)
{
    int table[10] = {0};
    int index = 3;
    char word[16];
    int items = scanf("%d %15s", &index, word);
    if (items < 1)
        __VERIFIER_assert(index == 3);
    if (index >= 0 && index < 10)
        table[index] = 1;
    if (items == 2)
        __VERIFIER_assert(strlen(word) < 16);
    return table[0];
}
