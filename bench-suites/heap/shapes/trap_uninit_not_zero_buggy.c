/* Memory of malloc need not be zero. */
#include <stdlib.h>
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int *counters = malloc(4 * sizeof(int));
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum |= counters[i];
    check(sum == 0);
    free(counters);
    return 0;
}
