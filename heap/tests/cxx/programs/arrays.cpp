// Arrays that conditionals, references and casts name are used by their addresses.
#include <cstdio>

int a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
int (&pick(bool first))[3] { return first ? a : b; }
int sum(const int *p) { return p[0] + p[1] + p[2]; }
const char *name(int x) { return x > 0 ? "up" : "do"; }

int main() {
    int one = a[0], zero = one - 1;
    printf("%d %d\n", sum(one ? a : b), sum(pick(false)));
    int *p = pick(true);
    printf("%d %s %s\n", p[2], name(one), name(zero));
    printf("%c\n", (one ? "ab" : "cd")[1]);
    const char(&r)[3] = zero ? "ab" : "cd";
    printf("%s %d\n", r, (int)sizeof(one ? "ab" : "cd"));
    long words[2] = {7, 8};
    int *q = reinterpret_cast<int(&)[4]>(words);
    printf("%d\n", *q);
    (one ? a : b)[1] = 9;
    printf("%d\n", a[1]);
    return 0;
}
