/* The types of the library functions that the analyzer knows: one declaration a line, below the name of the
 * header that has it.
 *
 * Structures are opaque; restrict and attributes are left out. sockaddr_arg is a pointer to the address of a
 * socket, or the union of such pointers that some headers declare; enum_t is any enumeration.
 */
// <strings.h>
int bcmp(const void *, const void *, size_t);
void bcopy(const void *, void *, size_t);
void bzero(void *, size_t);
char *index(const char *, int);
char *rindex(const char *, int);
int ffs(int);
int ffsl(long);
int ffsll(long long);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);

// <string.h>
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memccpy(void *, const void *, int, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memrchr(const void *, int, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *, const char *, size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strchrnul(const char *, int);
size_t strcspn(const char *, const char *);
size_t strspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strtok(char *, const char *);
char *strtok_r(char *, const char *, char **);
char *strcasestr(const char *, const char *);
void *memmem(const void *, size_t, const void *, size_t);
void *mempcpy(void *, const void *, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strerror(int);
char *strerror_r(int, char *, size_t);
void explicit_bzero(void *, size_t);
char *strsep(char **, const char *);
char *strsignal(int);
char *stpcpy(char *, const char *);
char *stpncpy(char *, const char *, size_t);
int strverscmp(const char *, const char *);
char *strfry(char *);
void *memfrob(void *, size_t);
char *basename(const char *);

// <ctype.h>
const unsigned short **__ctype_b_loc(void);
const int32_t **__ctype_tolower_loc(void);
const int32_t **__ctype_toupper_loc(void);
int isalnum(int);
int isalpha(int);
int iscntrl(int);
int isdigit(int);
int islower(int);
int isgraph(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);
int isblank(int);
int isascii(int);
int toascii(int);

// <locale.h>
char *setlocale(int, const char *);
struct lconv *localeconv(void);
locale_t newlocale(int, const char *, locale_t);
locale_t duplocale(locale_t);
void freelocale(locale_t);
locale_t uselocale(locale_t);

// <stdio.h>
int remove(const char *);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int fclose(FILE *);
FILE *tmpfile(void);
char *tmpnam(char *);
char *tmpnam_r(char *);
char *tempnam(const char *, const char *);
int fflush(FILE *);
int fflush_unlocked(FILE *);
FILE *fopen(const char *, const char *);
FILE *freopen(const char *, const char *, FILE *);
FILE *fopen64(const char *, const char *);
FILE *fdopen(int, const char *);
FILE *fopencookie(void *, const char *, cookie_io_functions_t);
FILE *fmemopen(void *, size_t, const char *);
FILE *open_memstream(char **, size_t *);
void setbuf(FILE *, char *);
int setvbuf(FILE *, char *, int, size_t);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);
int fprintf(FILE *, const char *, ...);
int printf(const char *, ...);
int sprintf(char *, const char *, ...);
int vfprintf(FILE *, const char *, va_list);
int vprintf(const char *, va_list);
int vsprintf(char *, const char *, va_list);
int snprintf(char *, size_t, const char *, ...);
int vsnprintf(char *, size_t, const char *, va_list);
int vasprintf(char **, const char *, va_list);
int asprintf(char **, const char *, ...);
int vdprintf(int, const char *, va_list);
int dprintf(int, const char *, ...);
int fscanf(FILE *, const char *, ...);
int scanf(const char *, ...);
int sscanf(const char *, const char *, ...);
int vfscanf(FILE *, const char *, va_list);
int vscanf(const char *, va_list);
int vsscanf(const char *, const char *, va_list);
int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int fputc_unlocked(int, FILE *);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
int getw(FILE *);
int putw(int, FILE *);
char *fgets(char *, int, FILE *);
char *fgets_unlocked(char *, int, FILE *);
ssize_t __getdelim(char **, size_t *, int, FILE *);
ssize_t getdelim(char **, size_t *, int, FILE *);
ssize_t getline(char **, size_t *, FILE *);
int fputs(const char *, FILE *);
int puts(const char *);
int ungetc(int, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fputs_unlocked(const char *, FILE *);
size_t fread_unlocked(void *, size_t, size_t, FILE *);
size_t fwrite_unlocked(const void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
int fgetpos(FILE *, fpos_t *);
int fsetpos(FILE *, const fpos_t *);
int fseeko64(FILE *, off64_t, int);
off64_t ftello64(FILE *);
void clearerr(FILE *);
int feof(FILE *);
int ferror(FILE *);
void clearerr_unlocked(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
void perror(const char *);
int fileno(FILE *);
int fileno_unlocked(FILE *);
int pclose(FILE *);
FILE *popen(const char *, const char *);
char *ctermid(char *);
char *cuserid(char *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);

// <stdlib.h>
double atof(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double strtod(const char *, char **);
float strtof(const char *, char **);
long double strtold(const char *, char **);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoq(const char *, char **, int);
unsigned long long strtouq(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
int strfromd(char *, size_t, const char *, double);
int strfromf(char *, size_t, const char *, float);
char *l64a(long);
long a64l(const char *);
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
long random(void);
void srandom(unsigned);
char *initstate(unsigned, char *, size_t);
char *setstate(char *);
int random_r(struct random_data *, int32_t *);
int srandom_r(unsigned, struct random_data *);
int initstate_r(unsigned, char *, size_t, struct random_data *);
int setstate_r(char *, struct random_data *);
int rand(void);
void srand(unsigned);
int rand_r(unsigned *);
double drand48(void);
double erand48(unsigned short *);
long lrand48(void);
long nrand48(unsigned short *);
long mrand48(void);
long jrand48(unsigned short *);
void srand48(long);
unsigned short *seed48(unsigned short *);
void lcong48(unsigned short *);
int drand48_r(struct drand48_data *, double *);
int erand48_r(unsigned short *, struct drand48_data *, double *);
int lrand48_r(struct drand48_data *, long *);
int nrand48_r(unsigned short *, struct drand48_data *, long *);
int mrand48_r(struct drand48_data *, long *);
int jrand48_r(unsigned short *, struct drand48_data *, long *);
int srand48_r(long, struct drand48_data *);
int seed48_r(unsigned short *, struct drand48_data *);
int lcong48_r(unsigned short *, struct drand48_data *);
uint32_t arc4random(void);
void arc4random_buf(void *, size_t);
uint32_t arc4random_uniform(uint32_t);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void *reallocarray(void *, size_t, size_t);
void *alloca(size_t);
void *valloc(size_t);
int posix_memalign(void **, size_t, size_t);
void *aligned_alloc(size_t, size_t);
void abort(void);
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
int on_exit(void (*)(int, void *), void *);
void exit(int);
void quick_exit(int);
void _Exit(int);
char *getenv(const char *);
char *secure_getenv(const char *);
int putenv(char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int clearenv(void);
char *mktemp(char *);
int mkstemp(char *);
int mkstemps(char *, int);
char *mkdtemp(char *);
int mkostemp(char *, int);
int mkostemps(char *, int, int);
int system(const char *);
char *canonicalize_file_name(const char *);
char *realpath(const char *, char *);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);
char *ecvt(double, int, int *, int *);
char *fcvt(double, int, int *, int *);
char *gcvt(double, int, char *);
char *qecvt(long double, int, int *, int *);
char *qfcvt(long double, int, int *, int *);
char *qgcvt(long double, int, char *);
int ecvt_r(double, int, int *, int *, char *, size_t);
int fcvt_r(double, int, int *, int *, char *, size_t);
int qecvt_r(long double, int, int *, int *, char *, size_t);
int qfcvt_r(long double, int, int *, int *, char *, size_t);
int mblen(const char *, size_t);
int mbtowc(wchar_t *, const char *, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *, const char *, size_t);
size_t wcstombs(char *, const wchar_t *, size_t);
int rpmatch(const char *);
int getsubopt(char **, char *const *, char **);
int posix_openpt(int);
int grantpt(int);
int unlockpt(int);
char *ptsname(int);
int ptsname_r(int, char *, size_t);
int getpt(void);
int getloadavg(double *, int);

// <math.h>
double acos(double);
double asin(double);
double atan(double);
double atan2(double, double);
double cos(double);
double sin(double);
double tan(double);
double cosh(double);
double sinh(double);
double tanh(double);
void sincos(double, double *, double *);
double acosh(double);
double asinh(double);
double atanh(double);
double exp(double);
double frexp(double, int *);
double ldexp(double, int);
double log(double);
double log10(double);
double modf(double, double *);
double expm1(double);
double log1p(double);
double logb(double);
double exp2(double);
double log2(double);
double pow(double, double);
double sqrt(double);
double hypot(double, double);
double cbrt(double);
double ceil(double);
double fabs(double);
double floor(double);
double fmod(double, double);
int isinf(double);
int finite(double);
double copysign(double, double);
double nan(const char *);
int isnan(double);
double j0(double);
double j1(double);
double jn(int, double);
double y0(double);
double y1(double);
double yn(int, double);
double erf(double);
double erfc(double);
double lgamma(double);
double tgamma(double);
double lgamma_r(double, int *);
double rint(double);
double nextafter(double, double);
double nexttoward(double, long double);
double remainder(double, double);
double scalbn(double, int);
int ilogb(double);
double scalbln(double, long);
double nearbyint(double);
double round(double);
double trunc(double);
double remquo(double, double, int *);
long lrint(double);
long long llrint(double);
long lround(double);
long long llround(double);
double fdim(double, double);
double fmax(double, double);
double fmin(double, double);
double fma(double, double, double);
float acosf(float);
float asinf(float);
float atanf(float);
float atan2f(float, float);
float cosf(float);
float sinf(float);
float tanf(float);
float coshf(float);
float sinhf(float);
float tanhf(float);
void sincosf(float, float *, float *);
float acoshf(float);
float asinhf(float);
float atanhf(float);
float expf(float);
float frexpf(float, int *);
float ldexpf(float, int);
float logf(float);
float log10f(float);
float modff(float, float *);
float expm1f(float);
float log1pf(float);
float logbf(float);
float exp2f(float);
float log2f(float);
float powf(float, float);
float sqrtf(float);
float hypotf(float, float);
float cbrtf(float);
float ceilf(float);
float fabsf(float);
float floorf(float);
float fmodf(float, float);
int isinff(float);
int finitef(float);
float copysignf(float, float);
float nanf(const char *);
int isnanf(float);
float j0f(float);
float j1f(float);
float jnf(int, float);
float y0f(float);
float y1f(float);
float ynf(int, float);
float erff(float);
float erfcf(float);
float lgammaf(float);
float tgammaf(float);
float lgammaf_r(float, int *);
float rintf(float);
float nextafterf(float, float);
float nexttowardf(float, long double);
float remainderf(float, float);
float scalbnf(float, int);
int ilogbf(float);
float scalblnf(float, long);
float nearbyintf(float);
float roundf(float);
float truncf(float);
float remquof(float, float, int *);
long lrintf(float);
long long llrintf(float);
long lroundf(float);
long long llroundf(float);
float fdimf(float, float);
float fmaxf(float, float);
float fminf(float, float);
float fmaf(float, float, float);
long double acosl(long double);
long double asinl(long double);
long double atanl(long double);
long double atan2l(long double, long double);
long double cosl(long double);
long double sinl(long double);
long double tanl(long double);
long double coshl(long double);
long double sinhl(long double);
long double tanhl(long double);
void sincosl(long double, long double *, long double *);
long double acoshl(long double);
long double asinhl(long double);
long double atanhl(long double);
long double expl(long double);
long double frexpl(long double, int *);
long double ldexpl(long double, int);
long double logl(long double);
long double log10l(long double);
long double modfl(long double, long double *);
long double expm1l(long double);
long double log1pl(long double);
long double logbl(long double);
long double exp2l(long double);
long double log2l(long double);
long double powl(long double, long double);
long double sqrtl(long double);
long double hypotl(long double, long double);
long double cbrtl(long double);
long double ceill(long double);
long double fabsl(long double);
long double floorl(long double);
long double fmodl(long double, long double);
int isinfl(long double);
int finitel(long double);
long double copysignl(long double, long double);
long double nanl(const char *);
int isnanl(long double);
long double j0l(long double);
long double j1l(long double);
long double jnl(int, long double);
long double y0l(long double);
long double y1l(long double);
long double ynl(int, long double);
long double erfl(long double);
long double erfcl(long double);
long double lgammal(long double);
long double tgammal(long double);
long double lgammal_r(long double, int *);
long double rintl(long double);
long double nextafterl(long double, long double);
long double nexttowardl(long double, long double);
long double remainderl(long double, long double);
long double scalbnl(long double, int);
int ilogbl(long double);
long double scalblnl(long double, long);
long double nearbyintl(long double);
long double roundl(long double);
long double truncl(long double);
long double remquol(long double, long double, int *);
long lrintl(long double);
long long llrintl(long double);
long lroundl(long double);
long long llroundl(long double);
long double fdiml(long double, long double);
long double fmaxl(long double, long double);
long double fminl(long double, long double);
long double fmal(long double, long double, long double);

// <complex.h>
double _Complex cacos(double _Complex);
double _Complex casin(double _Complex);
double _Complex catan(double _Complex);
double _Complex ccos(double _Complex);
double _Complex csin(double _Complex);
double _Complex ctan(double _Complex);
double _Complex cacosh(double _Complex);
double _Complex casinh(double _Complex);
double _Complex catanh(double _Complex);
double _Complex ccosh(double _Complex);
double _Complex csinh(double _Complex);
double _Complex ctanh(double _Complex);
double _Complex cexp(double _Complex);
double _Complex clog(double _Complex);
double _Complex clog10(double _Complex);
double _Complex cpow(double _Complex, double _Complex);
double _Complex csqrt(double _Complex);
double cabs(double _Complex);
double carg(double _Complex);
double _Complex conj(double _Complex);
double _Complex cproj(double _Complex);
double cimag(double _Complex);
double creal(double _Complex);
float _Complex cacosf(float _Complex);
float _Complex casinf(float _Complex);
float _Complex catanf(float _Complex);
float _Complex ccosf(float _Complex);
float _Complex csinf(float _Complex);
float _Complex ctanf(float _Complex);
float _Complex cacoshf(float _Complex);
float _Complex casinhf(float _Complex);
float _Complex catanhf(float _Complex);
float _Complex ccoshf(float _Complex);
float _Complex csinhf(float _Complex);
float _Complex ctanhf(float _Complex);
float _Complex cexpf(float _Complex);
float _Complex clogf(float _Complex);
float _Complex clog10f(float _Complex);
float _Complex cpowf(float _Complex, float _Complex);
float _Complex csqrtf(float _Complex);
float cabsf(float _Complex);
float cargf(float _Complex);
float _Complex conjf(float _Complex);
float _Complex cprojf(float _Complex);
float cimagf(float _Complex);
float crealf(float _Complex);
long double _Complex cacosl(long double _Complex);
long double _Complex casinl(long double _Complex);
long double _Complex catanl(long double _Complex);
long double _Complex ccosl(long double _Complex);
long double _Complex csinl(long double _Complex);
long double _Complex ctanl(long double _Complex);
long double _Complex cacoshl(long double _Complex);
long double _Complex casinhl(long double _Complex);
long double _Complex catanhl(long double _Complex);
long double _Complex ccoshl(long double _Complex);
long double _Complex csinhl(long double _Complex);
long double _Complex ctanhl(long double _Complex);
long double _Complex cexpl(long double _Complex);
long double _Complex clogl(long double _Complex);
long double _Complex clog10l(long double _Complex);
long double _Complex cpowl(long double _Complex, long double _Complex);
long double _Complex csqrtl(long double _Complex);
long double cabsl(long double _Complex);
long double cargl(long double _Complex);
long double _Complex conjl(long double _Complex);
long double _Complex cprojl(long double _Complex);
long double cimagl(long double _Complex);
long double creall(long double _Complex);

// <fenv.h>
int feclearexcept(int);
int fegetexceptflag(fexcept_t *, int);
int fesetexceptflag(const fexcept_t *, int);
int feraiseexcept(int);
int fetestexcept(int);
int fegetround(void);
int fesetround(int);
int fegetenv(fenv_t *);
int feholdexcept(fenv_t *);
int fesetenv(const fenv_t *);
int feupdateenv(const fenv_t *);

// <inttypes.h>
intmax_t imaxabs(intmax_t);
imaxdiv_t imaxdiv(intmax_t, intmax_t);
intmax_t strtoimax(const char *, char **, int);
uintmax_t strtoumax(const char *, char **, int);
intmax_t wcstoimax(const wchar_t *, wchar_t **, int);
uintmax_t wcstoumax(const wchar_t *, wchar_t **, int);

// <setjmp.h>
int setjmp(struct __jmp_buf_tag *);
int __sigsetjmp(struct __jmp_buf_tag *, int);
int _setjmp(struct __jmp_buf_tag *);
void longjmp(struct __jmp_buf_tag *, int);
void _longjmp(struct __jmp_buf_tag *, int);
void siglongjmp(struct __jmp_buf_tag *, int);

// <time.h>
int clock_adjtime(clockid_t, struct timex *);
clock_t clock(void);
time_t time(time_t *);
double difftime(time_t, time_t);
time_t mktime(struct tm *);
size_t strftime(char *, size_t, const char *, const struct tm *);
char *strptime(const char *, const char *, struct tm *);
struct tm *gmtime(const time_t *);
struct tm *localtime(const time_t *);
struct tm *gmtime_r(const time_t *, struct tm *);
struct tm *localtime_r(const time_t *, struct tm *);
char *asctime(const struct tm *);
char *ctime(const time_t *);
char *asctime_r(const struct tm *, char *);
char *ctime_r(const time_t *, char *);
void tzset(void);
time_t timegm(struct tm *);
int nanosleep(const struct timespec *, struct timespec *);
int clock_getres(clockid_t, struct timespec *);
int clock_gettime(clockid_t, struct timespec *);
int clock_settime(clockid_t, const struct timespec *);
int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
int clock_getcpuclockid(pid_t, clockid_t *);
int timer_create(clockid_t, struct sigevent *, timer_t *);
int timer_delete(timer_t);
int timer_settime(timer_t, int, const struct itimerspec *, struct itimerspec *);
int timer_gettime(timer_t, struct itimerspec *);
int timer_getoverrun(timer_t);
int timespec_get(struct timespec *, int);
int timespec_getres(struct timespec *, int);
struct tm *getdate(const char *);
int getdate_r(const char *, struct tm *);

// <uchar.h>
size_t c8rtomb(char *, char8_t, mbstate_t *);
size_t mbrtoc16(char16_t *, const char *, size_t, mbstate_t *);
size_t c16rtomb(char *, char16_t, mbstate_t *);
size_t mbrtoc32(char32_t *, const char *, size_t, mbstate_t *);
size_t c32rtomb(char *, char32_t, mbstate_t *);

// <wctype.h>
int iswalnum(wint_t);
int iswalpha(wint_t);
int iswcntrl(wint_t);
int iswdigit(wint_t);
int iswgraph(wint_t);
int iswlower(wint_t);
int iswprint(wint_t);
int iswpunct(wint_t);
int iswspace(wint_t);
int iswupper(wint_t);
int iswxdigit(wint_t);
int iswblank(wint_t);
wctype_t wctype(const char *);
int iswctype(wint_t, wctype_t);
wint_t towlower(wint_t);
wint_t towupper(wint_t);
wctrans_t wctrans(const char *);
wint_t towctrans(wint_t, wctrans_t);

// <wchar.h>
wchar_t *wcscpy(wchar_t *, const wchar_t *);
wchar_t *wcsncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *wcscat(wchar_t *, const wchar_t *);
wchar_t *wcsncat(wchar_t *, const wchar_t *, size_t);
int wcscmp(const wchar_t *, const wchar_t *);
int wcsncmp(const wchar_t *, const wchar_t *, size_t);
int wcscasecmp(const wchar_t *, const wchar_t *);
int wcsncasecmp(const wchar_t *, const wchar_t *, size_t);
int wcscoll(const wchar_t *, const wchar_t *);
size_t wcsxfrm(wchar_t *, const wchar_t *, size_t);
wchar_t *wcsdup(const wchar_t *);
wchar_t *wcschr(const wchar_t *, wchar_t);
wchar_t *wcsrchr(const wchar_t *, wchar_t);
wchar_t *wcschrnul(const wchar_t *, wchar_t);
size_t wcscspn(const wchar_t *, const wchar_t *);
size_t wcsspn(const wchar_t *, const wchar_t *);
wchar_t *wcspbrk(const wchar_t *, const wchar_t *);
wchar_t *wcsstr(const wchar_t *, const wchar_t *);
wchar_t *wcstok(wchar_t *, const wchar_t *, wchar_t **);
size_t wcslen(const wchar_t *);
wchar_t *wcswcs(const wchar_t *, const wchar_t *);
size_t wcsnlen(const wchar_t *, size_t);
wchar_t *wmemchr(const wchar_t *, wchar_t, size_t);
int wmemcmp(const wchar_t *, const wchar_t *, size_t);
wchar_t *wmemcpy(wchar_t *, const wchar_t *, size_t);
wchar_t *wmemmove(wchar_t *, const wchar_t *, size_t);
wchar_t *wmemset(wchar_t *, wchar_t, size_t);
wchar_t *wmempcpy(wchar_t *, const wchar_t *, size_t);
wint_t btowc(int);
int wctob(wint_t);
int mbsinit(const mbstate_t *);
size_t mbrtowc(wchar_t *, const char *, size_t, mbstate_t *);
size_t wcrtomb(char *, wchar_t, mbstate_t *);
size_t mbrlen(const char *, size_t, mbstate_t *);
size_t mbsrtowcs(wchar_t *, const char **, size_t, mbstate_t *);
size_t wcsrtombs(char *, const wchar_t **, size_t, mbstate_t *);
size_t mbsnrtowcs(wchar_t *, const char **, size_t, size_t, mbstate_t *);
size_t wcsnrtombs(char *, const wchar_t **, size_t, size_t, mbstate_t *);
int wcwidth(wchar_t);
int wcswidth(const wchar_t *, size_t);
double wcstod(const wchar_t *, wchar_t **);
float wcstof(const wchar_t *, wchar_t **);
long double wcstold(const wchar_t *, wchar_t **);
long wcstol(const wchar_t *, wchar_t **, int);
unsigned long wcstoul(const wchar_t *, wchar_t **, int);
long long wcstoll(const wchar_t *, wchar_t **, int);
unsigned long long wcstoull(const wchar_t *, wchar_t **, int);
long long wcstoq(const wchar_t *, wchar_t **, int);
unsigned long long wcstouq(const wchar_t *, wchar_t **, int);
wchar_t *wcpcpy(wchar_t *, const wchar_t *);
wchar_t *wcpncpy(wchar_t *, const wchar_t *, size_t);
FILE *open_wmemstream(wchar_t **, size_t *);
int fwide(FILE *, int);
int fwprintf(FILE *, const wchar_t *, ...);
int wprintf(const wchar_t *, ...);
int swprintf(wchar_t *, size_t, const wchar_t *, ...);
int vfwprintf(FILE *, const wchar_t *, va_list);
int vwprintf(const wchar_t *, va_list);
int vswprintf(wchar_t *, size_t, const wchar_t *, va_list);
int fwscanf(FILE *, const wchar_t *, ...);
int wscanf(const wchar_t *, ...);
int swscanf(const wchar_t *, const wchar_t *, ...);
int vfwscanf(FILE *, const wchar_t *, va_list);
int vwscanf(const wchar_t *, va_list);
int vswscanf(const wchar_t *, const wchar_t *, va_list);
wint_t fgetwc(FILE *);
wint_t getwc(FILE *);
wint_t getwchar(void);
wint_t fputwc(wchar_t, FILE *);
wint_t putwc(wchar_t, FILE *);
wint_t putwchar(wchar_t);
wchar_t *fgetws(wchar_t *, int, FILE *);
int fputws(const wchar_t *, FILE *);
wint_t ungetwc(wint_t, FILE *);
wint_t getwc_unlocked(FILE *);
wint_t getwchar_unlocked(void);
wint_t fgetwc_unlocked(FILE *);
wint_t fputwc_unlocked(wchar_t, FILE *);
wint_t putwc_unlocked(wchar_t, FILE *);
wint_t putwchar_unlocked(wchar_t);
wchar_t *fgetws_unlocked(wchar_t *, int, FILE *);
int fputws_unlocked(const wchar_t *, FILE *);
size_t wcsftime(wchar_t *, size_t, const wchar_t *, const struct tm *);

// <threads.h>
int thrd_create(thrd_t *, thrd_start_t, void *);
int thrd_equal(thrd_t, thrd_t);
thrd_t thrd_current(void);
int thrd_sleep(const struct timespec *, struct timespec *);
void thrd_exit(int);
int thrd_detach(thrd_t);
int thrd_join(thrd_t, int *);
void thrd_yield(void);
int mtx_init(mtx_t *, int);
int mtx_lock(mtx_t *);
int mtx_timedlock(mtx_t *, const struct timespec *);
int mtx_trylock(mtx_t *);
int mtx_unlock(mtx_t *);
void mtx_destroy(mtx_t *);
void call_once(once_flag *, void (*)(void));
int cnd_init(cnd_t *);
int cnd_signal(cnd_t *);
int cnd_broadcast(cnd_t *);
int cnd_wait(cnd_t *, mtx_t *);
int cnd_timedwait(cnd_t *, mtx_t *, const struct timespec *);
void cnd_destroy(cnd_t *);
int tss_create(tss_t *, tss_dtor_t);
void *tss_get(tss_t);
int tss_set(tss_t, void *);
void tss_delete(tss_t);

// <unistd.h>
int access(const char *, int);
int euidaccess(const char *, int);
int eaccess(const char *, int);
int execveat(int, const char *, char *const *, char *const *, int);
int faccessat(int, const char *, int, int);
off_t lseek(int, off_t, int);
off64_t lseek64(int, off64_t, int);
int close(int);
void closefrom(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t pread64(int, void *, size_t, off64_t);
ssize_t pwrite64(int, const void *, size_t, off64_t);
int pipe(int *);
int pipe2(int *, int);
unsigned alarm(unsigned);
unsigned sleep(unsigned);
useconds_t ualarm(useconds_t, useconds_t);
int usleep(useconds_t);
int pause(void);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int lchown(const char *, uid_t, gid_t);
int fchownat(int, const char *, uid_t, gid_t, int);
int chdir(const char *);
int fchdir(int);
char *getcwd(char *, size_t);
char *get_current_dir_name(void);
char *getwd(char *);
int dup(int);
int dup2(int, int);
int dup3(int, int, int);
int execve(const char *, char *const *, char *const *);
int fexecve(int, char *const *, char *const *);
int execv(const char *, char *const *);
int execle(const char *, const char *, ...);
int execl(const char *, const char *, ...);
int execvp(const char *, char *const *);
int execlp(const char *, const char *, ...);
int execvpe(const char *, char *const *, char *const *);
int nice(int);
void _exit(int);
long pathconf(const char *, int);
long fpathconf(int, int);
long sysconf(int);
size_t confstr(int, char *, size_t);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t);
int setpgid(pid_t, pid_t);
int setpgrp(void);
pid_t setsid(void);
pid_t getsid(pid_t);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getgroups(int, gid_t *);
int group_member(gid_t);
int setuid(uid_t);
int setreuid(uid_t, uid_t);
int seteuid(uid_t);
int setgid(gid_t);
int setregid(gid_t, gid_t);
int setegid(gid_t);
int getresuid(uid_t *, uid_t *, uid_t *);
int getresgid(gid_t *, gid_t *, gid_t *);
int setresuid(uid_t, uid_t, uid_t);
int setresgid(gid_t, gid_t, gid_t);
pid_t fork(void);
pid_t vfork(void);
char *ttyname(int);
int ttyname_r(int, char *, size_t);
int isatty(int);
int link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
int symlink(const char *, const char *);
ssize_t readlink(const char *, char *, size_t);
int symlinkat(const char *, int, const char *);
ssize_t readlinkat(int, const char *, char *, size_t);
int unlink(const char *);
int unlinkat(int, const char *, int);
int rmdir(const char *);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
char *getlogin(void);
int getlogin_r(char *, size_t);
int setlogin(const char *);
int getopt(int, char *const *, const char *);
int gethostname(char *, size_t);
int sethostname(const char *, size_t);
int getdomainname(char *, size_t);
int daemon(int, int);
int chroot(const char *);
char *getpass(const char *);
int fsync(int);
long gethostid(void);
void sync(void);
int getpagesize(void);
int getdtablesize(void);
int truncate(const char *, off_t);
int ftruncate(int, off_t);
int ftruncate64(int, off64_t);
int brk(void *);
void *sbrk(intptr_t);
long syscall(long, ...);
int lockf(int, int, off_t);
ssize_t copy_file_range(int, off64_t *, int, off64_t *, size_t, unsigned);
int fdatasync(int);
char *crypt(const char *, const char *);
void swab(const void *, void *, ssize_t);
int getentropy(void *, size_t);
pid_t gettid(void);

// <getopt.h>
int getopt_long(int, char *const *, const char *, const struct option *, int *);
int getopt_long_only(int, char *const *, const char *, const struct option *, int *);

// <fcntl.h>
ssize_t readahead(int, off64_t, size_t);
int sync_file_range(int, off64_t, off64_t, unsigned);
ssize_t vmsplice(int, const struct iovec *, size_t, unsigned);
ssize_t splice(int, off64_t *, int, off64_t *, size_t, unsigned);
ssize_t tee(int, int, size_t, unsigned);
int fallocate(int, int, off_t, off_t);
int name_to_handle_at(int, const char *, struct file_handle *, int *, int);
int open_by_handle_at(int, struct file_handle *, int);
int fcntl(int, int, ...);
int open(const char *, int, ...);
int open64(const char *, int, ...);
int openat(int, const char *, int, ...);
int creat(const char *, mode_t);
int posix_fadvise(int, off_t, off_t, int);
int posix_fallocate(int, off_t, off_t);

// <sys/stat.h>
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int stat64(const char *, struct stat64 *);
int fstat64(int, struct stat64 *);
int fstatat(int, const char *, struct stat *, int);
int fstatat64(int, const char *, struct stat64 *, int);
int lstat(const char *, struct stat *);
int lstat64(const char *, struct stat64 *);
int chmod(const char *, mode_t);
int lchmod(const char *, mode_t);
int fchmod(int, mode_t);
int fchmodat(int, const char *, mode_t, int);
mode_t umask(mode_t);
mode_t getumask(void);
int mkdir(const char *, mode_t);
int mkdirat(int, const char *, mode_t);
int mknod(const char *, mode_t, dev_t);
int mknodat(int, const char *, mode_t, dev_t);
int mkfifo(const char *, mode_t);
int mkfifoat(int, const char *, mode_t);
int utimensat(int, const char *, const struct timespec *, int);
int futimens(int, const struct timespec *);
int statx(int, const char *, int, unsigned, struct statx *);

// <dirent.h>
int closedir(DIR *);
DIR *opendir(const char *);
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
struct dirent64 *readdir64(DIR *);
int readdir_r(DIR *, struct dirent *, struct dirent **);
void rewinddir(DIR *);
void seekdir(DIR *, long);
long telldir(DIR *);
int dirfd(DIR *);
int scandir(const char *, struct dirent ***, int (*)(const struct dirent *), int (*)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **, const struct dirent **);
ssize_t getdents64(int, void *, size_t);

// <signal.h>
sighandler_t __sysv_signal(int, void (*)(int));
sighandler_t sysv_signal(int, void (*)(int));
sighandler_t signal(int, void (*)(int));
int kill(pid_t, int);
int killpg(pid_t, int);
int raise(int);
sighandler_t ssignal(int, void (*)(int));
int gsignal(int);
void psignal(int, const char *);
void psiginfo(const siginfo_t *, const char *);
int sigpause(int);
int sigblock(int);
int sigsetmask(int);
int siggetmask(void);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigismember(const sigset_t *, int);
int sigisemptyset(const sigset_t *);
int sigandset(sigset_t *, const sigset_t *, const sigset_t *);
int sigorset(sigset_t *, const sigset_t *, const sigset_t *);
int sigprocmask(int, const sigset_t *, sigset_t *);
int sigsuspend(const sigset_t *);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigpending(sigset_t *);
int sigwait(const sigset_t *, int *);
int sigwaitinfo(const sigset_t *, siginfo_t *);
int sigtimedwait(const sigset_t *, siginfo_t *, const struct timespec *);
int sigqueue(pid_t, int, union sigval);
int siginterrupt(int, int);
int sigaltstack(const stack_t *, stack_t *);
int sigstack(struct sigstack *, struct sigstack *);
int sighold(int);
int sigrelse(int);
int sigignore(int);
sighandler_t sigset(int, void (*)(int));
int pthread_sigmask(int, const sigset_t *, sigset_t *);
int pthread_kill(pthread_t, int);
int pthread_sigqueue(pthread_t, int, union sigval);
int tgkill(pid_t, pid_t, int);

// <poll.h>
int poll(struct pollfd *, nfds_t, int);
int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

// <sys/socket.h>
int socket(int, int, int);
int socketpair(int, int, int, int *);
int bind(int, sockaddr_arg, socklen_t);
int getsockname(int, sockaddr_arg, socklen_t *);
int connect(int, sockaddr_arg, socklen_t);
int getpeername(int, sockaddr_arg, socklen_t *);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);
ssize_t sendto(int, const void *, size_t, int, sockaddr_arg, socklen_t);
ssize_t recvfrom(int, void *, size_t, int, sockaddr_arg, socklen_t *);
ssize_t sendmsg(int, const struct msghdr *, int);
int sendmmsg(int, struct mmsghdr *, unsigned, int);
ssize_t recvmsg(int, struct msghdr *, int);
int recvmmsg(int, struct mmsghdr *, unsigned, int, struct timespec *);
int getsockopt(int, int, int, void *, socklen_t *);
int setsockopt(int, int, int, const void *, socklen_t);
int listen(int, int);
int accept(int, sockaddr_arg, socklen_t *);
int accept4(int, sockaddr_arg, socklen_t *, int);
int shutdown(int, int);
int sockatmark(int);

// <arpa/inet.h>
uint32_t ntohl(uint32_t);
uint16_t ntohs(uint16_t);
uint32_t htonl(uint32_t);
uint16_t htons(uint16_t);
in_addr_t inet_addr(const char *);
in_addr_t inet_lnaof(struct in_addr);
struct in_addr inet_makeaddr(in_addr_t, in_addr_t);
in_addr_t inet_netof(struct in_addr);
in_addr_t inet_network(const char *);
char *inet_ntoa(struct in_addr);
int inet_pton(int, const char *, void *);
const char *inet_ntop(int, const void *, char *, socklen_t);
int inet_aton(const char *, struct in_addr *);

// <net/if.h>
unsigned if_nametoindex(const char *);
char *if_indextoname(unsigned, char *);
struct if_nameindex *if_nameindex(void);
void if_freenameindex(struct if_nameindex *);

// <netdb.h>
void herror(const char *);
const char *hstrerror(int);
void sethostent(int);
void endhostent(void);
struct hostent *gethostent(void);
struct hostent *gethostbyaddr(const void *, socklen_t, int);
struct hostent *gethostbyname(const char *);
struct hostent *gethostbyname2(const char *, int);
int gethostent_r(struct hostent *, char *, size_t, struct hostent **, int *);
int gethostbyaddr_r(const void *, socklen_t, int, struct hostent *, char *, size_t, struct hostent **, int *);
int gethostbyname_r(const char *, struct hostent *, char *, size_t, struct hostent **, int *);
int gethostbyname2_r(const char *, int, struct hostent *, char *, size_t, struct hostent **, int *);
void setnetent(int);
void endnetent(void);
struct netent *getnetent(void);
struct netent *getnetbyaddr(uint32_t, int);
struct netent *getnetbyname(const char *);
int getnetent_r(struct netent *, char *, size_t, struct netent **, int *);
int getnetbyaddr_r(uint32_t, int, struct netent *, char *, size_t, struct netent **, int *);
int getnetbyname_r(const char *, struct netent *, char *, size_t, struct netent **, int *);
void setservent(int);
void endservent(void);
struct servent *getservent(void);
struct servent *getservbyname(const char *, const char *);
struct servent *getservbyport(int, const char *);
int getservent_r(struct servent *, char *, size_t, struct servent **);
int getservbyname_r(const char *, const char *, struct servent *, char *, size_t, struct servent **);
int getservbyport_r(int, const char *, struct servent *, char *, size_t, struct servent **);
void setprotoent(int);
void endprotoent(void);
struct protoent *getprotoent(void);
struct protoent *getprotobyname(const char *);
struct protoent *getprotobynumber(int);
int getprotoent_r(struct protoent *, char *, size_t, struct protoent **);
int getprotobyname_r(const char *, struct protoent *, char *, size_t, struct protoent **);
int getprotobynumber_r(int, struct protoent *, char *, size_t, struct protoent **);
int getaddrinfo(const char *, const char *, const struct addrinfo *, struct addrinfo **);
void freeaddrinfo(struct addrinfo *);
const char *gai_strerror(int);
int getnameinfo(const struct sockaddr *, socklen_t, char *, socklen_t, char *, socklen_t, int);

// <sched.h>
int clone(int (*)(void *), void *, int, void *, ...);
int unshare(int);
int sched_getcpu(void);
int getcpu(unsigned *, unsigned *);
int setns(int, int);
int sched_setparam(pid_t, const struct sched_param *);
int sched_getparam(pid_t, struct sched_param *);
int sched_setscheduler(pid_t, int, const struct sched_param *);
int sched_getscheduler(pid_t);
int sched_yield(void);
int sched_get_priority_max(int);
int sched_get_priority_min(int);
int sched_rr_get_interval(pid_t, struct timespec *);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
int sched_getaffinity(pid_t, size_t, cpu_set_t *);

// <pthread.h>
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void pthread_exit(void *);
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);
pthread_t pthread_self(void);
int pthread_equal(pthread_t, pthread_t);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_getdetachstate(const pthread_attr_t *, int *);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_attr_getguardsize(const pthread_attr_t *, size_t *);
int pthread_attr_setguardsize(pthread_attr_t *, size_t);
int pthread_attr_getschedparam(const pthread_attr_t *, struct sched_param *);
int pthread_attr_setschedparam(pthread_attr_t *, const struct sched_param *);
int pthread_attr_getschedpolicy(const pthread_attr_t *, int *);
int pthread_attr_setschedpolicy(pthread_attr_t *, int);
int pthread_attr_getinheritsched(const pthread_attr_t *, int *);
int pthread_attr_setinheritsched(pthread_attr_t *, int);
int pthread_attr_getscope(const pthread_attr_t *, int *);
int pthread_attr_setscope(pthread_attr_t *, int);
int pthread_attr_getstackaddr(const pthread_attr_t *, void **);
int pthread_attr_setstackaddr(pthread_attr_t *, void *);
int pthread_attr_getstacksize(const pthread_attr_t *, size_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_attr_getstack(const pthread_attr_t *, void **, size_t *);
int pthread_attr_setstack(pthread_attr_t *, void *, size_t);
int pthread_attr_getaffinity_np(const pthread_attr_t *, size_t, cpu_set_t *);
int pthread_getattr_np(pthread_t, pthread_attr_t *);
int pthread_setschedparam(pthread_t, int, const struct sched_param *);
int pthread_getschedparam(pthread_t, int *, struct sched_param *);
int pthread_setschedprio(pthread_t, int);
int pthread_getname_np(pthread_t, char *, size_t);
int pthread_setname_np(pthread_t, const char *);
int pthread_getconcurrency(void);
int pthread_setconcurrency(int);
int pthread_yield(void);
int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t *);
int pthread_getaffinity_np(pthread_t, size_t, cpu_set_t *);
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_setcancelstate(int, int *);
int pthread_setcanceltype(int, int *);
int pthread_cancel(pthread_t);
void pthread_testcancel(void);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_getprioceiling(const pthread_mutex_t *, int *);
int pthread_mutex_setprioceiling(pthread_mutex_t *, int, int *);
int pthread_mutex_consistent(pthread_mutex_t *);
int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_destroy(pthread_mutexattr_t *);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *, int);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *, int);
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *, int);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *, int);
int pthread_rwlock_init(pthread_rwlock_t *, const pthread_rwlockattr_t *);
int pthread_rwlock_destroy(pthread_rwlock_t *);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *, const struct timespec *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_trywrlock(pthread_rwlock_t *);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *, const struct timespec *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_rwlockattr_init(pthread_rwlockattr_t *);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *, int *);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *, int);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int pthread_condattr_init(pthread_condattr_t *);
int pthread_condattr_destroy(pthread_condattr_t *);
int pthread_condattr_getpshared(const pthread_condattr_t *, int *);
int pthread_condattr_setpshared(pthread_condattr_t *, int);
int pthread_condattr_getclock(const pthread_condattr_t *, clockid_t *);
int pthread_condattr_setclock(pthread_condattr_t *, clockid_t);
int pthread_spin_init(volatile pthread_spinlock_t *, int);
int pthread_spin_destroy(volatile pthread_spinlock_t *);
int pthread_spin_lock(volatile pthread_spinlock_t *);
int pthread_spin_trylock(volatile pthread_spinlock_t *);
int pthread_spin_unlock(volatile pthread_spinlock_t *);
int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
int pthread_barrier_destroy(pthread_barrier_t *);
int pthread_barrier_wait(pthread_barrier_t *);
int pthread_barrierattr_init(pthread_barrierattr_t *);
int pthread_barrierattr_destroy(pthread_barrierattr_t *);
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *, int *);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *, int);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_key_delete(pthread_key_t);
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
int pthread_getcpuclockid(pthread_t, clockid_t *);
int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));

