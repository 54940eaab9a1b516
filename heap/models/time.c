/* Models of functions that turn a number of seconds into a date. The analysis knows the ranges of the parts alone; the interpreter runs
 * the functions that begin with __cfp_run_, which compute them.
 */

struct tm {
    int second, minute, hour, day, month, year, weekday, yearday, is_summer;
    long offset;
    const char *zone;
};

/* Inputs. */
extern int __cfp_any_int(void);
extern const char *__cfp_any_text(void);
extern void __VERIFIER_assume(int condition);
extern void __cfp_not_modelled(void);

/* What gmtime and localtime return. */
static struct tm date;

static int any_between(int low, int high)
{
    int number = __cfp_any_int();
    __VERIFIER_assume(number >= low && number <= high);
    return number;
}

/* Whether the year fits into an int; near the ends, that depends on the zone. */
static int has_date(long long seconds)
{
    return seconds >= -67768040609654400 && seconds <= 67768036191590399;
}

/* Whether the year is between 1969 and 9999 in every zone. */
static int is_near(long long seconds)
{
    return seconds >= -1 && seconds <= 253370764799;
}

static void any_date(struct tm *to, long long seconds)
{
    to->second = any_between(0, 60);
    to->minute = any_between(0, 59);
    to->hour = any_between(0, 23);
    to->day = any_between(1, 31);
    to->month = any_between(0, 11);
    to->year = is_near(seconds) ? any_between(69, 8099) : __cfp_any_int();
    to->weekday = any_between(0, 6);
    to->yearday = any_between(0, 365);
}

struct tm *gmtime_r(const long *seconds, struct tm *to)
{
    if (!has_date(*seconds) && __cfp_any_int() != 0)
        return 0;
    any_date(to, *seconds);
    to->is_summer = 0;
    to->offset = 0;
    to->zone = "GMT";
    return to;
}

struct tm *localtime_r(const long *seconds, struct tm *to)
{
    if (!has_date(*seconds) && __cfp_any_int() != 0)
        return 0;
    any_date(to, *seconds);
    to->is_summer = __cfp_any_int();
    to->offset = __cfp_any_int();
    to->zone = __cfp_any_text();
    return to;
}

struct tm *gmtime(const long *seconds)
{
    return gmtime_r(seconds, &date);
}

struct tm *localtime(const long *seconds)
{
    return localtime_r(seconds, &date);
}

/* The parts of a date, with years that begin in March: leap days are at their end. */
static void compute_date(struct tm *to, long long seconds)
{
    long long days = seconds / 86400;
    int rest = seconds % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    to->hour = rest / 3600;
    to->minute = rest / 60 % 60;
    to->second = rest % 60;
    /* The first day of 1970 was a Thursday. */
    to->weekday = (days % 7 + 11) % 7;
    /* From the first of March of the year 0; 146097 days are 400 years. */
    long long since = days + 719468;
    long long eras = (since >= 0 ? since : since - 146096) / 146097;
    int day = since - eras * 146097;
    int years = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    long long year = years + eras * 400;
    int yearday = day - (365 * years + years / 4 - years / 100);
    int month = (5 * yearday + 2) / 153;
    to->day = yearday - (153 * month + 2) / 5 + 1;
    int is_next = month >= 10;
    year += is_next;
    int is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    to->month = is_next ? month - 10 : month + 2;
    to->yearday = is_next ? yearday - 306 : yearday + 59 + is_leap;
    to->year = year - 1900;
}

struct tm *__cfp_run_gmtime_r(const long *seconds, struct tm *to)
{
    if (!has_date(*seconds))
        __cfp_not_modelled();
    compute_date(to, *seconds);
    to->is_summer = 0;
    to->offset = 0;
    to->zone = "GMT";
    return to;
}

/* In a run, the zone stays the same. */
static int own_offset;
static char has_offset;

struct tm *__cfp_run_localtime_r(const long *seconds, struct tm *to)
{
    if (!has_date(*seconds))
        __cfp_not_modelled();
    if (!has_offset)
        own_offset = any_between(-43200, 50400);
    has_offset = 1;
    compute_date(to, (long long)*seconds + own_offset);
    to->is_summer = 0;
    to->offset = own_offset;
    to->zone = "XYZ";
    return to;
}

struct tm *__cfp_run_gmtime(const long *seconds)
{
    return __cfp_run_gmtime_r(seconds, &date);
}

struct tm *__cfp_run_localtime(const long *seconds)
{
    return __cfp_run_localtime_r(seconds, &date);
}
