/* A table of lists with many buckets; the number of a bucket may be one too large. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define BUCKETS 64

struct entry {
    struct entry *next;
    unsigned key;
    int value;
};

static struct entry *table[BUCKETS];

static unsigned hash(unsigned key)
{
    return key % (BUCKETS + 1);
}

static struct entry *find(unsigned key)
{
    struct entry *e = table[hash(key)];
    while (e != 0 && e->key != key)
        e = e->next;
    return e;
}

static int insert(unsigned key, int value)
{
    struct entry *e = find(key);
    if (e == 0) {
        unsigned h = hash(key);
        e = malloc(sizeof *e);
        if (e == 0)
            return 0;
        e->key = key;
        e->next = table[h];
        table[h] = e;
    }
    e->value = value;
    return 1;
}

static void erase(unsigned key)
{
    struct entry **link = &table[hash(key)];
    while (*link != 0) {
        struct entry *e = *link;
        if (e->key == key) {
            *link = e->next;
            free(e);
            return;
        }
        link = &e->next;
    }
}

static void clear(void)
{
    for (unsigned h = 0; h < BUCKETS; h++) {
        while (table[h] != 0) {
            struct entry *e = table[h];
            table[h] = e->next;
            free(e);
        }
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_uint();
        switch (__VERIFIER_nondet_int()) {
        case 0:
            insert(key, 1);
            break;
        case 1:
            erase(key);
            break;
        default: {
            struct entry *e = find(key);
            if (e != 0)
                assert(e->value == 1);
        }
        }
    }
    clear();
    return 0;
}
