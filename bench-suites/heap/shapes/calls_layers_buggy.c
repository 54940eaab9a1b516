/* Layers of functions around a loop that forgets the last mark. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define MOST 1000

/* Sets all marks. */
static void mark(int *marks, int size, int value)
{
    for (int i = 0; i < size; i++)
        marks[i] = value;
}

/* How many marks are set to a value. */
static int count(const int *marks, int size, int value)
{
    int found = 0;
    for (int i = 0; i < size - 1; i++)
        if (marks[i] == value)
            found++;
    return found;
}

static int round_of(int *marks, int size, int value)
{
    mark(marks, size, value);
    int found = count(marks, size, value);
    mark(marks, size, 0);
    return found;
}

static int game(int *marks, int size, int value)
{
    int first = round_of(marks, size, value);
    int second = round_of(marks, size, value + 1);
    int third = round_of(marks, size, value + 2);
    return first == second && second == third ? first : -1;
}

static int match(int *marks, int size, int value)
{
    int first = game(marks, size, value);
    int second = game(marks, size, value + 1);
    int third = game(marks, size, value + 2);
    return first == second && second == third ? first : -1;
}

static int season(int *marks, int size, int value)
{
    int first = match(marks, size, value);
    int second = match(marks, size, value + 1);
    int third = match(marks, size, value + 2);
    return first == second && second == third ? first : -1;
}

int main(void)
{
    static int marks[MOST];
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > MOST)
        return 0;
    int found = season(marks, size, 1);
    if (found != size)
        reach_error();
    if (marks[size - 1] != 0)
        reach_error();
    return 0;
}
