/* Models of getopt and getopt_long, as the GNU library has them.
 *
 * What they may do with any arguments comes first. What they do with given arguments, at the end, is for the interpreter: the functions
 * that begin with __cfp_run_. Programs that set optind to something else than its first value, to start at another argument, are not
 * followed (see heap/src/lower/link/options.rs).
 */

typedef __SIZE_TYPE__ size_t;

extern size_t strlen(const char *s);
extern char *strchr(const char *s, int c);
extern int strcmp(const char *s, const char *t);
extern int strncmp(const char *s, const char *t, size_t most);
/* Inputs, and what no model says. */
extern int __cfp_any_int(void);
extern size_t __cfp_any_size(void);
extern size_t buffer_size(const void *place);
extern void __VERIFIER_assume(int condition);
extern void __cfp_not_modelled(void);

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

char *optarg = 0;
int optind = 1;
int opterr = 1;
int optopt = '?';

static int any_below(int limit)
{
    int index = __cfp_any_int();
    __VERIFIER_assume(index >= 0 && index < limit);
    return index;
}

/* Arguments that are no options may be moved behind those that are: any order may come out. */
static void move_arguments(int count, char **arguments)
{
    if (count <= 2)
        return;
    char *before[count];
    for (int i = 0; i < count; i++)
        before[i] = arguments[i];
    for (int i = 1; i < count; i++)
        arguments[i] = before[1 + any_below(count - 1)];
}

/* Some argument, or the rest of one. */
static char *some_text(int count, char **arguments)
{
    if (count <= 1)
        return 0;
    char *text = arguments[1 + any_below(count - 1)];
    size_t start = __cfp_any_size();
    __VERIFIER_assume(start < buffer_size(text));
    return text + start;
}

/* The same where nobody has looked at the arguments: that they are in another order afterwards is no news, since nothing was known of
 * the first one (heap/src/lower/link/options.rs says when this is so).
 */
int __cfp_unseen_getopt(int count, char **arguments, const char *options)
{
    if (count < 1)
        __cfp_not_modelled();
    /* The arguments must exist, also if none is looked at. */
    char *name = arguments[0];
    optind = 1 + any_below(count);
    optarg = 0;
    size_t known = strlen(options);
    int what = __cfp_any_int();
    if (what == 0)
        return -1;
    /* Only where there are arguments, something is found. */
    __VERIFIER_assume(count > 1);
    if (what < 0 || known == 0) {
        optopt = (char)__cfp_any_int();
        return what == -1 ? ':' : '?';
    }
    size_t index = __cfp_any_size();
    __VERIFIER_assume(index < known);
    char option = options[index];
    if (options[0] == '-' && what == 1) {
        optarg = some_text(count, arguments);
        return 1;
    }
    __VERIFIER_assume(option != ':');
    if (options[index + 1] == ':') {
        if (options[index + 2] != ':' || what == 2)
            optarg = some_text(count, arguments);
    }
    return option;
}

int getopt(int count, char **arguments, const char *options)
{
    move_arguments(count, arguments);
    return __cfp_unseen_getopt(count, arguments, options);
}

/* One of the options with names, or one with a letter. */
int __cfp_unseen_getopt_long(int count, char **arguments, const char *options, const struct option *known, int *which)
{
    int entries = 0;
    while (known[entries].name != 0)
        entries++;
    if (entries == 0 || __cfp_any_int() != 0)
        return __cfp_unseen_getopt(count, arguments, options);
    if (count < 1)
        __cfp_not_modelled();
    __VERIFIER_assume(count > 1);
    optind = 1 + any_below(count);
    optarg = 0;
    const struct option *option = &known[any_below(entries)];
    if (option->has_arg == 1 || option->has_arg == 2 && __cfp_any_int() != 0)
        optarg = some_text(count, arguments);
    if (which != 0)
        *which = option - known;
    if (option->flag == 0)
        return option->val;
    *option->flag = option->val;
    return 0;
}

int getopt_long(int count, char **arguments, const char *options, const struct option *known, int *which)
{
    move_arguments(count, arguments);
    return __cfp_unseen_getopt_long(count, arguments, options, known, which);
}

/* Of the arguments from `start` on, those before `middle` change places with those before `end`; the order in both parts stays. */
static void exchange(char **arguments, int start, int middle, int end)
{
    for (int moved = middle; moved < end; moved++) {
        char *argument = arguments[moved];
        int i = moved;
        for (; i > start; i--)
            arguments[i] = arguments[i - 1];
        arguments[start++] = argument;
    }
}

