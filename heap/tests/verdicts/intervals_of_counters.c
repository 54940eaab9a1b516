/* Numbers that go up and down within bounds that the loop itself compares them with.
 *
 * verdict: proved
 * verdict -DBUG=1: unknown (the bound is compared too late)
 */
extern int __VERIFIER_nondet_int(void);
#define ROOM 4

static int depth;
static char stack[ROOM];

int main(void)
{
    int list[ROOM], used = 0, command;

    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command == 1) {
#if BUG == 1
            if (used <= ROOM)
#else
            if (used < ROOM)
#endif
                list[used++] = command;
        } else if (command == 2) {
            if (depth < ROOM)
                stack[depth++] = 1;
        } else if (command == 3) {
            if (depth > 0)
                stack[--depth] = 0;
        } else if (used > 0) {
            used--;
        }
    }
    return used + depth;
}
