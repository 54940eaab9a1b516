/* The number of days between two dates, given as year-month-day. */
#include <stdio.h>
#include <stdlib.h>

struct date {
    int year, month, day;
};

static int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static long day_number(const struct date *date)
{
    static const int before[12] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };
    long days = date->day + before[date->month - 1];

    if (date->month > 2 && is_leap(date->year))
        days++;
    long years = date->year - 1;
    return days + 365 * years + years / 4 - years / 100 + years / 400;
}

static int parse(const char *text, struct date *date)
{
    char *end;
    long year = strtol(text, &end, 10);

    if (*end != '-')
        return 0;
    long month = strtol(end + 1, &end, 10);
    if (*end != '-')
        return 0;
    long day = strtol(end + 1, &end, 10);
    if (year < 1 || year > 9999 || month > 12 || day < 1 || day > 31)
        return 0;
    date->year = (int)year;
    date->month = (int)month;
    date->day = (int)day;
    return *end == '\0';
}

int main(int argc, char **argv)
{
    struct date from, to;

    if (argc != 3 || !parse(argv[1], &from) || !parse(argv[2], &to)) {
        fprintf(stderr, "usage: days YYYY-MM-DD YYYY-MM-DD\n");
        return 2;
    }
    printf("%ld\n", day_number(&to) - day_number(&from));
    return 0;
}
