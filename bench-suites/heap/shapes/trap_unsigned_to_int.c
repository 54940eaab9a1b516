/* The comparison of an unsigned input comes before it becomes an int. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int table[16] = {0};
    unsigned at = __VERIFIER_nondet_uint();
    if (at < 16)
        table[(int)at] = 1;
    return 0;
}
