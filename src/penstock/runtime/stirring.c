/* Who is woken when something was put into a channel, or taken out: one process at a time, as one message is for one.
 *
 * The channel is stirred.  Before the turn goes to somebody else, the first of those that wait there and could move now is
 * woken.  It takes along that others may wait there, too: once it has had its turn, the channel is looked at again.  A
 * process that was woken and could not move after all wakes everybody who waits there, so nobody is forgotten.
 */
#include "world.h"

static struct stir *stir_at(int entry)
{
    return &ps_world->channels[entry / 2].stirs[entry % 2];
}

static void queue_up(int entry)
{
    stir_at(entry)->next = PS_NOBODY;
    if (ps_world->last_stirred == PS_NOBODY)
        ps_world->first_stirred = entry;
    else
        stir_at(ps_world->last_stirred)->next = entry;
    ps_world->last_stirred = entry;
}

void ps_wake_channel(int number, bool senders)
{
    struct channel *channel = &ps_world->channels[number];
    struct stir *stir = &channel->stirs[senders];
    int waiting = senders ? channel->senders : channel->receivers;
    ps_world->dirty |= PS_CHANNELS;
    if (stir->stirred || waiting == PS_NOBODY)
        return;
    if (ps_offer(waiting)->next == PS_NOBODY) {
        ps_unpublish(ps_offer(waiting)->process); /* nobody else waits */
        return;
    }
    stir->stirred = true;
    stir->woken = PS_NOBODY;
    queue_up(number * 2 + senders);
}

/* The process that was woken moves, or has found that it cannot. */
void ps_pass_stir_on(struct record *record)
{
    queue_up(record->stir);
    record->stir = PS_NOBODY;
}

static bool matches(const struct offer *offer, const ps_pattern *patterns, const ps_cell *message)
{
    for (int place = 0; place < offer->count; place++)
        if (!patterns[place].any && patterns[place].value != message[place])
            return false;
    return true;
}

static bool can_move(const struct channel *channel, int number)
{
    const struct offer *offer = ps_offer(number);
    if (offer->sends)
        return channel->count < channel->capacity;
    int looked_at = offer->searches ? channel->count : channel->count > 0;
    for (int place = 0; place < looked_at; place++)
        if (matches(offer, ps_offer_patterns(number), ps_cells(channel, place)))
            return true;
    return false;
}

/* The first one that could move, or any. */
static int find_waiting(const struct channel *channel, int first)
{
    int found = PS_NOBODY, seen = 0;
    for (int number = first; number != PS_NOBODY; number = ps_offer(number)->next)
        if (can_move(channel, number)) {
            if (!PS_ANY_TURN)
                return number;
            if (ps_random_below(++seen) == 0)
                found = number;
        }
    return found;
}

static bool was_futile(const struct stir *stir)
{
    return stir->woken != PS_NOBODY && ps_world->records[stir->woken].status == PS_BLOCKED &&
           ps_world->records[stir->woken].futile;
}

static void wake_one(int entry)
{
    const struct channel *channel = &ps_world->channels[entry / 2];
    const ps_number *waiting = entry % 2 != 0 ? &channel->senders : &channel->receivers;
    struct stir *stir = stir_at(entry);
    stir->stirred = false;
    if (was_futile(stir)) {
        while (*waiting != PS_NOBODY)
            ps_unpublish(ps_offer(*waiting)->process);
        return;
    }
    int found = find_waiting(channel, *waiting);
    if (found == PS_NOBODY)
        return;
    int pid = ps_offer(found)->process;
    bool was_blocked = ps_world->records[pid].status == PS_BLOCKED;
    ps_unpublish(pid);
    if (*waiting == PS_NOBODY)
        return;
    stir->stirred = true;
    stir->woken = pid;
    if (was_blocked)
        ps_world->records[pid].stir = entry;
    else
        queue_up(entry); /* it is ready already: it may be the one for another channel */
}

void ps_wake_stirred(void)
{
    int last = ps_world->last_stirred;
    for (bool more = last != PS_NOBODY; more;) {
        int entry = ps_world->first_stirred;
        more = entry != last;
        ps_world->first_stirred = stir_at(entry)->next;
        if (ps_world->first_stirred == PS_NOBODY)
            ps_world->last_stirred = PS_NOBODY;
        wake_one(entry);
    }
}
