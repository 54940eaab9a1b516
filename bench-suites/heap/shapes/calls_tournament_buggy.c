/* A tournament in which one round looks at its first half twice. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int larger(int one, int other)
{
    return one >= other ? one : other;
}

static int best_of_2(const int *players)
{
    return larger(players[0], players[1]);
}

static int best_of_4(const int *players)
{
    return larger(best_of_2(players), best_of_2(players + 2));
}

static int best_of_8(const int *players)
{
    return larger(best_of_4(players), best_of_4(players + 4));
}

static int best_of_16(const int *players)
{
    return larger(best_of_8(players), best_of_8(players));
}

static int best_of_32(const int *players)
{
    return larger(best_of_16(players), best_of_16(players + 16));
}

static int best_of_64(const int *players)
{
    return larger(best_of_32(players), best_of_32(players + 32));
}

int main(void)
{
    int players[64];
    for (int i = 0; i < 64; i++)
        players[i] = __VERIFIER_nondet_int();
    int best = best_of_64(players);
    if (best < players[41])
        reach_error();
    return 0;
}
