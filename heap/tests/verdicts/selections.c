/* What _Generic selects, what a designator replaces, and where a switch enters.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 * verdict -DBUG=2: unreach-call
 * verdict -DBUG=3: unreach-call
 */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int whole = 1;
float broken = 2;
int of_int(int x) { return x + 1; }
int of_float(float x) { return x > 1; }
#define OF(x) _Generic((x), int: of_int, float: of_float)(x)

struct pair { int first, second; };
struct pair table[4] = { [0 ... 3] = { 1, 2 }, [1] = { .second = 5 } };

static int enter(int x, int y)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        switch (x) {
        case 0:
            sum += 1;
            if (y) {
                sum += 100;
        default:
                sum += 10;
            }
            while (y) {
                sum += 5000;
        case 3:
                sum += 1000;
                break;
            }
        }
        x = 0;
    }
    return sum;
}

int main(void)
{
    int x = 0;
    int *place = &_Generic(x, int: whole, float: broken);
    CHECK(*place == 1);
    _Generic(x, int: whole, float: broken) = 7;
    CHECK(whole == 7 && OF(x) == 1);
    CHECK(table[1].first == 0 && table[1].second == 5 && table[2].first == 1);
    CHECK(enter(3, 0) == 1001 && enter(7, 0) == 11);
#if BUG == 1
    CHECK(whole == 1);
#endif
#if BUG == 2
    CHECK(table[1].first == 1);
#endif
#if BUG == 3
    CHECK(enter(3, 0) == 1111);
#endif
    return 0;
}
