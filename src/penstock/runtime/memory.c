/* What a process keeps for itself, where memory is given out by the system. */
#include "world.h"

#include <stdlib.h>

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        ps_fault(NULL, "out of memory");
    return memory;
}

ps_process *ps_new_process(int pid)
{
    ps_process *me = allocate(1, sizeof *me);
    size_t options = (size_t)ps_world->most_options + 1;
    me->enabled = allocate(options, sizeof *me->enabled);
    me->options = allocate(options, sizeof *me->options);
    me->values = allocate((size_t)ps_world->most_fields * 3, sizeof *me->values);
    me->attached = allocate((size_t)ps_world->most_fields, sizeof *me->attached);
    if (ps_world->choice == PS_CHOOSE_FAIR)
        me->last_choice = allocate(PS_PLACES, sizeof *me->last_choice);
    ps_renew_process(me, pid);
    return me;
}

void ps_renew_process(ps_process *me, int pid)
{
    memset(me, 0, offsetof(ps_process, record));
    me->pid = pid;
    me->record = &ps_world->records[pid];
    me->received = ps_message(pid);
    me->hands_to = PS_NOBODY;
    me->received_cells = ps_world->most_fields;
}

void ps_free_process(ps_process *me)
{
    free(me->last_choice);
    free(me->enabled);
    free(me->options);
    free(me->values);
    free(me->attached);
    free(me->variables);
    free(me);
}
