/* What a program says: its output, and why it stopped. */
#include "world.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void ps_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
#ifdef PS_CORES
    ps_keep_output(format, arguments);
#else
    vprintf(format, arguments);
#endif
    va_end(arguments);
}

/* Output must not get lost: a full disk is an error. */
bool ps_flush_output(void)
{
    static bool told;
    bool well = fflush(stdout) == 0 && !ferror(stdout);
    if (!well && !told)
        fprintf(stderr, "error: the output cannot be written: %s\n", strerror(errno));
    told = told || !well;
    return well;
}

/* The program is over; threads that come here later sleep until it has ended. */
void ps_decide(enum outcome outcome)
{
    int going_on = PS_GOING_ON;
    if (atomic_compare_exchange_strong(&PS_OUTCOME, &going_on, (int)outcome))
        ps_over(outcome);
}

void ps_stop(enum outcome outcome)
{
    ps_backend_give();
    if (outcome != PS_QUIET && atomic_load(&PS_OUTCOME) == PS_GOING_ON)
        ps_log_over(outcome);
    ps_decide(outcome);
}

static const char *name_of(int pid)
{
    return ps_the_model->proctypes[ps_world->records[pid].proctype].name;
}

/* The statement that a process looks at or executes. */
const char *ps_current(const ps_process *me)
{
    return me->place != NULL ? me->place : "";
}

/* `line:column statement`, or `line:column @file@line statement` where one of them differs. */
static void show_place(const char *text)
{
    text += strncmp(text, "is", 2) == 0 ? 2 : 0; /* only the program has it */
    const char *statement = strchr(text, ' '), *file = ps_the_model->file, *line = text;
    int length = (int)strlen(file);
    if (statement != NULL && statement[1] == '@') {
        file = statement + 2;
        length = (int)strcspn(file, "@");
        statement = strchr(file + length, ' ');
        line = file[length] == '@' && file[length + 1] != ' ' ? file + length + 1 : text;
    }
    fprintf(stderr, "%.*s:%.*s", length, file, (int)strcspn(line, ": "), line);
    if (statement != NULL)
        fprintf(stderr, ",%s", statement);
}

_Noreturn static void sleep_for_ever(void)
{
    sem_t never;
    sem_init(&never, 0, 0);
    for (;;)
        ps_wait_for(&never);
}

_Noreturn void ps_halt(enum outcome outcome)
{
    ps_stop(outcome);
    sleep_for_ever();
}

void ps_fault(const ps_process *me, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fprintf(stderr, "error: ");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (me != NULL) {
        fprintf(stderr, "\n  %s (pid %d) at ", name_of(me->pid), me->pid);
        show_place(ps_current(me));
    }
    fprintf(stderr, "\n");
    if (me == NULL)
        exit(PS_FAILED);
    ps_halt(PS_FAILED);
}

static const char *ending(int count)
{
    return count == 1 ? "" : "s";
}

void ps_fail(const ps_process *me, enum ps_problem problem, const char *name, int32_t first, int32_t second)
{
    int one = (int)first, two = (int)second;
    switch (problem) {
    case PS_NO_CHANNEL:
        ps_fault(me, "this channel variable holds no channel: it was never given one, or the process that owned it ended");
    case PS_OTHER_FIELDS:
        ps_fault(me, "%d fields, but the messages of channel `%s` have %d", one, name, two);
    case PS_TOO_MANY_CHANNELS:
        ps_fault(me, "too many channels: there can be %d", one);
    case PS_NO_ROOM:
        ps_fault(me, "there is no room for channel `%s`", name);
    case PS_MEETS_IN_D_STEP:
        ps_fault(me, "a d_step cannot send to `%s`, which has no buffer", name);
    case PS_STUCK_IN_D_STEP:
        ps_fault(me, "a statement inside this d_step cannot be executed");
    case PS_TOO_MANY_PROCESSES:
        ps_fault(me, "too many processes: there can be %d at a time", one);
    case PS_DIVISION_BY_ZERO:
        ps_fault(me, "division by zero");
    case PS_OUT_OF_RANGE:
        ps_fault(me, "index %d is out of range: the array has %d element%s", one, two, ending(two));
    }
    ps_fault(me, "an error of the runtime");
}

void ps_assert(ps_process *me, ps_place text, bool holds)
{
    if (holds)
        return;
    fflush(stdout);
    fprintf(stderr, "assertion violated: %s (pid %d) at ", name_of(me->pid), me->pid);
    show_place(text);
    fprintf(stderr, "\n");
    ps_halt(PS_VIOLATED);
}

