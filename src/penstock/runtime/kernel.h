/* Inside the runtime: what all forms of it share.  Their `world.h` says how the world is kept: with threads and programs
 * around it, or in a few bytes. */
#ifndef PENSTOCK_KERNEL_H
#define PENSTOCK_KERNEL_H

#include "penstock.h"

#define PS_NOBODY (-1)

enum status { PS_FREE, PS_READY, PS_RUNNING, PS_BLOCKED, PS_OUTSIDE, PS_FINISHED };

/* Why a process gets the turn: to go on, to say what it offers, to say what it waits for. */
enum order { PS_GO_ON, PS_PUBLISH, PS_REPORT };

/* How it ends: the first five are exit statuses. */
enum outcome {
    PS_GOING_ON = -1,
    PS_ENDED = 0,
    PS_VIOLATED = 1,
    PS_FAILED = 2,
    PS_DEADLOCK = 3,
    PS_LIMIT = 4,
    PS_QUIET = 5
};

enum mode { PS_ACT, PS_LOOK, PS_FIRE };

/* What ends a program as an error. */
enum ps_problem {
    PS_NO_CHANNEL,
    PS_OTHER_FIELDS,      /* so many are given; the channel has more, or fewer */
    PS_TOO_MANY_CHANNELS, /* so many there can be */
    PS_NO_ROOM,           /* for a channel */
    PS_MEETS_IN_D_STEP,
    PS_STUCK_IN_D_STEP,
    PS_TOO_MANY_PROCESSES, /* so many there can be */
    PS_DIVISION_BY_ZERO,
    PS_OUT_OF_RANGE /* an index, in an array of so many */
};

/* Whether the process that has the turn next is any of those that are ready. */
#ifndef PS_ANY_TURN
#define PS_ANY_TURN (ps_world->choice == PS_CHOOSE_RANDOM)
#endif

/* How many guards the process that has the turn may still pass before others get it. */
#ifndef PS_SLICE_LEFT
#define PS_SLICE_LEFT(me) (ps_world->slice)
#endif

/* After a message was put into a channel, or taken out of it. */
#ifndef PS_SENT
#define PS_SENT(number) ((void)0)
#define PS_TAKEN(number) ((void)0)
#endif

/* A value as a field of this width holds it. */
static inline int32_t ps_truncated(int32_t value, int width)
{
    if (width == 8)
        return (uint8_t)value;
    if (width == -16)
        return (int16_t)value;
    return width <= -32 || width >= 32 ? value : (int32_t)((uint32_t)value & (((uint32_t)1 << width) - 1));
}

/* `name` is the channel's, where one has to do with it; what the numbers are is said above. */
PS_NEVER_RETURNS void ps_fail(const ps_process *me, enum ps_problem problem, const char *name, int32_t first, int32_t second);

/* ready.c */
void ps_append(ps_number *head, ps_number *tail, int pid);
void ps_make_ready(int pid);
void ps_remove_ready(int pid);
int ps_pick_ready(void); /* it stays in the queue */
bool ps_wake_sleepers(void); /* those that wait for `timeout` look again; false if there is none */
void ps_new_slice(ps_process *me); /* how long the turn may be kept from now on */
void ps_wake_watchers(void);
void ps_withdraw(int pid);
void ps_unpublish(int pid);

/* select.c */
void ps_go_on(ps_process *me, enum order order); /* the turn has come to a process that waited, or a question */

/* How a process waits, in turns.c, resuming.c or step.c.  In a function of the runtime nothing follows the first three: they
 * either sleep until the turn comes, or note that the process waits, and return. */
void ps_suspend(ps_process *me);            /* the turn goes to the next one */
void ps_answer(ps_process *me);             /* it goes back to who asked */
void ps_hand_over(ps_process *me, int pid); /* it goes to this one */
void ps_ask(int pid, enum order order);     /* have a process that waits answer */
void ps_bring_up(int pid);                  /* let a new process begin, until it has its local variables */
int ps_random_below(int count);

/* offers.c */
void ps_register_offer(ps_process *me, int channel, bool sends, int flags, int count, const ps_pattern *patterns);
void ps_publish(ps_process *me);
void ps_unlink_offers(int pid);
void ps_wake_channel(int channel, bool senders);
int ps_find_receiver(const ps_process *me, int channel, int count, const int32_t *values);
int ps_find_sender(const ps_process *me, int channel, int count, const ps_pattern *patterns);
void ps_take_offer(int offer);
void ps_settle(const ps_process *me);

/* channels.c */
bool ps_put_message(int channel, const ps_cell *values);
bool ps_take_message(int channel, int32_t *values);

/* processes.c */
void ps_finish(int pid); /* its last step */
void ps_start_process(ps_process *me, int proctype, int count, const int32_t *arguments);
void ps_close_channels(int from);

/* tracing.c, or what is in its place */
void ps_log_meeting(int sender, ps_place sends, int receiver, ps_place receives);
void ps_log_end(int pid);

#endif
