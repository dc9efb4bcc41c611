/* Who is ready, and what wakes those that wait. */
#include "world.h"

void ps_append(ps_number *head, ps_number *tail, int pid)
{
    ps_world->records[pid].next = PS_NOBODY;
    if (*tail == PS_NOBODY)
        *head = (ps_number)pid;
    else
        ps_world->records[*tail].next = (ps_number)pid;
    *tail = (ps_number)pid;
}

void ps_make_ready(int pid)
{
    ps_world->records[pid].status = PS_READY;
    ps_append(&ps_world->head, &ps_world->tail, pid);
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
        ps_world->tail = (ps_number)before;
}

void ps_new_slice(ps_process *me)
{
    PS_SLICE_LEFT(me) = PS_ANY_TURN ? ps_random_below(8) : PS_SLICE;
    (void)me;
#ifdef PS_QUICK
    me->whole_slice = me->slice;
#endif
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

int ps_pick_ready(void)
{
    int pid = ps_world->head, count = 0;
    if (!PS_ANY_TURN || pid == PS_NOBODY)
        return pid;
    for (int found = pid; found != PS_NOBODY; found = ps_world->records[found].next)
        count++;
    for (int skip = ps_random_below(count); skip > 0; skip--)
        pid = ps_world->records[pid].next;
    return pid;
}

/* Nothing else can happen: let processes that wait for `timeout` look again, once. */
bool ps_wake_sleepers(void)
{
    bool found = false;
    for (int pid = 0; pid < ps_world->alive && !ps_world->timeout; pid++)
        if (ps_world->records[pid].published && (ps_world->records[pid].looks_at & PS_TIMEOUT) != 0) {
            ps_unpublish(pid);
            found = true;
        }
    ps_world->timeout = found;
    return found;
}

bool ps_timeout(void)
{
    return ps_world->timeout;
}

void ps_changed(void)
{
    ps_world->dirty |= PS_VARIABLES;
}
