/* The key is even before a loop, in which it becomes any number. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int key; };
static int in(int low, int high) { int x = __VERIFIER_nondet_int(); if (x < low || x > high) abort(); return x; }
int main(void) {
  struct n *n = malloc(sizeof *n);
  if (!n) abort();
  n->next = 0;
  n->key = 2 * in(-100, 100);
  while (__VERIFIER_nondet_int()) n->key = in(-200, 200);
  assert(n->key != 3);
  free(n);
  return 0;
}
