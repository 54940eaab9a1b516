/* Initialisers of globals that compute with floating numbers. */
#include <stdio.h>

static const double third = 1.0 / 3, minus = -(1.5 + 2), large = 1e300 * 1e300;
static const float root = 1.5f * 2 + 1, tenth = 0.1, product = 0.1f * 0.7f, from_long = 16777217 * 3L;
static const long numbers[] = {1e15, -2.75, 3.99f, (long)1e18 + 1};
static const unsigned char byte = 200.5;
static const int tests[] = {1.5 > 1, 0.1f == 0.1, 2.0 != 2, 1.0 <= 1.0 ? 5 : 6};
static double changed = 7 / 2.0;

int main(void) {
    printf("%.17g %.17g %g\n", third, minus, large);
    printf("%.9g %.9g %.9g %.9g\n", root, tenth, product, from_long);
    for (int i = 0; i < 4; i++)
        printf("%ld %d\n", numbers[i], tests[i]);
    changed += 1;
    printf("%d %g\n", byte, changed);
    return 0;
}
