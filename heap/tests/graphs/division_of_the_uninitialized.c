/* A divisor counts, whatever is divided. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
struct n { struct n *next; int d; };
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }

int main(void){ int *p = al(4); *p=0; int u; int z = ND; unsigned r = (unsigned)u / (unsigned)z; *p = 0; r = r; free(p); return 0; }
