/* A ledger of accounts: "open NAME", "move FROM TO AMOUNT", amounts in cents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ACCOUNTS 4
#define LIMIT 1000000000L

struct account {
    long balance;
    char name[16];
};

static struct account accounts[MOST_ACCOUNTS];
static size_t account_count;

static struct account *find(const char *name)
{
    for (size_t i = 0; i < account_count; i++)
        if (strcmp(accounts[i].name, name) == 0)
            return &accounts[i];
    return NULL;
}

static const char *open_account(const char *name)
{
    if (strlen(name) > sizeof accounts[0].name)
        return "the name is too long";
    if (find(name) != NULL)
        return "there is one already";
    if (account_count == MOST_ACCOUNTS)
        return "too many accounts";
    strcpy(accounts[account_count].name, name);
    accounts[account_count].balance = 0;
    account_count++;
    return "done";
}

static const char *transfer(const char *from_name, const char *to_name, const char *text)
{
    struct account *from = find(from_name), *to = find(to_name);
    long amount = strtol(text, NULL, 10);

    if (from == NULL || to == NULL)
        return "no such account";
    if (amount <= 0 || amount > LIMIT)
        return "bad amount";
    if (from->balance < -LIMIT || to->balance > LIMIT)
        return "beyond the limit";
    from->balance -= amount;
    to->balance += amount;
    return "done";
}

int main(void)
{
    char line[128];

    while (fgets(line, sizeof line, stdin)) {
        char *words[4];
        size_t count = 0;
        for (char *word = strtok(line, " \t\n"); word != NULL && count < 4; word = strtok(NULL, " \t\n"))
            words[count++] = word;
        if (count == 2 && strcmp(words[0], "open") == 0)
            puts(open_account(words[1]));
        else if (count == 4 && strcmp(words[0], "move") == 0)
            puts(transfer(words[1], words[2], words[3]));
        else if (count > 0)
            puts("what?");
    }
    for (size_t i = 0; i < account_count; i++)
        printf("%-16s %12ld\n", accounts[i].name, accounts[i].balance);
    return 0;
}
