/* Multiplies two matrices whose sizes and elements come from the standard input. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 50

struct matrix {
    int rows, columns;
    int *cells;
};

static int read_matrix(struct matrix *matrix)
{
    matrix->cells = NULL;
    if (scanf("%9d %9d", &matrix->rows, &matrix->columns) != 2)
        return 0;
    if (matrix->rows < 1 || matrix->rows > MOST || matrix->columns < 1 || matrix->columns > MOST)
        return 0;
    matrix->cells = malloc((size_t)(matrix->rows * matrix->columns) * sizeof *matrix->cells);
    if (matrix->cells == NULL)
        return 0;
    for (int i = 0; i < matrix->rows * matrix->columns; i++) {
        int *cell = &matrix->cells[i];
        if (scanf("%9d", cell) != 1 || *cell < -1000 || *cell > 1000)
            return 0;
    }
    return 1;
}

static void print_product(const struct matrix *a, const struct matrix *b)
{
    for (int i = 0; i < a->rows; i++) {
        for (int j = 0; j < b->columns; j++) {
            int sum = 0;
            for (int k = 0; k < a->columns; k++)
                sum += a->cells[i * a->columns + k] * b->cells[k * b->columns + j];
            printf(" %d", sum);
        }
        putchar('\n');
    }
}

int main(void)
{
    struct matrix a = { 0, 0, NULL }, b = { 0, 0, NULL };
    int status = 1;

    if (!read_matrix(&a) || !read_matrix(&b) || a.columns != b.rows) {
        fprintf(stderr, "bad matrices\n");
        goto done;
    }
    print_product(&a, &b);
    status = 0;
done:
    free(a.cells);
    free(b.cells);
    return status;
}
