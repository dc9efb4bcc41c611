/* Selections: which of several guards is executed, and waiting until one can be. */
#include "world.h"

/* Begin to look at the guards from the first one. */
static void begin_pass(ps_process *me)
{
    bool looks = me->publishing || (ps_world->choice != PS_CHOOSE_FIRST && (me->flags & PS_FIXED) == 0);
    me->mode = looks ? PS_LOOK : PS_ACT;
    me->option = 0;
    me->rank = 0;
    me->acted = me->barred = me->closed = me->has_else = me->unpaired = me->sender_waits = false;
    me->must_settle = me->settled = false;
    me->looks_at = 0;
    me->offers = me->enabled_count = 0;
#ifdef PS_QUICK
    me->tried = false;
#endif
}

/* Whether it is time to let others have the turn. */
static bool slice_is_over(ps_process *me)
{
    if (PS_SLICE_LEFT(me)-- > 0)
        return false;
    ps_new_slice(me);
    ps_wake_watchers();
    return ps_others_wait();
}

void ps_begin_selection(ps_process *me, int flags)
{
    me->flags = flags;
    me->alone = !me->publishing && (flags & PS_ATOMIC) != 0;
    begin_pass(me);
    if (!me->publishing && (flags & PS_ATOMIC) == 0 && slice_is_over(me)) {
        me->record->can_publish = true;
        me->record->taken = PS_NOBODY;
        ps_make_ready(me->pid);
        ps_suspend(me);
    }
}

void ps_yield(ps_process *me)
{
    if (me->publishing || !slice_is_over(me))
        return;
    me->record->can_publish = false;
    ps_make_ready(me->pid);
    ps_suspend(me);
}

bool ps_acted(const ps_process *me)
{
    return me->acted;
}

bool ps_begin_guard(ps_process *me, ps_place place, unsigned looks_at)
{
    me->place = place;
    me->option++;
    if (me->mode == PS_FIRE)
        return me->option == me->fired;
    ps_remember_option(me);
    if ((looks_at & PS_LATER) == 0) {
        me->step = me->option;
        me->decided = false;
    }
    if (me->decided || me->barred || (me->closed && (looks_at & PS_COMMUNICATES) == 0))
        return false;
    me->looks_at |= looks_at;
    return true;
}

void ps_set_statement(ps_process *me, ps_place place)
{
    me->place = place;
}

static bool mark_acted(ps_process *me)
{
    me->acted = true;
    ps_world->timeout = false;
    return true;
}

/* An executable guard: execute it now, or remember it for the choice. */
bool ps_fire(ps_process *me, bool executable)
{
    if (!executable || (me->closed && me->mode != PS_FIRE))
        return false;
    if (me->mode == PS_LOOK) {
        ps_enabled(me)[me->enabled_count++] = (ps_number)me->option;
        me->decided = true;
        return false;
    }
#ifdef PS_TRACE
    if (me->record->taken == PS_NOBODY && (me->flags & PS_DSTEP) == 0)
        ps_log_step(me, me->place);
#endif
    me->record->taken = PS_NOBODY;
    return mark_acted(me);
}

/* `else` comes last: it is executable if nothing before it was. */
bool ps_else(ps_process *me)
{
    if (me->mode == PS_FIRE)
        return ps_fire(me, true);
    if (!me->has_else)
        me->else_option = me->option;
    me->has_else = true;
    if (me->unpaired && !me->settled)
        me->must_settle = true;
    return me->mode == PS_ACT && !me->must_settle && !me->closed && ps_fire(me, true);
}

void ps_rank(ps_process *me, int rank)
{
    me->rank = (ps_number)rank;
    if (me->mode == PS_FIRE)
        return;
    if (me->enabled_count > 0 || me->has_else)
        me->closed = true;
    if (me->unpaired && !me->settled)
        me->closed = me->must_settle = true;
}

void ps_provided(ps_process *me, bool provided)
{
    if (me->mode == PS_FIRE)
        return;
    me->looks_at |= PS_VARIABLES | PS_CHANNELS | PS_PROCESSES_CHANGE;
    me->barred = !provided;
}

static void choose(ps_process *me)
{
    const ps_number *enabled = ps_enabled(me);
    int count = me->enabled_count, chosen = 0;
    if (ps_world->choice == PS_CHOOSE_RANDOM)
        chosen = ps_random_below(count);
    if (ps_world->choice == PS_CHOOSE_FAIR) {
        /* The option after the one that was taken here last time. */
        ps_number *last = ps_last_choice(me);
        while (chosen < count && enabled[chosen] <= *last)
            chosen++;
        chosen %= count;
        *last = enabled[chosen];
    }
    me->fired = enabled[chosen];
}

