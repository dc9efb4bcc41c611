/* The loop of a small machine, one step at a time; memory is what an instance has. */
#include "world.h"

PS_PER_THREAD struct world *ps_world;

/* -- how a process waits: it returns --------------------------------------------------------------------- */

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
    ps_world->successor = (ps_number)pid;
}

bool ps_waits(ps_process *me, int place)
{
    me->location = (ps_number)place;
    return me->waits;
}

int ps_location(const ps_process *me)
{
    return me->location;
}

int ps_random_below(int count)
{
    uint32_t state = ps_world->random_state;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    ps_world->random_state = state;
    return (int)(state % (uint32_t)count);
}

/* -- memory ----------------------------------------------------------------------------------------------- */

void *ps_variables(ps_process *me, size_t size)
{
    (void)size;
    return (char *)ps_world->memory + ps_the_model->processes_at + (size_t)me->pid * ps_the_model->process_size;
}

void *ps_shared(void)
{
    return ps_world->memory;
}

static void body_of(ps_process *me)
{
    ps_the_model->proctypes[me->record->proctype].body(me);
}

void ps_bring_up(int pid)
{
    ps_process *me = &ps_world->processes[pid];
    memset(me, 0, sizeof *me);
    me->pid = (ps_number)pid;
    me->record = &ps_world->records[pid];
    me->hands_to = PS_NOBODY;
    memset(ps_variables(me, 0), 0, ps_the_model->process_size);
    body_of(me);
}

/* -- one step --------------------------------------------------------------------------------------------- */

static void go_on(int pid, enum order order)
{
    ps_process *me = &ps_world->processes[pid];
    ps_go_on(me, order);
    body_of(me);
    if (!me->waits && ps_world->outcome == PS_GOING_ON)
        ps_finish(pid);
}

void ps_ask(int pid, enum order order)
{
    go_on(pid, order);
}

/* Time passes only where nothing else can happen, a tick at a time. */
static bool wake_sleepers(void)
{
    ps_world->in_vain = ps_world->timeout; /* they looked, and none of them could go on */
    if (!ps_world->in_vain && ps_the_model->has_clock && PS_LOAD(ps_world->ticks) == ps_world->ticks_seen)
        return false;
    bool woken = ps_wake_sleepers();
    if (woken)
        ps_world->ticks_seen++;
    return woken;
}

static int choose_next(void)
{
    int next = ps_world->successor;
    ps_world->successor = PS_NOBODY;
    if (next != PS_NOBODY)
        return next;
    ps_wake_watchers();
    if (ps_world->head == PS_NOBODY && !wake_sleepers())
        return PS_NOBODY;
    next = ps_pick_ready();
    ps_remove_ready(next);
    return next;
}

#if PS_POSTS > 0
/* Let in what was posted for channels that have room. */
static bool let_in(void)
{
    bool any = false;
    for (int place = 0; place < PS_POSTS; place++) {
        struct post *post = &ps_world->posts[place];
        uint8_t begin = post->begin;
        if (begin == PS_LOAD(post->end) || !ps_put_message(post->channel, &post->cells[begin * PS_MOST_FIELDS]))
            continue;
        PS_STORE(post->begin, (uint8_t)(begin + 1 < PS_POST_ROOM ? begin + 1 : 0));
        any = true;
    }
    return any;
}
#else
static bool let_in(void)
{
    return false;
}
#endif

/* -- where it ends ---------------------------------------------------------------------------------------- */

/* Whether a process waits for what may still come from outside. */
static bool awaits_outside(void)
{
    if (ps_world->closed)
        return false;
    for (int pid = 0; pid < ps_world->alive; pid++) {
        struct record *record = &ps_world->records[pid];
        if (!record->published)
            continue;
        if (ps_the_model->has_clock && !ps_world->in_vain && (record->looks_at & PS_TIMEOUT) != 0)
            return true;
        if (PS_POSTS + PS_TAKES > 0 && (record->looks_at & (PS_CHANNELS | PS_COMMUNICATES)) != 0)
            return true;
    }
    return false;
}

bool ps_is_blocked(const ps_instance *instance, int pid)
{
    return instance->records[pid].status == PS_BLOCKED && !instance->records[pid].at_end;
}

