/* Options are read, and then the arguments behind them. */
#include <stdlib.h>
#include <unistd.h>
extern void __VERIFIER_assert(int condition);

int main(int argc, char **argv)
{
    int option, level = 0;
    while ((option = getopt(argc, argv, "vl:")) != -1) {
        switch (option) {
        case 'v':
            level = 1;
            break;
        case 'l':
            level = atoi(optarg);
            break;
        default:
            return 2;
        }
    }
    __VERIFIER_assert(optind >= 1 && optind <= argc);
    for (int i = optind; i < argc; i++)
        if (argv[i][0] == 'x')
            level = 2;
    return level == 7;
}
