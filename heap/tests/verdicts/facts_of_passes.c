/* Loops within loops whose facts differ from one pass of the analysis to the next: in the first iteration of the outer loop, the inner one
 * finds nothing that was written before.
 *
 * verdict -DLIMIT=n: unreach-call
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int marks[100], given[100];

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 1 || n > 100)
        return 0;
    for (int i = 0; i < 100; i++)
        given[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int found = 0;
        for (int j = 0; j < 100; j++) {
            if (given[j] > 0)
                found = 1;
            if (marks[j] == 1)
                found = 7;
        }
        marks[i] = 1;
        // Never above 1 in the first iteration, which is how the sum is met first.
        sum += found;
    }
    if (sum > LIMIT)
        reach_error();
    return 0;
}
