/* A function that is called with its own result: 91 for numbers from 95 to 100. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int mccarthy(int number)
{
    if (number > 100)
        return number - 10;
    return mccarthy(mccarthy(number + 11));
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    if (number < 95 || number > 100)
        return 0;
    if (mccarthy(number) != 91)
        reach_error();
    return 0;
}
