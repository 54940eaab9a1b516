/* What lies between the members of a record that is initialised is not known; its members are.
 *
 * verdict: proved
 * verdict -DBUG=1: unknown (bytes between the members are compared)
 */
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct record {
    char c;
    int i;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct record one = {1}, other = {1}, rows[3] = {{0}};
    one.i = other.i = n;
    if (n >= 0 && n < 3 && (rows[n].c != 0 || rows[n].i != 0))
        reach_error();
    if (one.c != other.c || memcmp(&one.i, &other.i, sizeof(int)) != 0)
        reach_error();
    if (BUG && memcmp(&one, &other, sizeof one) != 0)
        reach_error();
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    one.i = other.i = n;
    if (memcmp(&one, &other, sizeof one) != 0)
        reach_error();
    return 0;
}
