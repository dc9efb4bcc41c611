/* What waiting processes would send or receive, for rendezvous partners and for waking. */
#include "world.h"

/* Note a send or receive that cannot be done now; a send has its values as patterns, with the attached structures. */
void ps_register_offer(ps_process *me, int channel, bool sends, int flags, int count, const ps_pattern *patterns)
{
    int number = me->pid * PS_MOST_OFFERS + me->offers++;
    struct offer *offer = ps_offer(number);
    offer->process = (ps_number)me->pid;
    offer->channel = (ps_number)channel;
    offer->option = (ps_number)me->option;
    offer->rank = (ps_number)me->rank;
    offer->step = (ps_number)me->step;
    offer->count = (ps_number)count;
    offer->sends = sends;
    offer->atomic = (flags & PS_AT_ONCE) != 0;
    offer->listens = (flags & PS_LISTENS) != 0;
    offer->hidden = sends && me->unpaired && me->unpaired_rank > me->rank;
    offer->linked = false;
#ifdef PS_QUICK
    offer->searches = (flags & PS_SEARCH) != 0;
#endif
    ps_remember_offer(me, offer);
    int all = count + (sends ? ps_world->channels[channel].extra : 0);
    ps_pattern *kept = ps_offer_patterns(number);
    for (int place = 0; place < all; place++)
        kept[place] = patterns[place];
}

static ps_number *list_of(const struct offer *offer)
{
    struct channel *channel = &ps_world->channels[offer->channel];
    return offer->sends ? &channel->senders : &channel->receivers;
}

static void link_offer(int number)
{
    struct offer *offer = ps_offer(number);
    ps_number *first = list_of(offer);
    offer->linked = true;
    offer->next = PS_NOBODY;
    if (*first == PS_NOBODY) {
        offer->previous = *first = (ps_number)number;
        return;
    }
    int last = ps_offer(*first)->previous;
    offer->previous = (ps_number)last;
    ps_offer(last)->next = ps_offer(*first)->previous = (ps_number)number;
}

static void unlink_offer(int number)
{
    struct offer *offer = ps_offer(number);
    ps_number *first = list_of(offer);
    if (!offer->linked)
        return;
    offer->linked = false;
    if (offer->next != PS_NOBODY)
        ps_offer(offer->next)->previous = offer->previous;
    else
        ps_offer(*first)->previous = offer->previous;
    if (*first == number)
        *first = offer->next;
    else
        ps_offer(offer->previous)->next = offer->next;
}

/* A receiver has come to a channel without a buffer: senders that must decide themselves look again. */
static void wake_hidden(int channel)
{
    if (ps_world->channels[channel].capacity > 0)
        return;
    for (int next, number = ps_world->channels[channel].senders; number != PS_NOBODY; number = next) {
        next = ps_offer(number)->next;
        if (ps_offer(number)->hidden) {
            ps_unpublish(ps_offer(number)->process);
            next = ps_world->channels[channel].senders;
        }
    }
}

/* From now on the others may rely on what this process offers. */
void ps_publish(ps_process *me)
{
    struct record *record = me->record;
    record->offers = (ps_number)me->offers;
    record->looks_at = (ps_bits)me->looks_at;
    record->taken = PS_NOBODY;
    record->published = record->can_publish = true;
    if (ps_is_watcher(record))
        ps_world->watchers++;
    for (int place = 0; place < me->offers; place++) {
        int number = me->pid * PS_MOST_OFFERS + place;
        link_offer(number);
        if (!ps_offer(number)->sends)
            wake_hidden(ps_offer(number)->channel);
    }
}

void ps_unlink_offers(int pid)
{
    for (int place = 0; place < ps_world->records[pid].offers; place++)
        unlink_offer(pid * PS_MOST_OFFERS + place);
    ps_world->records[pid].offers = 0;
}

