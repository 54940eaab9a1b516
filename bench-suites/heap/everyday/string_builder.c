/* Joins the lines of the standard input with commas, in a buffer that grows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    char *text;
    size_t length;
    size_t room;
};

static void append(struct builder *builder, const char *text, size_t length)
{
    if (builder->room - builder->length < length + 1) {
        size_t room = 2 * builder->room + length + 1;
        char *grown = realloc(builder->text, room);
        if (grown == NULL) {
            free(builder->text);
            fputs("out of memory\n", stderr);
            exit(1);
        }
        builder->text = grown;
        builder->room = room;
    }
    memcpy(builder->text + builder->length, text, length);
    builder->length += length;
    builder->text[builder->length] = '\0';
}

int main(void)
{
    struct builder builder = { NULL, 0, 0 };
    char line[100];

    append(&builder, "", 0);
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strcspn(line, "\n");
        if (builder.length > 1000000)
            break;
        if (builder.length > 0)
            append(&builder, ", ", 2);
        append(&builder, line, length);
    }
    puts(builder.text);
    free(builder.text);
    return 0;
}
