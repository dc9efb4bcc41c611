/* The port for POSIX: for trying on a desktop what is meant for a small machine. */
#include "world.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static FILE *files[PS_STREAMS];

static FILE *file_of(int stream)
{
    static const char *const settings[PS_STREAMS] = {NULL, NULL, "PENSTOCK_TRACE", "PENSTOCK_STATE"};
    if (stream == PS_OUTPUT)
        return stdout;
    if (stream == PS_REPORTS)
        return stderr;
    if (files[stream] == NULL) {
        const char *name = getenv(settings[stream]);
        files[stream] = fopen(name != NULL ? name : stream == PS_TRACES ? "trace.log" : "/dev/null", "w");
    }
    if (files[stream] == NULL)
        exit(PS_HAS_FAILED);
    return files[stream];
}

void ps_port_put(int stream, char letter)
{
    if (stream == PS_REPORTS)
        fflush(stdout);
    fputc(letter, file_of(stream));
}

static long setting(const char *name, long usual)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : usual;
}

void ps_port_begin(struct world *instance)
{
    const char *choice = getenv("PENSTOCK_CHOICE");
    if (choice != NULL)
        instance->choice = choice[0] == 'r' ? PS_CHOOSE_RANDOM : choice[1] == 'a' ? PS_CHOOSE_FAIR : PS_CHOOSE_FIRST;
    instance->random_state ^= (uint32_t)setting("PENSTOCK_SEED", (long)time(NULL)) * 2654435769u;
    if (instance->random_state == 0)
        instance->random_state = 1;
#ifdef PS_TRACE
    instance->steps_left = (int32_t)setting("PENSTOCK_LIMIT", -1);
#endif
}

static void wait_for_tick(struct world *instance)
{
    int64_t length = PS_TICK;
    if (getenv("PENSTOCK_TICK") != NULL)
        length = (int64_t)(strtod(getenv("PENSTOCK_TICK"), NULL) * 1e6);
    struct timespec left = {(time_t)(length / 1000000000), (long)(length % 1000000000)};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        continue;
    ps_tick(instance);
}

#if PS_POSTS > 0
/* A message comes as a line of numbers: the channel, counted from 0, and the fields. */
static bool post_line(struct world *instance)
{
    char line[256];
    int32_t values[PS_MOST_FIELDS] = {0};
    if (fgets(line, sizeof line, stdin) == NULL)
        return false;
    char *rest = line;
    long channel = strtol(rest, &rest, 10);
    for (int place = 0; place < PS_MOST_FIELDS; place++)
        values[place] = (int32_t)strtol(rest, &rest, 10);
    if (channel >= 0 && channel < PS_POSTS && !ps_post(instance, (int)channel, values))
        fputs("no room for a message\n", stderr);
    return true;
}
#endif

bool ps_port_wait(struct world *instance)
{
    fflush(stdout);
    if (ps_model_here.has_clock)
        wait_for_tick(instance);
#if PS_POSTS > 0
    return post_line(instance) || ps_model_here.has_clock;
#else
    return ps_model_here.has_clock;
#endif
}

void ps_port_end(int standing)
{
    for (int stream = PS_TRACES; stream < PS_STREAMS; stream++)
        if (files[stream] != NULL)
            fclose(files[stream]);
    exit(standing > 0 ? standing - 1 : 0);
}
