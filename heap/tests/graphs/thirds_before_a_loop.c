/* The key is one more than a multiple of three before a loop, in which it becomes any number. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int in(int low, int high) { int x = __VERIFIER_nondet_int(); if (x < low || x > high) abort(); return x; }
struct n { struct n *next; int key, id; };
static struct n *node(int key, int id, struct n *next) { struct n *n = malloc(sizeof *n); if (!n) abort(); n->key = key; n->id = id; n->next = next; return n; }
static void release(struct n *l) { while (l) { struct n *d = l; l = l->next; free(d); } }
int main(void) {
  struct n *a = node(3 * in(-50, 50) + 1, 0, 0);
  while (__VERIFIER_nondet_int()) a->key = in(-200, 200);
  assert(a->key != 2);
  release(a);
  return 0;
}
