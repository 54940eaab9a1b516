/* What only the nodes of an empty list would hold is lost. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()

struct n { struct n *next; int *d; };
struct n *g;
int main(void){
  int *d = malloc(4); if(!d) abort();
  while (ND) { struct n *t = malloc(sizeof *t); if(!t) abort(); t->next = g; t->d = d; g = t; }
  return 0; }
