/* Inside the runtime: everything that processes share.
 *
 * It is one block of memory without pointers into itself, so that it can be mapped by several programs.
 * The process that has the turn may read and write all of it; the rest is guarded by `gate`.
 */
#ifndef PENSTOCK_WORLD_H
#define PENSTOCK_WORLD_H

#define PS_INSIDE
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

#include "penstock.h"

typedef int ps_number; /* of a process, a channel, an offer */
typedef unsigned ps_bits;
typedef size_t ps_place_of_cells;
typedef int32_t ps_cell; /* a field of a message in a channel */

#ifdef PS_CORES
/* cores.c: what happened to a channel that leads to another loop. */
bool ps_letters_wait(void);
void ps_letter_sent(int channel);
void ps_letter_taken(int channel);
#define PS_SENT(number) (ps_world->channels[number].crossing > 0 ? ps_letter_sent(number) : (void)0)
#define PS_TAKEN(number) (ps_world->channels[number].crossing < 0 ? ps_letter_taken(number) : (void)0)
#endif

/* How it is chosen who moves, and what. */
#define PS_ANY_TURN (ps_world->any_turn)
#define PS_SLICE_LEFT(me) ((me)->slice)
#define PS_MAY_TRY (ps_world->choice == PS_CHOOSE_FIRST)

#include "kernel.h"

#ifndef PS_PROCESSES
#define PS_PROCESSES 255 /* as many as SPIN supports */
#endif
#define PS_MOST_CHANNELS 255
#define PS_KEY 24
#define PS_NAME 64
#define PS_PLACES 64
#define PS_CACHE_LINE 64
#ifndef PS_STACK
#define PS_STACK (1 << 20) /* bytes of stack for each thread that executes processes */
#endif
#define PS_SLICE 100 /* guards that a process may pass before others get the turn */

/* A send or receive that a waiting process would do.  Offers for one channel and direction form a list. */
struct offer {
    int process, channel, option, step, rank, count;
    int next, previous;
    bool sends, searches, atomic, listens, linked;
    bool hidden; /* a send that only its owner may begin, since it gives way to another one */
    char key[PS_KEY];
};

/* A process as the others see it; its pid is its place.
 * `published`: its offers are true.  `can_publish`: it stands at a selection, or right before one that receives. */
struct record {
    enum status status;
    enum order order;
    bool published, can_publish, at_end;
    bool futile; /* it blocked, and had done nothing since it got the turn */
    int stir;    /* what it was woken for, and others may wait for */
    int taken; /* the option that a partner completed */
    unsigned looks_at;
    int offers;
    int next; /* in the queue of those that are ready */
    int proctype;
    int first_channel; /* how many channels there were before its own */
    int system_pid;    /* if it is a program of its own; negative if that was started by hand and joined */
    sem_t turn;
};

/* Processes wait at a channel that can move now: one was woken, others may be. */
struct stir {
    bool stirred;
    int next, woken;
};

struct channel {
    int capacity, fields, extra, first, count;
#ifdef PS_CORES
    int crossing; /* it leads to the loop `crossing - 1`, or comes from `-crossing - 1`; 0: it stays here */
#endif
    size_t base; /* where its cells begin */
    int senders, receivers; /* the first offers of two lists; the one before the first is the last */
    struct stir stirs[2];   /* of those that wait to receive, and to send */
    char name[PS_NAME];
};

