/* Binary search by recursion gives an index of the array, or none. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define SIZE 1000

static int find(const int *cells, int low, int high, int wanted)
{
    if (low >= high)
        return -1;
    int middle = low + (high - low) / 2;
    if (cells[middle] == wanted)
        return middle;
    int found = cells[middle] < wanted ? find(cells, middle + 1, high, wanted)
                                       : find(cells, low, middle, wanted);
    return found;
}

int main(void)
{
    static int cells[SIZE];
    int wanted = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        cells[i] = __VERIFIER_nondet_int();
    int found = find(cells, 0, SIZE, wanted);
    if (found < -1 || found >= SIZE)
        reach_error();
    return 0;
}
