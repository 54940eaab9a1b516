/* Each round has its own variable, and after the loop there is none. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int *last = 0;
    int count = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= count && count <= 10);
    for (int i = 0; i < count; i++) {
        int square = i * i;
        last = &square;
        *last += 1;
    }
    return *last > 200;
}
