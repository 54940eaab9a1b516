/* Counts words in a hash table with chains. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 101
#define WORD_SIZE 40

struct node {
    struct node *next;
    unsigned count;
    char word[WORD_SIZE];
};

static struct node *buckets[BUCKETS];

static unsigned hash(const char *word)
{
    unsigned h = 5381;

    for (; *word; word++)
        h = h * 33 + (unsigned char)*word;
    return h % BUCKETS;
}

static void count_word(const char *word)
{
    unsigned h = hash(word);
    struct node *node;

    for (node = buckets[h]; node != NULL; node = node->next) {
        if (strcmp(node->word, word) == 0) {
            node->count++;
            return;
        }
    }
    node = malloc(sizeof *node);
    if (node == NULL) {
        perror("malloc");
        exit(EXIT_FAILURE);
    }
    strcpy(node->word, word);
    node->count = 1;
    node->next = buckets[h];
    buckets[h] = node;
}

int main(void)
{
    char word[WORD_SIZE];
    size_t length = 0;
    int c;

    do {
        c = getchar();
        if (c != EOF && isalpha(c)) {
            if (length < sizeof word - 1)
                word[length++] = (char)tolower(c);
        } else if (length > 0) {
            word[length] = '\0';
            count_word(word);
            length = 0;
        }
    } while (c != EOF);

    for (int i = 0; i < BUCKETS; i++) {
        struct node *node = buckets[i];
        while (node != NULL) {
            struct node *next = node->next;
            printf("%6u %s\n", node->count, node->word);
            free(node);
            node = next;
        }
        buckets[i] = NULL;
    }
    return 0;
}
