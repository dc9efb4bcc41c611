/* Penstock's runtime for small machines: no heap, no operating system, nothing that waits.
 *
 * A run of the model is an instance: memory that you define and that nothing is added to.  One loop makes its steps:
 *
 *     static ps_instance run;      (these two types are in runtime/world.h and init.h)
 *     static ps_memory memory;
 *     ps_init(&run, &memory);
 *     for (;;) {
 *         while (ps_step(&run))    or ps_run(&run), which does the same
 *             continue;
 *         sleep until an interrupt;             which calls ps_post or ps_tick
 *     }
 *
 * Several instances may run beside each other: their steps are made by one thread, or each thread has its own with
 * PS_PER_THREAD defined as what your compiler calls `_Thread_local`.
 */
#ifndef PENSTOCK_H
#define PENSTOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port.h"

/* Places in the model are texts where texts are wanted, else lines of the generated file of the process. */
#ifdef PS_TRACE
#define PS_TEXTS
#endif
#ifdef PS_TEXTS
typedef const char *ps_place;
#define PS_PLACE(text) (text)
#define PS_NAME(text) (text)
#else
typedef uint16_t ps_place;
#define PS_PLACE(text) ((ps_place)(__LINE__))
#define PS_NAME(text) NULL
#endif
#define PS_ASSERT(me, text, condition) \
    do { \
        if (!ps_assert(me, PS_PLACE(text), (condition) != 0)) \
            return; \
    } while (0)
#include "statements.h"

/* A whole model. */
typedef struct {
    const ps_proctype *proctypes;
    uint8_t proctype_count;
    bool has_clock;             /* time passes where nothing else can happen: by ps_tick */
    size_t memory_size, processes_at, process_size; /* what the model and its processes remember */
    void (*begin)(void);
#ifdef PS_TEXTS
    const char *file, *fingerprint;
    void (*show)(void); /* writes the global variables */
#endif
} ps_model;

/* -- running ------------------------------------------------------------------------------------------ */

typedef struct world ps_instance;

enum ps_standing {
    PS_IS_GOING_ON, /* there was something to do */
    PS_HAS_ENDED,
    PS_IS_VIOLATED, /* an assertion failed */
    PS_HAS_FAILED,  /* an error, such as an index out of range */
    PS_IS_STUCK,    /* a deadlock */
    PS_IS_CUT_OFF,  /* the trace has as many steps as were asked for */
    PS_AWAITS       /* it goes on when a message comes from outside, or time passes */
};

void ps_init(ps_instance *instance, void *memory); /* the memory is a ps_memory, of this instance only */
bool ps_step(ps_instance *instance);            /* one process goes on until others may; false if none can */
enum ps_standing ps_run(ps_instance *instance); /* steps until none can */
enum ps_standing ps_standing(const ps_instance *instance); /* after ps_step said false: why */

/* -- the outside: these may be called by an interrupt, or by another thread, one at a time for each channel ---- */

/* A message for one of the channels that `init.h` counts as PS_FROM_...; false if there is no room for it yet. */
bool ps_post(ps_instance *instance, int channel, const int32_t *values);
void ps_tick(ps_instance *instance); /* a tick of the model's clock has passed */

/* Where the steps are made: the next message for the outside, from PS_TO_...; false if there is none. */
bool ps_take(ps_instance *instance, int channel, int32_t *values);
void ps_close(ps_instance *instance); /* nothing more comes from outside */

/* -- what you define: called while a step is made ------------------------------------------------------------ */

void ps_on_assertion(ps_instance *instance, int pid, ps_place place); /* the instance makes no more steps */
void ps_on_deadlock(ps_instance *instance);                           /* no process can go on */
PS_NEVER_RETURNS void ps_on_failure(ps_instance *instance, int pid, ps_place place, int problem);

/* For these hooks: where a process stands, which of the process types it is; how many processes there are. */
ps_place ps_place_of(const ps_instance *instance, int pid);
int ps_proctype_of(const ps_instance *instance, int pid);
int ps_count_of(const ps_instance *instance);
bool ps_is_blocked(const ps_instance *instance, int pid); /* and not where it may stay */

/* -- for generated code, and where texts are wanted ---------------------------------------------------------- */

void *ps_shared(void); /* what the model remembers */
bool ps_assert(ps_process *me, ps_place place, bool holds);
#ifdef PS_TEXTS
/* Conversions are %d %u %o %x %c of an int32_t, and %s.  Streams are in port.h. */
void ps_write(int stream, const char *format, ...);
#define ps_print(...) ps_write(PS_OUTPUT, __VA_ARGS__)
void ps_write_state(ps_instance *instance); /* what can be seen at the end */
void ps_log_beginning(void);
void ps_log_over(int outcome);
#else
#define ps_print(...) ((void)0)
#endif
void ps_open_post(int channel, int32_t number); /* what is posted for the one goes to the other */
void ps_log_step(const ps_process *me, ps_place place);
void ps_log_value(const ps_process *me, const char *name, int32_t value);

extern const ps_model ps_model_here;

#endif
