/* Dates, parts of numbers and parts of paths: what their models compute. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

char *dirname(char *path);

static void show_date(time_t seconds) {
    struct tm own, *date = gmtime_r(&seconds, &own);
    printf("%d-%d-%d %d:%d:%d, day %d and %d, %d\n", date->tm_year, date->tm_mon, date->tm_mday, date->tm_hour,
           date->tm_min, date->tm_sec, date->tm_wday, date->tm_yday, date->tm_isdst);
}

static void show_parts(double number) {
    int exponent;
    double whole, fraction = frexp(number, &exponent), rest = modf(number, &whole);
    printf("%ld %d, %ld %ld\n", (long)(fraction * 1000000), exponent, (long)whole, (long)(rest * 1000000));
    float small, part = modff((float)number, &small);
    printf("%ld %ld\n", (long)small, (long)(part * 1000));
}

int main(void) {
    static const long times[] = {0,          -1,          86399,        86400,         951782399,   951782400,
                                 951868800,  1700000000,  4102444799,   -2208988800,   -62167219200, -62135596801,
                                 68169600,   1e15,        -1e15,        6.7e16,        -6.7e16,     5097600};
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++)
        show_date(times[i]);
    for (long days = -800000; days < 800000; days += 12345)
        show_date(days * 86400 + days % 86400);
    static const double numbers[] = {0, 1, -1, 0.5, 3.75, -3.75, 1e15, 1e-300, 4e-320, -0.1};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        show_parts(numbers[i]);
    char paths[][16] = {"a", "a/b", "/a", "/a/b", "a/b.c"};
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
        printf("%s ", basename(paths[i]));
        printf("%s\n", dirname(paths[i]));
    }
    return 0;
}
