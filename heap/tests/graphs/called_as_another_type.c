/* A function that is called as one of another type. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
struct n { struct n *next; int d; };
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }

typedef int (*f1)(int); 
int g(int a, int b){ return a+b>0; }
int h(long a){ return a>0; }
int main(void){ int *p = al(4); f1 f = (f1)h; int r = f(3); free(p); return r; }
