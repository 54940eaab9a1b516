/* The result of arithmetic with an uninitialized number is uninitialized. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()

int main(void){ int *p = malloc(4); if(!p) abort(); double u; double v = u + 1.0; *p=0; if (v > 0) *p = 1; free(p); return 0; }
