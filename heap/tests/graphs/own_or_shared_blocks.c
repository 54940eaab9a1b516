/* The blocks of shared_or_own_blocks, the other way round. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
struct n { struct n *next; int d; };
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }

/* left shared object, right own: order of branches so that left has length>=2 */
struct m { struct m *next; int *d; };
int main(void){
  struct m *s = NULL;
  if (ND) { int *d = al(4); *d = 1; struct m *a = al(sizeof *a); a->next=NULL; a->d=d; struct m*b=al(sizeof *b); b->next=a; b->d=d; s=b;
    while (ND) { struct m *t = al(sizeof *t); t->next = s; t->d = d; s = t; } }
  else { struct m *a = al(sizeof *a); a->next=NULL; a->d=al(4); *a->d=1; struct m*b=al(sizeof *b); b->next=a; b->d=al(4); *b->d=1; s=b;
     while (ND) { struct m *t = al(sizeof *t); t->next = s; t->d = al(4); *t->d = 1; s = t; } }
  while (ND) {}
  if (s) { int *d = s->d; while (s) { struct m *t = s->next; if (s->d != d) reach_error(); free(s); s = t; } free(d); }
  return 0; }
