/* Runs a program once for each argument, a list of its inputs, and prints how each run ends. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#undef main

int program_main(void);

static const char *inputs;

int __VERIFIER_nondet_int(void) {
    char *end;
    long value = strtol(inputs, &end, 10);
    if (end == inputs)
        return 0;
    inputs = *end ? end + 1 : end;
    return value;
}

void __VERIFIER_assert(int condition) {
    if (!condition)
        _exit(66);
}

void __VERIFIER_assume(int condition) {
    if (!condition)
        _exit(67);
}

static void ended(int status) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    printf("ended %d\n", code == 128 + 14 ? 68 : code);
    fflush(stdout);
}

int main(int count, char **arguments) {
    for (int index = 1; index < count; index++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            inputs = arguments[index];
            alarm(10);
            program_main();
            exit(0);
        }
        waitpid(child, &status, 0);
        ended(status);
    }
    return 0;
}
