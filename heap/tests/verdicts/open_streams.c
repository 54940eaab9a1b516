/* Streams are opened, used, and closed once.
 *
 * verdict: proved
 * verdict -DBUG=1: def-behavior (a stream is closed twice)
 * verdict -DBUG=2: def-behavior (a stream is read after it was closed)
 * verdict -DBUG=3: def-behavior (something is printed to one that is closed)
 * verdict -DBUG=4: streams (a stream stays open)
 * verdict -DBUG=5: streams (on one path)
 * verdict -DBUG=6: valid-deref (a stream that could not be opened is scanned)
 * verdict -DBUG=7: def-behavior (a number is no stream)
 * verdict -DBUG=8: valid-free (streams are not freed)
 * verdict -DBUG=9: def-behavior (standard streams can be closed, too)
 * verdict -DBUG=10: unknown (what becomes of a stream that is opened anew is not modelled)
 */
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int last_number(FILE *in)
{
    int value, last = 0;
    while (fscanf(in, "%d", &value) == 1)
        last = value;
    return last;
}

static int copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "r");
    if (!in) return -1;
    FILE *out = fopen(to, "w");
    if (!out) {
        if (BUG != 5) fclose(in);
        return -1;
    }
    char line[80];
    if (fgets(line, sizeof line, in)) fputs(line, out);
    fclose(in);
    if (BUG == 1) fclose(in);
    if (BUG == 2) fgetc(in);
    if (BUG == 4) return 0;
    int status = fclose(out);
    if (BUG == 3) fprintf(out, "%d", status);
    return status;
}

int main(void)
{
    FILE *in = fopen("numbers", "r");
    if (!in && BUG != 6) return 1;
    int last = last_number(in);
    if (BUG == 8) free(in);
    if (BUG == 10) in = freopen("others", "r", in);
    if (in) fclose(in);
    for (int i = 0; i < __VERIFIER_nondet_int(); i++) {
        FILE *one = fopen("one", "a");
        if (!one) break;
        fputc('a', one);
        fclose(one);
    }
    static int number;
    if (BUG == 7) fputc('a', (FILE *)&number);
    fprintf(stderr, "%d\n", last);
    if (BUG == 9) {
        fclose(stdout);
        putc('a', stdout);
    }
    return copy("a", "b");
}
