/* An unsigned input becomes a negative size, which passes the test against the upper limit. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int table[16] = {0};
    int at = (int)__VERIFIER_nondet_uint();
    if (at < 16)
        table[at] = 1;
    return 0;
}
