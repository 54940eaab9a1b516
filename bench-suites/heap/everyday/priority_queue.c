/* A priority queue in a binary heap: "add N" and "pop" in lines of the standard input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 100

static int heap[CAPACITY];
static int size;

static void swap(int i, int j)
{
    int t = heap[i];
    heap[i] = heap[j];
    heap[j] = t;
}

static int push(int value)
{
    int i;

    if (size == CAPACITY)
        return 0;
    i = size++;
    heap[i] = value;
    while (i > 0 && heap[(i - 1) / 2] > heap[i]) {
        swap(i, (i - 1) / 2);
        i = (i - 1) / 2;
    }
    return 1;
}

static int pop(int *value)
{
    int i = 0;

    if (size == 0)
        return 0;
    *value = heap[0];
    heap[0] = heap[--size];
    for (;;) {
        int child = 2 * i + 1;
        if (child >= size)
            break;
        if (child + 1 < size && heap[child + 1] < heap[child])
            child++;
        if (heap[i] <= heap[child])
            break;
        swap(i, child);
        i = child;
    }
    return 1;
}

int main(void)
{
    char line[80];

    while (fgets(line, sizeof line, stdin)) {
        int value;
        if (strncmp(line, "add ", 4) == 0) {
            long number = strtol(line + 4, NULL, 10);
            if (number < -1000000 || number > 1000000)
                puts("out of range");
            else if (!push((int)number))
                puts("full");
        } else if (strcmp(line, "pop\n") == 0) {
            if (pop(&value))
                printf("%d\n", value);
            else
                puts("empty");
        } else {
            puts("?");
        }
    }
    return 0;
}