#ifndef PS_QUICK
/* Something was put into a channel, or taken out: everybody who waits there looks again. */
void ps_wake_channel(int channel, bool senders)
{
    ps_number *list = senders ? &ps_world->channels[channel].senders : &ps_world->channels[channel].receivers;
    while (*list != PS_NOBODY)
        ps_unpublish(ps_offer(*list)->process);
    ps_world->dirty |= PS_CHANNELS;
}
#endif

static bool agree(int count, const ps_pattern *patterns, const ps_pattern *values)
{
    for (int place = 0; place < count; place++)
        if (!patterns[place].any && patterns[place].value != values[place].value)
            return false;
    return true;
}

/* Whether the policy takes this one of several: the first, or any. */
static bool replaces_choice(int seen)
{
    return seen == 1 || (ps_world->choice == PS_CHOOSE_RANDOM && ps_random_below(seen) == 0);
}

/* Of two offers of a process: by `unless`, or because a d_step takes the first that it can. */
static bool precedes(const struct offer *rival, const struct offer *offer)
{
    return rival->rank > offer->rank || (rival->step == offer->step && rival->option < offer->option);
}

/* Whether no offer of the same process for the same partner goes before this one. */
static bool is_foremost(int number, int count, const ps_pattern *other)
{
    const struct offer *offer = ps_offer(number);
    for (int place = 0; place < ps_world->records[offer->process].offers; place++) {
        int rival = offer->process * PS_MOST_OFFERS + place;
        const struct offer *found = ps_offer(rival);
        const ps_pattern *patterns = offer->sends ? other : ps_offer_patterns(rival);
        const ps_pattern *values = offer->sends ? ps_offer_patterns(rival) : other;
        if (found->linked && found->channel == offer->channel && found->sends == offer->sends &&
            precedes(found, offer) && agree(count, patterns, values))
            return false;
    }
    return true;
}

/* A process that waits to receive these values from a channel without a buffer; the number of its offer. */
int ps_find_receiver(const ps_process *me, int channel, int count, const int32_t *values)
{
    int found = PS_NOBODY, seen = 0;
    ps_pattern *sent = ps_pattern_room(me);
    ps_wake_watchers();
    for (int place = 0; place < count; place++)
        sent[place] = (ps_pattern)PS_IS(values[place]);
    for (int number = ps_world->channels[channel].receivers; number != PS_NOBODY; number = ps_offer(number)->next) {
        const struct offer *offer = ps_offer(number);
        if (offer->process != me->pid && offer->count == count && agree(count, ps_offer_patterns(number), sent) &&
            is_foremost(number, count, sent) && replaces_choice(++seen))
            found = number;
    }
    return found;
}

int ps_find_sender(const ps_process *me, int channel, int count, const ps_pattern *patterns)
{
    int found = PS_NOBODY, seen = 0;
    ps_wake_watchers();
    for (int number = ps_world->channels[channel].senders; number != PS_NOBODY; number = ps_offer(number)->next) {
        const struct offer *offer = ps_offer(number);
        if (offer->process != me->pid && !offer->hidden && offer->count == count &&
            agree(count, patterns, ps_offer_patterns(number)) && is_foremost(number, count, patterns) &&
            replaces_choice(++seen))
            found = number;
    }
    return found;
}

/* A partner completes an offer: its owner goes on after it. */
void ps_take_offer(int number)
{
    struct offer *offer = ps_offer(number);
    struct record *owner = &ps_world->records[offer->process];
    int option = offer->option;
    bool listens = offer->listens;
    ps_unpublish(offer->process);
    owner->taken = (ps_number)option;
    owner->can_publish = listens;
}

/* Before concluding that there is no partner: those that could receive where they stand publish their offers. */
void ps_settle(const ps_process *me)
{
    ps_wake_watchers();
    for (int pid = 0; pid < ps_world->alive; pid++) {
        struct record *record = &ps_world->records[pid];
        if (pid == me->pid || record->status != PS_READY || record->published || !record->can_publish)
            continue;
        ps_ask(pid, PS_PUBLISH);
    }
}
