// Constants have their values before other variables are initialised, whatever the order of the definitions.
#include <cstdio>

int early();
int before = early();

constexpr int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

template <int N>
struct Factorial {
    static const int value = N * Factorial<N - 1>::value;
};
template <>
struct Factorial<0> {
    static const int value = 1;
};

struct Limits {
    static constexpr long largest = fibonacci(20);
    static const bool is_large = fibonacci(9) > 30;
    static const unsigned char small = fibonacci(12) + 100;
};

int late();
extern const int declared_first;
int still_zero = late();
const int declared_first = late() + 1;
int late() { return declared_first; }

const int later = fibonacci(7);
int variable = fibonacci(8) + before;

int early() {
    int factorial = Factorial<6>::value;
    return Factorial<5>::value + Limits::largest + Limits::is_large + later + factorial;
}

int main() {
    printf("%d %d %d %d\n", before, later, variable, Limits::small);
    printf("%d %d\n", still_zero, declared_first);
    return 0;
}
