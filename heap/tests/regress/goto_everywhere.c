/* Jumps forward and backward, into and out of loops, branches and blocks, and between overlapping loops. */
#include <stdio.h>

static int into_loop(int n)
{
    int i = 0, sum = 0;
    if (n > 3)
        goto middle;
    for (i = 10; i < 13; i++) {
        sum += 100;
    middle:
        sum += i;
    }
    return sum;
}

static int overlapping(int n)
{
    int a = 0, b = 0;
first:
    a++;
    if (n == 2)
        goto third;
second:
    b += 10;
    if (a < 3)
        goto first;
third:
    b++;
    n = 0;
    if (b < 40)
        goto second;
    return a * 1000 + b;
}

static int between_branches(int n)
{
    int way = 0;
    if (n % 2) {
        way = way * 10 + 1;
        if (way < 1000)
            goto other;
    one:
        way = way * 10 + 2;
    } else {
        way = way * 10 + 3;
    other:
        way = way * 10 + 4;
        if (way < 5000)
            goto one;
    }
    return way;
}

static int out_of_all(int n)
{
    for (int i = 0; i < 10; i++) {
        int outer = i * 2;
        while (1) {
            int inner = outer + n;
            switch (inner % 5) {
            case 0:
                goto done;
            case 1:
                outer++;
                continue;
            case 2:
                break;
            default:
                outer += 2;
                if (outer > 40)
                    return -1;
                continue;
            }
            break;
        }
        n += outer;
    }
done:
    return n;
}

static int duff(int count)
{
    int copied = 0, rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            copied++;
    case 3:
            copied++;
    case 2:
            copied++;
    case 1:
            copied++;
        } while (--rounds > 0);
    }
    return copied;
}

int main(void)
{
    for (int n = 0; n < 6; n++)
        printf("%d %d %d %d\n", into_loop(n), overlapping(n), between_branches(n), out_of_all(n));
    for (int n = 1; n < 20; n++)
        printf("%d ", duff(n));
    return 0;
}
