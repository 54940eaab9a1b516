/* Texts that are read by patterns. */
#include <stdio.h>

int main(void)
{
    const char *texts[] = {"12 -7 rest", "  0x1f,077", "name=value 5", "", "   ", "x", "99999999999 3", "-", "50% done", "1.5e2z", "+4 +", "ab12"};
    for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++) {
        const char *text = texts[i];
        int a = -1, b = -1, n = -1, k;
        unsigned u = 77;
        short s = 5;
        signed char h = 6;
        long l = 8;
        char word[16] = "none", other[16] = "none", c = '?', three[4] = "---";
        double d = -1;
        float f = -1;
        k = sscanf(text, "%d%d%n", &a, &b, &n);
        printf("%d: %d %d %d %d\n", i, k, a, b, n);
        k = sscanf(text, "%i,%i", &a, &b);
        printf("%d %d %d\n", k, a, b);
        k = sscanf(text, "%4[a-z]=%5s %hd", word, other, &s);
        printf("%d %s %s %d\n", k, word, other, s);
        k = sscanf(text, "%*s %c%3c", &c, three);
        printf("%d %c %s\n", k, c, three);
        k = sscanf(text, "%x%ln", &u, &l);
        printf("%d %u %ld\n", k, u, l);
        k = sscanf(text, "%2hhd%%", &h);
        printf("%d %d\n", k, h);
        if (i != 1 && i != 2) {
            k = sscanf(text, "%lf%f", &d, &f);
            printf("%d %g %g\n", k, d, f);
        }
        k = sscanf(text, "%[^0-9]%o", word, &u);
        printf("%d %s %u\n", k, word, u);
        k = sscanf(text, " %ld %15s", &l, other);
        printf("%d %ld %s\n", k, l, other);
    }
    return 0;
}
