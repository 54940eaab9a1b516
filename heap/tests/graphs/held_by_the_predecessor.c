/* The same through the link to the previous node. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
struct n { struct n *next; int d; };
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }

/* DLL: x -> First of maybe empty S, A reachable only through prev of S: leak */
struct k { struct k *next, *prev; };
struct k *g;
int main(void){
  struct k *a = al(sizeof *a); a->prev = NULL; a->next = NULL;
  struct k *last = a;
  g = NULL;
  while (ND) { struct k *t = al(sizeof *t); t->next = NULL; t->prev = last; last->next = t; last = t; if (!g) g = t; }
  a = NULL; last = NULL;
  return 0; }
