/* One loop for all processes: the body of a process is a function that returns where it has to wait, and goes on there
 * when it is called again.
 *
 * Whoever executes the loop has the turn.  C code of the specification that may wait for the outside world gives the turn
 * away, so another thread executes the loop meanwhile; a program without such C has one thread.
 */
#include "world.h"

#include <errno.h>
#include <stdlib.h>

static ps_process *processes[PS_PROCESSES];
static sem_t called;                     /* a thread is wanted that executes the loop */
static int sleeping;                     /* threads that wait for that */
static _Thread_local bool lost_the_turn; /* another thread executes the loop now */
static int successor = PS_NOBODY;        /* who has the turn next, whoever else is ready */

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
    successor = pid;
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
        me->variables = malloc(size);
        me->room = size;
    }
    if (me->variables == NULL)
        ps_fault(NULL, "out of memory");
    me->has_variables = true;
    return memset(me->variables, 0, size);
}

/* -- the loop ------------------------------------------------------------------------------------ */

/* Let a process go on until it waits again, or has come to its end. */
static void go_on(int pid, enum order order)
{
    ps_process *me = processes[pid];
    ps_go_on(me, order);
    ps_the_model->proctypes[me->record->proctype].body(me);
    if (lost_the_turn || me->waits)
        return;
    ps_finish(pid);
}

static int choose_next(void)
{
    int next = successor;
    successor = PS_NOBODY;
    return next != PS_NOBODY ? next : ps_choose_next();
}

void ps_pass_turn(void)
{
    lost_the_turn = false;
    for (int next; !lost_the_turn && (next = choose_next()) != PS_NOBODY;)
        go_on(next, PS_GO_ON);
}

void ps_ask(int pid, enum order order)
{
    if (order == PS_REPORT)
        ps_report_waiting(processes[pid]);
    else
        go_on(pid, order);
}

void ps_bring_up(int pid)
{
    if (processes[pid] != NULL)
        ps_renew_process(processes[pid], pid);
    else
        processes[pid] = ps_new_process(pid);
    ps_the_model->proctypes[ps_world->records[pid].proctype].body(processes[pid]);
}

/* -- C code that waits for the outside world --------------------------------------------------------- */

static void *help(void *unused)
{
    for (;;) {
        ps_pass_turn();
        pthread_mutex_lock(&ps_world->gate);
        sleeping++;
        pthread_mutex_unlock(&ps_world->gate);
        ps_wait_for(&called);
    }
    return unused;
}

/* Have another thread execute the loop. */
static void call_help(void)
{
    pthread_t started;
    pthread_mutex_lock(&ps_world->gate);
    bool is_there = sleeping > 0;
    sleeping -= is_there;
    pthread_mutex_unlock(&ps_world->gate);
    if (is_there)
        sem_post(&called);
    else if (pthread_create(&started, NULL, help, NULL) != 0)
        ps_fault(NULL, "cannot start a thread");
    else
        pthread_detach(started);
}

/* If nobody is ready, whoever comes back from outside first executes the loop. */
void ps_release_turn(ps_process *me)
{
    ps_leave(me);
    if (!ps_leave_idle())
        call_help();
}

bool ps_resumes(ps_process *me, int place)
{
    me->location = place;
    me->waits = true; /* before another thread may let it go on */
    lost_the_turn = !ps_come_back(me);
    if (!lost_the_turn)
        me->waits = false;
    return !lost_the_turn;
}

/* -- the beginning and the end ----------------------------------------------------------------------- */

static int exit_status(void)
{
    enum outcome outcome = ps_conclude();
    return ps_flush_output() || outcome != PS_ENDED ? (int)outcome : PS_FAILED;
}

/* After an error, the thread that found it ends the program: others may be waiting for the outside world. */
void ps_over(enum outcome outcome)
{
    if (outcome != PS_QUIET)
        exit(exit_status());
    sem_post(&ps_world->over);
}

int ps_main(const ps_model *model)
{
    ps_the_model = model;
    ps_world = calloc(1, ps_world_size(model));
    if (ps_world == NULL)
        ps_fault(NULL, "out of memory");
    sem_init(&called, 0, 0);
    ps_world_begin(ps_world, model, false);
    ps_open_trace(true);
    model->begin_program();
    model->begin();
    for (int proctype = 0; proctype < model->proctype_count; proctype++)
        for (int instance = 0; instance < model->proctypes[proctype].instances; instance++)
            ps_start_process(NULL, proctype, 0, NULL);
    ps_pass_turn();
    ps_wait_for(&ps_world->over);
    return exit_status();
}
