/* An index must lie within the array that it is applied to, even if the object around the array has room.
 *
 * verdict: proved
 * verdict -DBUG=1: def-behavior (behind an array in a struct)
 * verdict -DBUG=2: def-behavior (behind a row of a matrix)
 * verdict -DBUG=3: def-behavior (before an array)
 * verdict -DBUG=4: def-behavior (behind a row that a pointer points to)
 * verdict -DBUG=5: def-behavior (in a struct of an array of structs)
 * verdict -DBUG=6: def-behavior (by pointer arithmetic)
 * verdict -DBUG=7: def-behavior (an address two past the end)
 * verdict -DBUG=8: def-behavior (behind the last member, which is not flexible)
 * verdict -DBUG=9: def-behavior (behind a row of variable length)
 * verdict -DBUG=10: def-behavior (behind the last element, by a loop)
 * verdict -DBUG=11: def-behavior (in a union)
 * verdict -DBUG=12: def-behavior (of a record that is a value)
 * verdict -DBUG=13: def-behavior (a member of one element that is not the last)
 * verdict -DBUG=14: valid-deref (behind the object)
 * verdict -DBUG=15: def-behavior (behind a row whose type has a name)
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct account { char name[8]; char admin[8]; };
struct inner { int cells[3]; int end; };
struct outer { struct inner parts[2]; int tail; };
struct open { int count; int items[]; };
struct old { int count; int items[1]; };
struct fixed { int count; int items[4]; };
struct first { int one[1]; int two; };
union words { int parts[2]; long all[4]; };

typedef int line[4];
static int matrix[3][4];
static line lines[2] = { { 1, 2 }, { 3 } };
static struct inner row[3];

static struct inner value(int n) { return (struct inner){ { n, n, n }, 0 }; }

static void flat(int n)
{
    /* A pointer may walk over the rows. */
    int *cell = &matrix[0][0];
    for (int i = 0; i < 12; i++)
        cell[i] = n;
    CHECK(matrix[2][3] == n);
    /* One past the end is an address. */
    int *end = &matrix[1][BUG == 7 ? n + 5 : n + 4];
    CHECK(end == matrix[2]);
}

static void flexible(int n)
{
    struct open *open = malloc(sizeof *open + 4 * sizeof(int));
    struct old *old = malloc(sizeof *old + 3 * sizeof(int));
    struct fixed *fixed = malloc(sizeof *fixed + sizeof(int));
    open->items[n + 3] = old->items[n + 3] = 1;
    fixed->items[n + (BUG == 8 ? 4 : 3)] = 1;
    if (BUG == 14)
        old->items[n + 4] = 1;
    free(open);
    free(old);
    free(fixed);
}

static void variable(int n)
{
    int rows[2][n + 3];
    rows[1][n] = rows[0][n + (BUG == 9 ? 3 : 2)] = 1;
}

int main(void)
{
    int input = __VERIFIER_nondet_int();
    if (input < 70000 || input > 70000) return 0;
    int n = input - 70000;
    struct account account = { "", "" };
    struct outer outer = { 0 };
    union words words = { .all = { 0 } };
    struct first first = { { 0 }, 0 }, *same = &first;
    account.name[n + (BUG == 1 ? 8 : 7)] = 1;
    for (int i = 0; i < (BUG == 10 ? 9 : 8) + n; i++)
        account.name[i] = 'x';
    matrix[n + 1][n + (BUG == 2 ? 4 : 3)] = 1;
    account.admin[n - (BUG == 3)] = 1;
    int (*pointer)[4] = matrix;
    (*pointer)[n + (BUG == 4 ? 4 : 3)] = 1;
    pointer[n + 2][0] = 1;
    outer.parts[n].cells[n + (BUG == 5 ? 3 : 2)] = 1;
    row[n + 2].cells[n + 1] = 1;
    *(outer.parts[1].cells + (n + (BUG == 6 ? 3 : 2))) = 2;
    words.parts[n + (BUG == 11 ? 2 : 1)] = 1;
    words.all[n + 3] = 1;
    CHECK(value(n).cells[n + (BUG == 12 ? 3 : 1)] == 0);
    same->one[n + (BUG == 13)] = 1;
    line local[2] = { { 1, 2 }, { 3 } };
    local[0][n + (BUG == 15 ? 4 : 3)] = 1;
    CHECK(lines[n + 1][0] == 3 && lines[n][1] == 2 && local[n + 1][n] == 3 && local[1][3] == 0);
    CHECK(sizeof(account.name[n + 20]) == 1);
    int *cells = outer.parts[0].cells;
    cells[n + 3] = 5;
    CHECK(outer.parts[0].end == 5);
    flat(n);
    flexible(n);
    variable(n);
    return 0;
}