// <semaphore.h>
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);
int sem_wait(sem_t *);
int sem_timedwait(sem_t *, const struct timespec *);
int sem_trywait(sem_t *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);

// <pwd.h>
void setpwent(void);
void endpwent(void);
struct passwd *getpwent(void);
struct passwd *fgetpwent(FILE *);
int putpwent(const struct passwd *, FILE *);
struct passwd *getpwuid(uid_t);
struct passwd *getpwnam(const char *);
int getpwent_r(struct passwd *, char *, size_t, struct passwd **);
int getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **);
int getpwnam_r(const char *, struct passwd *, char *, size_t, struct passwd **);
int fgetpwent_r(FILE *, struct passwd *, char *, size_t, struct passwd **);
int getpw(uid_t, char *);

// <grp.h>
void setgrent(void);
void endgrent(void);
struct group *getgrent(void);
struct group *fgetgrent(FILE *);
int putgrent(const struct group *, FILE *);
struct group *getgrgid(gid_t);
struct group *getgrnam(const char *);
int getgrent_r(struct group *, char *, size_t, struct group **);
int getgrgid_r(gid_t, struct group *, char *, size_t, struct group **);
int getgrnam_r(const char *, struct group *, char *, size_t, struct group **);
int fgetgrent_r(FILE *, struct group *, char *, size_t, struct group **);
int setgroups(size_t, const gid_t *);
int getgrouplist(const char *, gid_t, gid_t *, int *);
int initgroups(const char *, gid_t);

