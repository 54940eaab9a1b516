/* Errors behind several decisions of a machine with states.
 *
 * error -DCASE=1: assertion
 * none -DCASE=1 -DCORRECT:
 * error -DCASE=2: out-of-bounds
 * none -DCASE=2 -DCORRECT:
 * error -DCASE=3: assertion
 * none -DCASE=3 -DCORRECT:
 */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int

#ifdef CORRECT
#define IS_CORRECT 1
#else
#define IS_CORRECT 0
#endif

int main(void)
{
#if CASE == 1 /* a counter that must reach seven */
    int count = 0;
    for (int i = 0; i < 20; i++) {
        int key = input();
        if (key == 7000 + count)
            count++;
        else
            count = 0;
        if (count == 7)
            assert(IS_CORRECT);
    }
#elif CASE == 2 /* a stack: the error needs more pushes than pops */
    int stack[5], top = 0;
    for (int i = 0; i < 12; i++) {
        int command = input();
        if (command == 3851 && top < 5 + !IS_CORRECT)
            stack[top++] = input();
        else if (command == -912 && top > 0)
            top--;
        else
            break;
    }
    return top > 0 && top <= 5 ? stack[top - 1] : 0;
#elif CASE == 3 /* states by a switch */
    int state = 0;
    for (int i = 0; i < 10; i++) {
        int event = input();
        switch (state) {
        case 0: state = event == 40961 ? 1 : 0; break;
        case 1: state = event == 52013 ? 2 : 0; break;
        case 2: state = event == -33333 ? 3 : 1; break;
        case 3: state = event > 900 && event < 904 ? 4 : 3; break;
        default: assert(IS_CORRECT || event <= 2147483646); return 0;
        }
        if (state == 4 && !IS_CORRECT)
            assert(event != 902);
    }
#endif
    return 0;
}
