/* Reads a matrix and prints it transposed. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 8

static void transpose(const int *from, int *to, int rows, int columns)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            to[j * columns + i] = from[i * columns + j];
}

int main(void)
{
    int rows, columns;

    if (scanf("%d%d", &rows, &columns) != 2 || rows < 1 || columns < 1 || rows > MOST || columns > MOST) {
        fprintf(stderr, "bad size\n");
        return 1;
    }
    int *matrix = calloc((size_t)(rows * columns), sizeof *matrix);
    int *result = calloc((size_t)(rows * columns), sizeof *result);
    if (matrix == NULL || result == NULL)
        goto done;
    for (int i = 0; i < rows * columns; i++)
        if (scanf("%d", &matrix[i]) != 1)
            break;
    transpose(matrix, result, rows, columns);
    for (int i = 0; i < columns; i++) {
        for (int j = 0; j < rows; j++)
            printf("%6d", result[i * rows + j]);
        putchar('\n');
    }
done:
    free(matrix);
    free(result);
    return 0;
}
