/* Lists in an array of records; an edge that is taken away stays in its list. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define VERTICES 50

struct edge {
    int to;
    struct edge *next;
};

struct vertex {
    int degree;
    struct edge *edges;
};

static struct vertex graph[VERTICES];

static int connect(int from, int to)
{
    struct edge *e = malloc(sizeof *e);
    if (e == 0)
        return 0;
    e->to = to;
    e->next = graph[from].edges;
    graph[from].edges = e;
    if (graph[from].degree < 1000)
        graph[from].degree++;
    return 1;
}

static void cut_first(int from)
{
    struct edge *e = graph[from].edges;
    if (e == 0)
        return;
    graph[from].edges = e;
    if (graph[from].degree > 0)
        graph[from].degree--;
    free(e);
}

static void visit(int from)
{
    struct edge *e;
    for (e = graph[from].edges; e != 0; e = e->next) {
        assert(e->to >= 0 && e->to < VERTICES);
        graph[e->to].degree = 0;
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int from = __VERIFIER_nondet_int();
        int to = __VERIFIER_nondet_int();
        if (from < 0 || from >= VERTICES || to < 0 || to >= VERTICES)
            continue;
        switch (__VERIFIER_nondet_int()) {
        case 0:
            connect(from, to);
            break;
        case 1:
            cut_first(from);
            break;
        default:
            visit(from);
        }
    }
    for (int i = 0; i < VERTICES; i++)
        while (graph[i].edges != 0)
            cut_first(i);
    return 0;
}
