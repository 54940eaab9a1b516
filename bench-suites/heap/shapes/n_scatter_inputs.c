/* Inputs choose which of the first cells are written: the others keep their values. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define ROOM 100
#define FIRST 10

int main(void)
{
    int a[ROOM];
    for (int i = 0; i < ROOM; i++)
        a[i] = 7;
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        int place = __VERIFIER_nondet_int();
        if (0 <= place && place < FIRST)
            a[place] = i;
    }
    if (a[FIRST] != 7 || a[ROOM - 1] != 7)
        reach_error();
    return 0;
}
