/* A table of lists with as many buckets as an input says; at the end, one too many is freed. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct entry {
    struct entry *next;
    unsigned key;
};

static struct entry **table;
static unsigned buckets;

static struct entry *find(unsigned h, unsigned key)
{
    struct entry *e = table[h];
    while (e != 0 && e->key != key)
        e = e->next;
    return e;
}

static void insert(unsigned h, unsigned key)
{
    struct entry *e;
    if (find(h, key) != 0)
        return;
    e = malloc(sizeof *e);
    if (e == 0)
        return;
    e->key = key;
    e->next = table[h];
    table[h] = e;
}

static void erase(unsigned h, unsigned key)
{
    struct entry *e = table[h], *before = 0;
    while (e != 0 && e->key != key) {
        before = e;
        e = e->next;
    }
    if (e == 0)
        return;
    if (before == 0)
        table[h] = e->next;
    else
        before->next = e->next;
    free(e);
}

static void clear(void)
{
    for (unsigned h = 0; h <= buckets; h++) {
        struct entry *e = table[h];
        while (e != 0) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
        table[h] = 0;
    }
    free(table);
}

int main(void)
{
    buckets = __VERIFIER_nondet_uint();
    if (buckets == 0 || buckets > 1000)
        return 0;
    table = malloc(buckets * sizeof *table);
    if (table == 0)
        return 0;
    for (unsigned h = 0; h < buckets; h++)
        table[h] = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_uint();
        unsigned h = __VERIFIER_nondet_uint();
        if (h >= buckets)
            continue;
        if (__VERIFIER_nondet_int())
            insert(h, key);
        else
            erase(h, key);
    }
    clear();
    return 0;
}
