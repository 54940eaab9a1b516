/* Behind an empty list, source and destination of a copy are the same node. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()

struct n { struct n *next; char b[24]; };
int main(void){
  struct n *e = calloc(1,sizeof *e); if(!e) abort(); struct n*s=e;
  while (ND) { struct n *t = calloc(1,sizeof *t); if(!t) abort(); t->next = s; s = t; }
  memcpy(s->b, e->b+4, 12);
  while (s) { struct n *t = s->next; free(s); s = t; }
  return 0; }
