/* The sum of two keys is the third one before a loop that changes it. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int in(int low, int high) { int x = __VERIFIER_nondet_int(); if (x < low || x > high) abort(); return x; }
struct n { struct n *next; int key, id; };
static struct n *node(int key, int id, struct n *next) { struct n *n = malloc(sizeof *n); if (!n) abort(); n->key = key; n->id = id; n->next = next; return n; }
static void release(struct n *l) { while (l) { struct n *d = l; l = l->next; free(d); } }
int main(void) {
  struct n *a = node(in(0, 5), 0, 0), *b = node(in(0, 5), 0, 0), *c = node(a->key + b->key, 0, 0);
  while (__VERIFIER_nondet_int()) { a->key = in(0, 5); if (__VERIFIER_nondet_int()) c->key = a->key + b->key; }
  assert(c->key == a->key + b->key);
  release(a); release(b); release(c);
  return 0;
}
