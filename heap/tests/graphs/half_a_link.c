/* Only half of a link is set to zero. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }
struct t { struct t *l, *r; int d; };
static void g(struct t *x) { if (!x) return; g(x->l); g(x->r); free(x); }
int main(void) {
  struct t *r = 0;
  while (ND) { struct t *n = al(sizeof *n); n->d = 0; memset(&n->r, 0, 4); n->l = r; r = n; }
  g(r);
  return 0; }
