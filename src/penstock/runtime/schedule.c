/* Who has the turn. */
#include "world.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

static void append(int *head, int *tail, int pid)
{
    ps_world->records[pid].next = PS_NOBODY;
    if (*tail == PS_NOBODY)
        *head = pid;
    else
        ps_world->records[*tail].next = pid;
    *tail = pid;
}

void ps_make_ready(int pid)
{
    ps_world->records[pid].status = PS_READY;
    append(&ps_world->head, &ps_world->tail, pid);
}

void ps_remove_ready(int pid)
{
    int before = PS_NOBODY;
    for (int found = ps_world->head; found != pid; found = ps_world->records[found].next)
        before = found;
    if (before == PS_NOBODY)
        ps_world->head = ps_world->records[pid].next;
    else
        ps_world->records[before].next = ps_world->records[pid].next;
    if (ps_world->tail == pid)
        ps_world->tail = before;
}

void ps_wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        if (errno != EINTR)
            abort();
}

void ps_give_turn(int pid, enum order order)
{
    struct record *record = &ps_world->records[pid];
    record->order = order;
    ps_backend_give();
    sem_post(&record->turn);
}

void ps_new_slice(void)
{
    ps_world->slice = ps_world->choice == PS_CHOOSE_RANDOM ? (int)(ps_random() % 8) : PS_SLICE;
}

enum order ps_await_turn(ps_process *me)
{
    ps_wait_for(&me->record->turn);
    ps_backend_take();
    if (me->record->order == PS_GO_ON) {
        me->record->status = PS_RUNNING;
        ps_new_slice();
    }
    return me->record->order;
}

/* The world changed: processes that look at what changed can no longer rely on their offers. */
void ps_wake_watchers(void)
{
    unsigned dirty = ps_world->dirty;
    if (dirty == 0)
        return;
    ps_world->dirty = 0;
    for (int pid = 0; pid < ps_world->alive; pid++)
        if (ps_world->records[pid].published && (ps_world->records[pid].looks_at & dirty) != 0)
            ps_unpublish(pid);
}

void ps_unpublish(int pid)
{
    struct record *record = &ps_world->records[pid];
    ps_unlink_offers(pid);
    record->published = false;
    if (record->status == PS_BLOCKED)
        ps_make_ready(pid);
}

static int pick_ready(void)
{
    int pid = ps_world->head, count = 0;
    if (ps_world->choice != PS_CHOOSE_RANDOM || pid == PS_NOBODY)
        return pid;
    for (int found = pid; found != PS_NOBODY; found = ps_world->records[found].next)
        count++;
    for (int skip = (int)(ps_random() % (uint64_t)count); skip > 0; skip--)
        pid = ps_world->records[pid].next;
    return pid;
}

enum { NOBODY_READY = -1, OTHERS_OUTSIDE = -2 };

/* The next process, taken from the queue; those back from outside join it first. */
static int next_ready(void)
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
    pid = joined ? OTHERS_OUTSIDE : pick_ready();
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

/* Nothing can happen: let processes that wait for `timeout` look again, once. */
static bool try_timeout(void)
{
    bool found = false;
    if (ps_world->timeout) {
        ps_world->timeout = false;
        return false;
    }
    for (int pid = 0; pid < ps_world->alive; pid++)
        if (ps_world->records[pid].published && (ps_world->records[pid].looks_at & PS_TIMEOUT) != 0) {
            ps_unpublish(pid);
            found = true;
        }
    ps_world->timeout = found;
    if (found)
        await_tick();
    return found;
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

/* Give the turn to the next process; if there is none, the program has come to its end. */
void ps_pass_turn(void)
{
    for (;;) {
        ps_wake_watchers();
        int next = next_ready();
        if (next >= 0) {
            ps_give_turn(next, PS_GO_ON);
            return;
        }
        if (next == OTHERS_OUTSIDE)
            return;
        if (try_timeout())
            continue;
        if (!may_be_joined())
            ps_stop(PS_QUIET);
        if (!may_be_joined() || stay_open())
            return;
    }
}

enum order ps_suspend(ps_process *me)
{
    ps_pass_turn();
    return ps_await_turn(me);
}

void ps_release_turn(ps_process *me)
{
    me->record->status = PS_OUTSIDE;
    me->record->published = false;
    me->record->can_publish = false;
    pthread_mutex_lock(&ps_world->gate);
    ps_world->outside++;
    pthread_mutex_unlock(&ps_world->gate);
    ps_pass_turn();
}

void ps_regain_turn(ps_process *me)
{
    pthread_mutex_lock(&ps_world->gate);
    bool free_turn = ps_world->idle;
    if (free_turn) {
        ps_world->idle = false;
        ps_world->outside--;
    } else {
        append(&ps_world->returning_head, &ps_world->returning_tail, me->pid);
        atomic_store(&ps_world->someone_returns, true);
    }
    pthread_mutex_unlock(&ps_world->gate);
    if (free_turn) {
        ps_backend_take();
        me->record->status = PS_RUNNING;
    } else
        ps_await_turn(me);
}

bool ps_timeout(void)
{
    return ps_world->timeout;
}

void ps_changed(void)
{
    ps_world->dirty |= PS_VARIABLES;
}
