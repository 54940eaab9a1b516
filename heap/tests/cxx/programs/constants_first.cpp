// Arrays and objects that are constants have their values before other variables are initialised.
#include <cstdio>

int early();
int before = early();

constexpr int square(int x) { return x * x; }
struct Pair {
    int a, b;
    constexpr Pair(int x) : a(x * x), b(x + 1) {}
};
template <int N>
struct Table {
    static constexpr int values[2] = {N, Table<N - 1>::values[0] + 1};
};
template <>
struct Table<0> {
    static constexpr int values[2] = {10, 11};
};
template <int N>
struct Holder {
    static constexpr Pair pair{N};
    static const int next = pair.a + 1;
};
struct Outside {
    static const int sum;
    struct Inside {
        static constexpr int values[2] = {square(3), 5};
    };
};

constexpr int squares[3] = {square(1), square(2), square(3)};
constexpr int doubled(int at) { return squares[at] * 2; }
constexpr int from_function[2] = {doubled(1), doubled(2)};
constexpr Pair pair(from_function[0]);
const int plain[2] = {square(5), 6};
const int Outside::sum = plain[0] + pair.b;
constexpr const Pair &reference = pair;
constexpr auto triple = [](int x) { return x * 3; };
constexpr int of_lambda = triple(4);
const double half = 0.5;
const int of_half = half * 4;
int changed = square(6);
int changed_array[2] = {square(7), 1};
struct Base {
    virtual int value() const = 0;
};
struct Derived : Base {
    int k;
    constexpr Derived(int k) : k(k) {}
    int value() const override { return k; }
};
constexpr Derived derived(8);
const Base *base = &derived;

// These are not constants.
int variable = 9;
int dynamic = variable + 1;
const int dynamic_constant = (variable++, dynamic);
int counter = 0;
int next() { return ++counter; }
struct Members {
    inline static int first = next();
    static inline const int second = next();
};
int of_members = Members::first * 10 + Members::second;

int early() {
    printf("%d %d %d %d\n", squares[1], from_function[1], pair.a, plain[0]);
    printf("%d %d %d\n", Table<3>::values[1], Table<1>::values[1], Holder<4>::pair.a + Holder<1>::next);
    printf("%d %d %d %d %d\n", Outside::sum, Outside::Inside::values[0], reference.b, of_lambda, of_half);
    printf("%d %d\n", base->value(), dynamic);
    return changed++ + changed_array[0]++;
}

int main() {
    printf("%d %d %d\n", before, changed, changed_array[0]);
    printf("%d %d %d %d %d\n", variable, dynamic, dynamic_constant, counter, of_members);
    return 0;
}