static bool is_deadlock(void)
{
    for (int pid = 0; pid < ps_world->alive; pid++)
        if (ps_world->records[pid].status != PS_FINISHED && !ps_world->records[pid].at_end)
            return true;
    return false;
}

static void stop(enum outcome outcome)
{
#ifdef PS_TEXTS
    ps_log_over(outcome);
#endif
    ps_world->outcome = (int8_t)outcome;
}

static void conclude(void)
{
    if (awaits_outside())
        return;
    stop(is_deadlock() ? PS_DEADLOCK : PS_ENDED);
    if (ps_world->outcome == PS_DEADLOCK)
        ps_on_deadlock(ps_world);
}

bool ps_assert(ps_process *me, ps_place place, bool holds)
{
    if (holds)
        return true;
    if (ps_world->outcome == PS_GOING_ON) {
        stop(PS_VIOLATED);
        ps_on_assertion(ps_world, me->pid, place);
    }
    return false;
}

void ps_fail(const ps_process *me, enum ps_problem problem, const char *name, int32_t first, int32_t second)
{
    (void)name;
    (void)first;
    (void)second;
    stop(PS_FAILED);
    ps_on_failure(ps_world, me != NULL ? me->pid : PS_NOBODY, me != NULL ? me->place : 0, (int)problem);
}

/* -- for users -------------------------------------------------------------------------------------------- */

void ps_init(ps_instance *instance, void *memory)
{
    memset(instance, 0, sizeof *instance);
    memset(memory, 0, ps_the_model->memory_size);
    instance->memory = memory;
    instance->head = instance->tail = instance->successor = PS_NOBODY;
    instance->choice = PS_CHOICE;
    instance->random_state = 2463534242u;
    instance->outcome = PS_GOING_ON;
    ps_world = instance;
#ifdef PS_TEXTS
    ps_log_beginning();
#endif
    ps_the_model->begin();
    for (int proctype = 0; proctype < ps_the_model->proctype_count; proctype++)
        for (int number = 0; number < ps_the_model->proctypes[proctype].instances; number++)
            ps_start_process(NULL, proctype, 0, NULL);
}

bool ps_step(ps_instance *instance)
{
    ps_world = instance;
    if (instance->outcome != PS_GOING_ON)
        return false;
    bool came = let_in();
    int next = choose_next();
    if (next != PS_NOBODY)
        go_on(next, PS_GO_ON);
    else if (!came)
        conclude();
    return next != PS_NOBODY || came;
}

enum ps_standing ps_run(ps_instance *instance)
{
    while (ps_step(instance))
        continue;
    return ps_standing(instance);
}

enum ps_standing ps_standing(const ps_instance *instance)
{
    static const uint8_t standings[] = {PS_HAS_ENDED, PS_IS_VIOLATED, PS_HAS_FAILED, PS_IS_STUCK, PS_IS_CUT_OFF};
    return instance->outcome == PS_GOING_ON ? PS_AWAITS : (enum ps_standing)standings[instance->outcome];
}

void ps_tick(ps_instance *instance)
{
    PS_STORE(instance->ticks, (uint8_t)(instance->ticks + 1));
}

void ps_close(ps_instance *instance)
{
    instance->closed = true;
}

#if PS_POSTS > 0
void ps_open_post(int channel, int32_t number)
{
    ps_world->posts[channel].channel = (uint8_t)number;
}

bool ps_post(ps_instance *instance, int channel, const int32_t *values)
{
    struct post *post = &instance->posts[channel];
    uint8_t end = post->end;
    uint8_t next = (uint8_t)(end + 1 < PS_POST_ROOM ? end + 1 : 0);
    if (next == PS_LOAD(post->begin))
        return false;
    int fields = instance->channels[post->channel].fields;
    for (int place = 0; place < fields; place++)
        post->cells[end * PS_MOST_FIELDS + place] = (ps_cell)values[place];
    PS_STORE(post->end, next);
    return true;
}
#endif

bool ps_take(ps_instance *instance, int channel, int32_t *values)
{
    ps_world = instance;
    return ps_take_message(channel, values);
}

ps_place ps_place_of(const ps_instance *instance, int pid)
{
    return instance->processes[pid].place;
}

int ps_proctype_of(const ps_instance *instance, int pid)
{
    return instance->records[pid].proctype;
}

int ps_count_of(const ps_instance *instance)
{
    return instance->alive;
}
