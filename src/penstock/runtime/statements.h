/* The statements of a model, as generated programs write them.
 *
 * Processes take turns: only the one that has the turn executes statements of the model, so each statement is
 * indivisible, as in the model.  A process gives the turn away where it has to wait, and now and then at the head of
 * a selection or loop.  Nobody waits by looking again and again.
 *
 * A selection is a loop around an if-chain.  Each guard does its statement and says true, or says false and leaves a
 * note of what would make it executable; when all say false, the process sleeps until one of these things happens:
 *
 *     PS_DO(me, 0) {
 *         if (PS_GUARD(me, "12:8 x < 3", PS_LOCAL, x < 3)) {
 *             ...
 *         } else if (PS_RECEIVE(me, "14:8 box?3, n", PS_LOCAL, 0, box, PS_IS(3), PS_ANY)) {
 *             n = ps_field(me, 1);
 *         } else if (PS_ELSE(me, "16:8 else")) {
 *             break;
 *         }
 *     }
 *
 * Texts such as "12:8 x < 3" are the place and the statement in the model, for reports and traces; with "12:8 @file@ x < 3"
 * it stands in an included file.
 */
#ifndef PENSTOCK_STATEMENTS_H
#define PENSTOCK_STATEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a model may write is not always what a compiler would: `x >= 0` of a byte, `x == x`, an unused label. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wtautological-compare"
#pragma clang diagnostic ignored "-Wunused-but-set-variable"
#pragma clang diagnostic ignored "-Wself-assign"
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wxor-used-as-pow"
#else
#pragma GCC diagnostic ignored "-Wpragmas" /* of warnings that older compilers do not know */
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif
#pragma GCC diagnostic ignored "-Woverlength-strings"

#ifdef __GNUC__
#define PS_NEVER_RETURNS __attribute__((noreturn))
#else
#define PS_NEVER_RETURNS
#endif

typedef struct ps_process ps_process;

/* One field of a receive: any value, or this one. */
typedef struct {
    int32_t value;
    bool any;
} ps_pattern;

/* All channels of one declaration.  A width is the bits of a field, negative if it has a sign.  `extra` cells behind the
 * fields carry whole structures with what C has put into them. */
typedef struct {
    const char *name;
    int capacity;
    int fields;
    int extra;
    const int8_t *widths;
} ps_kind;
#define PS_CELLS(thing) ((int)((sizeof(thing) + sizeof(int32_t) - 1) / sizeof(int32_t)))

/* A process type.  It listens if its first place may receive from a channel without a buffer; `variables` is how many
 * bytes those of a process take. */
typedef struct {
    const char *name;
    void (*body)(ps_process *me);
    int instances;
    bool listens;
    size_t variables;
} ps_proctype;

enum ps_choice { PS_CHOOSE_FIRST, PS_CHOOSE_RANDOM, PS_CHOOSE_FAIR };

/* Of selections and places. */
enum {
    PS_ATOMIC = 1, /* reached inside an atomic sequence: nobody else moved since the step before */
    PS_DSTEP = 2,  /* inside a d_step, after its first statement: it must not have to wait */
    PS_FIXED = 4,  /* inside a d_step: the first executable option is taken, whatever the policy */
    PS_END = 8     /* at an end label: it may stay here forever */
};

/* Of sends and receives. */
enum {
    PS_SORTED = 16,  /* `!!` */
    PS_SEARCH = 32,  /* `??` */
    PS_PEEK = 64,    /* `?<...>` */
    PS_LISTENS = 128, /* the next place may receive from a channel without a buffer */
    PS_AT_ONCE = 256, /* what is received goes to variables that others see, or the turn is kept then */
    PS_STRUCTURES = 512  /* structures are attached, with what C code put into them */
};

/* What a condition looks at: a process that waits for it is woken when that changes. */
enum {
    PS_LOCAL = 0,
    PS_VARIABLES = 1,
    PS_CHANNELS = 2,
    PS_PROCESSES_CHANGE = 4,
    PS_TIMEOUT = 8,
    PS_COMMUNICATES = 16, /* for sends and receives */
    PS_LATER = 32  /* not tried if a guard before it was executable that belongs to the same d_step */
};

#define PS_IF(me, flags) for (ps_begin_selection(me, flags); !ps_acted(me); ps_retry_selection(me))
#define PS_DO(me, flags) for (ps_begin_selection(me, flags);; ps_repeat_selection(me, flags))
#define PS_WAIT(me, flags, guard) PS_IF(me, flags) if (guard)
#define PS_GUARD(me, text, looks_at, condition) (ps_begin_guard(me, PS_PLACE(text), looks_at) && ps_fire(me, (condition) != 0))
#define PS_ELSE(me, text) (ps_begin_guard(me, PS_PLACE(text), PS_LOCAL) && ps_else(me))
#define PS_ANY {0, true}
#define PS_IS(value) {(value), false}
#define PS_VALUES(...) (int)(sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t)), (int32_t[]){__VA_ARGS__}
#define PS_PATTERNS(...) (int)(sizeof((ps_pattern[]){__VA_ARGS__}) / sizeof(ps_pattern)), (ps_pattern[]){__VA_ARGS__}
#define PS_SEND(me, text, looks_at, flags, channel, ...) \
    (ps_begin_guard(me, PS_PLACE(text), PS_COMMUNICATES | (looks_at)) && ps_send(me, flags, (int)(channel), PS_VALUES(__VA_ARGS__)))
