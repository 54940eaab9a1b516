/* Asks for answers from 1 to 5 and prints how often each was given. */
#include <stdio.h>

static int ask(const char *question)
{
    int answer;

    printf("%s (1 to 5) ", question);
    if (scanf("%d", &answer) == 0)
        scanf("%*s");
    while (answer < 1 || answer > 5) {
        puts("a number from 1 to 5, please");
        if (scanf("%d", &answer) != 1)
            return 0;
    }
    return answer;
}

int main(void)
{
    static const char *const questions[] = { "How was the food?", "How was the service?", "And the price?" };
    int counts[6] = { 0 };

    for (int i = 0; i < 3; i++)
        counts[ask(questions[i])]++;
    for (int i = 1; i <= 5; i++)
        printf("%d: %d\n", i, counts[i]);
    return 0;
}
