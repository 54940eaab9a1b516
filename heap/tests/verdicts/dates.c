/* Dates, whose parts are within bounds, and parts of paths and numbers.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (the day of a year is no month)
 * verdict -DBUG=2: unknown (the name of a zone may be short)
 * verdict -DBUG=3: unknown (there is no date of a very large number)
 * verdict -DBUG=4: valid-free (the date belongs to the library)
 * verdict -DBUG=5: valid-deref (a folder is made from its path in place)
 * verdict -DBUG=6: unreach-call (the next call overwrites the date)
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
char *dirname(char *path);

int main(void)
{
    static const char names[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    int counts[7] = {0}, exponent;
    time_t now = time(0);
    struct tm *today = localtime(&now);
    if (today->tm_year + 1900 < 1969) reach_error();
    time_t seconds = __VERIFIER_nondet_int();
    struct tm *date = localtime(&seconds), other;
    char name = names[date->tm_mon][0];
    counts[date->tm_wday]++;
    if (date->tm_sec < 0 || date->tm_sec > 60) reach_error();
    if (gmtime_r(&seconds, &other) != &other || other.tm_hour > 23) reach_error();
    if (BUG == 1) name = ((char *)names)[date->tm_yday];
    if (BUG == 2) name = date->tm_zone[3];
    if (BUG == 3) {
        seconds = (time_t)1 << 60;
        name = gmtime(&seconds)->tm_mday;
    }
    if (BUG == 4) free(date);
    char path[8] = "a/b";
    char *folder = dirname(BUG == 5 ? "a/b" : path);
    if (folder[0] != 'a' || folder[1] != 0) reach_error();
    if (BUG == 6) {
        int year = date->tm_year;
        seconds = 0;
        gmtime(&seconds);
        if (date->tm_year != year) reach_error();
    }
    frexp(seconds, &exponent);
    return name == 'J' && exponent > 3;
}
