/* The arguments that are left after the options are accessed in bounds. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

/* Any size for which the arithmetic of the program stays in range. */
static int some_size(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 1000000);
    return size;
}

#define EXIT_WITH_USAGE 1

/* How many bytes there are from this address to the end of its object. */
extern unsigned long buffer_size(const void *p);

static int next_option = 0;
static char *option_argument;

static int is_skipped(const char *argument)
{
    return argument != NULL && argument[0] == '+';
}

static int is_option(const char *argument)
{
    return argument[0] == '-';
}

static int get_option(int argc, char **argv)
{
    if (argc < 1)
        return -1;
    if (next_option == 0)
        next_option = 1;
    while (next_option < argc && is_skipped(argv[next_option]))
        next_option++;
    if (next_option >= argc)
        return -1;
    next_option++;
    if (is_option(argv[next_option - 1])) {
        option_argument = argv[next_option - 1];
        return 0;
    }
    return -1;
}

static void usage(int status)
{
    exit(status);
}

static int run(int argc, char **argv)
{
    if (get_option(argc, argv) != -1)
        usage(EXIT_WITH_USAGE);
    if (argc <= next_option)
        usage(EXIT_WITH_USAGE);
    if (argc == next_option + 1) {
        assert(buffer_size(argv) / sizeof *argv > 2);
        argv[0] = "/bin/sh";
        argv[1] = "-i";
        argv[2] = NULL;
    } else {
        argv += next_option + 1;
    }
    assert(buffer_size(argv) / sizeof *argv > 0);
    return argv[0] != NULL;
}

int main(void)
{
    static char word[2], other[2] = "-";
    int argc = some_size();
    word[0] = (char)__VERIFIER_nondet_int();
    char **argv = malloc((argc + 1) * sizeof *argv);
    for (int i = 0; i < argc; i++)
        argv[i] = __VERIFIER_nondet_int() ? word : __VERIFIER_nondet_int() ? other : "directory";
    argv[argc] = NULL;
    run(argc, argv);
    free(argv);
    return 0;
}
