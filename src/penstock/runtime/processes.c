/* Processes: how they start and end. */
#include "world.h"

/* Make a process and wait until it has its local variables. */
void ps_start_process(ps_process *me, int proctype, int count, const int32_t *arguments)
{
    int pid = ps_world->alive;
    if (pid >= PS_PROCESSES)
        ps_fail(me, PS_TOO_MANY_PROCESSES, NULL, PS_PROCESSES, 0);
    struct record *record = &ps_world->records[pid];
    record->status = PS_RUNNING;
    record->published = record->at_end = false;
    record->can_publish = ps_the_model->proctypes[proctype].listens;
    record->taken = PS_NOBODY;
    record->offers = 0;
#ifdef PS_QUICK
    record->stir = PS_NOBODY;
#endif
    record->proctype = (ps_number)proctype;
    record->first_channel = ps_world->channel_count;
    for (int place = 0; place < PS_MOST_FIELDS; place++)
        ps_message(pid)[place] = place < count ? arguments[place] : 0;
    ps_world->alive++;
    ps_bring_up(pid);
    ps_make_ready(pid);
    ps_world->dirty |= PS_PROCESSES_CHANGE;
}

int32_t ps_create(ps_process *me, int proctype, int count, const int32_t *arguments)
{
    ps_start_process(me, proctype, count, arguments);
    return ps_world->alive - 1;
}

int32_t ps_create_attached(ps_process *me, int proctype, int count, const int32_t *arguments)
{
    int all = count + me->attached_cells;
    int32_t *values = ps_value_room(me);
    for (int place = 0; place < all && place < PS_MOST_FIELDS; place++)
        values[place] = place < count ? arguments[place] : me->attached[place - count];
    return ps_create(me, proctype, all, values);
}

void ps_begin(ps_process *me)
{
    ps_answer(me);
}

bool ps_can_end(const ps_process *me)
{
    return me->pid == ps_world->alive - 1;
}

/* The last step of a process.  Only the youngest process can end; others wait for their turn, and where there are several
 * loops, all do that until nothing else can happen. */
void ps_finish(int pid)
{
    ps_world->records[pid].status = PS_FINISHED;
#ifndef PS_CORES
    while (ps_world->alive > 0 && ps_world->records[ps_world->alive - 1].status == PS_FINISHED) {
        struct record *record = &ps_world->records[--ps_world->alive];
        ps_log_end(ps_world->alive);
        ps_close_channels(record->first_channel);
#ifdef PS_QUICK
        record->system_pid = 0; /* before somebody else can have the record */
#endif
        record->status = PS_FREE;
        ps_world->dirty |= PS_PROCESSES_CHANGE;
    }
#endif
}

int32_t ps_argument(const ps_process *me, int place)
{
    return ps_message(me->pid)[place];
}

int32_t ps_pid(const ps_process *me)
{
    return me->pid;
}

int32_t ps_process_count(void)
{
    return ps_world->alive;
}
