/* A struct of operations has one that nobody set. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct operations {
    int (*open)(int);
    int (*close)(int);
};

static int accept(int handle)
{
    return handle >= 0;
}

int main(void)
{
    static struct operations operations = {.open = accept};
    int handle = __VERIFIER_nondet_int();
    if (operations.open(handle))
        return operations.close(handle);
    return 0;
}
