/* Pointers to the same end of an empty list are the same. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define ND __VERIFIER_nondet_int()
struct n { struct n *next; int d; };
static void *al(unsigned long k){ void*p=malloc(k); if(!p) abort(); return p; }

int main(void){
  struct n *x, *y = al(sizeof *y); y->next = NULL; 
  struct n *z = al(sizeof *z); z->next = y; y = z;
  while (ND) { struct n *t = al(sizeof *t); t->next = y; y = t; }
  x = y;
  if (ND) { while (y) { struct n *t = y->next; free(y); y = t; } }
  while (ND) {}
  if (y == NULL) { if (x != NULL) reach_error(); }
  while (y) { struct n *t = y->next; free(y); y = t; }
  return 0; }