/* What is left of an argument with several options, and where the arguments are that were skipped. */
static char *run_rest;
static int run_first, run_last;

static int is_operand(const char *argument)
{
    return argument[0] != '-' || argument[1] == 0;
}

/* Goes to the next argument with options. Gives 0 if there is one; -1 at the end; 1 for an operand to be given as it is. */
static int run_next(int count, char **arguments, char order)
{
    if (run_last > optind)
        run_last = optind;
    if (run_first > optind)
        run_first = optind;
    if (order != '+' && order != '-') {
        if (run_first != run_last && run_last != optind) {
            exchange(arguments, run_first, run_last, optind);
            run_first += optind - run_last;
        } else if (run_last != optind) {
            run_first = optind;
        }
        while (optind < count && is_operand(arguments[optind]))
            optind++;
        run_last = optind;
    }
    if (optind != count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        if (run_first != run_last && run_last != optind) {
            exchange(arguments, run_first, run_last, optind);
            run_first += optind - run_last;
        } else if (run_first == run_last) {
            run_first = optind;
        }
        run_last = optind = count;
    }
    if (optind == count) {
        if (run_first != run_last)
            optind = run_first;
        return -1;
    }
    if (is_operand(arguments[optind])) {
        if (order != '-')
            return -1;
        optarg = arguments[optind++];
        return 1;
    }
    return 0;
}

/* An option with two dashes; the number of its entry is stored. */
static int run_long(int count, char **arguments, const struct option *known, int *which, int is_quiet)
{
    const char *name = arguments[optind] + 2;
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=')
        length++;
    int found = -1, is_exact = 0, is_ambiguous = 0;
    for (int i = 0; known[i].name != 0 && !is_exact; i++) {
        if (strncmp(known[i].name, name, length) != 0)
            continue;
        is_exact = strlen(known[i].name) == length;
        if (is_exact) {
            is_ambiguous = 0;
        } else if (found >= 0) {
            is_ambiguous = is_ambiguous || known[found].has_arg != known[i].has_arg
                || known[found].flag != known[i].flag || known[found].val != known[i].val;
        }
        if (is_exact || found < 0)
            found = i;
    }
    optind++;
    if (is_ambiguous || found < 0) {
        optopt = 0;
        return '?';
    }
    const struct option *option = &known[found];
    if (name[length] == '=') {
        if (option->has_arg == 0) {
            optopt = option->val;
            return '?';
        }
        optarg = (char *)name + length + 1;
    } else if (option->has_arg == 1) {
        if (optind >= count) {
            optopt = option->val;
            return is_quiet ? ':' : '?';
        }
        optarg = arguments[optind++];
    }
    if (which != 0)
        *which = found;
    if (option->flag == 0)
        return option->val;
    *option->flag = option->val;
    return 0;
}

static int run(int count, char **arguments, const char *options, const struct option *known, int *which)
{
    if (count < 1)
        return -1;
    /* The arguments must exist, also if none is looked at. */
    char *name = arguments[0];
    optarg = 0;
    if (optind == 0 || run_first == 0) {
        if (optind == 0)
            optind = 1;
        run_rest = 0;
        run_first = run_last = optind;
    }
    char order = options[0];
    if (order == '+' || order == '-')
        options++;
    int is_quiet = options[0] == ':';
    if (is_quiet)
        options++;
    if (run_rest == 0 || *run_rest == 0) {
        int end = run_next(count, arguments, order);
        if (end != 0)
            return end;
        if (known != 0 && arguments[optind][1] == '-')
            return run_long(count, arguments, known, which, is_quiet);
        run_rest = arguments[optind] + 1;
    }
    char option = *run_rest++;
    const char *place = strchr(options, option);
    if (*run_rest == 0)
        optind++;
    if (place == 0 || option == ':' || option == ';') {
        optopt = option;
        return '?';
    }
    if (place[1] != ':')
        return option;
    if (*run_rest != 0) {
        optarg = run_rest;
        optind++;
    } else if (place[2] == ':') {
        optarg = 0;
    } else if (optind == count) {
        optopt = option;
        option = is_quiet ? ':' : '?';
    } else {
        optarg = arguments[optind++];
    }
    run_rest = 0;
    return option;
}

int __cfp_run_getopt(int count, char **arguments, const char *options)
{
    return run(count, arguments, options, 0, 0);
}

int __cfp_run_getopt_long(int count, char **arguments, const char *options, const struct option *known, int *which)
{
    return run(count, arguments, options, known, which);
}
