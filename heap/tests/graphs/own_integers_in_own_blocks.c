/* The integers of shared_or_own_integers, in blocks of the nodes. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
struct n { struct n *next; int d; };
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }

/* shared value via owned object */
struct m { struct m *next; int *p; };
int main(void){
  struct m *s = NULL;
  if (ND) { int x = ND; while (ND) { struct m *t = al(sizeof *t); t->next = s; t->p = al(4); *t->p = x; s = t; } }
  else { while (ND) { struct m *t = al(sizeof *t); t->next = s; t->p = al(4); *t->p = ND; s = t; } }
  while (ND) {}
  if (s) { int v = *s->p; while (s) { struct m *t = s->next; if (*s->p != v) reach_error(); free(s->p); free(s); s = t; } }
  return 0; }
