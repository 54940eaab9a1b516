/* Adds two decimal numbers of any length, given as arguments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_number(const char *text)
{
    if (*text == '\0')
        return 0;
    for (; *text != '\0'; text++)
        if (*text < '0' || *text > '9')
            return 0;
    return 1;
}

static char *add(const char *a, const char *b)
{
    size_t a_length = strlen(a), b_length = strlen(b);
    size_t length = (a_length > b_length ? a_length : b_length) + 1;
    char *sum = malloc(length + 1);
    int carry = 0;

    if (sum == NULL)
        return NULL;
    sum[length] = '\0';
    for (size_t i = 0; i < length; i++) {
        int digit = carry;
        if (i < a_length)
            digit += a[a_length - 1 - i] - '0';
        if (i < b_length)
            digit += b[b_length - 1 - i] - '0';
        carry = digit >= 10;
        sum[length - 1 - i] = (char)('0' + digit % 10);
    }
    return sum;
}

int main(int argc, char **argv)
{
    if (argc != 3 || !is_number(argv[1]) || !is_number(argv[2])) {
        fprintf(stderr, "usage: add NUMBER NUMBER\n");
        return 2;
    }
    char *sum = add(argv[1], argv[2]);
    if (sum == NULL)
        return 1;
    const char *shown = sum;
    while (shown[0] == '0' && shown[1] != '\0')
        shown++;
    puts(shown);
    free(sum);
    return 0;
}
