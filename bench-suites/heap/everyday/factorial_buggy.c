/* Factorials with decimal digits in an array. */
#include <stdio.h>
#include <stdlib.h>

#define MOST_DIGITS 160

int main(int argc, char **argv)
{
    unsigned char digits[MOST_DIGITS] = { 1 };
    int length = 1;
    int n = argc > 1 ? atoi(argv[1]) : 20;

    if (n < 0 || n > 100) {
        fprintf(stderr, "a number from 0 to 100\n");
        return 1;
    }
    for (int factor = 2; factor <= n; factor++) {
        int carry = 0;
        for (int i = 0; i < length; i++) {
            int product = digits[i] * factor + carry;
            digits[i] = (unsigned char)(product % 10);
            carry = product / 10;
        }
        while (carry > 0) {
            digits[length++] = (unsigned char)(carry % 10);
            carry /= 10;
        }
    }
    char text[MOST_DIGITS - 2];
    for (int i = 0; i < length; i++)
        text[i] = (char)('0' + digits[length - 1 - i]);
    text[length] = '\0';
    puts(text);
    return 0;
}
