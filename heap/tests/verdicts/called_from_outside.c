/* Code that runs although nobody in the program calls it.
 *
 * verdict -DBUG=1: unknown
 * verdict -DBUG=2: unknown
 * verdict -DBUG=3: unknown
 * verdict -DBUG=4: unknown
 */
#include <search.h>
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int count;
#if BUG == 1
__attribute__((constructor)) static void before(void) { count = 1; }
#endif
#if BUG == 2
static void end_of(int *variable) { count = *variable; }
#endif
int compare(const void *left, const void *right) { count++; return left != right; }

int main(void)
{
#if BUG == 2
    {
        int variable __attribute__((cleanup(end_of))) = 3;
        variable++;
    }
#endif
#if BUG == 3
    int table[3] = { 1, 2, 3 }, key = 2;
    size_t length = 3;
    lfind(&key, table, &length, sizeof(int), compare);
#endif
#if BUG == 4
    /* No call, but something that libclang does not tell the kind of. */
    __builtin_nontemporal_store(1, &count);
#endif
    CHECK(count == 0);
    return 0;
}
