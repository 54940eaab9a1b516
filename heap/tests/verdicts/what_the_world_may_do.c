/* Streams, printing and the environment do what they may, not only what they mostly do.
 *
 * verdict: proved
 * verdict -DBUG=1: unknown (printing may fail)
 * verdict -DBUG=2: unknown (so may printing one character)
 * verdict -DBUG=3: unreach-call (two open streams are different)
 * verdict -DBUG=4: unreach-call (a line may get more room than it needs)
 * verdict -DBUG=5: unreach-call (of an element that is not there, a part may be)
 * verdict -DBUG=6: unreach-call (a line may be there in part if reading fails)
 * verdict -DBUG=7: unknown (two questions for a variable may have one answer)
 * verdict -DBUG=8: unknown (which must not be changed)
 * verdict -DBUG=9: valid-deref (blocks that are compared have all their bytes)
 * verdict -DBUG=11: unreach-call (two ends of a connection are written)
 * verdict -DBUG=13: unknown (machines may have room for a large block)
 * verdict -DBUG=14: unknown (streams write to their buffers)
 * verdict -DBUG=12: unknown (a signal may end the program)
 * verdict -DBUG=10: unknown (the size of all elements together is no number)
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static void print(int n)
{
#if BUG == 14
    static char buffer[BUFSIZ];
    setbuf(stdout, buffer);
#else
    setbuf(stdout, 0);
#endif
    int length = printf("%d\n", n);
    CHECK(BUG == 1 ? length >= 2 : length <= 12);
    int printed = putchar(n);
    CHECK(BUG == 2 ? printed >= 0 : printed < 256);
}

static void streams(void)
{
    FILE *one = fopen("one", "r"), *other = fopen("other", "r");
    if (one && other) CHECK(BUG == 3 ? one == other : one != other);
    if (one) fclose(one);
    if (other) fclose(other);
}

static void lines(void)
{
    char *line = 0;
    size_t room = 0;
    ssize_t length = getline(&line, &room, stdin);
    if (length > 0) CHECK(BUG == 4 ? room == (size_t)length + 1 : room > (size_t)length);
    free(line);
    char word[8] = { 'a' };
    size_t count = fread(word, BUG == 10 ? (size_t)1 << 63 : 8, BUG == 10 ? 2 : 1, stdin);
    if (BUG == 5 && count == 0) CHECK(word[0] == 'a');
    char text[4] = { 'b' };
    if (!fgets(text, sizeof text, stdin)) CHECK(BUG == 6 ? text[0] == 'b' : 1);
}

static void environment(void)
{
    char *one = getenv("ONE"), *other = getenv("ONE");
    if (!one || !other) return;
    if (BUG == 7) CHECK(one != other);
    if (BUG == 8) one[0] = 0;
}

static void compare(char first)
{
    char one[2] = { first, 2 }, other[4] = { 1, 3 };
    if (memcmp(one, other, BUG == 9 ? 4 : 2) == 0) reach_error();
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    print(n);
    streams();
    lines();
    environment();
    compare(n > 0);
#if BUG == 11
    int ends[2] = { -1, -1 };
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    CHECK(ends[0] == -1);
#elif BUG == 12
    raise(SIGKILL);
    reach_error();
#elif BUG == 13
    char *large = malloc(3000000000u);
    CHECK(!large);
    free(large);
#endif
    return 0;
}
