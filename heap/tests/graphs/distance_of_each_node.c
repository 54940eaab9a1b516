/* All nodes have the same distance of key and number, until one with another distance is added. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int in(int low, int high) { int x = __VERIFIER_nondet_int(); if (x < low || x > high) abort(); return x; }
struct n { struct n *next; int key, id; };
static struct n *node(int key, int id, struct n *next) { struct n *n = malloc(sizeof *n); if (!n) abort(); n->key = key; n->id = id; n->next = next; return n; }
static void release(struct n *l) { while (l) { struct n *d = l; l = l->next; free(d); } }
int main(void) {
  int base = in(0, 10);
  struct n *l = 0;
  while (__VERIFIER_nondet_int()) { int k = in(0, 10); l = node(k + base, k, l); }
  base = in(0, 10);
  while (__VERIFIER_nondet_int()) { int k = in(0, 10); l = node(k + base, k, l); }
  if (l && l->next) assert(l->key - l->id == l->next->key - l->next->id);
  release(l);
  return 0;
}
