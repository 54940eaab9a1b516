/* A list of tasks with a menu: a adds, d deletes, l lists, q quits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct task {
    struct task *next;
    unsigned id;
    char text[60];
};

static struct task *tasks;
static unsigned last_id;

static void add(const char *text)
{
    struct task *task = malloc(sizeof *task);

    if (task == NULL) {
        puts("out of memory");
        return;
    }
    task->id = ++last_id;
    snprintf(task->text, sizeof task->text, "%.50s", text);
    task->next = tasks;
    tasks = task;
}

/* Returns how many tasks were deleted. */
static int delete_tasks(unsigned long id)
{
    struct task *before = NULL;
    int count = 0;

    for (struct task *task = tasks; task != NULL; task = task->next) {
        if (task->id == id) {
            if (before == NULL)
                tasks = task->next;
            else
                before->next = task->next;
            free(task);
            count++;
        } else {
            before = task;
        }
    }
    return count;
}

int main(void)
{
    char line[100];
    int running = 1;

    while (running && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        switch (line[0]) {
        case 'a':
            add(line + 1);
            break;
        case 'd':
            if (delete_tasks(strtoul(line + 1, NULL, 10)) == 0)
                puts("no such task");
            break;
        case 'l':
            for (struct task *task = tasks; task != NULL; task = task->next)
                printf("%u:%s\n", task->id, task->text);
            break;
        case 'q':
            running = 0;
            break;
        default:
            puts("a, d, l or q");
        }
    }
    while (tasks != NULL) {
        struct task *next = tasks->next;
        free(tasks);
        tasks = next;
    }
    return 0;
}
