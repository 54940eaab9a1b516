/* Nodes that share a block are not nodes that have one each: the shared one is freed twice. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()

struct n { struct n *next; int *d; };
int main(void){
  struct n *s = NULL;
  if (ND) {
    while (ND) { struct n *t = malloc(sizeof *t); if(!t) abort(); t->next = s; t->d = malloc(4); if(!t->d) abort(); s = t; }
  } else {
    int *d = malloc(4); if(!d) abort();
    s = malloc(sizeof *s); if(!s) abort(); s->next = NULL; s->d = d;
    struct n *q = malloc(sizeof *q); if(!q) abort(); q->next = s; q->d = d; s = q;
    while (ND) { struct n *t = malloc(sizeof *t); if(!t) abort(); t->next = s; t->d = d; s = t; }
  }
  while (ND) {}
  while (s) { struct n *t = s->next; free(s->d); free(s); s = t; }
  return 0; }
