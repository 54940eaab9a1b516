/* The first node of the list is its own predecessor, but the list may be empty. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }
struct n { struct n *next, *prev; int d; };
int main(void) {
  struct n *r = 0, *last = 0;
  while (ND) {
    struct n *n = al(sizeof *n); n->next = 0; n->d = 1;
    if (!r) { n->prev = n; r = n; } else { n->prev = last; last->next = n; }
    last = n;
  }
  while (ND) {}
  r->d = 2;
  while (r) { struct n *x = r->next; free(r); r = x; }
  return 0; }
