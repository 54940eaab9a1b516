// Captures that are given a value, of numbers, references and class objects.
#include <cstdio>

struct Logged {
    int n;
    Logged(int k) : n(k) { printf("+%d ", n); }
    Logged(const Logged &o) : n(o.n + 100) { printf("c%d ", n); }
    Logged(Logged &&o) : n(o.n + 200) { printf("m%d ", n); o.n = 0; }
    ~Logged() { printf("-%d ", n); }
};

struct Counter {
    int start;
    int run(int k) {
        auto next = [this, k, step = k * 2, total = start]() mutable { return total += step + start; };
        next();
        return next();
    }
};

template <class T> int applied(T f, int k) { return f(k) + f(k); }

int main() {
    int n = 5, m = 7;
    auto plain = [n = n + 1](int k) { return n + k; };
    auto counting = [count = 0]() mutable { return ++count; };
    auto changing = [&r = n, m](int k) { r += k; return r * m; };
    int first = plain(3), second = changing(4);
    printf("%d %d %d\n", first, second, n);
    counting();
    auto copied = counting;
    copied();
    int one = counting(), other = copied();
    printf("%d %d\n", one, other);
    {
        Logged a(1);
        auto kept = [b = a, c = static_cast<Logged &&>(a), d = Logged(9)]() { return b.n + c.n + d.n; };
        printf("| %d %d\n", kept(), a.n);
    }
    printf("\n");
    auto outer = [x = n * 10](int k) {
        auto inner = [x, y = x + k]() { return x + y; };
        return inner();
    };
    printf("%d\n", outer(2));
    auto generic = [base = 3L](auto k) { return base + k; };
    printf("%d %d\n", applied([low = n - 8](int k) { return k - low; }, 6), (int)generic((short)4));
    Counter counter = {4};
    printf("%d\n", counter.run(3));
    return 0;
}
