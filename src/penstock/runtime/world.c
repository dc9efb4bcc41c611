/* The block of memory that processes share, and the places in it. */
#include "world.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

PS_EACH_LOOP struct world *ps_world;
const ps_model *ps_the_model;
int ps_word_count;
char **ps_words;

static size_t rounded(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

static size_t at_least_one(int count)
{
    return count > 0 ? (size_t)count : 1;
}

static size_t cell_limit(const ps_model *model)
{
    return model->global_cells + PS_PROCESSES * model->local_cells + 1;
}

/* Lay out what follows the fixed part; the value is the whole size. */
static size_t lay_out(struct world *world, const ps_model *model)
{
    size_t options = at_least_one(model->most_options), fields = at_least_one(model->most_fields);
    world->offers_at = rounded(sizeof(struct world));
    world->patterns_at = rounded(world->offers_at + PS_PROCESSES * options * sizeof(struct offer));
    world->messages_at = rounded(world->patterns_at + PS_PROCESSES * options * fields * sizeof(ps_pattern));
    world->widths_at = rounded(world->messages_at + PS_PROCESSES * fields * sizeof(int32_t));
    world->cells_at = rounded(world->widths_at + (PS_MOST_CHANNELS + 1) * fields);
    world->changes_at = rounded(world->cells_at + cell_limit(model) * sizeof(int32_t));
    world->globals_at = rounded(world->changes_at + (size_t)model->global_count * sizeof(long));
    size_t size = world->globals_at;
    for (int place = 0; place < model->global_count; place++)
        size += model->globals[place].size;
    return size;
}

size_t ps_world_size(const ps_model *model)
{
    static struct world draft;
    return lay_out(&draft, model);
}

static uint64_t first_seed(void)
{
    const char *seed = getenv("PENSTOCK_SEED");
    uint64_t value = seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL) ^ ((uint64_t)getpid() << 32);
    return value * 2654435769u + 88172645463325252u;
}

static enum ps_choice chosen_policy(const ps_model *model)
{
    const char *setting = getenv("PENSTOCK_CHOICE");
    if (setting == NULL)
        return model->choice;
    if (strcmp(setting, "random") == 0)
        return PS_CHOOSE_RANDOM;
    return strcmp(setting, "fair") == 0 ? PS_CHOOSE_FAIR : PS_CHOOSE_FIRST;
}

int64_t ps_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* How long a tick takes: what the model says, or PENSTOCK_TICK in milliseconds. */
static int64_t tick_length(const ps_model *model)
{
    const char *setting = getenv("PENSTOCK_TICK");
    if (setting == NULL || model->tick == 0)
        return model->tick;
    double milliseconds = strtod(setting, NULL);
    return milliseconds > 0 && milliseconds < 1e9 ? (int64_t)(milliseconds * 1e6) : 0;
}

void ps_world_begin(struct world *world, const ps_model *model, bool between_programs)
{
    pthread_mutexattr_t attributes;
    lay_out(world, model);
    world->most_options = (int)at_least_one(model->most_options);
    world->most_fields = (int)at_least_one(model->most_fields);
    world->cell_limit = cell_limit(model);
    world->first_stirred = world->last_stirred = PS_NOBODY;
    world->head = world->tail = world->returning_head = world->returning_tail = PS_NOBODY;
    world->choice = chosen_policy(model);
    const char *turns = getenv("PENSTOCK_TURNS");
    world->any_turn = world->choice == PS_CHOOSE_RANDOM || (turns != NULL && strcmp(turns, "random") == 0);
    world->random_state = first_seed();
    world->tick = tick_length(model);
    world->next_tick = ps_now() + world->tick;
    world->wanted = world->successor = PS_NOBODY;
    world->first_program = (int)getpid();
    atomic_init(&world->outcome, PS_GOING_ON);
    world->steps_left = getenv("PENSTOCK_LIMIT") != NULL ? strtol(getenv("PENSTOCK_LIMIT"), NULL, 10) : -1;
    pthread_mutexattr_init(&attributes);
    if (between_programs)
        pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&world->gate, &attributes);
    pthread_mutexattr_destroy(&attributes);
    atomic_init(&world->someone_returns, false);
    sem_init(&world->reply, between_programs, 0);
    sem_init(&world->over, between_programs, 0);
    sem_init(&world->joining_turn, between_programs, 0);
    world->final_status = -1;
    for (int pid = 0; pid < PS_PROCESSES; pid++)
        sem_init(&world->records[pid].turn, between_programs, 0);
}

static uint64_t random_number(void)
{
    ps_world->random_state ^= ps_world->random_state << 13;
    ps_world->random_state ^= ps_world->random_state >> 7;
    ps_world->random_state ^= ps_world->random_state << 17;
    return ps_world->random_state;
}

int ps_random_below(int count)
{
    return (int)(random_number() % (uint64_t)count);
}
