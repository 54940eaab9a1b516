/* Two loops of one macro have the same place in the source; the invariant of one is not that of the other. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }
struct n { struct n *next; };
#define TWICE \
  q = r; i = 0; while (q) { i = 1; q = q->next; } \
  q = r; i = 0; while (q) { if (i == 1 && k == 1) reach_error(); i = 1; q = q->next; }
int main(void) {
  struct n *r = 0, *q; int i, k = 0;
  while (ND) { struct n *n = al(sizeof *n); n->next = r; r = n; }
  while (ND) { TWICE k = 1; }
  while (r) { struct n *x = r->next; free(r); r = x; }
  return 0; }
