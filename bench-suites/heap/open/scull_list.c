// A character driver: each device stores bytes in a doubly linked list of blocks of `quantum` bytes.
//
// Devices are opened, read, written, positioned and released in any order, allocation may fail at any
// point, and the module is unloaded at the end.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

enum mode { READ_ONLY, WRITE_ONLY, READ_WRITE };
enum { NO_MEMORY = -12, BAD_ADDRESS = -14, NO_DEVICE = -19, BAD_ARGUMENT = -22, NO_SPACE = -28, MAX_BUFFER = 4096, MAX_SIZE = 1000000000 };

struct quantum {
    struct quantum *next, *prev;
    char *data;
};

struct device {
    struct device *next;
    struct quantum *first;
    int minor;
    int size; // In bytes, with gaps.
    int users;
};

struct file {
    struct device *dev;
    enum mode mode;
    int pos;
};

static int quantum;
static struct device *devices;

// Frees all that a device stores.
static void scull_trim(struct device *dev) {
    struct quantum *at = dev->first;
    while (at) {
        struct quantum *next = at->next;
        free(at->data);
        free(at);
        at = next;
    }
    dev->first = NULL;
    dev->size = 0;
}

static struct device *scull_find(int minor) {
    for (struct device *dev = devices; dev; dev = dev->next)
        if (dev->minor == minor)
            return dev;
    return NULL;
}

static int scull_open(struct file *file, int minor, enum mode mode) {
    struct device *dev = scull_find(minor);
    if (!dev)
        return NO_DEVICE;
    if (mode == WRITE_ONLY)
        scull_trim(dev);
    dev->users++;
    file->dev = dev;
    file->mode = mode;
    file->pos = 0;
    return 0;
}

static void scull_release(struct file *file) {
    if (file->dev)
        file->dev->users--;
    file->dev = NULL;
}

static struct quantum *new_quantum(struct quantum *prev) {
    struct quantum *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->data = malloc(quantum);
    if (!made->data) {
        free(made);
        return NULL;
    }
    memset(made->data, 0, quantum);
    made->next = NULL;
    made->prev = prev;
    return made;
}

// The block of a position, and the position in it. Missing ones are added.
static struct quantum *scull_follow(struct device *dev, int pos, int *rest) {
    if (!dev->first) {
        dev->first = new_quantum(NULL);
        if (!dev->first)
            return NULL;
    }
    struct quantum *at = dev->first;
    int bytes = quantum;
    while (pos >= bytes) {
        if (!at->next) {
            at->next = new_quantum(at);
            if (!at->next)
                return NULL;
        }
        at = at->next;
        pos -= bytes;
    }
    *rest = pos;
    return at;
}

static int scull_read(struct file *file, char *buffer, int count) {
    struct device *dev = file->dev;
    if (file->mode == WRITE_ONLY)
        return BAD_ARGUMENT;
    if (file->pos >= dev->size)
        return 0;
    if (count > dev->size - file->pos)
        count = dev->size - file->pos;
    int rest = file->pos, bytes = quantum;
    struct quantum *at = dev->first;
    while (at && rest >= bytes) {
        at = at->next;
        rest -= bytes;
    }
    if (!at)
        return 0;
    if (count > bytes - rest)
        count = bytes - rest;
    memcpy(buffer, at->data + rest, count);
    file->pos += count;
    return count;
}

static int scull_write(struct file *file, const char *buffer, int count) {
    struct device *dev = file->dev;
    int rest;
    if (file->mode == READ_ONLY)
        return BAD_ARGUMENT;
    if (file->pos + count > MAX_SIZE)
        return NO_SPACE;
    struct quantum *at = scull_follow(dev, file->pos, &rest);
    if (!at)
        return NO_MEMORY;
    if (count > quantum - rest)
        count = quantum - rest;
    memcpy(at->data + rest, buffer, count);
    file->pos += count;
    if (dev->size < file->pos)
        dev->size = file->pos;
    return count;
}

static int scull_llseek(struct file *file, int offset, int whence) {
    int pos;
    switch (whence) {
    case 0:
        pos = 0;
        break;
    case 1:
        pos = file->pos;
        break;
    case 2:
        pos = file->dev->size;
        break;
    default:
        return BAD_ARGUMENT;
    }
    if (offset < -MAX_SIZE || offset > MAX_SIZE)
        return BAD_ARGUMENT;
    pos += offset;
    if (pos < 0 || pos > MAX_SIZE)
        return BAD_ARGUMENT;
    file->pos = pos;
    return pos;
}

static void cleanup_module(void) {
    while (devices) {
        struct device *next = devices->next;
        scull_trim(devices);
        free(devices);
        devices = next;
    }
}

static int init_module(int count) {
    for (int minor = 0; minor < count; minor++) {
        struct device *dev = malloc(sizeof *dev);
        if (!dev) {
            cleanup_module();
            return NO_MEMORY;
        }
        dev->first = NULL;
        dev->minor = __VERIFIER_nondet_int();
        dev->size = 0;
        dev->users = 0;
        dev->next = devices;
        devices = dev;
    }
    return 0;
}

int main(void) {
    int given = __VERIFIER_nondet_int();
    if (given < 1 || given > MAX_BUFFER)
        return 1;
    quantum = given;
    if (init_module(__VERIFIER_nondet_int()) != 0)
        return 1;
    char buffer[MAX_BUFFER];
    memset(buffer, 0, sizeof buffer);
    struct file file = {NULL, READ_ONLY, 0};
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (!file.dev) {
            enum mode mode = command == 1 ? READ_ONLY : command == 2 ? WRITE_ONLY : READ_WRITE;
            if (scull_open(&file, __VERIFIER_nondet_int(), mode) != 0)
                break;
            continue;
        }
        int count = __VERIFIER_nondet_int();
        if (count < 0 || count > MAX_BUFFER)
            count = MAX_BUFFER;
        switch (command) {
        case 1:
            scull_read(&file, buffer, count);
            break;
        case 2:
            scull_write(&file, buffer, count);
            break;
        case 3:
            scull_llseek(&file, __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
            break;
        default:
            scull_release(&file);
        }
    }
    scull_release(&file);
    cleanup_module();
    return 0;
}
