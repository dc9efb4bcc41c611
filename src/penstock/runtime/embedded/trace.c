/* Texts, where they are wanted: what a model prints, its trace, its state at the end. */
#include "world.h"

#ifdef PS_TEXTS

#include <stdarg.h>

static void put_text(int stream, const char *text)
{
    while (*text != '\0')
        ps_port_put(stream, *text++);
}

static void put_number(int stream, uint32_t value, unsigned base)
{
    char digits[12];
    int count = 0;
    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    while (count > 0)
        ps_port_put(stream, digits[--count]);
}

static void put_signed(int stream, int32_t value)
{
    if (value < 0)
        ps_port_put(stream, '-');
    put_number(stream, value < 0 ? 0u - (uint32_t)value : (uint32_t)value, 10);
}

/* What a conversion stands for; the values that it takes follow it. */
static void put_converted(int stream, char conversion, va_list *values)
{
    if (conversion == '%') {
        ps_port_put(stream, '%');
        return;
    }
    const char *text = conversion == 's' || conversion == 'e' ? va_arg(*values, const char *) : NULL;
    if (conversion == 's') {
        put_text(stream, text);
        return;
    }
    int32_t value = va_arg(*values, int32_t);
    if (text != NULL)
        put_text(stream, text);
    else if (conversion == 'c')
        ps_port_put(stream, (char)value);
    else if (conversion == 'd' || conversion == 'e')
        put_signed(stream, value);
    else
        put_number(stream, (uint32_t)value, conversion == 'x' ? 16 : conversion == 'o' ? 8 : 10);
}

void ps_write(int stream, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (; *format != '\0'; format++)
        if (*format == '%')
            put_converted(stream, *++format, &values);
        else
            ps_port_put(stream, *format);
    va_end(values);
}

/* -- the state at the end ---------------------------------------------------------------------------------- */

void ps_write_state(ps_instance *instance)
{
    ps_world = instance;
    ps_the_model->show();
    for (int number = 1; number <= ps_world->channel_count; number++) {
        const struct channel *channel = &ps_world->channels[number];
        ps_write(PS_STATE, "channel %d:", (int32_t)number);
        for (int place = 0; place < channel->count; place++)
            for (int field = 0; field < channel->fields; field++) {
                ps_port_put(PS_STATE, field == 0 ? ' ' : ',');
                ps_write(PS_STATE, "%d", (int32_t)ps_cells(channel, place)[field]);
            }
        ps_port_put(PS_STATE, '\n');
    }
    for (int pid = 0; pid < ps_world->alive; pid++)
        ps_write(PS_STATE, "process %d: %s\n", (int32_t)pid, ps_the_model->proctypes[ps_world->records[pid].proctype].name);
}

/* -- the trace --------------------------------------------------------------------------------------------- */

#ifdef PS_TRACE
static void put_key(ps_place place)
{
    for (const char *letter = place; *letter != '\0' && *letter != ' '; letter++)
        ps_port_put(PS_TRACES, *letter);
}

/* A trace can be cut off after a number of steps. */
static void count_step(void)
{
    if (ps_world->steps_left > 0 && --ps_world->steps_left == 0) {
        ps_log_over(PS_LIMIT);
        ps_world->outcome = PS_LIMIT;
    }
}

static bool is_over(void)
{
    return ps_world->outcome != PS_GOING_ON;
}

void ps_log_step(const ps_process *me, ps_place place)
{
    if (is_over())
        return;
    ps_write(PS_TRACES, "step %d ", (int32_t)me->pid);
    put_key(place);
    ps_port_put(PS_TRACES, '\n');
    count_step();
}

void ps_log_value(const ps_process *me, const char *name, int32_t value)
{
    if (!is_over())
        ps_write(PS_TRACES, "value %d %s %d\n", (int32_t)me->pid, name, value);
}

void ps_log_meeting(int sender, ps_place sends, int receiver, ps_place receives)
{
    if (is_over())
        return;
    ps_write(PS_TRACES, "meet %d ", (int32_t)sender);
    put_key(sends);
    ps_write(PS_TRACES, " %d ", (int32_t)receiver);
    put_key(receives);
    ps_port_put(PS_TRACES, '\n');
    count_step();
}

void ps_log_end(int pid)
{
    if (!is_over())
        ps_write(PS_TRACES, "end %d\n", (int32_t)pid);
}
#endif

/* The trace says of which model it is, and how it ended. */
void ps_log_beginning(void)
{
#ifdef PS_TRACE
    ps_world->steps_left = -1;
    ps_write(PS_TRACES, "model %s\n", ps_the_model->fingerprint);
#endif
}

void ps_log_over(int outcome)
{
#ifdef PS_TRACE
    static const char *const words[] = {"ended", "violated", "failed", "deadlock", "limit"};
    if (!is_over())
        ps_write(PS_TRACES, "over %s\n", words[outcome]);
#else
    (void)outcome;
#endif
}

#else

typedef int ps_no_texts; /* a file of C must declare something */

#endif
