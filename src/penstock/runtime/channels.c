/* Channels: bounded queues of messages, and meetings on channels without a buffer. */
#include "world.h"

#include <string.h>

uint8_t ps_new_channel(const ps_process *me, const ps_kind *kind)
{
    int number = ps_world->channel_count + 1;
    size_t cells = (size_t)(kind->capacity > 0 ? kind->capacity : 1) * (size_t)(kind->fields + kind->extra);
    if (number > PS_MOST_CHANNELS)
        ps_fail(me, PS_TOO_MANY_CHANNELS, kind->name, PS_MOST_CHANNELS, 0);
    if (ps_world->cells_used + cells > PS_CELL_LIMIT)
        ps_fail(me, PS_NO_ROOM, kind->name, 0, 0);
    struct channel *channel = &ps_world->channels[number];
    channel->capacity = (ps_number)kind->capacity;
    channel->fields = (ps_number)kind->fields;
    channel->extra = (ps_number)kind->extra;
    channel->first = channel->count = 0;
    channel->base = (ps_place_of_cells)ps_world->cells_used;
    channel->senders = channel->receivers = PS_NOBODY;
    ps_remember_kind(number, kind);
    ps_world->cells_used = (ps_place_of_cells)(ps_world->cells_used + cells);
    ps_world->channel_count = (ps_number)number;
    return (uint8_t)number;
}

/* The youngest channels end with their process. */
void ps_close_channels(int from)
{
    while (ps_world->channel_count > from)
        ps_world->cells_used = ps_world->channels[ps_world->channel_count--].base;
}

static struct channel *open_channel(const ps_process *me, int number)
{
    if (number <= 0 || number > ps_world->channel_count)
        ps_fail(me, PS_NO_CHANNEL, NULL, 0, 0);
    return &ps_world->channels[number];
}

static struct channel *open_channel_for(const ps_process *me, int number, int count)
{
    struct channel *channel = open_channel(me, number);
    if (channel->fields != count)
        ps_fail(me, PS_OTHER_FIELDS, ps_channel_name(number), count, channel->fields);
    return channel;
}

static bool matches(int count, const ps_pattern *patterns, const ps_cell *message)
{
    for (int place = 0; place < count; place++)
        if (!patterns[place].any && patterns[place].value != message[place])
            return false;
    return true;
}

/* Where a message is that matches; only the first one is tried, unless all are searched. */
static int find_match(const struct channel *channel, int flags, int count, const ps_pattern *patterns)
{
    int looked_at = (flags & PS_SEARCH) != 0 ? channel->count : channel->count > 0;
    for (int place = 0; place < looked_at; place++)
        if (matches(count, patterns, ps_cells(channel, place)))
            return place;
    return PS_NOBODY;
}

static bool is_greater(int count, const ps_cell *left, const int32_t *right)
{
    int place = 0;
    while (place < count - 1 && left[place] == right[place])
        place++;
    return left[place] > right[place];
}

/* Messages are short: a loop is faster than a call. */
static void copy_message(const struct channel *channel, int32_t *to, const int32_t *from)
{
    int cells = channel->fields + channel->extra;
    for (int place = 0; place < cells; place++)
        to[place] = from[place];
}

static void put_into(struct channel *channel, int at, const int32_t *values)
{
    int cells = channel->fields + channel->extra;
    ps_cell *to = ps_cells(channel, at);
    for (int place = 0; place < cells; place++)
        to[place] = (ps_cell)values[place];
}

static void get_from(const struct channel *channel, int at, int32_t *values)
{
    int cells = channel->fields + channel->extra;
    const ps_cell *from = ps_cells(channel, at);
    for (int place = 0; place < cells; place++)
        values[place] = from[place];
}

static void move_message(struct channel *channel, int to, int from)
{
    int cells = channel->fields + channel->extra;
    for (int place = 0; place < cells; place++)
        ps_cells(channel, to)[place] = ps_cells(channel, from)[place];
}

