/* A function may be called before it is declared, whatever it returns: old compilers take the first call for a declaration.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 */
extern void reach_error(void);

int main()
{
    int given = 3;
    set(&given, 4);
#if BUG == 1
    check(given == 3);
#endif
    check(given == 4);
    return 0;
}

void set(int *place, int value) { *place = value; }

void check(int cond)
{
    if (!cond)
        reach_error();
}
