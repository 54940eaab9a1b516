/*
 * Recursion of any depth writes the part of an array that its arguments describe: the other cells keep their
 * values.
 *
 * verdict -DCASE=1: proved
 * verdict -DCASE=1 -DBUG=1: unreach-call
 * verdict -DCASE=2: proved
 * verdict -DCASE=2 -DBUG=1: unreach-call
 * verdict -DCASE=3: proved
 * verdict -DCASE=3 -DBUG=1: unreach-call
 * verdict -DCASE=4: proved
 * verdict -DCASE=4 -DBUG=1: unreach-call
 * verdict -DCASE=5: proved
 * verdict -DCASE=5 -DBUG=1: unreach-call
 * verdict -DCASE=6: unreach-call
 * verdict -DCASE=7: unreach-call
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef BUG
#define BUG 0
#endif

int table[1001];

/* Bounds by two indices. */
void fill(int *a, int from, int to) {
    if (from >= to)
        return;
    fill(a, from + 1, to);
    a[from] = 1;
}

/* A bound by the pointer itself. */
void clear(int *a, int n) {
    if (n <= 0)
        return;
    clear(a + 1, n - 1);
    a[0] = 0;
}

/* An array that is no argument. */
void count(int from, int last) {
    if (from > last)
        return;
    count(from + 1, last);
    table[from] = from;
}

/* The deepest call writes behind the part. */
void beyond(int *a, int from, int to) {
    if (from >= to)
        return;
    beyond(a, from + 1, to);
    a[from + 1] = 1;
}

/* Another part in each call. */
void exchange(int *a, int *b, int n) {
    if (n <= 0)
        return;
    exchange(b, a, n - 1);
    a[n] = 1;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 100 || n > 1000)
        return 0;
#if CASE == 1
    int a[1000];
    a[4] = 7;
    a[n - 1] = 9;
    fill(a, 5 - BUG, n - 1);
    if (a[4] != 7 || a[n - 1] != 9)
        reach_error();
#elif CASE == 2
    int a[1000];
    a[2] = 7;
    clear(a + 3 - BUG, n - 3);
    if (a[2] != 7)
        reach_error();
#elif CASE == 3
    table[n - 1] = 5;
    count(1, n - 2 + BUG);
    if (table[0] != 0 || table[n - 1] != 5)
        reach_error();
#elif CASE == 5
    /* Calls in a loop. */
    int a[1000];
    a[4] = 7;
    for (int i = 0; i < n; i++)
        fill(a, 5 - BUG, n);
    if (a[4] != 7)
        reach_error();
#elif CASE == 6
    int a[1001];
    a[n] = 7;
    beyond(a, 5, n);
    if (a[n] != 7)
        reach_error();
#elif CASE == 7
    int a[2000];
    a[n + 2] = 7;
    exchange(a, a + n, 99);
    if (a[n + 2] != 7)
        reach_error();
#else
    /* Bytes seen through another type keep their values as well. */
    int a[1000];
    unsigned char *bytes = (unsigned char *)a;
    bytes[19] = 3;
    fill(a, 5 - BUG, n);
    if (bytes[19] != 3)
        reach_error();
#endif
    return 0;
}