/* -- who waits for what ------------------------------------------------------------------------ */

static int owner_of(int channel)
{
    int owner = 0;
    for (int pid = 0; pid < ps_world->alive; pid++)
        if (ps_world->records[pid].first_channel < channel)
            owner = pid;
    return owner;
}

/* A channel, or the mailbox of an actor. */
static void show_channel_name(int number)
{
    const char *name = ps_channel_name(number), *ending = ps_the_model->mailbox;
    size_t length = strlen(name), rest = ending != NULL ? strlen(ending) : 0;
    if (rest > 0 && length > rest && strcmp(name + length - rest, ending) == 0)
        fprintf(stderr, "the mailbox of `%.*s` (pid %d)", (int)(length - rest), name, owner_of(number));
    else
        fprintf(stderr, "channel `%s`", name);
}

static void show_reason(const struct option *option)
{
    const struct channel *channel = &ps_world->channels[option->channel];
    if (option->channel == 0)
        fprintf(stderr, "it cannot be executed");
    else if (channel->capacity == 0)
        fprintf(stderr, "nobody is ready to %s `%s` (it has no buffer)", option->sends ? "receive from" : "send to",
                channel->name);
    else if (!option->sends && channel->count > 0) {
        fprintf(stderr, "no message in ");
        show_channel_name(option->channel);
        fprintf(stderr, " matches");
    } else {
        show_channel_name(option->channel);
        if (option->sends)
            fprintf(stderr, " (capacity %d) is full", channel->capacity);
        else
            fprintf(stderr, " is empty");
    }
}

void ps_report_waiting(const ps_process *me)
{
    if (me->option > 0 && me->options[0].text[0] == '-')
        return; /* it has come to its end */
    if (me->barred)
        fprintf(stderr, "  %s (pid %d) may not move: its `provided` condition is false\n", name_of(me->pid), me->pid);
    for (int place = 0; place < me->option && !me->barred; place++) {
        fprintf(stderr, "  %s (pid %d) waits at ", name_of(me->pid), me->pid);
        show_place(me->options[place].text);
        fprintf(stderr, "\n    ");
        show_reason(&me->options[place]);
        fprintf(stderr, "\n");
    }
    fflush(stderr);
}

static bool is_deadlock(void)
{
    for (int pid = 0; pid < ps_world->alive; pid++) {
        ps_visit_process(pid);
        if (ps_world->records[pid].status != PS_FINISHED && !ps_world->records[pid].at_end)
            return true;
    }
    return false;
}

static void report_deadlock(void)
{
    fflush(stdout);
    fprintf(stderr, "deadlock: no process can move\n");
    for (int pid = 0; pid < ps_world->alive; pid++) {
        ps_visit_process(pid);
        if (ps_world->records[pid].status == PS_BLOCKED)
            ps_ask(pid, PS_REPORT);
    }
}

/* -- the state at the end ------------------------------------------------------------------------ */

static void show_channel(FILE *out, int shown, int number)
{
    const struct channel *channel = &ps_world->channels[number];
    fprintf(out, "channel %d:", shown);
    for (int place = 0; place < channel->count; place++)
        for (int field = 0; field < channel->fields; field++)
            fprintf(out, "%c%d", field == 0 ? ' ' : ',', (int)ps_cells(channel, place)[field]);
    fprintf(out, "\n");
}

static void show_state(void)
{
    const char *name = getenv("PENSTOCK_STATE");
    FILE *out = name != NULL ? fopen(name, "w") : NULL;
    if (out == NULL)
        return;
    ps_the_model->show(out);
    for (int shown = 1, number; (number = ps_visit_channel(shown)) > 0; shown++)
        show_channel(out, shown, number);
    for (int pid = 0; pid < ps_world->alive; pid++) {
        ps_visit_process(pid);
        fprintf(out, "process %d: %s\n", pid, name_of(pid));
    }
    fclose(out);
}

/* Nothing can happen any more, and all processes sleep: is that an end? */
enum outcome ps_conclude(void)
{
    enum outcome outcome = (enum outcome)atomic_load(&PS_OUTCOME);
    if (outcome != PS_QUIET)
        return outcome;
    ps_backend_take();
    bool deadlock = is_deadlock();
    show_state();
    ps_log_over(deadlock ? PS_DEADLOCK : PS_ENDED);
    if (deadlock)
        report_deadlock();
    return deadlock ? PS_DEADLOCK : PS_ENDED;
}