// <libgen.h>
char *dirname(char *);

// <glob.h>
int glob(const char *, int, int (*)(const char *, int), glob_t *);
void globfree(glob_t *);
int glob_pattern_p(const char *, int);

// <fnmatch.h>
int fnmatch(const char *, const char *, int);

// <regex.h>
int regcomp(regex_t *, const char *, int);
int regexec(const regex_t *, const char *, size_t, regmatch_t *, int);
size_t regerror(int, const regex_t *, char *, size_t);
void regfree(regex_t *);

// <wordexp.h>
int wordexp(const char *, wordexp_t *, int);
void wordfree(wordexp_t *);

// <syslog.h>
void closelog(void);
void openlog(const char *, int, int);
int setlogmask(int);
void syslog(int, const char *, ...);
void vsyslog(int, const char *, va_list);

// <sys/wait.h>
pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
int waitid(enum_t, id_t, siginfo_t *, int);
pid_t wait3(int *, int, struct rusage *);
pid_t wait4(pid_t, int *, int, struct rusage *);

// <sys/mman.h>
int memfd_create(const char *, unsigned);
void *mmap(void *, size_t, int, int, int, off_t);
void *mmap64(void *, size_t, int, int, int, off64_t);
int munmap(void *, size_t);
int mprotect(void *, size_t, int);
int msync(void *, size_t, int);
int madvise(void *, size_t, int);
int posix_madvise(void *, size_t, int);
int mlock(const void *, size_t);
int munlock(const void *, size_t);
int mlockall(int);
int munlockall(void);
void *mremap(void *, size_t, size_t, int, ...);
int shm_open(const char *, int, mode_t);
int shm_unlink(const char *);