static void insert(struct channel *channel, int flags, const int32_t *values)
{
    int place = channel->count++;
    if ((flags & PS_SORTED) != 0)
        for (; place > 0 && is_greater(channel->fields, ps_cells(channel, place - 1), values); place--)
            move_message(channel, place, place - 1);
    put_into(channel, place, values);
}

static void take_out(struct channel *channel, int place)
{
    channel->count--;
    if (place == 0)
        channel->first = (ps_number)(channel->first + 1 < channel->capacity ? channel->first + 1 : 0);
    else
        for (; place < channel->count; place++)
            move_message(channel, place, place + 1);
}

static void register_send(ps_process *me, int number, int flags, int count, const int32_t *values)
{
    ps_pattern *patterns = ps_pattern_room(me);
    for (int place = 0; place < count + ps_world->channels[number].extra; place++)
        patterns[place] = (ps_pattern)PS_IS(values[place]);
    ps_register_offer(me, number, true, flags, count, patterns);
}

/* Meet a process that waits to receive.  If it is inside an atomic sequence, it goes on at once and alone. */
static bool meet_receiver(ps_process *me, int number, int flags, int count, const int32_t *values)
{
    int partner = ps_find_receiver(me, number, count, values);
    if (partner == PS_NOBODY) {
        if (!me->unpaired || me->rank > me->unpaired_rank)
            me->unpaired_rank = me->rank;
        register_send(me, number, flags, count, values);
        me->unpaired = true;
        return false;
    }
    if (me->mode == PS_LOOK)
        return ps_fire(me, true);
    struct offer *offer = ps_offer(partner);
    int receiver = offer->process;
    bool atomic = offer->atomic;
    copy_message(&ps_world->channels[number], ps_message(receiver), values);
    ps_log_meeting(me->pid, me->place, receiver, offer->key);
    ps_take_offer(partner);
    ps_world->dirty |= PS_CHANNELS;
    me->record->taken = (ps_number)me->option; /* it is in the log already */
    if (!atomic)
        return ps_fire(me, true);
    me->record->can_publish = (flags & PS_LISTENS) != 0;
    me->hands_to = (ps_number)receiver;
    me->mode = PS_FIRE; /* none of the guards that follow: it goes on behind this one when the turn comes back */
    me->fired = PS_NOBODY;
    ps_world->timeout = false;
    return false;
}

static bool meet_sender(ps_process *me, int number, int flags, int count, const ps_pattern *patterns)
{
    int partner = (flags & PS_PEEK) != 0 || me->closed ? PS_NOBODY : ps_find_sender(me, number, count, patterns);
    if (partner == PS_NOBODY) {
        if ((flags & PS_PEEK) == 0)
            ps_register_offer(me, number, false, flags, count, patterns);
        return false;
    }
    if (me->alone) {
        me->sender_waits = true;
        return false;
    }
    if (me->mode == PS_LOOK) {
        ps_register_offer(me, number, false, flags, count, patterns);
        return ps_fire(me, true);
    }
    const struct offer *offer = ps_offer(partner);
    const ps_pattern *sent = ps_offer_patterns(partner);
    for (int place = 0; place < count + ps_world->channels[number].extra; place++)
        ps_message(me->pid)[place] = sent[place].value;
    ps_log_meeting(offer->process, offer->key, me->pid, me->place);
    ps_take_offer(partner);
    ps_world->dirty |= PS_CHANNELS;
    me->record->taken = (ps_number)me->option;
    return ps_fire(me, true);
}

static bool was_taken(const ps_process *me)
{
    return me->mode == PS_FIRE && me->record->taken != PS_NOBODY;
}

