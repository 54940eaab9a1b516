/* An old pointer into a block is used after the block has moved. */
#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(2 * sizeof(int));
    int *second = &numbers[1];
    numbers = realloc(numbers, 400 * sizeof(int));
    *second = 3;
    free(numbers);
    return 0;
}
