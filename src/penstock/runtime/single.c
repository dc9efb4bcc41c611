/* One program, one loop for all processes.
 *
 * Whoever executes the loop has the turn.  C code of the specification that may wait for the outside world gives the turn
 * away, so another thread executes the loop meanwhile; a program without such C has one thread.
 */
#include "world.h"

#include <stdlib.h>

static sem_t called; /* a thread is wanted that executes the loop */
static int sleeping; /* threads that wait for that */

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

static bool start_helper(void)
{
    pthread_attr_t attributes;
    pthread_t started;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, PS_STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int problem = pthread_create(&started, &attributes, help, NULL);
    pthread_attr_destroy(&attributes);
    return problem == 0;
}

/* Have another thread execute the loop. */
static void call_help(void)
{
    pthread_mutex_lock(&ps_world->gate);
    bool is_there = sleeping > 0;
    sleeping -= is_there;
    pthread_mutex_unlock(&ps_world->gate);
    if (is_there)
        sem_post(&called);
    else if (!start_helper())
        ps_fault(NULL, "cannot start a thread");
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
    ps_lost_the_turn = !ps_come_back(me);
    if (!ps_lost_the_turn)
        me->waits = false;
    return !ps_lost_the_turn;
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
