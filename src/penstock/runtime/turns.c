/* The turn, where each process has a thread, or a program, of its own: it sleeps until the turn comes. */
#include "world.h"

#include <errno.h>
#include <stdlib.h>

void ps_wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        if (errno != EINTR)
            abort();
}

static void give_turn(int pid, enum order order)
{
    struct record *record = &ps_world->records[pid];
    record->order = order;
    ps_backend_give();
    sem_post(&record->turn);
}

static void await_turn(ps_process *me)
{
    for (;;) {
        ps_wait_for(&me->record->turn);
        ps_backend_take();
        if (me->record->order != PS_REPORT)
            break;
        ps_report_waiting(me);
        sem_post(&ps_world->reply);
    }
    ps_go_on(me, me->record->order);
}

/* Give the turn to the next process, if there is one. */
void ps_pass_turn(void)
{
    int next = ps_choose_next();
    if (next != PS_NOBODY)
        give_turn(next, PS_GO_ON);
}

void ps_suspend(ps_process *me)
{
    ps_pass_turn();
    await_turn(me);
}

void ps_answer(ps_process *me)
{
    sem_post(&ps_world->reply);
    await_turn(me);
}

void ps_hand_over(ps_process *me, int pid)
{
    give_turn(pid, PS_GO_ON);
    await_turn(me);
}

void ps_ask(int pid, enum order order)
{
    give_turn(pid, order);
    ps_wait_for(&ps_world->reply);
}

void ps_bring_up(int pid)
{
    ps_backend_give();
    ps_backend_start(pid);
    ps_wait_for(&ps_world->reply);
}

void ps_release_turn(ps_process *me)
{
    ps_leave(me);
    ps_pass_turn();
}

void ps_regain_turn(ps_process *me)
{
    if (ps_come_back(me))
        ps_backend_take();
    else
        await_turn(me);
}

void ps_end(ps_process *me)
{
    ps_finish(me->pid);
    ps_pass_turn();
}

/* The main thread ends the program. */
void ps_over(enum outcome outcome)
{
    (void)outcome;
    sem_post(&ps_world->over);
}
