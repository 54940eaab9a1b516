/* Two keys are on two sides of a number that is forgotten, until one of them changes. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int in(int low, int high) { int x = __VERIFIER_nondet_int(); if (x < low || x > high) abort(); return x; }
struct n { struct n *next; int key, id; };
static struct n *node(int key, int id, struct n *next) { struct n *n = malloc(sizeof *n); if (!n) abort(); n->key = key; n->id = id; n->next = next; return n; }
static void release(struct n *l) { while (l) { struct n *d = l; l = l->next; free(d); } }
int main(void) {
  struct n *a = node(in(0, 20), 0, 0), *b = node(in(0, 20), 0, 0);
  int h = in(0, 20);
  if (a->key < h && h < b->key) {
    while (__VERIFIER_nondet_int()) a->key = in(0, 20);
    assert(a->key + 1 < b->key);
  }
  release(a); release(b);
  return 0;
}
