/* Unpacks a simple LZ format: a byte below 128 is the number of literals that follow; otherwise, its lower
 * bits plus 3 bytes are copied from a distance that is in the next byte. */
#include <stdio.h>

#define ROOM 4096

static unsigned char out[ROOM];

int main(void)
{
    size_t length = 0;
    int c;

    while ((c = getchar()) != EOF) {
        if (c < 128) {
            if (length + (size_t)c > ROOM)
                goto too_long;
            while (c-- > 0) {
                int literal = getchar();
                if (literal == EOF)
                    goto cut_off;
                out[length++] = (unsigned char)literal;
            }
        } else {
            size_t count = (size_t)(c & 127) + 3;
            int distance = getchar();
            if (distance == EOF)
                goto cut_off;
            if (distance == 0)
                goto cut_off;
            if (length + count > ROOM)
                goto too_long;
            const unsigned char *from = out + length - distance;
            while (count-- > 0)
                out[length++] = *from++;
        }
    }
    fwrite(out, 1, length, stdout);
    return 0;
cut_off:
    fprintf(stderr, "the input is damaged\n");
    return 1;
too_long:
    fprintf(stderr, "the output is too long\n");
    return 1;
}
