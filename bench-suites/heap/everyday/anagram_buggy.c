/* Says whether two words are anagrams of each other. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void count_letters(const char *word, int counts[26])
{
    for (; *word != '\0'; word++) {
        char c = *word;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c == ' ' || c == '-')
            continue;
        counts[c - 'a']++;
    }
}

int main(int argc, char **argv)
{
    int left[26] = { 0 }, right[26] = { 0 };

    if (argc != 3) {
        fprintf(stderr, "usage: anagram WORD WORD\n");
        return 2;
    }
    for (const char *c = argv[1]; *c; c++) {
        if (!isalpha((unsigned char)*c)) {
            fprintf(stderr, "only letters, please\n");
            return 2;
        }
    }
    count_letters(argv[1], left);
    count_letters(argv[2], right);
    int same = memcmp(left, right, sizeof left) == 0;
    puts(same ? "anagrams" : "different");
    return same ? 0 : 1;
}
