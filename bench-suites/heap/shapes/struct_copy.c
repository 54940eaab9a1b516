/* A struct with an array inside is copied by assignment and through a function. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

struct record {
    int id;
    char name[8];
    struct {
        short x, y;
    } place;
};

static struct record moved(struct record from, short by)
{
    from.place.x = by;
    return from;
}

int main(void)
{
    struct record first = {.id = 1, .name = "one", .place = {3, 4}};
    first.id = __VERIFIER_nondet_int();
    struct record second = first;
    second.name[0] = 'O';
    struct record third = moved(second, 9);
    check(first.name[0] == 'o' && second.id == first.id);
    check(third.place.x == 9 && third.place.y == 4 && second.place.x == 3);
    check(third.name[0] == 'O' && third.name[3] == '\0');
    return 0;
}