bool ps_send(ps_process *me, int flags, int number, int count, const int32_t *given)
{
    if (was_taken(me))
        return ps_fire(me, true);
    struct channel *channel = open_channel_for(me, number, count);
    const int8_t *widths = ps_widths(number);
    int32_t *values = ps_value_room(me);
    for (int place = 0; place < count; place++)
        values[place] = ps_truncated(given[place], widths[place]);
    for (int place = 0; place < channel->extra; place++)
        values[count + place] = (flags & PS_STRUCTURES) != 0 && place < me->attached_cells ? me->attached[place] : 0;
    if (me->closed)
        return false;
    if (channel->capacity == 0) {
        if ((me->flags & PS_FIXED) != 0)
            ps_fail(me, PS_MEETS_IN_D_STEP, ps_channel_name(number), 0, 0);
        return meet_receiver(me, number, flags, count, values);
    }
    if (channel->count == channel->capacity) {
        register_send(me, number, flags, count, values);
        return false;
    }
    if (!ps_fire(me, true))
        return false;
    insert(channel, flags, values);
    ps_wake_channel(number, false);
    PS_SENT(number);
    return true;
}

bool ps_receive(ps_process *me, int flags, int number, int count, const ps_pattern *patterns)
{
    if (was_taken(me)) {
        me->received_cells = count + ps_world->channels[number].extra;
        return ps_fire(me, true);
    }
    struct channel *channel = open_channel_for(me, number, count);
    me->received_cells = count + channel->extra;
    if (channel->capacity == 0)
        return meet_sender(me, number, flags, count, patterns);
    int place = find_match(channel, flags, count, patterns);
    if (place == PS_NOBODY) {
        ps_register_offer(me, number, false, flags, count, patterns);
        return false;
    }
    if (!ps_fire(me, true))
        return false;
    get_from(channel, place, ps_message(me->pid));
    if ((flags & PS_PEEK) == 0) {
        take_out(channel, place);
        ps_wake_channel(number, true);
        ps_wake_channel(number, false); /* another message may be the first one now */
        PS_TAKEN(number);
    }
    return true;
}

int32_t ps_field(const ps_process *me, int place)
{
    return ps_message(me->pid)[place];
}

void ps_attach(ps_process *me, int first, const void *structure, size_t size)
{
    size_t room = (size_t)(PS_MOST_FIELDS - first) * sizeof(int32_t);
    memset(me->attached + first, 0, room);
    memcpy(me->attached + first, structure, size < room ? size : room);
    me->attached_cells = first + (int)((size + sizeof(int32_t) - 1) / sizeof(int32_t));
}

/* A message that brought no such structure leaves it as it was. */
void ps_copy_attached(const ps_process *me, int first, void *structure, size_t size)
{
    if ((size_t)(me->received_cells - first) * sizeof(int32_t) >= size && first <= me->received_cells)
        memcpy(structure, ps_message(me->pid) + first, size);
}

bool ps_poll(ps_process *me, int flags, int number, int count, const ps_pattern *patterns)
{
    return find_match(open_channel_for(me, number, count), flags, count, patterns) != PS_NOBODY;
}

int32_t ps_length(ps_process *me, int number)
{
    return open_channel(me, number)->count;
}

bool ps_is_full(ps_process *me, int number)
{
    const struct channel *channel = open_channel(me, number);
    return channel->count >= (channel->capacity > 0 ? channel->capacity : 1);
}

/* -- from and for the outside, where no process of the program has the other end -------------------------- */

/* False if there is no room yet. */
bool ps_put_message(int number, const ps_cell *values)
{
    struct channel *channel = &ps_world->channels[number];
    if (channel->count == channel->capacity)
        return false;
    int place = channel->count++;
    for (int field = 0; field < channel->fields; field++)
        ps_cells(channel, place)[field] = (ps_cell)ps_truncated(values[field], ps_widths(number)[field]);
    ps_wake_channel(number, false);
    ps_world->timeout = false;
    return true;
}

/* False if there is none. */
bool ps_take_message(int number, int32_t *values)
{
    struct channel *channel = &ps_world->channels[number];
    if (channel->count == 0)
        return false;
    get_from(channel, 0, values);
    take_out(channel, 0);
    ps_wake_channel(number, true);
    ps_world->timeout = false;
    return true;
}
