/* Reads a configuration file: "name = value" in each line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
    int port;
    int verbose;
    char host[64];
};

static void set(struct config *config, const char *name, const char *value)
{
    if (strcmp(name, "port") == 0)
        config->port = atoi(value);
    else if (strcmp(name, "verbose") == 0)
        config->verbose = strcmp(value, "yes") == 0;
    else if (strcmp(name, "host") == 0)
        snprintf(config->host, sizeof config->host, "%s", value);
    else
        fprintf(stderr, "unknown setting %s\n", name);
}

static int read_config(struct config *config, FILE *in)
{
    char line[200];
    int lines = 0;

    while (lines < 1000 && fgets(line, sizeof line, in)) {
        lines++;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        char *value = strchr(line, '=');
        char *end = value;
        while (end > line && end[-1] == ' ')
            end--;
        *end = '\0';
        value++;
        while (*value == ' ')
            value++;
        set(config, line, value);
    }
    return lines;
}

int main(int argc, char **argv)
{
    struct config config = { 80, 0, "localhost" };
    FILE *in = fopen(argc > 1 ? argv[1] : "server.conf", "r");

    if (in == NULL) {
        fprintf(stderr, "no configuration\n");
        return 1;
    }
    read_config(&config, in);
    fclose(in);
    printf("%s:%d%s\n", config.host, config.port, config.verbose ? " (verbose)" : "");
    return 0;
}
