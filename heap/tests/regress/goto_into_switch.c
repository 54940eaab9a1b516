/* A jump back into an earlier part of a switch that was entered at a default inside a loop: the earlier part must run. */
#include <stdio.h>

static int run(int value)
{
    int fuel = 20, steps = 0, seen = 0;
    switch (value) {
    case 7:
        if (value == 7) {
            while (fuel-- > 0 && seen < 3) {
            inside:
                seen++;
                printf("inside %d\n", seen);
            }
        }
    case -1:
        while (fuel-- > 0 && steps < 4) {
            printf("loop %d\n", steps);
        default:
            steps++;
            if (steps == 2)
                goto inside;
        }
        printf("end of the switch\n");
        break;
    }
    return steps * 10 + seen;
}

int main(void)
{
    for (int value = -2; value < 9; value++)
        printf("%d: %d\n", value, run(value));
    return 0;
}
