/* The number of the last error of the library. Where a program looks at it, calls of library functions that may fail are followed by a
 * call of the second function here.
 */

/* An input; programs may have their own idea of the usual name. */
extern int __cfp_any_int(void);

static int error_number;

int *__errno_location(void)
{
    return &error_number;
}

/* No library function sets it to zero, and those that succeed may leave it alone. */
void __cfp_may_fail(void)
{
    int error = __cfp_any_int();
    if (error > 0)
        error_number = error;
}
