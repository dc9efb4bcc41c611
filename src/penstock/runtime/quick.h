/* The same statements, faster: most of them are decided here, without a call.
 *
 * A selection is tried first: its guards say yes or no, from the first one on, and nothing is noted.  If none says yes, or
 * one cannot tell so simply (a channel without a buffer, `unless`, `provided`), the selection is looked at closely, as
 * select.c does it.  So trying is done only where the first executable option is the one to take, and takes that one.
 */
#ifndef PENSTOCK_QUICK_H
#define PENSTOCK_QUICK_H

#define PS_QUICK

struct record;
struct option;

/* A process as it sees itself. */
struct ps_process {
    ps_place place; /* the statement that it looks at or executes */
    int flags;
    int slice, whole_slice; /* guards that it may pass before others get the turn, and might when it got it */
    int location;
    bool acted;  /* an option was executed */
    bool tries;  /* in this turn selections are tried first */
    bool tried;  /* this one was not yet looked at closely */
    bool trying; /* and no guard has given up */
    bool waits;  /* it is about to return, and goes on at `location` */
    bool has_variables;
    bool publishing, barred, closed, has_else, unpaired, settled, must_settle;
    bool decided; /* a guard of this d_step was executable */
    bool alone;   /* it holds control in an atomic sequence: until it blocks, no sender can come to it */
    bool sender_waits; /* a sender waits that could move if this process blocked */
    int pid;
    int mode;
    int option, fired, rank, unpaired_rank;
    int step; /* the guard with which the present one's d_step begins, or itself */
    int else_option;
    int hands_to; /* who goes on now, since this process met it inside an atomic sequence */
    unsigned looks_at;
    int offers, enabled_count, enabled_rank;
    int attached_cells, received_cells;
    /* From here on it is memory that a later process may have again. */
    struct record *record;
    int32_t *received; /* the last message */
    void *variables;
    size_t room; /* for variables */
    int *enabled;
    struct option *options;
    int32_t *values;
    int32_t *attached; /* structures attached to the next message or process */
    int *last_choice;
};

bool ps_try_send(ps_process *me, int flags, int number, int count, const int32_t *values);
bool ps_try_receive(ps_process *me, int flags, int number, int count, const ps_pattern *patterns);

static inline void ps_give_up(ps_process *me)
{
    me->trying = false;
}

/* What the first guard that says yes does. */
static inline bool ps_take(ps_process *me)
{
#ifdef PS_TRACE
    if ((me->flags & PS_DSTEP) == 0)
        ps_log_step(me, me->place);
#endif
    return me->acted = true;
}

#ifndef PS_INSIDE
static inline void ps_quick_begin(ps_process *me, int flags)
{
    if (!me->tries || (me->slice-- <= 0 && (flags & PS_ATOMIC) == 0)) {
        ps_begin_selection(me, flags);
        return;
    }
    me->flags = flags;
    me->alone = (flags & PS_ATOMIC) != 0;
    me->acted = false;
    me->tried = me->trying = true;
}

static inline void ps_quick_repeat(ps_process *me, int flags)
{
    if (me->acted)
        ps_quick_begin(me, (flags & PS_FIXED) != 0 ? flags | PS_ATOMIC | PS_DSTEP : flags);
    else
        ps_retry_selection(me);
}

static inline bool ps_quick_look(ps_process *me, ps_place place, unsigned looks_at)
{
    if (!me->tried)
        return ps_begin_guard(me, place, looks_at);
    me->place = place;
    return me->trying;
}

static inline bool ps_quick_fire(ps_process *me, bool executable)
{
    return me->tried ? executable && ps_take(me) : ps_fire(me, executable);
}

static inline bool ps_quick_else(ps_process *me)
{
    return me->tried ? ps_take(me) : ps_else(me);
}

static inline bool ps_quick_send(ps_process *me, int flags, int channel, int count, const int32_t *values)
{
    return me->tried ? ps_try_send(me, flags, channel, count, values) : ps_send(me, flags, channel, count, values);
}

static inline bool ps_quick_receive(ps_process *me, int flags, int channel, int count, const ps_pattern *patterns)
{
    return me->tried ? ps_try_receive(me, flags, channel, count, patterns)
                     : ps_receive(me, flags, channel, count, patterns);
}

static inline bool ps_quick_waits(ps_process *me, int place)
{
    if (me->waits)
        me->location = place;
    return me->waits;
}

static inline int32_t ps_quick_field(const ps_process *me, int place)
{
    return me->received[place];
}

static inline void *ps_quick_variables(ps_process *me, size_t size)
{
    return me->has_variables ? me->variables : ps_variables(me, size);
}

#define ps_begin_selection(me, flags) ps_quick_begin(me, flags)
#define ps_repeat_selection(me, flags) ps_quick_repeat(me, flags)
#define ps_acted(me) ((me)->acted)
#define ps_begin_guard(me, place, looks_at) ps_quick_look(me, place, looks_at)
#define ps_fire(me, executable) ps_quick_fire(me, executable)
#define ps_else(me) ps_quick_else(me)
#define ps_send(me, flags, channel, ...) ps_quick_send(me, flags, channel, __VA_ARGS__)
#define ps_receive(me, flags, channel, ...) ps_quick_receive(me, flags, channel, __VA_ARGS__)
#define ps_rank(me, rank) (ps_give_up(me), ps_rank(me, rank))
#define ps_provided(me, provided) (ps_give_up(me), ps_provided(me, provided))
#define ps_waits(me, place) ps_quick_waits(me, place)
#define ps_location(me) ((me)->location)
#define ps_variables(me, size) ps_quick_variables(me, size)
#define ps_field(me, place) ps_quick_field(me, place)
#define ps_pid(me) ((int32_t)(me)->pid)
#endif

#endif
