/* A queue of bytes in a ring; '+' and a character puts one in, '-' takes one out. */
#include <assert.h>
#include <stdio.h>

#define CAPACITY 16

struct ring {
    unsigned char bytes[CAPACITY];
    unsigned head, count;
};

static int put(struct ring *ring, unsigned char byte)
{
    if (ring->count == CAPACITY)
        return 0;
    ring->bytes[(ring->head + ring->count) % CAPACITY] = byte;
    ring->count++;
    return 1;
}

static int get(struct ring *ring, unsigned char *byte)
{
    if (ring->count == 0)
        return 0;
    *byte = ring->bytes[ring->head];
    ring->head = (ring->head + 1) % CAPACITY;
    ring->count--;
    return 1;
}

int main(void)
{
    struct ring ring = { .head = 0, .count = 0 };
    int c;

    while ((c = getchar()) != EOF) {
        if (c == '+') {
            c = getchar();
            if (c == EOF)
                break;
            if (!put(&ring, (unsigned char)c))
                fprintf(stderr, "full\n");
        } else if (c == '-') {
            unsigned char byte;
            if (get(&ring, &byte))
                putchar(byte);
            else
                fprintf(stderr, "empty\n");
        }
        assert(ring.count <= CAPACITY && ring.head < CAPACITY);
    }
    printf("\n%u bytes left\n", ring.count);
    return 0;
}
