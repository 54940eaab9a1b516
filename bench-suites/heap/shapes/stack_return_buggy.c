/* The address of a local array is given to the caller. */
extern int __VERIFIER_nondet_int(void);

static int *make(int value)
{
    int cells[2] = {value, value};
    int *result = cells;
    return result;
}

int main(void)
{
    int *cells = make(__VERIFIER_nondet_int());
    cells[0] = 1;
    return 0;
}
