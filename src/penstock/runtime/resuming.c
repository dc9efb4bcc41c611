/* Processes that resume, executed by a loop: a process returns where it has to wait, and goes on there when it is called
 * again.
 */
#include "world.h"

#include <errno.h>
#include <stdlib.h>

_Thread_local bool ps_lost_the_turn;

void ps_wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        if (errno != EINTR)
            abort();
}

/* -- how a process waits ------------------------------------------------------------------------- */

void ps_suspend(ps_process *me)
{
    me->waits = true;
}

void ps_answer(ps_process *me)
{
    me->waits = true;
}

void ps_hand_over(ps_process *me, int pid)
{
    me->waits = true;
    ps_world->successor = pid;
}

bool ps_waits(ps_process *me, int place)
{
    me->location = place;
    return me->waits;
}

int ps_location(const ps_process *me)
{
    return me->location;
}

/* Threads see each other's memory. */
void ps_backend_take(void)
{
}

void ps_backend_give(void)
{
}

void *ps_variables(ps_process *me, size_t size)
{
    if (me->room < size) {
        free(me->variables);
        me->variables = ps_allocate(size);
        me->room = size;
    }
    me->has_variables = true;
    return memset(me->variables, 0, size);
}

/* -- the loop ------------------------------------------------------------------------------------ */

/* Let a process go on until it waits again, or has come to its end. */
static void go_on(int pid, enum order order)
{
    ps_process *me = ps_world->processes[pid];
    ps_go_on(me, order);
    ps_the_model->proctypes[me->record->proctype].body(me);
    if (ps_lost_the_turn || me->waits)
        return;
    ps_finish(pid);
}

static int choose_next(void)
{
    int next = ps_world->successor;
    ps_world->successor = PS_NOBODY;
    return next != PS_NOBODY ? next : ps_choose_next();
}

void ps_pass_turn(void)
{
    ps_lost_the_turn = false;
    for (int next; !ps_lost_the_turn && (next = choose_next()) != PS_NOBODY;)
        go_on(next, PS_GO_ON);
}

void ps_ask(int pid, enum order order)
{
    if (order == PS_REPORT)
        ps_report_waiting(ps_world->processes[pid]);
    else
        go_on(pid, order);
}

void ps_bring_up(int pid)
{
    if (ps_world->processes[pid] != NULL)
        ps_renew_process(ps_world->processes[pid], pid);
    else
        ps_world->processes[pid] = ps_new_process(pid);
    ps_the_model->proctypes[ps_world->records[pid].proctype].body(ps_world->processes[pid]);
}
