/* What was written, pushed back or read before comes again, and so do random numbers: no run may make it up.
 *
 * verdict: proved
 * verdict -DBUG=1: unknown
 * verdict -DBUG=2: unknown
 * verdict -DBUG=3: unknown
 * verdict -DBUG=4: unknown
 * verdict -DBUG=5: unknown
 * verdict -DBUG=6: unknown
 * verdict -DBUG=7: unreach-call
 * verdict -DBUG=8: unreach-call
 * verdict -DBUG=9: unreach-call
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
#if BUG == 1
    if (ungetc('x', stdin) == 'x')
        CHECK(getchar() == 'x');
#elif BUG == 2
    srand(1);
    int first = rand();
    srand(1);
    CHECK(rand() == first);
#elif BUG == 3
    FILE *file = tmpfile();
    if (file == 0)
        return 0;
    fputs("x", file);
    rewind(file);
    int c = fgetc(file);
    fclose(file);
    CHECK(c == 'x' || c == EOF);
#elif BUG == 4
    /* The lines of the first pass are those of the second one. */
    FILE *file = fopen("numbers", "r");
    if (file == 0)
        return 0;
    int count = 0, number = 0, c;
    while ((c = fgetc(file)) != EOF)
        count++;
    rewind(file);
    while ((c = fgetc(file)) != EOF)
        number++;
    fclose(file);
    CHECK(number <= count);
#elif BUG == 5
    FILE *file = fopen("x", "w");
    if (file == 0)
        return 0;
    fputc('x', file);
    fclose(file);
    file = fopen("x", "r");
    if (file == 0)
        return 0;
    int c = fgetc(file);
    fclose(file);
    CHECK(c == 'x' || c == EOF);
#elif BUG == 6
    int number = 5;
    ungetc('7', stdin);
    scanf("%1d", &number);
    CHECK(number == 5 || number == 7);
#elif BUG == 7
    srand(time(0));
    int first = rand();
    CHECK(rand() == first);
#elif BUG == 8
    FILE *file = fopen("x", "w");
    if (file == 0)
        return 0;
    fputc('x', file);
    fclose(file);
    CHECK(getchar() == 'x');
#elif BUG == 9
    FILE *in = fopen("in", "r");
    FILE *out = fopen("out", "w");
    if (in && out) {
        fputc('x', out);
        CHECK(fgetc(in) != 'x');
    }
    if (in)
        fclose(in);
    if (out)
        fclose(out);
#else
    struct timespec begin, end;
    if (clock_gettime(CLOCK_MONOTONIC, &begin) != 0 || clock_gettime(CLOCK_MONOTONIC, &end) != 0)
        return 0;
    CHECK(end.tv_sec >= begin.tv_sec);
    ungetc('x', stdin);
    int c = getchar();
    CHECK(c == EOF || c >= 0 && c <= 255);
#endif
    return 0;
}
