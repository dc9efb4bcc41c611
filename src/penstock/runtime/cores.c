/* Several loops, each a thread that executes processes of its own in a world of its own.
 *
 * A channel may lead from one loop to another.  Each has a picture of it: where it is received from, the messages that have
 * come; where it is sent to, those of which it is not yet known that they were received.  What a loop does is told to others
 * by letters, which are posted when it gives the turn away, and read when it takes the next one.  So nothing that others do
 * is seen in between, and a picture is never wrong, only late (decision 0188).
 */
#include "world.h"

#include <stdlib.h>

enum kind { MESSAGE, ROOM, START };

/* Each letter is its kind, a channel or process, how many values follow, and these. */
struct letters {
    int32_t *cells;
    size_t used, room;
};

struct loop {
    struct world *world;
    struct letters *outgoing; /* for each loop those that were not posted yet */
    struct letters reading;
    int32_t *forgotten; /* a message that was received elsewhere */
    pthread_mutex_t gate; /* of what follows */
    pthread_cond_t called;
    struct letters incoming;
    bool sleeps;
    atomic_bool has_letters;
};

atomic_int ps_outcome = PS_GOING_ON;
static struct loop *loops;
static int loop_count;
static atomic_int awake; /* loops that do not sleep; whoever wakes another one is among them */
static sem_t over;
static _Thread_local struct loop *here;

static void enter(struct loop *loop)
{
    here = loop;
    ps_world = loop->world;
}

/* -- letters ------------------------------------------------------------------------------------------ */

static int32_t *append(struct letters *letters, size_t count)
{
    if (letters->used + count > letters->room) {
        letters->room = 2 * (letters->used + count);
        letters->cells = realloc(letters->cells, letters->room * sizeof *letters->cells);
        if (letters->cells == NULL)
            ps_fault(NULL, "out of memory");
    }
    letters->used += count;
    return letters->cells + letters->used - count;
}

static void write_letter(int to, enum kind kind, int number, int count, const int32_t *values)
{
    int32_t *cells = append(&here->outgoing[to], 3 + (size_t)count);
    cells[0] = kind;
    cells[1] = number;
    cells[2] = count;
    for (int place = 0; place < count; place++)
        cells[3 + place] = values[place];
}

void ps_letter_sent(int number)
{
    const struct channel *channel = &ps_world->channels[number];
    write_letter(channel->crossing - 1, MESSAGE, number, channel->fields, ps_cells(channel, channel->count - 1));
}

void ps_letter_taken(int number)
{
    write_letter(-ps_world->channels[number].crossing - 1, ROOM, number, 0, NULL);
}

static void post(struct letters *outgoing, struct loop *to)
{
    pthread_mutex_lock(&to->gate);
    memcpy(append(&to->incoming, outgoing->used), outgoing->cells, outgoing->used * sizeof *outgoing->cells);
    atomic_store(&to->has_letters, true);
    if (to->sleeps) {
        to->sleeps = false;
        atomic_fetch_add(&awake, 1);
        pthread_cond_signal(&to->called);
    }
    pthread_mutex_unlock(&to->gate);
    outgoing->used = 0;
}

static void read_letter(const int32_t *letter)
{
    switch ((enum kind)letter[0]) {
    case MESSAGE:
        if (!ps_put_message(letter[1], letter + 3))
            abort();
        break;
    case ROOM:
        ps_take_message(letter[1], here->forgotten);
        break;
    case START:
        ps_world->alive = letter[1];
        ps_start_process(NULL, letter[3], letter[2] - 1, letter + 4);
        break;
    }
}

static void read_letters(void)
{
    if (!atomic_load(&here->has_letters))
        return;
    pthread_mutex_lock(&here->gate);
    struct letters incoming = here->incoming;
    here->incoming = here->reading;
    here->incoming.used = 0;
    here->reading = incoming;
    atomic_store(&here->has_letters, false);
    pthread_mutex_unlock(&here->gate);
    for (size_t at = 0; at < incoming.used; at += 3 + (size_t)incoming.cells[at + 2])
        read_letter(incoming.cells + at);
}

bool ps_letters_wait(void)
{
    for (int to = 0; to < loop_count; to++)
        if (here->outgoing[to].used > 0)
            return true;
    return atomic_load(&here->has_letters);
}

/* -- the loops ---------------------------------------------------------------------------------------- */

/* What this loop did is there for all now. */
static void end_block(void)
{
    ps_write_block(false);
    for (int to = 0; to < loop_count; to++)
        if (here->outgoing[to].used > 0)
            post(&here->outgoing[to], &loops[to]);
}

/* Nothing can happen here before letters come.  If all loops sleep, no letter is on its way: it is over. */
static void sleep_until_called(void)
{
    pthread_mutex_lock(&here->gate);
    if (here->incoming.used == 0) {
        here->sleeps = true;
        if (atomic_fetch_sub(&awake, 1) == 1)
            ps_stop(PS_QUIET);
        while (here->sleeps)
            pthread_cond_wait(&here->called, &here->gate);
    }
    pthread_mutex_unlock(&here->gate);
}

int ps_choose_next(void)
{
    for (;;) {
        end_block();
        read_letters();
        ps_wake_watchers();
        ps_wake_stirred();
        int pid = ps_pick_ready();
        if (pid != PS_NOBODY) {
            ps_remove_ready(pid);
            return pid;
        }
        sleep_until_called();
    }
}

static void *execute(void *loop)
{
    enter(loop);
    ps_pass_turn();
    return NULL;
}

