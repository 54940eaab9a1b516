/* Models of functions for numbers and blocks of memory, and of those that hand over memory, which the program must free. */

typedef __SIZE_TYPE__ size_t;
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

extern void *malloc(size_t size);
extern void *realloc(void *block, size_t size);
extern size_t strlen(const char *s);
extern double trunc(double number), copysign(double number, double sign);
extern float truncf(float number), copysignf(float number, float sign);
/* Inputs. */
extern int __cfp_any_int(void);
extern char __cfp_any_char(void);
extern size_t __cfp_any_size(void);
extern unsigned __cfp_any_unsigned(void);
extern double __cfp_any_double(void);
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

/* The number is a fraction between 1/2 and 1 times a power of two; zero, infinity and what is no number stay as they are. The
 * interpreter computes this, the analysis knows the bounds of the power.
 */
double frexp(double number, int *exponent)
{
    int power = __cfp_any_int();
    __VERIFIER_assume(power >= -1073 && power <= 1024);
    *exponent = power;
    return __cfp_any_double();
}

float frexpf(float number, int *exponent)
{
    return (float)frexp(number, exponent);
}

double __cfp_run_frexp(double number, int *exponent)
{
    int power = 0;
    if (number != 0 && number - number == 0) {
        while (number >= 1 || number <= -1) {
            number /= 2;
            power++;
        }
        while (number < 0.5 && number > -0.5) {
            number *= 2;
            power--;
        }
    }
    *exponent = power;
    return number;
}

float __cfp_run_frexpf(float number, int *exponent)
{
    return (float)__cfp_run_frexp(number, exponent);
}

double modf(double number, double *whole)
{
    double part = trunc(number);
    *whole = part;
    return copysign(part == number ? 0 : number - part, number);
}

float modff(float number, float *whole)
{
    float part = truncf(number);
    *whole = part;
    return copysignf(part == number ? 0 : number - part, number);
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

void *reallocarray(void *block, size_t count, size_t size)
{
    if (size != 0 && count > (size_t)-1 / size)
        return 0;
    return realloc(block, count * size);
}

/* The name of some folder or file: it begins at the root. */
static void write_path(char *to, size_t length)
{
    to[0] = '/';
    for (size_t i = 1; i < length; i++) {
        char c = __cfp_any_char();
        __VERIFIER_assume(c != 0);
        to[i] = c;
    }
    to[length] = 0;
}

static size_t some_length(void)
{
    size_t length = __cfp_any_size();
    __VERIFIER_assume(length > 0 && length < 4096);
    return length;
}

char *getcwd(char *to, size_t room)
{
    size_t length = some_length();
    if (__cfp_any_int() != 0 || to != 0 && room <= length || room != 0 && room <= length) {
        /* Something may have been written. */
        for (size_t i = 0; to != 0 && i < room; i++)
            to[i] = __cfp_any_char();
        return 0;
    }
    if (to == 0)
        to = malloc(room != 0 ? room : length + 1);
    if (to != 0)
        write_path(to, length);
    return to;
}

char *get_current_dir_name(void)
{
    return getcwd(0, 0);
}

char *realpath(const char *name, char *to)
{
    strlen(name);
    if (to != 0)
        __cfp_not_modelled();
    size_t length = some_length();
    if (__cfp_any_int() != 0)
        return 0;
    to = malloc(length + 1);
    if (to != 0)
        write_path(to, length);
    return to;
}
