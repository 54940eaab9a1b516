/* Models of functions for numbers and blocks of memory. */

typedef __SIZE_TYPE__ size_t;
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

extern void *malloc(size_t size);
extern unsigned __cfp_any_unsigned(void);
extern void __VERIFIER_assume(int condition);
extern void __cfp_not_modelled(void);

div_t div(int number, int divisor)
{
    div_t result = { number / divisor, number % divisor };
    return result;
}

ldiv_t ldiv(long number, long divisor)
{
    ldiv_t result = { number / divisor, number % divisor };
    return result;
}

lldiv_t lldiv(long long number, long long divisor)
{
    lldiv_t result = { number / divisor, number % divisor };
    return result;
}

lldiv_t imaxdiv(long long number, long long divisor)
{
    lldiv_t result = { number / divisor, number % divisor };
    return result;
}

unsigned arc4random_uniform(unsigned bound)
{
    unsigned result = __cfp_any_unsigned();
    __VERIFIER_assume(bound < 2 ? result == 0 : result < bound);
    return result;
}

/* 12 and 22 are the numbers of ENOMEM and EINVAL. */
int posix_memalign(void **place, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return 22;
    void *block = malloc(size);
    if (block == 0)
        return 12;
    *place = block;
    return 0;
}

void *valloc(size_t size)
{
    return malloc(size);
}

void *pvalloc(size_t size)
{
    if (size > 0x40000000)
        __cfp_not_modelled();
    return malloc((size + 4095) / 4096 * 4096);
}