// <termios.h>
speed_t cfgetospeed(const struct termios *);
speed_t cfgetispeed(const struct termios *);
int cfsetospeed(struct termios *, speed_t);
int cfsetispeed(struct termios *, speed_t);
int cfsetspeed(struct termios *, speed_t);
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
void cfmakeraw(struct termios *);
int tcsendbreak(int, int);
int tcdrain(int);
int tcflush(int, int);
int tcflow(int, int);
pid_t tcgetsid(int);

// <dlfcn.h>
void *dlopen(const char *, int);
int dlclose(void *);
void *dlsym(void *, const char *);
char *dlerror(void);
int dladdr(const void *, Dl_info *);
int dlinfo(void *, int, void *);

// <iconv.h>
int iconv_close(iconv_t);
iconv_t iconv_open(const char *, const char *);
size_t iconv(iconv_t, char **, size_t *, char **, size_t *);

// <langinfo.h>
nl_catd catopen(const char *, int);
char *catgets(nl_catd, int, int, const char *);
int catclose(nl_catd);
char *nl_langinfo(nl_item);

// <sys/time.h>
int gettimeofday(struct timeval *, void *);
int settimeofday(const struct timeval *, const struct timezone *);
int adjtime(const struct timeval *, struct timeval *);
int getitimer(enum_t, struct itimerval *);
int setitimer(enum_t, const struct itimerval *, struct itimerval *);
int utimes(const char *, const struct timeval *);
int lutimes(const char *, const struct timeval *);
int futimes(int, const struct timeval *);
int futimesat(int, const char *, const struct timeval *);

