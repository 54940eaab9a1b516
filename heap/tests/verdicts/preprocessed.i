# 1 "preprocessed.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "preprocessed.c"
/* What another compiler has preprocessed, in the C of old: types of its own, attributes with arguments, functions that nobody declares, parameters
 * declared behind their names, and a main that does not say what it takes.
 *
 * verdict: proved
 * verdict -m32: proved
 */
# 1 "/usr/include/stdlib.h" 1 3 4
typedef __typeof__(sizeof(int)) size_t;
extern _Float128 strtof128 (const char *__restrict __nptr, char **__restrict __endptr) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern _Float32 strtof32 (const char *__restrict __nptr, char **__restrict __endptr) __attribute__ ((__nothrow__ , __leaf__));
extern _Float64x strtof64x (const char *__restrict __nptr, char **__restrict __endptr) __attribute__ ((__nothrow__ , __leaf__));
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__alloc_size__ (1))) __attribute__ ((__malloc__ (free, 1)));
# 30 "preprocessed.c" 2
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }

int linux, unix;

add(first, second) int first; char second; { return first + second; }

int main()
{
    int *p = malloc(sizeof(int));
    *p = __VERIFIER_nondet_int();
    int q = *p;
    if (q < 0 || q > 9)
        goto EXIT;
    __VERIFIER_assert(add(q, 257) == q + 1);
    linux = unix = q;
    __VERIFIER_assert(later() == q);
EXIT:
    free(p);
    return 0;
}

int later() { return linux; }
