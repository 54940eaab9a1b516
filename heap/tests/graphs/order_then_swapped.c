/* A list is in order until two keys change. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int in(int low, int high) { int x = __VERIFIER_nondet_int(); if (x < low || x > high) abort(); return x; }
struct n { struct n *next; int key, id; };
static struct n *node(int key, int id, struct n *next) { struct n *n = malloc(sizeof *n); if (!n) abort(); n->key = key; n->id = id; n->next = next; return n; }
static void release(struct n *l) { while (l) { struct n *d = l; l = l->next; free(d); } }
int main(void) {
  struct n *l = 0;
  int k = 100;
  while (__VERIFIER_nondet_int()) { int next = in(0, 100); if (next <= k) { l = node(next, 0, l); k = next; } }
  while (__VERIFIER_nondet_int()) if (l && l->next) { int t = l->key; l->key = l->next->key; l->next->key = t; }
  for (struct n *c = l; c && c->next; c = c->next) assert(c->key <= c->next->key);
  release(l);
  return 0;
}
