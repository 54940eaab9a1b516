/* The root of the tree is its own parent, but the tree may be empty. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }
struct t { struct t *l, *r, *up; int d; };
int main(void) {
  struct t *r = 0;
  while (ND) {
    struct t *n = al(sizeof *n); n->l = n->r = 0; n->d = 1;
    if (!r) { n->up = n; r = n; continue; }
    struct t *c = r;
    while (c->l && c->r) c = ND ? c->l : c->r;
    n->up = c;
    if (!c->l) c->l = n; else c->r = n;
  }
  r->d = 2;
  while (r) {
    struct t *c = r, *p = 0;
    while (c->l || c->r) { p = c; c = c->l ? c->l : c->r; }
    if (!p) r = 0; else if (p->l == c) p->l = 0; else p->r = 0;
    free(c);
  }
  return 0; }
