/* Memory that is lost before two branches meet stays lost. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
struct n { struct n *next; int d; };
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }

int gg;
int main(void){
  struct n *s = NULL;
  while (ND) { struct n *t = al(sizeof *t); t->next = s; s = t; }
  if (ND) { free(al(4)); gg = 0; } else { while (s) { struct n *t = s->next; free(s); s = t; } gg = 0; malloc(4); gg = 0; }
  while (s) { struct n *t = s->next; free(s); s = t; }
  return 0; }
