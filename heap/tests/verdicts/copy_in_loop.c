/* Elements are copied as a whole in a loop.
 *
 * verdict: proved
 * verdict -DBUG: unreach-call
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct point { int x, y; };

int main(void)
{
    struct point from[100], to[100];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    for (int i = 0; i < n; i++) {
        from[i].x = i;
        from[i].y = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    for (int i = 0; i < n; i++) {
        CHECK(to[i].x == i);
#ifdef BUG
        CHECK(to[i].y == from[0].y);
#else
        CHECK(to[i].y == from[i].y);
#endif
    }
    return 0;
}
