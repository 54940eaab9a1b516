/* Functions that have the name of a library function but another type are not the library's.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (the library's)
 * verdict -DBUG=2: unknown (another result)
 * verdict -DBUG=3: unknown (another number of parameters)
 * verdict -DBUG=4: unknown (a parameter of another kind, called through a pointer)
 * verdict -DBUG=5: proved (an old declaration says nothing of the parameters)
 */
#if BUG == 2
int strlen(const char *s);
#elif BUG == 3
unsigned long strlen(const char *s, int more);
#elif BUG == 4
unsigned long strnlen(const char *s, double most);
unsigned long (*length)(const char *s, double most) = strnlen;
#elif BUG == 5
unsigned long strlen();
#else
unsigned long strlen(const char *s);
#endif

int main(void)
{
    char text[2] = { 'a', BUG == 1 };
#if BUG == 3
    return (int)strlen(text, 1) - 1;
#elif BUG == 4
    return (int)length(text, 1) - 1;
#else
    return (int)strlen(text) - 1;
#endif
}
