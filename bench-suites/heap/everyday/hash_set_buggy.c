/* A set of words with open addressing: prints each word once. */
#include <stdio.h>
#include <string.h>

#define SLOTS 127
#define WORD_SIZE 24

static char slots[SLOTS][WORD_SIZE];

static int hash(const char *word)
{
    int h = 0;

    while (*word != '\0')
        h = (int)((unsigned)h * 31u + (unsigned)*word++);
    return h % SLOTS;
}

/* 1 if the word is new, 0 if it is known, -1 if there is no room. */
static int add(const char *word)
{
    int at = hash(word);

    for (int tries = 0; tries < SLOTS; tries++) {
        if (slots[at][0] == '\0') {
            strcpy(slots[at], word);
            return 1;
        }
        if (strcmp(slots[at], word) == 0)
            return 0;
        at = (at + 1) % SLOTS;
    }
    return -1;
}

int main(void)
{
    char word[WORD_SIZE];

    while (scanf("%23s", word) == 1)
        if (add(word) == 1)
            puts(word);
    return 0;
}
