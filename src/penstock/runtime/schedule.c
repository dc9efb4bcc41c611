/* Which of those that are ready has the turn next, and who is outside, executing C. */
#include "world.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

enum { NOBODY_READY = -1, OTHERS_OUTSIDE = -2 };

/* Who is next when those back from outside have joined the queue. */
static int next_with_returning(void)
{
    int pid;
    pthread_mutex_lock(&ps_world->gate);
    while ((pid = ps_world->returning_head) != PS_NOBODY) {
        ps_world->returning_head = ps_world->records[pid].next;
        ps_world->outside--;
        ps_make_ready(pid);
    }
    ps_world->returning_tail = PS_NOBODY;
    atomic_store(&ps_world->someone_returns, false);
    bool joined = ps_world->programs_joining > 0;
    pid = joined ? OTHERS_OUTSIDE : ps_pick_ready();
    if (joined) {
        ps_world->programs_joining--;
        ps_backend_give();
        sem_post(&ps_world->joining_turn);
    } else if (pid == PS_NOBODY) {
        ps_backend_give();
        ps_world->idle = ps_world->outside > 0;
        pid = ps_world->idle ? OTHERS_OUTSIDE : NOBODY_READY;
    }
    pthread_mutex_unlock(&ps_world->gate);
    return pid;
}

/* The next process, taken from the queue. */
static int next_ready(void)
{
    int pid = atomic_load(&ps_world->someone_returns) ? PS_NOBODY : ps_pick_ready();
    if (pid == PS_NOBODY)
        pid = next_with_returning();
    if (pid >= 0)
        ps_remove_ready(pid);
    return pid;
}

/* Nothing can happen before time passes: sleep until the next tick is due.  Late ticks are not caught up. */
static void await_tick(void)
{
    if (ps_world->tick == 0)
        return;
    int64_t second = INT64_C(1000000000);
    struct timespec due = {(time_t)(ps_world->next_tick / second), (long)(ps_world->next_tick % second)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR)
        continue;
    int64_t now = ps_now();
    bool late = now - ps_world->next_tick > ps_world->tick;
    ps_world->next_tick = (late ? now : ps_world->next_tick) + ps_world->tick;
}

/* Where programs may still join, nobody has the turn until one does, or until one comes back from outside. */
static bool stay_open(void)
{
    pthread_mutex_lock(&ps_world->gate);
    bool stays = ps_world->returning_head == PS_NOBODY && ps_world->programs_joining == 0;
    if (stays) {
        ps_backend_give();
        ps_world->idle = true;
    }
    pthread_mutex_unlock(&ps_world->gate);
    return stays;
}

static bool may_be_joined(void)
{
    return ps_world->open && ps_world->alive > 0;
}

/* Who has the turn next; nobody if the program has come to its end, or waits for one that is outside. */
int ps_choose_next(void)
{
    for (;;) {
        ps_wake_watchers();
        ps_wake_stirred();
        int next = next_ready();
        if (next >= 0)
            return next;
        if (next == OTHERS_OUTSIDE)
            return PS_NOBODY;
        if (ps_wake_sleepers()) {
            await_tick();
            continue;
        }
        if (!may_be_joined())
            ps_stop(PS_QUIET);
        if (!may_be_joined() || stay_open())
            return PS_NOBODY;
    }
}

/* Before a process executes C code without the turn. */
void ps_leave(ps_process *me)
{
    me->record->status = PS_OUTSIDE;
    me->record->published = false;
    me->record->can_publish = false;
    pthread_mutex_lock(&ps_world->gate);
    ps_world->outside++;
    pthread_mutex_unlock(&ps_world->gate);
}

/* Where nobody is ready, the first one that comes back from outside takes the turn. */
bool ps_leave_idle(void)
{
    ps_wake_watchers();
    ps_wake_stirred();
    if (ps_world->head != PS_NOBODY)
        return false;
    pthread_mutex_lock(&ps_world->gate);
    ps_world->idle = ps_world->returning_head == PS_NOBODY;
    bool idle = ps_world->idle;
    pthread_mutex_unlock(&ps_world->gate);
    return idle;
}

/* The turn is taken at once if nobody has it; else the process gets it later, like others that are ready. */
bool ps_come_back(ps_process *me)
{
    pthread_mutex_lock(&ps_world->gate);
    bool free_turn = ps_world->idle;
    if (free_turn) {
        ps_world->idle = false;
        ps_world->outside--;
        me->record->status = PS_RUNNING;
    } else {
        ps_append(&ps_world->returning_head, &ps_world->returning_tail, me->pid);
        atomic_store(&ps_world->someone_returns, true);
    }
    pthread_mutex_unlock(&ps_world->gate);
    return free_turn;
}