// <sys/times.h>
clock_t times(struct tms *);

// <sys/resource.h>
int prlimit(pid_t, enum_t, const struct rlimit *, struct rlimit *);
int getrlimit(enum_t, struct rlimit *);
int getrlimit64(enum_t, struct rlimit64 *);
int setrlimit(enum_t, const struct rlimit *);
int setrlimit64(enum_t, const struct rlimit64 *);
int getrusage(int, struct rusage *);
int getpriority(enum_t, id_t);
int setpriority(enum_t, id_t, int);

// <sys/utsname.h>
int uname(struct utsname *);

// <sys/uio.h>
ssize_t readv(int, const struct iovec *, int);
ssize_t writev(int, const struct iovec *, int);
ssize_t preadv(int, const struct iovec *, int, off_t);
ssize_t pwritev(int, const struct iovec *, int, off_t);
ssize_t preadv2(int, const struct iovec *, int, off_t, int);
ssize_t pwritev2(int, const struct iovec *, int, off_t, int);
ssize_t process_vm_readv(pid_t, const struct iovec *, unsigned long, const struct iovec *, unsigned long, unsigned long);
ssize_t process_vm_writev(pid_t, const struct iovec *, unsigned long, const struct iovec *, unsigned long, unsigned long);

// <sys/ioctl.h>
int ioctl(int, unsigned long, ...);

