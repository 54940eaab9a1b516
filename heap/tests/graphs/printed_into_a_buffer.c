/* The first argument of sprintf is written. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()

#include <stdio.h>
int main(void){ int *p = malloc(4); if(!p) abort(); sprintf((char*)"%d","x"); free(p); return 0; }
