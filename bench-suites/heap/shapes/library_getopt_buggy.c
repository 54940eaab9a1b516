/* Behind the options there may be nothing. */
#include <unistd.h>

int main(int argc, char **argv)
{
    int option, all = 0;
    while ((option = getopt(argc, argv, "ab:")) != -1)
        if (option == 'a')
            all = 1;
    if (argv[optind][0] == 'x')
        return all;
    return 0;
}