// <sys/statvfs.h>
int statvfs(const char *, struct statvfs *);
int statvfs64(const char *, struct statvfs64 *);
int fstatvfs(int, struct statvfs *);
int fstatvfs64(int, struct statvfs64 *);

// <sys/statfs.h>
int statfs(const char *, struct statfs *);
int statfs64(const char *, struct statfs64 *);
int fstatfs(int, struct statfs *);
int fstatfs64(int, struct statfs64 *);

// <utime.h>
int utime(const char *, const struct utimbuf *);

// <search.h>
void insque(void *, void *);
void remque(void *);
ENTRY *hsearch(ENTRY, ACTION);
int hcreate(size_t);
void hdestroy(void);
int hsearch_r(ENTRY, ACTION, ENTRY **, struct hsearch_data *);
int hcreate_r(size_t, struct hsearch_data *);
void hdestroy_r(struct hsearch_data *);
void *tsearch(const void *, void **, int (*)(const void *, const void *));
void *tfind(const void *, void *const *, int (*)(const void *, const void *));
void *tdelete(const void *, void **, int (*)(const void *, const void *));
void twalk(const void *, void (*)(const void *, VISIT, int));
void twalk_r(const void *, void (*)(const void *, VISIT, void *), void *);
void tdestroy(void *, void (*)(void *));
void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));