#define PS_RECEIVE(me, text, looks_at, flags, channel, ...) \
    (ps_begin_guard(me, PS_PLACE(text), PS_COMMUNICATES | (looks_at)) && ps_receive(me, flags, (int)(channel), PS_PATTERNS(__VA_ARGS__)))

/* Where one loop executes all processes, a process that has to wait returns, and its body is called again to go on there:
 * these stand where it may have had to wait, and the body begins with a switch that leads to such places. */
#define PS_AT(me, place) \
    ps_at_##place: \
    if (ps_waits(me, place)) \
        return
#define PS_IF_AT(me, place, flags) PS_IF(me, flags) PS_AT(me, place); else
#define PS_DO_AT(me, place, flags) PS_DO(me, flags) PS_AT(me, place); else
#define PS_WAIT_AT(me, place, flags, guard) PS_IF_AT(me, place, flags) if (guard)
#define PS_REGAIN_TURN(me, place) \
    if (!ps_resumes(me, place)) \
        return; \
    ps_at_##place:;

/* After a statement that is not a guard: PS_STEP if it changed only variables of its process, else PS_WROTE. */
#ifdef PS_TRACE
#define PS_STEP(me, text) ps_log_step(me, PS_PLACE(text))
#define PS_NOTE(me, name, value) ps_log_value(me, name, value)
#else
#define PS_STEP(me, text) ((void)(me))
#define PS_NOTE(me, name, value) ((void)(me))
#endif
#define PS_WROTE(me, text) (ps_changed(), PS_STEP(me, text))
#define PS_STATEMENT(me, text) ps_set_statement(me, PS_PLACE(text)) /* what reports show, before something that may fail */
#ifndef PS_ASSERT
#define PS_ASSERT(me, text, condition) ps_assert(me, PS_PLACE(text), (condition) != 0)
#endif
#define PS_RUN(me, proctype, ...) ps_create(me, proctype, PS_VALUES(__VA_ARGS__))
#define PS_RUN_ON(me, loop, proctype, ...) ps_create_on(me, loop, proctype, PS_VALUES(__VA_ARGS__))
#define PS_RUN_ATTACHED(me, proctype, ...) ps_create_attached(me, proctype, PS_VALUES(__VA_ARGS__))

/* Selections. */
void ps_begin_selection(ps_process *me, int flags);
void ps_retry_selection(ps_process *me);
void ps_repeat_selection(ps_process *me, int flags);
void ps_yield(ps_process *me); /* let others have a turn, where no guard follows */
bool ps_acted(const ps_process *me);
bool ps_begin_guard(ps_process *me, ps_place place, unsigned looks_at);
void ps_set_statement(ps_process *me, ps_place place);
bool ps_fire(ps_process *me, bool executable);
bool ps_else(ps_process *me);
void ps_rank(ps_process *me, int rank);       /* the options that follow yield to those before */
void ps_provided(ps_process *me, bool provided); /* first in a selection: whether the process may move at all */

/* Channels.  A channel is a number from 1 on; 0 is none. */
uint8_t ps_new_channel(const ps_process *me, const ps_kind *kind);
bool ps_send(ps_process *me, int flags, int channel, int count, const int32_t *values);
bool ps_receive(ps_process *me, int flags, int channel, int count, const ps_pattern *patterns);
int32_t ps_field(const ps_process *me, int place);
void ps_attach(ps_process *me, int first, const void *structure, size_t size); /* for the next message */
void ps_copy_attached(const ps_process *me, int first, void *structure, size_t size); /* out of a message */
bool ps_poll(ps_process *me, int flags, int channel, int count, const ps_pattern *patterns);
int32_t ps_length(ps_process *me, int channel);
bool ps_is_full(ps_process *me, int channel);

/* Processes. */
int32_t ps_create(ps_process *me, int proctype, int count, const int32_t *arguments);
int32_t ps_create_attached(ps_process *me, int proctype, int count, const int32_t *arguments);
void ps_begin(ps_process *me); /* the local variables are ready */
bool ps_can_end(const ps_process *me); /* it is the youngest */
int32_t ps_argument(const ps_process *me, int place);
int32_t ps_pid(const ps_process *me);
int32_t ps_process_count(void);
void ps_release_turn(ps_process *me); /* what follows may take long and touches only local variables */
void ps_regain_turn(ps_process *me);
bool ps_resumes(ps_process *me, int place); /* the same in one loop for all processes; false if it must return first */
bool ps_waits(ps_process *me, int place);
int ps_location(const ps_process *me); /* where it goes on; 0 at its beginning */
void *ps_variables(ps_process *me, size_t size); /* what it remembers meanwhile */
bool ps_timeout(void);
void ps_changed(void);

/* Values. */
int32_t ps_index(ps_process *me, int32_t index, int32_t size);
int32_t ps_divide(ps_process *me, int32_t left, int32_t right);
int32_t ps_modulo(ps_process *me, int32_t left, int32_t right);
int32_t ps_add(int32_t left, int32_t right);
int32_t ps_subtract(int32_t left, int32_t right);
int32_t ps_multiply(int32_t left, int32_t right);
int32_t ps_shift_left(int32_t value, int32_t distance);
int32_t ps_shift_right(int32_t value, int32_t distance);

#endif
