/* Reads messages: a type, a length in two bytes, and the data. */
#include <stdio.h>
#include <string.h>

#define MOST_DATA 512

enum { HELLO = 1, DATA = 2, BYE = 3 };

struct message {
    int type;
    unsigned length;
    unsigned char data[MOST_DATA];
};

static int read_message(FILE *in, struct message *message)
{
    unsigned char header[3];

    if (fread(header, 1, sizeof header, in) != sizeof header)
        return 0;
    message->type = header[0];
    message->length = (unsigned)header[1] << 8 | header[2];
    if (message->type == HELLO && message->length > 16) {
        fprintf(stderr, "the greeting is too long\n");
        return 0;
    }
    if (fread(message->data, 1, message->length, in) != message->length)
        return 0;
    return 1;
}

int main(void)
{
    static struct message message;
    unsigned long total = 0;

    while (read_message(stdin, &message)) {
        switch (message.type) {
        case HELLO:
            printf("hello, %u bytes\n", message.length);
            break;
        case DATA:
            total += message.length;
            break;
        case BYE:
            printf("%lu bytes\n", total);
            return 0;
        default:
            fprintf(stderr, "unknown message %d\n", message.type);
            return 1;
        }
    }
    return 1;
}
