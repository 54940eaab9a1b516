/* A cache of a few entries; an eviction is not counted. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define CAPACITY 3

struct entry {
    struct entry *next;
    int key;
};

static struct entry *front;
static int count;

static struct entry *take(int key)
{
    struct entry *prev = 0, *e = front;
    while (e != 0 && e->key != key) {
        prev = e;
        e = e->next;
    }
    if (e == 0)
        return 0;
    if (prev == 0)
        front = e->next;
    else
        prev->next = e->next;
    return e;
}

static void evict(void)
{
    struct entry *prev = 0, *e = front;
    while (e->next != 0) {
        prev = e;
        e = e->next;
    }
    if (prev == 0)
        front = 0;
    else
        prev->next = 0;
    free(e);
}

static void use(int key)
{
    struct entry *e = take(key);
    if (e == 0) {
        if (count == CAPACITY)
            evict();
        e = malloc(sizeof *e);
        if (e == 0)
            return;
        e->key = key;
        count++;
    }
    e->next = front;
    front = e;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        use(key);
        if (front != 0)
            assert(count >= 1 && count <= CAPACITY);
    }
    while (front != 0) {
        struct entry *e = front;
        front = e->next;
        free(e);
    }
    return 0;
}
