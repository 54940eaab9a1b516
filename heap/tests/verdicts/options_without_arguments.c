/* getopt needs its arguments, also where it looks at none of them.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (there are no arguments)
 */
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char name[] = "program";
    char *arguments[] = {name, NULL};
    return getopt(1, BUG ? NULL : arguments, "a") == -1 ? 0 : 1;
}
