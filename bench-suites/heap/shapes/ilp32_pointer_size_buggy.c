/* Eight bytes hold two pointers on a small machine, but not on a large one. */
#include <stdlib.h>

int main(void)
{
    int target = 5;
    int **pair = malloc(8);
    pair[0] = &target;
    pair[1] = &target;
    int same = *pair[0] == *pair[1];
    free(pair);
    return !same;
}
