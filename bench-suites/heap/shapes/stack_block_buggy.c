/* The address of a variable is used outside of the block it lives in. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int outer = 1, *p = &outer;
    if (__VERIFIER_nondet_int() > 4) {
        int inner = 2;
        p = &inner;
    }
    *p = 3;
    return 0;
}
