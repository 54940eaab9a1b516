/* What a loop does depends on the returns of the recursive call in it, which are found one after the other. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }
static int f(void) { int r = 0; while (ND) { r = f() + 1; if (r >= 4) reach_error(); } return r; }
int main(void) { int *p = al(4); f(); free(p); return 0; }
