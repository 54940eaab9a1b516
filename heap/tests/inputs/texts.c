/* Errors behind texts that programs read.
 *
 * error -DCASE=1: out-of-bounds
 * none -DCASE=1 -DCORRECT:
 * error -DCASE=2: out-of-bounds
 * none -DCASE=2 -DCORRECT:
 * error -DCASE=3: assertion
 * none -DCASE=3 -DCORRECT:
 * error -DCASE=4: assertion
 * none -DCASE=4 -DCORRECT:
 * error -DCASE=5: division-by-zero
 * none -DCASE=5 -DCORRECT:
 * error -DCASE=6: assertion
 * none -DCASE=6 -DCORRECT:
 * error -DCASE=7: out-of-bounds
 * none -DCASE=7 -DCORRECT:
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef CORRECT
#define IS_CORRECT 1
#else
#define IS_CORRECT 0
#endif

int main(int argc, char **argv)
{
#if CASE == 1 /* a command */
    char line[16], reply[4] = "ok.";
    while (fgets(line, sizeof line, stdin))
        if (strcmp(line, "quit\n") == 0)
            return reply[IS_CORRECT ? 3 : strlen(line)];
#elif CASE == 2 /* a length in the header of a message */
    unsigned char message[24], copy[16];
    if (read(0, message, sizeof message) != sizeof message)
        return 0;
    unsigned length = message[1] << 8 | message[2];
    if (message[0] != 0xd7 || length > sizeof copy + !IS_CORRECT)
        return 0;
    memcpy(copy, message + 3, length);
    return length > 0 ? copy[0] : 0;
#elif CASE == 3 /* a checksum, linear in the bytes */
    unsigned char bytes[6];
    if (fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes)
        return 0;
    unsigned sum = 0;
    for (int i = 0; i < 5; i++)
        sum += (i + 3) * bytes[i];
    if (bytes[0] == 'M' && sum == 3001u && bytes[5] == sum % 251)
        assert(IS_CORRECT);
#elif CASE == 4 /* characters one by one: a word and a number */
    int c = getchar();
    if (c != 'v')
        return 0;
    int number = 0;
    while (isdigit(c = getchar()) && number < 100000)
        number = number * 10 + (c - '0');
    if (c == ';' && number == 70207)
        assert(IS_CORRECT);
#elif CASE == 5 /* an argument */
    if (argc != 2 || strncmp(argv[1], "-n", 2) != 0)
        return 0;
    return 100 / (argv[1][2] - 'k' + (IS_CORRECT ? 1000 : 0));
#elif CASE == 6 /* a number in a text */
    char line[12];
    if (!fgets(line, sizeof line, stdin) || !isdigit((unsigned char)line[0]))
        return 0;
    int number = atoi(line);
    if (number * 3 == 96327)
        assert(IS_CORRECT);
#elif CASE == 7 /* numbers in an argument that must be longer than others */
    static const int before[13] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };
    char *end;
    if (argc != 2)
        return 0;
    long year = strtol(argv[1], &end, 10);
    if (*end != '-' || year < 1970 || year > 9999)
        return 0;
    long month = strtol(end + 1, &end, 10);
    if (*end != 0 || month < 0 || month > 12 + !IS_CORRECT)
        return 0;
    return before[month];
#endif
    return 0;
}
