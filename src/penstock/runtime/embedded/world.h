/* Inside the runtime for small machines: an instance, in as few bytes as `sizes.h` allows. */
#ifndef PENSTOCK_WORLD_H
#define PENSTOCK_WORLD_H

#include <string.h>

#include "../sizes.h"
#include "penstock.h"

#include "kernel.h"

#define PS_SLICE 0 /* a step ends where others may go on */

/* A send or receive that a waiting process would do.  Offers for one channel and direction form a list. */
struct offer {
    ps_number process, channel, option, step, rank, count;
    ps_number next, previous;
    bool sends, atomic, listens, linked;
    bool hidden; /* a send that only its owner may begin, since it gives way to another one */
#ifdef PS_TRACE
    ps_place key;
#endif
};

/* A process as the others see it; its pid is its place. */
struct record {
    uint8_t status;
    bool published, can_publish, at_end;
    ps_number taken; /* the option that a partner completed */
    ps_bits looks_at;
    ps_number offers;
    ps_number next; /* in the queue of those that are ready */
    ps_number proctype;
    int first_channel; /* how many channels there were before its own */
};

struct channel {
    ps_number capacity, fields, extra, first, count;
    ps_place_of_cells base;
    ps_number senders, receivers;
    const ps_kind *kind;
};

/* A process as it sees itself. */
struct ps_process {
    ps_number pid;
    ps_number option, fired, rank, unpaired_rank;
    ps_number step;     /* the guard with which the present one's d_step begins, or itself */
    ps_number else_option, hands_to, location;
    ps_number offers, enabled_count;
    uint8_t mode;
    bool decided, acted, publishing, barred, closed, has_else, unpaired, settled, must_settle;
    bool alone, sender_waits, waits;
    int flags;
    unsigned looks_at;
    ps_place place;
    struct record *record;
    int32_t *attached; /* structures with C in them are refused */
    int attached_cells, received_cells;
    ps_number last_choice[PS_PLACES];
};

/* Messages between an interrupt, which puts them in, and the loop.  An index is written by one side only. */
struct post {
    uint8_t channel;
    uint8_t begin; /* written by the loop only */
    uint8_t end;   /* written by the other side only */
    ps_cell cells[PS_POST_ROOM * PS_MOST_FIELDS]; /* room for one message stays empty */
};

struct world {
    void *memory;
    ps_process processes[PS_PROCESSES];
    struct record records[PS_PROCESSES];
    struct channel channels[PS_MOST_CHANNELS + 1];
    struct offer offers[PS_PROCESSES * PS_MOST_OFFERS];
    ps_pattern patterns[PS_PROCESSES * PS_MOST_OFFERS * PS_MOST_FIELDS];
    int32_t messages[PS_PROCESSES * PS_MOST_FIELDS];
    ps_cell cells[PS_CELL_LIMIT];
    ps_number enabled[PS_MOST_OPTIONS];
    ps_pattern pattern_room[PS_MOST_FIELDS];
    int32_t value_room[PS_MOST_FIELDS];
    int alive, channel_count;
    ps_place_of_cells cells_used;
    ps_number head, tail, successor;
    int slice;
    unsigned dirty;
    int watchers; /* published processes that look at more than the channels of their offers */
    bool timeout;
    bool in_vain; /* time passed, and nobody had waited for it */
    enum ps_choice choice;
    uint32_t random_state;
    int8_t outcome; /* the first one counts */
    bool closed;    /* nothing more comes from outside */
#if PS_POSTS > 0
    struct post posts[PS_POSTS];
#endif
    uint8_t ticks; /* written by ps_tick only */
    uint8_t ticks_seen;
#ifdef PS_TRACE
    int32_t steps_left; /* of the trace; negative: no limit */
#endif
};

extern PS_PER_THREAD struct world *ps_world;

static inline bool ps_is_watcher(const struct record *record)
{
    return (record->looks_at & (PS_VARIABLES | PS_CHANNELS | PS_PROCESSES_CHANGE)) != 0;
}

/* A step ends at the next selection, whoever is ready. */
static inline bool ps_others_wait(void)
{
    return true;
}

static inline struct offer *ps_offer(int number)
{
    return &ps_world->offers[number];
}

static inline ps_pattern *ps_offer_patterns(int number)
{
    return &ps_world->patterns[number * PS_MOST_FIELDS];
}

static inline int32_t *ps_message(int pid)
{
    return &ps_world->messages[pid * PS_MOST_FIELDS];
}

static inline const int8_t *ps_widths(int channel)
{
    return ps_world->channels[channel].kind->widths;
}

/* The message at a place, counted from the oldest. */
static inline ps_cell *ps_cells(const struct channel *channel, int place)
{
    int slot = channel->first + place;
    slot -= slot >= channel->capacity ? channel->capacity : 0;
    return &ps_world->cells[channel->base + slot * (channel->fields + channel->extra)];
}

/* -- what a process remembers: one process at a time looks at guards, so it is the same room for all ---------- */

static inline ps_number *ps_enabled(const ps_process *me)
{
    (void)me;
    return ps_world->enabled;
}

static inline int32_t *ps_value_room(const ps_process *me)
{
    (void)me;
    return ps_world->value_room;
}

static inline ps_pattern *ps_pattern_room(const ps_process *me)
{
    (void)me;
    return ps_world->pattern_room;
}

/* `sizes.h` says how many guards a selection has; should that be wrong, nothing else may be overwritten. */
static inline void ps_remember_option(const ps_process *me)
{
    if (me->option > PS_MOST_OPTIONS)
        ps_fail(me, PS_OUT_OF_RANGE, NULL, me->option, PS_MOST_OPTIONS);
}

static inline void ps_remember_offer(const ps_process *me, struct offer *offer)
{
    if (me->offers > PS_MOST_OFFERS)
        ps_fail(me, PS_OUT_OF_RANGE, NULL, me->offers, PS_MOST_OFFERS);
#ifdef PS_TRACE
    offer->key = me->place;
#else
    (void)offer;
#endif
}

#ifndef PS_TRACE
#define ps_log_meeting(sender, sends, receiver, receives) ((void)(sender), (void)(receiver))
#define ps_log_end(pid) ((void)0)
#endif

/* What was taken at the present place the last time. */
static inline ps_number *ps_last_choice(ps_process *me)
{
    return &me->last_choice[me->location % PS_PLACES];
}

static inline const char *ps_channel_name(int channel)
{
    return ps_world->channels[channel].kind->name;
}

static inline void ps_remember_kind(int channel, const ps_kind *kind)
{
    ps_world->channels[channel].kind = kind;
}

#define ps_the_model (&ps_model_here)

#endif
