/* In each node the key is at most the number, until the key of the first one becomes greater. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int in(int low, int high) { int x = __VERIFIER_nondet_int(); if (x < low || x > high) abort(); return x; }
struct n { struct n *next; int key, id; };
static struct n *node(int key, int id, struct n *next) { struct n *n = malloc(sizeof *n); if (!n) abort(); n->key = key; n->id = id; n->next = next; return n; }
static void release(struct n *l) { while (l) { struct n *d = l; l = l->next; free(d); } }
int main(void) {
  struct n *l = 0;
  while (__VERIFIER_nondet_int()) { int k = in(0, 10), i = in(0, 10); if (k <= i) l = node(k, i, l); }
  while (__VERIFIER_nondet_int()) if (l) l->key = in(0, 10);
  for (struct n *c = l; c; c = c->next) assert(c->key <= c->id);
  release(l);
  return 0;
}
