/* Memory that library functions hand over belongs to the program.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-memtrack (the name of a folder is not freed)
 * verdict -DBUG=2: valid-memtrack (nor that of a file)
 * verdict -DBUG=3: valid-free (the old block is freed by the function)
 * verdict -DBUG=4: unknown (memory for a name that is not modelled)
 * verdict -DBUG=5: valid-memtrack (a copy is lost)
 * verdict -DBUG=6: valid-deref (there may be no name)
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int names(void)
{
    char *folder = getcwd(0, 0);
    int first = BUG == 6 || folder ? folder[0] : 0;
    if (BUG != 1) free(folder);
    char *file = realpath("file", 0);
    if (file) first += file[0];
    if (BUG != 2) free(file);
    char room[10];
    if (getcwd(room, sizeof room)) first += strlen(room) > 9;
    return first;
}

int main(void)
{
    int *one = malloc(sizeof *one);
    if (!one) return 1;
    int *more = reallocarray(one, 2, sizeof *one);
    if (!more || BUG == 3) free(one);
    free(more);
    if (BUG == 4) {
        char *name = tempnam(0, "x");
        free(name);
    }
    char *copy = strdup("copy");
    if (BUG != 5) free(copy);
    return names();
}
