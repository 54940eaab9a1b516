/* Functions with a variable number of arguments: numbers of all sizes, pointers, records; lists that are handed on, copied and printed. */
#include <stdarg.h>
#include <stdio.h>

struct point {
    int x, y, z;
};

static double mixed(int count, ...)
{
    va_list list;
    double sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        switch (i % 4) {
        case 0:
            sum += va_arg(list, int);
            break;
        case 1:
            sum += va_arg(list, double);
            break;
        case 2:
            sum += va_arg(list, long long);
            break;
        default: {
            struct point point = va_arg(list, struct point);
            sum += point.x + 10 * point.y + 100 * point.z;
        }
        }
    }
    va_end(list);
    return sum;
}

static int second(va_list list)
{
    (void)va_arg(list, int);
    return va_arg(list, int);
}

static int copies(int first, ...)
{
    va_list list, copy;
    va_start(list, first);
    va_copy(copy, list);
    int result = second(list);
    result = 10 * result + va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return result;
}

static const char *last(const char *text, ...)
{
    const char *result = text;
    va_list list;
    va_start(list, text);
    while ((text = va_arg(list, const char *)) != 0)
        result = text;
    va_end(list);
    return result;
}

static void say(const char *pattern, ...)
{
    char text[64];
    va_list list, again;
    va_start(list, pattern);
    va_copy(again, list);
    int length = vsnprintf(text, 10, pattern, list);
    printf("[%s] %d ", text, length);
    vprintf(pattern, again);
    va_end(again);
    va_end(list);
}

static int count_down(int n, ...)
{
    va_list list;
    va_start(list, n);
    int value = va_arg(list, int);
    va_end(list);
    return n == 0 ? value : value + count_down(n - 1, value + n);
}

int main(void)
{
    struct point point = {1, 2, 3};
    char small = -3;
    float half = 0.5f;
    printf("%g\n", mixed(8, 1, 2.5, 3LL, point, small, half, -1LL << 40, point));
    printf("%d %s\n", copies(0, 4, 5), last("a", "b", "c", (char *)0));
    say("%s=%d %*d%c%5.2f|%ld\n", "name", 42, 6, -7, 'x', 3.14159, 1L << 33);
    say("plain\n");
    printf("%d\n", count_down(3, 100));
    return 0;
}
