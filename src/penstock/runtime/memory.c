/* What a process keeps for itself, where memory is given out by the system. */
#include "world.h"

#include <stdlib.h>

/* Where there are several loops, each piece has cache lines of its own: what one loop writes is beside nothing that another
 * one uses. */
#ifdef PS_CORES
static void *get_memory(size_t size)
{
    size_t whole = (size + PS_CACHE_LINE - 1) / PS_CACHE_LINE * PS_CACHE_LINE;
    void *memory = aligned_alloc(PS_CACHE_LINE, whole);
    return memory != NULL ? memset(memory, 0, whole) : NULL;
}
#else
static void *get_memory(size_t size)
{
    return calloc(1, size);
}
#endif

void *ps_allocate(size_t size)
{
    void *memory = get_memory(size > 0 ? size : 1);
    if (memory == NULL)
        ps_fault(NULL, "out of memory");
    return memory;
}

static void *allocate(size_t count, size_t size)
{
    return ps_allocate(count * size);
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
