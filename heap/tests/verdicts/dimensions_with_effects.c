/* The dimensions of arrays of variable length are evaluated wherever such a type is written.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call (not in a typedef)
 * verdict -DBUG=2: unreach-call (not in a cast)
 * verdict -DBUG=3: unreach-call (not in an operand of sizeof)
 * verdict -DBUG=4: unknown (the size of a type that has no declaration)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(n, c) do { if (BUG == (n) ? (c) : !(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 9) return 0;
    int m = n, cells[100] = { 0 };
    typedef int row[m++];
    CHECK(1, m == n + 1);
    row vector, other;
    m++;
    vector[n - 1] = other[n - 1] = 1;
    CHECK(99, sizeof vector == n * sizeof(int) && sizeof(row) == sizeof other);
    int (*rows)[n] = (int (*)[m++])cells;
    CHECK(2, m == n + 3);
    CHECK(99, &rows[1][0] == cells + n);
    int square[m][m];
    (void)sizeof(square[m++]);
    CHECK(3, m == n + 4);
    (void)sizeof(cells[m++]);
    CHECK(99, m == n + 4);
#if BUG == 4
    (void)sizeof(int[m++]);
    CHECK(99, m == n + 4);
#endif
    return 0;
}
