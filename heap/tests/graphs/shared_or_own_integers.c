/* Nodes that share an integer are not nodes that have one each. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()

struct n { struct n *next; int d; };
int main(void){
  struct n *s = NULL;
  if (ND) {
    int x = ND;
    while (ND) { struct n *t = malloc(sizeof *t); if(!t) abort(); t->next = s; t->d = x; s = t; }
  } else {
    while (ND) { struct n *t = malloc(sizeof *t); if(!t) abort(); t->next = s; t->d = ND; s = t; }
  }
  while (ND) {}
  if (s) { int v = s->d; while (s) { struct n *t = s->next; if (s->d != v) reach_error(); free(s); s = t; } }
  return 0; }
