/* Options with letters and with names, among arguments that are none. */
#include <getopt.h>
#include <stdio.h>

static int flag;
static struct option known[] = {
    {"alpha", 0, 0, 'a'}, {"beta", 1, 0, 'b'}, {"beton", 1, 0, 'z'}, {"flag", 0, &flag, 5}, {"maybe", 2, 0, 'm'}, {0, 0, 0, 0},
};

static void show(int option, int which)
{
    printf("%d %d %s %d %d %d\n", option, optind, optarg ? optarg : "-", option == '?' || option == ':' ? optopt : 0, which, flag);
}

static void read_all(const char *letters, int is_long)
{
    static char *lists[][8] = {
        {"p", "-a", "x", "-b", "one", "y", "-c", 0},
        {"p", "-abone", "-cfoo", "--", "-a", "x", 0},
        {"p", "x", "-ac", "-d", "y", "-b", 0},
        {"p", "--alpha", "--beta=4", "--be", "--beto", "q", "--flag", 0},
        {"p", "--maybe", "--maybe=x", "z", "--nix", "--alpha=3", "--beta", 0},
        {"p", "x", "y", 0},
        {"p", 0},
    };
    for (int i = 0; i < (int)(sizeof lists / sizeof *lists); i++) {
        char *list[8];
        int count = 0, option, which = -1;
        for (; lists[i][count]; count++)
            list[count] = lists[i][count];
        list[count] = 0;
        optind = 0;
        while ((option = is_long ? getopt_long(count, list, letters, known, &which) : getopt(count, list, letters)) != -1)
            show(option, which);
        for (int j = optind; j < count; j++)
            printf(" %s", list[j]);
        printf(" end %d\n", optind);
    }
}

int main(void)
{
    const char *letters[] = {"ab:c::", "+ab:c", "-ab:", ":ab:"};
    opterr = 0;
    for (int i = 0; i < 4; i++) {
        read_all(letters[i], 0);
        read_all(letters[i], 1);
    }
    return 0;
}
