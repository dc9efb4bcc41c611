/* Who is ready, and which of them has the turn next. */
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

void ps_new_slice(void)
{
    ps_world->slice = ps_world->choice == PS_CHOOSE_RANDOM ? (int)(ps_random() % 8) : PS_SLICE;
}

/* The world changed: processes that look at what changed can no longer rely on their offers. */
void ps_wake_watchers(void)
{
    unsigned dirty = ps_world->dirty;
    ps_world->dirty = 0;
    if (dirty == 0 || ps_world->watchers == 0)
        return;
    for (int pid = 0; pid < ps_world->alive; pid++)
        if (ps_world->records[pid].published && (ps_world->records[pid].looks_at & dirty) != 0)
            ps_unpublish(pid);
}

/* What a process offers no longer counts. */
void ps_withdraw(int pid)
{
    struct record *record = &ps_world->records[pid];
    if (record->published && ps_is_watcher(record))
        ps_world->watchers--;
    ps_unlink_offers(pid);
    record->published = false;
}

void ps_unpublish(int pid)
{
    ps_withdraw(pid);
    if (ps_world->records[pid].status == PS_BLOCKED)
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
    return pid;
}

/* The next process, taken from the queue. */
static int next_ready(void)
{
    int pid = atomic_load(&ps_world->someone_returns) ? PS_NOBODY : pick_ready();
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

/* Who has the turn next; nobody if the program has come to its end, or waits for one that is outside. */
int ps_choose_next(void)
{
    for (;;) {
        ps_wake_watchers();
        int next = next_ready();
        if (next >= 0)
            return next;
        if (next == OTHERS_OUTSIDE)
            return PS_NOBODY;
        if (try_timeout())
            continue;
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
        append(&ps_world->returning_head, &ps_world->returning_tail, me->pid);
        atomic_store(&ps_world->someone_returns, true);
    }
    pthread_mutex_unlock(&ps_world->gate);
    return free_turn;
}

bool ps_timeout(void)
{
    return ps_world->timeout;
}

void ps_changed(void)
{
    ps_world->dirty |= PS_VARIABLES;
}
