/* A loop over the arguments of the program.
 *
 * verdict: proved
 * verdict -DBUG: valid-deref (the null pointer at the end of the list)
 */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(int argc, char **argv)
{
    int options = 0, end = argc;
#ifdef BUG
    end++;
#endif
    for (int i = 1; i < end; i++) {
#ifndef BUG
        CHECK(argv[i] != 0);
#endif
        if (argv[i][0] == '-')
            options++;
    }
    CHECK(options < argc);
    return 0;
}
