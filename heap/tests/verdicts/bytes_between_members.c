/* Bytes between the members of a record go with it when it is copied: what was there before is not there any more.
 *
 * verdict: unknown (what the bytes between members are is not followed in copies)
 * verdict -DMEMBERS: proved
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct record { char letter; int number; };

int main(void)
{
    struct record from = { 1, 2 }, to = { 3, 4 };
    ((char *)&from)[1] = __VERIFIER_nondet_int() == 123456 ? 9 : 5;
    ((char *)&to)[1] = 5;
    to = from;
#ifdef MEMBERS
    if (to.letter != 1 || to.number != 2)
        reach_error();
#else
    if (((char *)&to)[1] == 9)
        reach_error();
#endif
    return 0;
}
