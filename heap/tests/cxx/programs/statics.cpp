// Objects with static storage: several static locals, and the end of all by a call of exit.
#include <cstdio>
#include <cstdlib>

struct Logged {
    const char *name;
    Logged(const char *n) : name(n) { printf("+%s\n", name); }
    ~Logged() { printf("-%s\n", name); }
};

Logged first("first"), second("second");

Logged &early() {
    static Logged one("early");
    return one;
}

// The static local of a static local is constructed before it.
struct Holder {
    Holder() { early(); printf("+holder\n"); }
    ~Holder() { printf("-holder\n"); }
};

template <class T> struct Base {
    Base() {
        static Logged one("base");
        static int count = 4;
        printf("%d\n", count++);
    }
};

struct Derived : Base<int> {
    Derived() {}
};

void late(int n) {
    static Logged never("never");
    printf("%s %d\n", never.name, n);
}

int main(int argc, char **) {
    static Holder holder;
    static Logged several[2] = {Logged("one of several"), Logged("another")};
    Derived derived;
    Base<int> base;
    if (argc > 1) late(argc);
    Logged lost("lost");
    exit(early().name[0] - several[1].name[0]);
}
