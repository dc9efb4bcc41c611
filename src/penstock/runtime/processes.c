/* Processes: how they start and end. */
#include "world.h"

#include <stdlib.h>

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        ps_fault(NULL, "out of memory");
    return memory;
}

/* What a process keeps for itself. */
ps_process *ps_new_process(int pid)
{
    ps_process *me = allocate(1, sizeof *me);
    size_t options = (size_t)ps_world->most_options + 1;
    me->pid = pid;
    me->record = &ps_world->records[pid];
    me->hands_to = PS_NOBODY;
    me->enabled = allocate(options, sizeof *me->enabled);
    me->options = allocate(options, sizeof *me->options);
    me->values = allocate((size_t)ps_world->most_fields * 3, sizeof *me->values);
    me->attached = allocate((size_t)ps_world->most_fields, sizeof *me->attached);
    me->received_cells = ps_world->most_fields;
    return me;
}

void ps_free_process(ps_process *me)
{
    free(me->enabled);
    free(me->options);
    free(me->values);
    free(me->attached);
    free(me->variables);
    free(me);
}

/* Make a process and wait until it has its local variables. */
void ps_start_process(ps_process *me, int proctype, int count, const int32_t *arguments)
{
    int pid = ps_world->alive;
    if (pid >= PS_PROCESSES)
        ps_fault(me, "too many processes: there can be %d at a time", PS_PROCESSES);
    struct record *record = &ps_world->records[pid];
    record->status = PS_RUNNING;
    record->published = record->at_end = false;
    record->can_publish = ps_the_model->proctypes[proctype].listens;
    record->taken = PS_NOBODY;
    record->offers = 0;
    record->proctype = proctype;
    record->system_pid = 0;
    record->first_channel = ps_world->channel_count;
    for (int place = 0; place < ps_world->most_fields; place++)
        ps_message(pid)[place] = place < count ? arguments[place] : 0;
    ps_world->alive++;
    ps_bring_up(pid);
    ps_make_ready(pid);
    ps_world->dirty |= PS_PROCESSES_CHANGE;
}

int32_t ps_run(ps_process *me, int proctype, int count, const int32_t *arguments)
{
    ps_start_process(me, proctype, count, arguments);
    return ps_world->alive - 1;
}

int32_t ps_run_attached(ps_process *me, int proctype, int count, const int32_t *arguments)
{
    int all = count + me->attached_cells;
    for (int place = 0; place < all && place < ps_world->most_fields; place++)
        me->values[place] = place < count ? arguments[place] : me->attached[place - count];
    return ps_run(me, proctype, all, me->values);
}

void ps_begin(ps_process *me)
{
    ps_answer(me);
}

bool ps_can_end(const ps_process *me)
{
    return me->pid == ps_world->alive - 1;
}

/* The last step of a process.  Only the youngest process can end; others wait for their turn. */
void ps_finish(int pid)
{
    ps_world->records[pid].status = PS_FINISHED;
    while (ps_world->alive > 0 && ps_world->records[ps_world->alive - 1].status == PS_FINISHED) {
        struct record *record = &ps_world->records[--ps_world->alive];
        ps_log_end(ps_world->alive);
        ps_close_channels(record->first_channel);
        record->status = PS_FREE;
        ps_world->dirty |= PS_PROCESSES_CHANGE;
    }
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