// <ftw.h>
int ftw(const char *, int (*)(const char *, const struct stat *, int), int);
int nftw(const char *, int (*)(const char *, const struct stat *, int, struct FTW *), int, int);

// <err.h>
void warn(const char *, ...);
void vwarn(const char *, va_list);
void warnx(const char *, ...);
void vwarnx(const char *, va_list);
void err(int, const char *, ...);
void verr(int, const char *, va_list);
void errx(int, const char *, ...);
void verrx(int, const char *, va_list);

// <error.h>
void error(int, int, const char *, ...);
void error_at_line(int, int, const char *, unsigned, const char *, ...);

// <spawn.h>
int posix_spawn(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *, char *const *);
int posix_spawnp(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *, char *const *);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_getsigdefault(const posix_spawnattr_t *, sigset_t *);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *);
int posix_spawnattr_getsigmask(const posix_spawnattr_t *, sigset_t *);
int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *);
int posix_spawnattr_getflags(const posix_spawnattr_t *, short *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawnattr_getpgroup(const posix_spawnattr_t *, pid_t *);
int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
int posix_spawnattr_getschedpolicy(const posix_spawnattr_t *, int *);
int posix_spawnattr_setschedpolicy(posix_spawnattr_t *, int);
int posix_spawnattr_getschedparam(const posix_spawnattr_t *, struct sched_param *);
int posix_spawnattr_setschedparam(posix_spawnattr_t *, const struct sched_param *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *, int, const char *, int, mode_t);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);

// <monetary.h>
ssize_t strfmon(char *, size_t, const char *, ...);

// <sys/ipc.h>
key_t ftok(const char *, int);

// <sys/shm.h>
int shmctl(int, int, struct shmid_ds *);
int shmget(key_t, size_t, int);
void *shmat(int, const void *, int);
int shmdt(const void *);

// <sys/sem.h>
int semctl(int, int, int, ...);
int semget(key_t, int, int);
int semop(int, struct sembuf *, size_t);
int semtimedop(int, struct sembuf *, size_t, const struct timespec *);

// <sys/msg.h>
int msgctl(int, int, struct msqid_ds *);
int msgget(key_t, int);
ssize_t msgrcv(int, void *, size_t, long, int);
int msgsnd(int, const void *, size_t, int);

// <mqueue.h>
mqd_t mq_open(const char *, int, ...);
int mq_close(mqd_t);
int mq_getattr(mqd_t, struct mq_attr *);
int mq_setattr(mqd_t, const struct mq_attr *, struct mq_attr *);
int mq_unlink(const char *);
ssize_t mq_receive(mqd_t, char *, size_t, unsigned *);
int mq_send(mqd_t, const char *, size_t, unsigned);
ssize_t mq_timedreceive(mqd_t, char *, size_t, unsigned *, const struct timespec *);
int mq_timedsend(mqd_t, const char *, size_t, unsigned, const struct timespec *);

// <aio.h>
void aio_init(const struct aioinit *);
int aio_read(struct aiocb *);
int aio_write(struct aiocb *);
int lio_listio(int, struct aiocb *const *, int, struct sigevent *);
int aio_error(const struct aiocb *);
ssize_t aio_return(struct aiocb *);
int aio_cancel(int, struct aiocb *);
int aio_suspend(const struct aiocb *const *, int, const struct timespec *);
int aio_fsync(int, struct aiocb *);

// <malloc.h>
void *memalign(size_t, size_t);
void *pvalloc(size_t);
struct mallinfo2 mallinfo2(void);
size_t malloc_usable_size(void *);

// <ucontext.h>
int getcontext(ucontext_t *);
int setcontext(const ucontext_t *);
int swapcontext(ucontext_t *, const ucontext_t *);
void makecontext(ucontext_t *, void (*)(void), int, ...);

