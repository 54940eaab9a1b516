/* The positive elements of an array are counted by recursion; the first call looks behind the last one. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define MOST 500

static int positive(const int *cells, int size)
{
    if (size == 0)
        return 0;
    int rest = positive(cells, size - 1);
    return cells[size] > 0 ? rest + 1 : rest;
}

int main(void)
{
    int cells[MOST];
    int size = __VERIFIER_nondet_int();
    if (size < 0 || size > MOST)
        return 0;
    for (int i = 0; i < size; i++)
        cells[i] = __VERIFIER_nondet_int();
    int found = positive(cells, size);
    if (found < 0 || found > size)
        reach_error();
    return 0;
}
