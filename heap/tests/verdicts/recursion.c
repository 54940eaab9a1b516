/* Recursion of bounded depth.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 * verdict -DBUG=2: valid-deref (the last node is followed)
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct node { int value; struct node *next; };

static int sum_to(int n) { return n == 0 ? 0 : n + sum_to(n - 1); }
static int is_even(int n);
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }

static int length(const struct node *list)
{
#if BUG == 2
    return list->next == 0 ? length(list->next) : 1 + length(list->next);
#else
    return list == 0 ? 0 : 1 + length(list->next);
#endif
}

static void release(struct node *list)
{
    if (list != 0) {
        release(list->next);
        free(list);
    }
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6)
        return 0;
    CHECK(sum_to(n) == (n == 3 ? 6 + (BUG == 1) : sum_to(n)));
    CHECK(sum_to(10) == 55);
    CHECK(is_even(n) == (n % 2 == 0));
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *new = malloc(sizeof *new);
        new->value = i;
        new->next = list;
        list = new;
    }
    CHECK(length(list) == 3);
    release(list);
    return 0;
}