struct world {
    int alive, channel_count;
    size_t cells_used, cell_limit;
    int most_options, most_fields;
    int head, tail;
    int first_stirred, last_stirred; /* two for each channel */
    unsigned dirty;
    int watchers; /* published processes that look at more than the channels of their offers */
    bool timeout;
    int64_t tick, next_tick; /* in nanoseconds, the second one of the system's clock */
    enum ps_choice choice;
    bool any_turn; /* the next process is any of those that are ready */
    uint64_t random_state;
    pthread_mutex_t gate;
    bool idle; /* nobody has the turn: the next one back from outside takes it */
    int outside, returning_head, returning_tail;
    atomic_bool someone_returns;
    sem_t reply, over;
    bool open;       /* programs may join: it does not end while a process waits */
    int programs_joining;    /* programs that want the turn in order to join */
    sem_t joining_turn;
    int final_status; /* of the first program, for those that joined; negative until then */
    atomic_int outcome; /* the first one counts */
    bool unwritten;     /* output of a program was lost */
    long last_change;   /* of global variables, where programs have copies; changes are counted */
    int wanted;         /* the process to start, if programs are processes */
    int first_program;
    atomic_int programs_done; /* those that it started, and whose process has ended */
    int trace_parts; /* how many files the trace has by now */
    long steps_left; /* of the trace; negative: no limit */
    ps_process *processes[PS_PROCESSES]; /* where a loop executes them */
    int successor;                       /* who has the turn next then, whoever else is ready */
    struct record records[PS_PROCESSES];
    struct channel channels[PS_MOST_CHANNELS + 1];
    size_t offers_at, patterns_at, messages_at, widths_at, cells_at, globals_at, changes_at;
};

/* A guard as its process remembers it, for reports. */
struct option {
    const char *text;
    int channel;
    bool sends;
};

/* Whether a change can make executable what a process waits for, other than through the channels of its offers. */
static inline bool ps_is_watcher(const struct record *record)
{
    return (record->looks_at & (PS_VARIABLES | PS_CHANNELS | PS_PROCESSES_CHANGE)) != 0;
}

/* With several loops, each has a world of its own. */
#ifdef PS_CORES
#define PS_EACH_LOOP _Thread_local
#else
#define PS_EACH_LOOP
#endif

extern PS_EACH_LOOP struct world *ps_world;
extern const ps_model *ps_the_model;

#ifdef PS_CORES
extern atomic_int ps_outcome;
#define PS_OUTCOME ps_outcome
#else
#define PS_OUTCOME (ps_world->outcome)
#endif

/* Places in the block. */
static inline void *ps_at_offset(size_t offset)
{
    return (char *)ps_world + offset;
}

static inline struct offer *ps_offer(int number)
{
    return (struct offer *)ps_at_offset(ps_world->offers_at) + number;
}

static inline ps_pattern *ps_offer_patterns(int number)
{
    return (ps_pattern *)ps_at_offset(ps_world->patterns_at) + (size_t)number * (size_t)ps_world->most_fields;
}

static inline int32_t *ps_message(int pid)
{
    return (int32_t *)ps_at_offset(ps_world->messages_at) + (size_t)pid * (size_t)ps_world->most_fields;
}

static inline int8_t *ps_widths(int channel)
{
    return (int8_t *)ps_at_offset(ps_world->widths_at) + (size_t)channel * (size_t)ps_world->most_fields;
}

/* The message at a place, counted from the oldest. */
static inline int32_t *ps_cells(const struct channel *channel, int place)
{
    int slot = channel->first + place;
    slot -= slot >= channel->capacity ? channel->capacity : 0; /* a division would cost more than all the rest */
    size_t size = (size_t)(channel->fields + channel->extra);
    return (int32_t *)ps_at_offset(ps_world->cells_at) + channel->base + (size_t)slot * size;
}

/* Of each global variable: its last change. */
static inline long *ps_changes(void)
{
    return (long *)ps_at_offset(ps_world->changes_at);
}

#define PS_MOST_OFFERS (ps_world->most_options)
#define PS_MOST_FIELDS (ps_world->most_fields)
#define PS_CELL_LIMIT (ps_world->cell_limit)

/* Whether others than the one that has the turn want it. */
static inline bool ps_others_wait(void)
{
#ifdef PS_CORES
    if (ps_letters_wait())
        return true;
#endif
    return ps_world->head != PS_NOBODY || ps_world->first_stirred != PS_NOBODY || atomic_load(&ps_world->someone_returns);
}

/* -- what a process remembers ------------------------------------------------------------------------- */

/* The options that it could take. */
static inline ps_number *ps_enabled(ps_process *me)
{
    return me->enabled;
}

static inline int32_t *ps_value_room(ps_process *me)
{
    return me->values + 2 * PS_MOST_FIELDS;
}

static inline ps_pattern *ps_pattern_room(const ps_process *me)
{
    return (ps_pattern *)(void *)me->values;
}

