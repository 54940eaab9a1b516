/* calendar MONTH YEAR: prints a month, weeks from Monday to Sunday. */
#include <stdio.h>
#include <stdlib.h>

static const int month_days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
static const char *const names[12] = {
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
};

static int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in(int month, int year)
{
    return month == 2 && is_leap(year) ? 29 : month_days[month - 1];
}

/* 0 is Monday. */
static int weekday(int day, int month, int year)
{
    int days = 0;

    for (int y = 1; y < year; y++)
        days += is_leap(y) ? 366 : 365;
    for (int m = 1; m < month; m++)
        days += days_in(m, year);
    return (days + day - 1) % 7;
}

static int parse(const char *text, int low, int high, int *result)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < low || value > high)
        return 0;
    *result = (int)value;
    return 1;
}

int main(int argc, char **argv)
{
    int month, year;

    if (argc != 3 || !parse(argv[1], 1, 12, &month) || !parse(argv[2], 1, 9999, &year)) {
        fprintf(stderr, "usage: calendar MONTH YEAR\n");
        return 2;
    }
    printf("%s %d\n", names[month - 1], year);
    int column = weekday(1, month, year);
    for (int i = 0; i < column; i++)
        printf("   ");
    for (int day = 1; day <= days_in(month, year); day++) {
        printf("%3d", day);
        if (++column % 7 == 0)
            putchar('\n');
    }
    putchar('\n');
    return 0;
}