int32_t ps_create_on(ps_process *me, int loop, int proctype, int count, const int32_t *arguments)
{
    if (loop == (int)(here - loops))
        return ps_create(me, proctype, count, arguments);
    int pid = ps_world->alive;
    if (pid >= PS_PROCESSES)
        ps_fail(me, PS_TOO_MANY_PROCESSES, NULL, PS_PROCESSES, 0);
    int32_t *values = ps_value_room(me);
    values[0] = proctype;
    for (int place = 0; place < count; place++)
        values[1 + place] = arguments[place];
    write_letter(loop, START, pid, 1 + count, values);
    ps_world->alive++;
    return pid;
}

void ps_lead(int number, int from, int to)
{
    int own = (int)(here - loops);
    ps_world->channels[number].crossing = own == from ? to + 1 : own == to ? -from - 1 : 0;
}

/* -- the end ------------------------------------------------------------------------------------------ */

void ps_visit_process(int pid)
{
    for (int loop = 0; loop < loop_count; loop++)
        if (loops[loop].world->records[pid].status != PS_FREE)
            enter(&loops[loop]);
}

/* A channel of all is shown as it is received from, or as the loop sees it that uses it. */
static void visit_global_channel(int number)
{
    enter(&loops[0]);
    for (int loop = 0; loop < loop_count; loop++) {
        const struct channel *channel = &loops[loop].world->channels[number];
        if (channel->crossing < 0 || (channel->crossing == 0 && channel->count > 0))
            enter(&loops[loop]);
    }
}

static int channels_of_all;

/* Those of processes come after them, in the order of their processes. */
int ps_visit_channel(int number)
{
    if (number <= channels_of_all) {
        visit_global_channel(number);
        return number;
    }
    int left = number - channels_of_all;
    for (int pid = 0; pid < loops[0].world->alive; pid++) {
        ps_visit_process(pid);
        int first = ps_world->records[pid].first_channel, last = ps_world->channel_count;
        for (int next = pid + 1; next < ps_world->alive && last == ps_world->channel_count; next++)
            if (ps_world->records[next].status != PS_FREE)
                last = ps_world->records[next].first_channel;
        if (left <= last - first)
            return first + left;
        left -= last - first;
    }
    return 0;
}

/* Processes that have come to their ends go, the youngest first. */
static void let_processes_end(void)
{
    int alive = 0;
    for (int loop = 0; loop < loop_count; loop++)
        alive = loops[loop].world->alive > alive ? loops[loop].world->alive : alive;
    while (alive > 0) {
        ps_visit_process(alive - 1);
        struct record *record = &ps_world->records[alive - 1];
        if (record->status != PS_FINISHED)
            break;
        ps_log_end(--alive);
        ps_close_channels(record->first_channel);
        record->status = PS_FREE;
    }
    for (int loop = 0; loop < loop_count; loop++)
        loops[loop].world->alive = alive;
}

static int exit_status(void)
{
    if (atomic_load(&ps_outcome) == PS_QUIET)
        let_processes_end();
    enum outcome outcome = ps_conclude();
    ps_write_block(true);
    return ps_flush_output() || outcome != PS_ENDED ? (int)outcome : PS_FAILED;
}

/* Only one thread comes here.  After an error it ends the program, whatever the others do. */
void ps_over(enum outcome outcome)
{
    if (outcome == PS_QUIET) {
        sem_post(&over);
        return;
    }
    ps_write_block(true);
    exit(exit_status());
}

/* -- the beginning ------------------------------------------------------------------------------------ */

static void begin_loop(struct loop *loop, const ps_model *model)
{
    loop->world = calloc(1, ps_world_size(model));
    loop->outgoing = calloc((size_t)loop_count, sizeof *loop->outgoing);
    loop->forgotten = calloc((size_t)model->most_fields + 1, sizeof *loop->forgotten);
    if (loop->world == NULL || loop->outgoing == NULL || loop->forgotten == NULL)
        ps_fault(NULL, "out of memory");
    pthread_mutex_init(&loop->gate, NULL);
    pthread_cond_init(&loop->called, NULL);
    enter(loop);
    ps_world_begin(ps_world, model, false);
    ps_world->random_state += (uint64_t)(loop - loops) * 88172645463325253u;
    model->begin();
    channels_of_all = ps_world->channel_count;
}

static void start_processes(const ps_model *model)
{
    int pid = 0;
    for (int proctype = 0; proctype < model->proctype_count; proctype++)
        for (int instance = 0; instance < model->proctypes[proctype].instances; instance++) {
            enter(&loops[model->loop_of[pid]]);
            ps_world->alive = pid++;
            ps_start_process(NULL, proctype, 0, NULL);
        }
    for (int loop = 0; loop < loop_count; loop++)
        loops[loop].world->alive = pid;
}

static void start_thread(struct loop *loop)
{
    pthread_t started;
    if (pthread_create(&started, NULL, execute, loop) != 0)
        ps_fault(NULL, "cannot start a thread");
    pthread_detach(started);
}

int ps_main(const ps_model *model)
{
    ps_the_model = model;
    loop_count = model->loop_count;
    loops = calloc((size_t)loop_count, sizeof *loops);
    if (loops == NULL)
        ps_fault(NULL, "out of memory");
    sem_init(&over, 0, 0);
    atomic_init(&awake, loop_count);
    for (int loop = 0; loop < loop_count; loop++)
        begin_loop(&loops[loop], model);
    ps_open_trace(true);
    model->begin_program();
    ps_write_block(false);
    start_processes(model);
    for (int loop = 0; loop < loop_count; loop++)
        start_thread(&loops[loop]);
    ps_wait_for(&over);
    return exit_status();
}
