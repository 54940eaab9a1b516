/* An input that is written through a pointer. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()

extern void __VERIFIER_nondet_memory(void *, unsigned long);
int main(void){ int *p = malloc(4); if(!p) abort(); *p = 0; __VERIFIER_nondet_memory(p, 4); if (*p) reach_error(); free(p); return 0; }
