/* The arguments of the program: strings behind a list that ends in a null pointer.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (behind the list)
 * verdict -DBUG=2: valid-deref (the null pointer at its end)
 * verdict -DBUG=3: unreach-call (one argument is not another)
 * verdict -DBUG=4: valid-deref (the second byte of an empty string)
 */
#include <string.h>
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(int argc, char **argv)
{
    CHECK(argc >= 1 && argv[argc] == 0);
    if (argc > 2) {
        size_t length = strlen(argv[2]);
        CHECK(argv[2][length] == 0);
        CHECK(argv[1] != argv[2]);
#if BUG == 3
        CHECK(argv[1][0] == argv[2][0]);
#endif
#if BUG == 4
        return argv[1][1] == 0;
#endif
    }
#if BUG == 1
    if (argc == 3)
        return argv[argc + 1] == 0;
#endif
#if BUG == 2
    return argv[1][0] == 0;
#endif
    return 0;
}
