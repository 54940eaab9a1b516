// Lists in braces that leave something out, bit-fields, and arrays that new makes from lists.
#include <cstdio>

struct Three {
    int k = 3;
    Three() {}
    ~Three() {}
};

struct Flags {
    int a : 3, b : 5;
    unsigned c : 7;
    Three o;
};

struct Inner {
    int b;
    Three o;
    int list[2];
};

struct Outer {
    int a;
    Inner i;
    Inner more[2];
};

struct Valued {
    int a, b = 4;
};

class Hidden {
    int n;
    Three o;

  public:
    int sum() const { return n + o.k; }
};

struct Around {
    int a;
    Hidden h;
};

struct Logged {
    int n;
    Logged(int k = 9) : n(k) { printf("+%d ", n); }
    Logged(const Logged &o) : n(o.n + 100) { printf("c%d ", n); }
    ~Logged() { printf("-%d ", n); }
};

struct Both {
    Logged one, two;
};

int limit;
struct Throwing {
    int n;
    Throwing(int k) : n(k) {
        if (k >= limit) throw k;
        printf("t%d ", k);
    }
    ~Throwing() { printf("~%d ", n); }
};

struct Thrown {
    Logged before;
    Throwing one, two;
};

int count(int n) {
    int *p = new int[n]{1, 2, 3};
    int sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 10 + p[i];
    delete[] p;
    return sum;
}

int main() {
    Flags f = {1, -2}, g = {}, h = {3, 7, 100};
    printf("%d %d %d, %d %d, %d %d %d\n", f.a, f.b, (int)f.c, g.b, (int)g.c, h.a, h.b, (int)h.c);
    Outer o = {1}, q = {1, {2}, {{3}, {4, {}, {5}}}};
    printf("%d %d %d %d\n", o.i.b, o.i.o.k, o.i.list[1], o.more[1].list[0] + o.more[1].o.k);
    printf("%d %d %d %d\n", q.i.list[0], q.more[0].list[1], q.more[1].list[0], q.more[1].list[1]);
    Outer rest[3] = {{1}};
    printf("%d %d\n", rest[0].i.b, rest[2].a + rest[2].more[0].b);
    Valued v[3] = {{1}, {2, 3}};
    printf("%d %d %d %d\n", v[0].b, v[1].b, v[2].a, v[2].b);
    Around a = {1}, b[2] = {{2}};
    printf("%d %d %d\n", a.h.sum(), b[0].h.sum(), b[1].a + b[1].h.sum());
    Outer *made = new Outer[2]();
    printf("%d %d\n", made[1].i.b, made[1].i.o.k);
    delete[] made;
    printf("%d %d\n", count(3), count(6));
    Logged *listed = new Logged[4]{1, Logged(2)};
    printf("| %d %d\n", listed[1].n, listed[3].n);
    delete[] listed;
    Inner *inner = new Inner[3]{{1}, {2, {}, {7}}};
    printf("| %d %d %d %d\n", inner[0].b, inner[1].list[0], inner[1].list[1], inner[2].b + inner[2].list[1]);
    delete[] inner;
    {
        Both both = {1};
        Both all[2] = {{2, 3}};
        printf("| %d %d\n", both.two.n, all[1].one.n);
    }
    printf("\n");
    for (limit = 1; limit < 5; limit++) {
        try {
            Thrown thrown = {8, 1, 2};
            printf("| %d\n", thrown.two.n);
        } catch (int k) {
            printf("caught %d\n", k);
        }
        try {
            Throwing *several = new Throwing[3]{1, 2, 3};
            delete[] several;
        } catch (int k) {
            printf("caught %d\n", k);
        }
        try {
            Throwing array[3] = {1, 2, 3};
            printf("| %d\n", array[2].n);
        } catch (int k) {
            printf("caught %d\n", k);
        }
    }
    return 0;
}
