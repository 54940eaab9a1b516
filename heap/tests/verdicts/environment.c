/* The environment, as a variable and as a parameter of main.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (there may be no variable)
 * verdict -DBUG=2: unknown (there may be some)
 * verdict -DBUG=3: unknown (a variable of another file that points somewhere)
 */
#include <string.h>
extern void reach_error(void);
extern char **environ;
extern int *elsewhere;

int main(int count, char **arguments, char **variables)
{
    size_t total = 0;
    for (int i = 0; variables[i]; i++)
        total += strlen(variables[i]) > 0;
    for (char **variable = environ; *variable; variable++)
        total += (*variable)[0] == 'A';
    if (BUG == 1) total += variables[0][0];
    if (BUG == 2 && environ[0]) reach_error();
#if BUG == 3
    if (*elsewhere == 7) reach_error();
#endif
    return arguments[0][0] == 'x';
}