/* Look once more, this time to execute the option that was decided on. */
static void execute_option(ps_process *me, int option)
{
    begin_pass(me);
    me->mode = PS_FIRE;
    me->fired = (ps_number)option;
}

/* At a selection: look at it again, unless a partner completed one of its options meanwhile. */
void ps_go_on(ps_process *me, enum order order)
{
    struct record *record = me->record;
    me->waits = false;
    me->publishing = order == PS_PUBLISH;
    if (order == PS_GO_ON) {
        record->status = PS_RUNNING;
        ps_new_slice(me);
    }
#ifdef PS_QUICK
    if (order == PS_GO_ON && record->stir != PS_NOBODY)
        ps_pass_stir_on(record);
    me->tries = order == PS_GO_ON && PS_MAY_TRY && !ps_world->timeout;
#endif
    if (me->acted)
        return;
    if (record->taken != PS_NOBODY) {
        execute_option(me, record->taken);
        return;
    }
    if (record->published)
        ps_withdraw(me->pid);
    begin_pass(me);
#ifdef PS_QUICK
    me->tried = me->trying = me->tries;
#endif
}

static void answer_publish_order(ps_process *me)
{
    bool blocked = me->enabled_count == 0 && !me->has_else;
    ps_publish(me);
    if (blocked && me->record->status == PS_READY) {
        ps_remove_ready(me->pid);
        me->record->status = PS_BLOCKED;
#ifdef PS_QUICK
        me->record->futile = true;
        if (me->record->stir != PS_NOBODY)
            ps_pass_stir_on(me->record);
#endif
    }
    me->record->at_end = (me->flags & PS_END) != 0;
    ps_answer(me);
}

static void block(ps_process *me)
{
    if ((me->flags & PS_DSTEP) != 0)
        ps_fail(me, PS_STUCK_IN_D_STEP, NULL, 0, 0);
    me->record->at_end = (me->flags & PS_END) != 0;
    me->record->status = PS_BLOCKED;
#ifdef PS_QUICK
    me->record->futile = me->slice == me->whole_slice;
#endif
    me->alone = false;
    ps_wake_watchers();
    ps_publish(me);
    ps_suspend(me);
}

/* Whether something depends on there being no partner: an `else`, or the turn that an atomic sequence would lose. */
static bool must_settle(const ps_process *me)
{
    bool loses_turn = me->unpaired && me->alone;
    return (me->must_settle || loses_turn) && !me->settled && me->enabled_count == 0;
}

/* An atomic sequence that blocks lets others move; a sender who waits for it is one of them. */
static bool lets_sender_move(ps_process *me)
{
    bool lets = me->alone && me->sender_waits && (me->flags & PS_DSTEP) == 0;
    me->alone = me->alone && !lets;
    return lets;
}

/* The process that was met inside an atomic sequence goes on alone; this one when it is ready again. */
static void let_partner_go_on(ps_process *me)
{
    int partner = me->hands_to;
    me->hands_to = PS_NOBODY;
    ps_remove_ready(partner);
    ps_make_ready(me->pid);
    ps_hand_over(me, partner);
}

/* All guards were looked at, and none was executed yet. */
void ps_retry_selection(ps_process *me)
{
    if (me->acted)
        return;
#ifdef PS_QUICK
    if (me->tried) {
        begin_pass(me);
        return;
    }
#endif
    if (me->hands_to != PS_NOBODY) {
        let_partner_go_on(me);
        return;
    }
    if (me->publishing) {
        answer_publish_order(me);
        return;
    }
    if (must_settle(me)) {
        ps_settle(me);
        begin_pass(me);
        me->settled = true;
        return;
    }
    if (me->enabled_count > 0) {
        choose(me);
        execute_option(me, me->fired);
    } else if (me->has_else)
        execute_option(me, me->else_option);
    else if (lets_sender_move(me))
        begin_pass(me);
    else
        block(me);
}

void ps_repeat_selection(ps_process *me, int flags)
{
    if (me->acted)
        ps_begin_selection(me, (flags & PS_FIXED) != 0 ? flags | PS_ATOMIC | PS_DSTEP : flags);
    else
        ps_retry_selection(me);
}
