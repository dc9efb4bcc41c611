/* Wrong passwords, counted across sessions. */
#define _GNU_SOURCE
#include "guesses.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

/* Ten for one name; three hundred for all names, from one network.  Counts are forgotten after ten quiet minutes. */
enum { MOST_FOR_NAME = 10, MOST_FROM_NETWORK = 300, MEMORY = 600, SLOTS = 1024, NAME = 64 };
enum { SHORTEST = 500, LONGEST = 8000, DOUBLINGS = 4 };

struct guesses {
    address from;
    char name[NAME]; /* empty: all names */
    int count;
    time_t last;
};

/* To be listened to, those of a network wait for each other, and only then for those of others. */
enum { TURNS = 64 };
static pthread_mutex_t turns[TURNS]; /* zeros are free ones */

static struct guesses for_names[SLOTS], from_networks[SLOTS];
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static time_t now(void)
{
    struct timespec found;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &found);
    return found.tv_sec;
}

static bool are_about(const struct guesses *guesses, const address *from, const char *name)
{
    return guesses->count > 0 && same_network(&guesses->from, from) && strcmp(guesses->name, name) == 0;
}

/* The counts for a name, or a slot for them: a free one, or that of the oldest. */
static struct guesses *find(struct guesses *table, const address *from, const char *name)
{
    struct guesses *oldest = table;
    for (struct guesses *slot = table; slot < table + SLOTS; slot++) {
        if (slot->count > 0 && now() - slot->last > MEMORY)
            slot->count = 0;
        if (are_about(slot, from, name))
            return slot;
        if (oldest->count > 0 && (slot->count == 0 || slot->last < oldest->last))
            oldest = slot;
    }
    return oldest;
}

static int count_of(struct guesses *table, const address *from, const char *name)
{
    struct guesses *found = find(table, from, name);
    return are_about(found, from, name) ? found->count : 0;
}

static int add(struct guesses *table, const address *from, const char *name)
{
    struct guesses *found = find(table, from, name);
    int count = are_about(found, from, name) ? found->count : 0;
    *found = (struct guesses){.from = *from, .count = count + 1, .last = now()};
    strncpy(found->name, name, NAME - 1);
    return count + 1;
}

static pthread_mutex_t *turn_of(const address *from)
{
    return &turns[hash_network(from) % TURNS];
}

void await_turn(const address *from)
{
    pthread_mutex_lock(turn_of(from));
}

void end_turn(const address *from)
{
    pthread_mutex_unlock(turn_of(from));
}

bool may_guess(const address *from, const char *name)
{
    pthread_mutex_lock(&gate);
    bool may = count_of(for_names, from, name) < MOST_FOR_NAME && count_of(from_networks, from, "") < MOST_FROM_NETWORK;
    pthread_mutex_unlock(&gate);
    return may;
}

int note_wrong_password(const address *from, const char *name)
{
    pthread_mutex_lock(&gate);
    int count = add(for_names, from, name);
    add(from_networks, from, "");
    pthread_mutex_unlock(&gate);
    return count <= DOUBLINGS ? SHORTEST << (count - 1) : LONGEST;
}

void forget_guesses(const address *from, const char *name)
{
    pthread_mutex_lock(&gate);
    struct guesses *found = find(for_names, from, name);
    if (are_about(found, from, name))
        found->count = 0;
    pthread_mutex_unlock(&gate);
}
