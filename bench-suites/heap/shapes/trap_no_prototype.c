/* Functions that are declared without parameters, main among them. */
extern void abort();
extern int __VERIFIER_nondet_int();
extern void reach_error();

static void assume(condition)
int condition;
{
    if (!condition)
        abort();
}

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int twice();

int main()
{
    int n = __VERIFIER_nondet_int();
    assume(0 <= n && n < 1000);
    check(twice(n) == n + n);
    return 0;
}

int twice(n)
int n;
{
    return 2 * n;
}
