/* One program, one thread for each process. */
#include "world.h"

#include <stdlib.h>

static void *run_process(void *record)
{
    int pid = (int)((struct record *)record - ps_world->records);
    ps_process *me = ps_new_process(pid);
    ps_the_model->proctypes[me->record->proctype].body(me);
    ps_end(me);
    ps_free_process(me);
    return NULL;
}

void ps_backend_start(int pid)
{
    pthread_attr_t attributes;
    pthread_t started;
    pthread_attr_init(&attributes);
    size_t variables = ps_the_model->proctypes[ps_world->records[pid].proctype].variables;
    pthread_attr_setstacksize(&attributes, ((size_t)PS_STACK + variables + 4095) & ~(size_t)4095);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int problem = pthread_create(&started, &attributes, run_process, &ps_world->records[pid]);
    pthread_attr_destroy(&attributes);
    if (problem != 0)
        ps_fault(NULL, "cannot start more than %d threads", ps_world->alive);
}

/* Threads see each other's memory. */
void ps_backend_take(void)
{
}

void ps_backend_give(void)
{
}

int ps_main(const ps_model *model)
{
    ps_the_model = model;
    ps_world = calloc(1, ps_world_size(model));
    if (ps_world == NULL)
        ps_fault(NULL, "out of memory");
    ps_world_begin(ps_world, model, false);
    ps_open_trace(true);
    model->begin_program();
    model->begin();
    for (int proctype = 0; proctype < model->proctype_count; proctype++)
        for (int instance = 0; instance < model->proctypes[proctype].instances; instance++)
            ps_start_process(NULL, proctype, 0, NULL);
    ps_pass_turn();
    ps_wait_for(&ps_world->over);
    enum outcome outcome = ps_conclude();
    return ps_flush_output() || outcome != PS_ENDED ? (int)outcome : PS_FAILED;
}
