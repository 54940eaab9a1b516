/* The last link of a list is never set, and the walk decides on it. */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    first->value = 1;
    first->next = second;
    second->value = 2;
    int sum = 0;
    for (struct node *p = first; p != NULL; p = p->next)
        sum += p->value;
    free(first);
    free(second);
    return sum;
}
