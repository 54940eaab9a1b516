/* The same bytes as rows of another size in each iteration of a loop, and as rows of one size that is not known.
 *
 * verdict : proved
 * verdict -DBUG=1: unreach-call
 */
#ifndef BUG
#define BUG 0
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int cells[100];

int main(void) {
    int n = __VERIFIER_nondet_int(), size = __VERIFIER_nondet_int();
    if (n < 3 || n > 9 || size < 1 || size > 5)
        return 0;
    for (int i = 0; i < n; i++) {
#if BUG == 1
        size = __VERIFIER_nondet_int();
        if (size < 1 || size > 5)
            size = 3;
#endif
        int(*rows)[size] = (int(*)[size])cells;
        if (i > 0 && rows[1][0] != i)
            reach_error();
        rows[1][0] = i + 1;
    }
    return 0;
}
