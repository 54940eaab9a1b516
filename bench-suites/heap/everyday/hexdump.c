/* Prints bytes in hexadecimal and as characters, sixteen in a row. */
#include <ctype.h>
#include <stdio.h>

#define PER_ROW 16

static void print_row(unsigned long offset, const unsigned char *row, size_t count)
{
    size_t i;

    printf("%08lx ", offset);
    for (i = 0; i < PER_ROW; i++) {
        if (i < count)
            printf(" %02x", row[i]);
        else
            printf("   ");
        if (i == PER_ROW / 2 - 1)
            putchar(' ');
    }
    printf("  |");
    for (i = 0; i < count; i++)
        putchar(isprint(row[i]) ? row[i] : '.');
    printf("|\n");
}

int main(void)
{
    unsigned char row[PER_ROW];
    unsigned long offset = 0;
    size_t count;

    while ((count = fread(row, 1, sizeof row, stdin)) > 0) {
        print_row(offset, row, count);
        offset += count;
    }
    printf("%08lx\n", offset);
    return ferror(stdin) ? 1 : 0;
}
