/* Sent packets at even positions become null, all others stay. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

/* Any size for which the arithmetic of the program stays in range. */
static int some_size(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 1000000);
    return size;
}

struct packet {
    int number;
};

enum { FAILURE, SUCCESS };

static int transmit_packet(const struct packet *packet)
{
    return packet != NULL && __VERIFIER_nondet_int() ? SUCCESS : FAILURE;
}

/* Packets of high priority are at the even positions; `c` of them are to be sent. */
static void send_packets(struct packet **buf, int c, int size)
{
    assert(2 * c <= size);
    for (int j = 0; j < 2 * c; j += 2) {
        if (transmit_packet(buf[j]) == SUCCESS) {
            free(buf[j]);
            buf[j] = NULL;
        }
    }
}

int main(void)
{
    int size = some_size();
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= c && c <= size / 2);
    struct packet **buf = malloc(size * sizeof *buf);
    struct packet **old = malloc(size * sizeof *old);
    for (int i = 0; i < size; i++) {
        buf[i] = malloc(sizeof **buf);
        buf[i]->number = i;
        old[i] = buf[i];
    }
    send_packets(buf, c, size);
    for (int i = 0; i < size; i++) {
        if (i >= 2 * c || i % 2 != 0)
            assert(buf[i] == old[i] && buf[i]->number == i);
        else
            assert(buf[i] == NULL || buf[i] == old[i]);
    }
    for (int i = 0; i < size; i++)
        free(buf[i]);
    free(buf);
    free(old);
    return 0;
}