// <sys/epoll.h>
int epoll_create(int);
int epoll_create1(int);
int epoll_ctl(int, int, int, struct epoll_event *);
int epoll_wait(int, struct epoll_event *, int, int);
int epoll_pwait(int, struct epoll_event *, int, int, const sigset_t *);
int epoll_pwait2(int, struct epoll_event *, int, const struct timespec *, const sigset_t *);

// <sys/eventfd.h>
int eventfd(unsigned, int);
int eventfd_read(int, eventfd_t *);
int eventfd_write(int, eventfd_t);

// <sys/timerfd.h>
int timerfd_create(clockid_t, int);
int timerfd_settime(int, int, const struct itimerspec *, struct itimerspec *);
int timerfd_gettime(int, struct itimerspec *);

// <sys/signalfd.h>
int signalfd(int, const sigset_t *, int);

// <sys/inotify.h>
int inotify_init(void);
int inotify_init1(int);
int inotify_add_watch(int, const char *, uint32_t);
int inotify_rm_watch(int, int);

// <sys/sendfile.h>
ssize_t sendfile(int, int, off_t *, size_t);
ssize_t sendfile64(int, int, off64_t *, size_t);

// <sys/random.h>
ssize_t getrandom(void *, size_t, unsigned);

// <sys/prctl.h>
int prctl(int, ...);

// <sys/file.h>
int flock(int, int);

// <sys/sysinfo.h>
int sysinfo(struct sysinfo *);
int get_nprocs_conf(void);
int get_nprocs(void);
long get_phys_pages(void);
long get_avphys_pages(void);

// <sys/xattr.h>
int setxattr(const char *, const char *, const void *, size_t, int);
int lsetxattr(const char *, const char *, const void *, size_t, int);
int fsetxattr(int, const char *, const void *, size_t, int);
ssize_t getxattr(const char *, const char *, void *, size_t);
ssize_t lgetxattr(const char *, const char *, void *, size_t);
ssize_t fgetxattr(int, const char *, void *, size_t);
ssize_t listxattr(const char *, char *, size_t);
ssize_t llistxattr(const char *, char *, size_t);
ssize_t flistxattr(int, char *, size_t);
int removexattr(const char *, const char *);
int lremovexattr(const char *, const char *);
int fremovexattr(int, const char *);

// <sys/ptrace.h>
long ptrace(enum_t, ...);

// <argz.h>
int *__errno_location(void);
error_t argz_create(char *const *, char **, size_t *);
void argz_extract(const char *, size_t, char **);
void argz_stringify(char *, size_t, int);
error_t argz_append(char **, size_t *, const char *, size_t);
error_t argz_add(char **, size_t *, const char *);
void argz_delete(char **, size_t *, char *);
error_t argz_insert(char **, size_t *, char *, const char *);
error_t argz_replace(char **, size_t *, const char *, const char *, unsigned *);

// <envz.h>
error_t envz_add(char **, size_t *, const char *, const char *);
error_t envz_merge(char **, size_t *, const char *, size_t, int);
void envz_remove(char **, size_t *, const char *);

// <ifaddrs.h>
int getifaddrs(struct ifaddrs **);
void freeifaddrs(struct ifaddrs *);

// <pty.h>
int openpty(int *, int *, char *, const struct termios *, const struct winsize *);
int forkpty(int *, char *, const struct termios *, const struct winsize *);

// <utmp.h>
struct utmp *getutent(void);
void setutent(void);
void endutent(void);
struct utmp *getutid(const struct utmp *);
struct utmp *getutline(const struct utmp *);
struct utmp *pututline(const struct utmp *);
int getutent_r(struct utmp *, struct utmp **);
int getutid_r(const struct utmp *, struct utmp *, struct utmp **);
int getutline_r(const struct utmp *, struct utmp *, struct utmp **);

// <shadow.h>
void setspent(void);
void endspent(void);
struct spwd *getspent(void);
struct spwd *getspnam(const char *);
struct spwd *fgetspent(FILE *);
int putspent(const struct spwd *, FILE *);
int getspent_r(struct spwd *, char *, size_t, struct spwd **);
int getspnam_r(const char *, struct spwd *, char *, size_t, struct spwd **);
int fgetspent_r(FILE *, struct spwd *, char *, size_t, struct spwd **);

// <mntent.h>
FILE *setmntent(const char *, const char *);
struct mntent *getmntent(FILE *);
struct mntent *getmntent_r(FILE *, struct mntent *, char *, int);
int endmntent(FILE *);
char *hasmntopt(const struct mntent *, const char *);

// <execinfo.h>
int backtrace(void **, int);
char **backtrace_symbols(void *const *, int);

// <sys/timeb.h>
int ftime(struct timeb *);

// <sys/timex.h>
int adjtimex(struct timex *);
int ntp_gettime(struct ntptimeval *);
int ntp_adjtime(struct timex *);

// <netinet/ether.h>
char *ether_ntoa(const struct ether_addr *);
char *ether_ntoa_r(const struct ether_addr *, char *);
struct ether_addr *ether_aton(const char *);
struct ether_addr *ether_aton_r(const char *, struct ether_addr *);

// <crypt.h>
char *crypt_r(const char *, const char *, struct crypt_data *);

// <link.h>
int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);

// <assert.h>
void __assert_fail(const char *, const char *, unsigned, const char *);
void __assert_perror_fail(int, const char *, unsigned, const char *);
void __assert(const char *, const char *, int);

// No header has these today, or the compiler knows them itself.
void cfree(void *);
void *xmalloc(size_t);
void *xcalloc(size_t, size_t);
void *xrealloc(void *, size_t);
char *xstrdup(const char *);
char *gets(char *);
char *gets_s(char *, size_t);
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
size_t wcslcpy(wchar_t *, const wchar_t *, size_t);
size_t wcslcat(wchar_t *, const wchar_t *, size_t);
int memcpy_s(void *, size_t, const void *, size_t);
int memmove_s(void *, size_t, const void *, size_t);
int memset_s(void *, size_t, int, size_t);
void *memset_explicit(void *, int, size_t);
int strcpy_s(char *, size_t, const char *);
int strcat_s(char *, size_t, const char *);
int strncpy_s(char *, size_t, const char *, size_t);
int strncat_s(char *, size_t, const char *, size_t);
void strmode(mode_t, char *);
sighandler_t bsd_signal(int, sighandler_t);
int sigvec(int, const struct sigvec *, struct sigvec *);
int sigsetjmp(struct __jmp_buf_tag *, int);
int sysctl(int *, int, void *, size_t *, void *, size_t);
int getdents(unsigned, struct dirent *, unsigned);
int sched_getattr(pid_t, struct sched_attr *, unsigned, unsigned);
int l64a_r(long, char *, int);
char *inet_ntoa_r(struct in_addr, char *, socklen_t);
int argp_parse(const struct argp *, int, char **, unsigned, int *, void *);
int __cxa_atexit(void (*)(void *), void *, void *);
void __assert_rtn(const char *, const char *, int, const char *);
int __isoc99_scanf(const char *, ...);
int __isoc99_fscanf(FILE *, const char *, ...);
int __isoc99_sscanf(const char *, const char *, ...);
int __isoc23_scanf(const char *, ...);
int __isoc23_fscanf(FILE *, const char *, ...);
int __isoc23_sscanf(const char *, const char *, ...);
void trap(void);
int isfinite(double);
int clz(unsigned);
int clzl(unsigned long);
int clzll(unsigned long long);
int clzs(unsigned short);
int ctz(unsigned);
int ctzl(unsigned long);
int ctzll(unsigned long long);
int ctzs(unsigned short);
int popcount(unsigned);
int popcountl(unsigned long);
int popcountll(unsigned long long);
uint16_t bswap16(uint16_t);
uint32_t bswap32(uint32_t);
uint64_t bswap64(uint64_t);
size_t object_size(const void *, int);
