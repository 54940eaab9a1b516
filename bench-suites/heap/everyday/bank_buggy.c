/* A cash box: deposits and withdrawals in cents; the balance never becomes negative. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int balance = 0;
    char line[50];

    while (fgets(line, sizeof line, stdin)) {
        long amount = strtol(line + 1, NULL, 10);
        if (amount <= 0 || amount > 1000000000L) {
            puts("bad amount");
            continue;
        }
        switch (line[0]) {
        case 'd':
            balance += (int)amount;
            break;
        case 'w':
            if (amount > balance)
                puts("not enough");
            else
                balance -= (int)amount;
            break;
        case 'q':
            return 0;
        default:
            puts("d or w");
        }
        printf("%d.%02d\n", balance / 100, balance % 100);
    }
    return 0;
}