static inline void ps_remember_option(ps_process *me)
{
    struct option *option = &me->options[me->option - 1];
    option->text = me->place;
    option->channel = 0;
}

static inline void ps_remember_offer(ps_process *me, struct offer *offer)
{
    struct option *option = &me->options[me->option - 1];
    option->channel = offer->channel;
    option->sends = offer->sends;
#ifdef PS_TRACE
    size_t length = strcspn(option->text, " ");
    length = length < PS_KEY ? length : PS_KEY - 1;
    memcpy(offer->key, option->text, length);
    offer->key[length] = '\0';
#endif
}

/* What was taken at the present place the last time. */
static inline ps_number *ps_last_choice(ps_process *me)
{
    return &me->last_choice[((uintptr_t)me->options[0].text >> 2) % PS_PLACES];
}

static inline const char *ps_channel_name(int channel)
{
    return ps_world->channels[channel].name;
}

static inline void ps_remember_kind(int channel, const ps_kind *kind)
{
    struct channel *made = &ps_world->channels[channel];
    snprintf(made->name, sizeof made->name, "%s", kind->name);
    memcpy(ps_widths(channel), kind->widths, (size_t)kind->fields);
}

/* world.c */
size_t ps_world_size(const ps_model *model);
void ps_world_begin(struct world *world, const ps_model *model, bool between_programs);
int64_t ps_now(void);

/* memory.c */
void *ps_allocate(size_t size); /* it is all zero */
ps_process *ps_new_process(int pid);
void ps_renew_process(ps_process *me, int pid); /* its memory is that of another one */
void ps_free_process(ps_process *me);

/* stirring.c */
void ps_pass_stir_on(struct record *record);
void ps_wake_stirred(void);

/* schedule.c */
int ps_choose_next(void);
void ps_leave(ps_process *me);
bool ps_leave_idle(void);
bool ps_come_back(ps_process *me);

/* turns.c, or resuming.c */
void ps_pass_turn(void);
void ps_end(ps_process *me);
extern _Thread_local bool ps_lost_the_turn; /* another thread executes the loop now */
void ps_wait_for(sem_t *semaphore);
void ps_over(enum outcome outcome);

/* report.c */
void ps_report_waiting(const ps_process *me);
enum outcome ps_conclude(void);
void ps_stop(enum outcome outcome);
bool ps_flush_output(void);
void ps_decide(enum outcome outcome); /* the same where the turn is not held */
_Noreturn void ps_halt(enum outcome outcome);
const char *ps_current(const ps_process *me);

/* tracing.c */
void ps_open_trace(bool anew);
void ps_log_over(enum outcome outcome);

/* Where there are several worlds, the one in which something is: a process that is there at the end, or a channel, by its
 * number among all.  The value is its number there, 0 if there are no more. */
#ifdef PS_CORES
void ps_visit_process(int pid);
int ps_visit_channel(int number);
#else
#define ps_visit_process(pid) ((void)0)
#define ps_visit_channel(number) ((number) <= ps_world->channel_count ? (number) : 0)
#endif

/* blocks.c: what a loop writes appears when it gives the turn away, together, and nothing after the last words. */
#ifdef PS_CORES
void ps_keep_output(const char *format, va_list arguments)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 0), nonnull(1)))
#endif
    ;
void ps_keep_trace(const void *bytes, size_t length);
void ps_write_trace(const void *bytes, size_t length);
void ps_write_block(bool last);
#endif

/* joining.c: programs that are started by hand */
int ps_find_world(const char *directory);
void ps_open_world(int block);
void ps_await_end(int program);
void ps_await_joining_turn(void);
bool ps_word_value(const char *word, int32_t *value);

/* keeper.c: message queues that are removed when the program ends, however it ends; a new one, or -1 */
int ps_keeper_new_queue(void);
void ps_keeper_forget(int queue);

/* threads.c, programs.c or resuming.c */
void ps_backend_start(int pid);
void ps_backend_take(void); /* the turn has come: see what others wrote */
void ps_backend_give(void); /* before the turn goes: let others see */

#endif
