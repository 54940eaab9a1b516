/* Blocks that a loop within a loop allocates and nobody frees, next to an object that is set anew as a whole.
 *
 * verdict : unknown
 */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int kept[4];

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 100 || n > 200)
        return 0;
    for (int i = 0; i < n; i++) {
        while (__VERIFIER_nondet_int() == 123456) {
            kept[0] = i;
            memset(kept, 0, sizeof kept);
            if (malloc(sizeof(int)) == NULL)
                return 1;
        }
    }
    return 0;
}
