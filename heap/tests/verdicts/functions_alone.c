/* What a function that is looked at alone must not rely on.
 *
 * verdict --summarize: proved
 * verdict --summarize -DBUG=1: unreach-call (the rows of a global array are cells of the same bytes)
 * verdict --summarize -DBUG=2: unreach-call (the same, if the caller looks at rows later)
 * verdict --summarize -DBUG=3: unreach-call (the same, if another function looks at bytes without rows)
 * verdict --summarize -DBUG=4: unknown (another block may lie where a freed one was)
 * verdict --summarize -DBUG=5: unknown (a function without a prototype is called with something else than it takes)
 * verdict --summarize --math -DBUG=8: proved
 * verdict --summarize --math -DBUG=6: unknown (memory holds more than its type allows: no run in which all values fit gets there)
 * verdict --summarize --math -DBUG=7: unknown (the same in a recursion)
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static int table[3][4];
static int *kept;
static int count;
#if BUG == 5
static int is_large();
#else
static int is_large(int number);
#endif

static void set(int row, int column, int value)
{
    if (row >= 0 && row < 3 && column >= 0 && column < 4) table[row][column] = value;
}

static int get(const int *cells, int index) { return cells[index]; }

static int is_kept(const int *block) { return block == kept; }

static int exceeds(const int *number) { return *number > 4294967296; }

static int count_exceeds(int depth)
{
    if (depth <= 0) return count > 4294967296;
    return count_exceeds(depth - 1) + 0;
}

int main(void)
{
    /* Few runs come here by chance. */
    if (__VERIFIER_nondet_int() != 777777) return 0;
    set(1, 2, 7);
    set(0, 2, 5);
#if BUG == 1
    CHECK(((int *)table)[6] != 7);
#elif BUG == 2
    CHECK(table[1][2] != 7);
#elif BUG == 3
    CHECK(get(&table[0][0], 6) != 7);
#else
    CHECK(get(&table[0][0], 6) == 7);
#endif
    int *block = malloc(sizeof *block);
    if (block == 0) return 0;
    kept = block;
#if BUG == 4
    free(block);
    block = malloc(sizeof *block);
    if (block == 0) return 0;
    CHECK(!is_kept(block));
#else
    CHECK(is_kept(block));
#endif
    free(block);
#if BUG == 5
    CHECK(!is_large(5000000000L));
#else
    CHECK(is_large(705032704));
#endif
    int number = 2000000000;
#if BUG == 6
    number = number + number + number;
#endif
    CHECK(!exceeds(&number));
#if BUG != 6 && BUG != 8
    count = 2000000000;
#if BUG == 7
    count = count + count + count;
#endif
    int depth = __VERIFIER_nondet_int();
    if (depth >= 0 && depth < 1000) CHECK(count_exceeds(depth) == 0);
#endif
    return 0;
}

#if BUG == 5
static int is_large(number) int number; { return number == 705032704; }
#else
static int is_large(int number) { return number == 705032704; }
#endif
