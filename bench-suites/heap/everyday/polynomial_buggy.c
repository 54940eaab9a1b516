/* Adds polynomials that are read as coefficients, lowest first. */
#include <stdio.h>
#include <stdlib.h>

#define MOST_DEGREE 30

struct polynomial {
    int degree;
    long *coefficients;
};

static struct polynomial *new_polynomial(int degree)
{
    struct polynomial *result = malloc(sizeof result);

    if (result == NULL)
        exit(1);
    result->degree = degree;
    result->coefficients = calloc((size_t)degree + 1, sizeof *result->coefficients);
    if (result->coefficients == NULL)
        exit(1);
    return result;
}

static struct polynomial *read_polynomial(void)
{
    int degree;

    if (scanf("%d", &degree) != 1 || degree < 0 || degree > MOST_DEGREE)
        return NULL;
    struct polynomial *result = new_polynomial(degree);
    for (int i = 0; i <= degree; i++) {
        int coefficient;
        if (scanf("%d", &coefficient) != 1)
            break;
        result->coefficients[i] = coefficient;
    }
    return result;
}

int main(void)
{
    struct polynomial *sum = new_polynomial(MOST_DEGREE), *next;

    for (int count = 0; count < 100 && (next = read_polynomial()) != NULL; count++) {
        for (int i = 0; i <= next->degree; i++)
            sum->coefficients[i] += next->coefficients[i];
        free(next->coefficients);
        free(next);
    }
    for (int i = 0; i <= sum->degree; i++)
        if (sum->coefficients[i] != 0)
            printf("%ldx^%d ", sum->coefficients[i], i);
    putchar('\n');
    free(sum->coefficients);
    free(sum);
    return 0;
}
