/* A pointer to the first node of a list is not a pointer to the own node. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()

struct d; struct n { struct n *next; struct d *d; }; struct d { struct n *p; };
struct n *mk(struct n*next){ struct n*t=malloc(sizeof *t); if(!t) abort(); t->next=next; t->d=malloc(sizeof(struct d)); if(!t->d) abort(); t->d->p=t; return t; }
int main(void){
  struct n *a = mk(NULL); /* tail */
  while (ND) a = mk(a);
  struct n *b = mk(a);
  struct n *c = mk(b);
  b->d->p = c;
  b = NULL; a = NULL;
  while (ND) {}
  while (c) { struct n *t = c->next; if (c->d->p != c) reach_error(); free(c->d); free(c); c = t; }
  return 0; }
