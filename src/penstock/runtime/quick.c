/* Sends and receives that are tried: plain ones, on a channel with a buffer; from the others a selection is looked at
 * closely. */
#include "world.h"

static struct channel *plain_channel(ps_process *me, int number, int count)
{
    struct channel *channel = &ps_world->channels[number];
    if (number > 0 && number <= ps_world->channel_count && channel->capacity > 0 && channel->fields == count &&
        channel->extra == 0)
        return channel;
    ps_give_up(me);
    return NULL;
}

static void wake(const ps_number *waiting, int number, bool senders)
{
    if (*waiting != PS_NOBODY)
        ps_wake_channel(number, senders);
    else
        ps_world->dirty |= PS_CHANNELS;
}

bool ps_try_send(ps_process *me, int flags, int number, int count, const int32_t *values)
{
    struct channel *channel = plain_channel(me, number, count);
    if (channel == NULL)
        return false;
    if ((flags & PS_SORTED) != 0)
        ps_give_up(me);
    if (channel->count == channel->capacity || !me->trying)
        return false;
    const int8_t *widths = ps_widths(number);
    ps_cell *cells = ps_cells(channel, channel->count++);
    for (int place = 0; place < count; place++)
        cells[place] = ps_truncated(values[place], widths[place]);
    wake(&channel->receivers, number, false);
    PS_SENT(number);
    return ps_take(me);
}

/* Only the oldest message counts, and it is taken out. */
bool ps_try_receive(ps_process *me, int flags, int number, int count, const ps_pattern *patterns)
{
    struct channel *channel = plain_channel(me, number, count);
    if (channel == NULL)
        return false;
    if ((flags & (PS_SEARCH | PS_PEEK)) != 0)
        ps_give_up(me);
    if (channel->count == 0 || !me->trying)
        return false;
    const ps_cell *cells = ps_cells(channel, 0);
    for (int place = 0; place < count; place++)
        if (!patterns[place].any && patterns[place].value != cells[place])
            return false;
    for (int place = 0; place < count; place++)
        me->received[place] = cells[place];
    me->received_cells = count;
    channel->first = channel->first + 1 < channel->capacity ? channel->first + 1 : 0;
    channel->count--;
    wake(&channel->senders, number, true);
    wake(&channel->receivers, number, false); /* another message may be the first one now */
    PS_TAKEN(number);
    return ps_take(me);
}
