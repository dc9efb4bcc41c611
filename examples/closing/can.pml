/* The controller of a node on a bus like CAN: mailboxes, filters, arbitration, retransmission, fault confinement.

   Outside are the program of the node (`host`, `irq`) and the bus with all other nodes (`sending`, `hearing`, `medium`).
   Whatever they say, an identifier has eleven bits, a frame at most eight bytes, no mailbox is used twice, nothing is sent
   by a node that is off, and error counters stay within their limits.

   The counters are smaller than those of the standard, in the same proportions.  There are no timers: time is what is
   heard on the bus, silences included. */

#define IDENTIFIERS 2048
#define LONGEST 8           /* bytes in a frame */
#define BOXES 2             /* mailboxes for frames to be sent */
#define FILTERS 2
#define STEP 2              /* what a fault counts for a sender */
#define PASSIVE 2           /* from here on a node must not disturb others */
#define OFF 4              /* from here on it must be silent */
#define QUIET 2             /* silences until a node that is off may come back */
#define ATTEMPTS 2          /* of the single-shot mode */

mtype = {
    transmit, abort, filter, configure, wake,               /* from the host */
    done, failed, received, overrun, warning, bus_off, back, /* to the host */
    acknowledged, lost, fault,                              /* from the bus, about what is being sent */
    frame, remote, damaged, silence,                        /* from the bus, about what others send */
    start_frame, error_flag, confirm                        /* to the bus */
};
mtype = { on, passive, off };

typedef mailbox {
    short identifier;
    byte length;
    bool used
};

/* -- the outside ------------------------------------------------------------------------------ */

chan host = [1] of { mtype, short, byte };             /* what to do, identifier, number */
env host ? transmit, abort, filter, configure, wake;
env chan irq = [1] of { mtype, short };
chan sending = [0] of { mtype };
env sending ? acknowledged, lost, fault;
chan hearing = [1] of { mtype, short, byte };          /* identifier, length */
env hearing ? frame, remote, damaged, silence;
env chan medium = [1] of { mtype, short, byte };

/* -- inside ----------------------------------------------------------------------------------- */

chan queued = [0] of { byte };                              /* a mailbox that is full, to the sender */
chan ended = [0] of { byte, bool };                         /* the mailbox is free again: sent, or given up */

mailbox box[BOXES];
mtype status = on;
bool on_the_bus;                                            /* whether a frame of ours is being sent */
bool single;                                                /* give up instead of trying for ever */

/* -- fault confinement ------------------------------------------------------------------------ */

byte faults;                                                /* of what is sent: two for each, minus one for each success */
byte heard;                                                 /* of what is heard */
byte quiet;                                                 /* silences since the node went off */

/* What follows from the counters: who makes mistakes must not disturb others, or be silent. */
inline confine()
{
    if
    :: faults >= OFF ->
        status = off;
        faults = 0;
        heard = 0;
        quiet = 0
    :: faults < OFF && status != off && (faults >= PASSIVE || heard >= PASSIVE) -> status = passive
    :: faults < PASSIVE && heard < PASSIVE && status == passive -> status = on
    :: else
    fi;
    assert(faults < OFF && heard <= PASSIVE && quiet <= QUIET)
}

/* A frame of ours was acknowledged, or not. */
inline count_sent(good)
{
    if
    :: good -> faults = (faults > 0 -> faults - 1 : 0)
    :: else -> faults = faults + STEP
    fi;
    confine()
}

/* A frame of another node was fine, or not. */
inline count_heard(good)
{
    if
    :: good -> heard = (heard > 0 -> heard - 1 : 0)
    :: else -> heard = (heard < PASSIVE -> heard + 1 : heard)
    fi;
    quiet = 0;                                              /* somebody talks: silence counts from the beginning */
    confine()
}

/* Nobody talks: after some time a node that is off may come back. */
inline count_silence()
{
    if
    :: status == off && quiet < QUIET -> quiet++
    :: status == off && quiet >= QUIET -> status = on; quiet = 0
    :: else
    fi;
    confine()
}

/* A length that a frame can have: more bytes are announced than there are. */
inline cut_length(length)
{
    length = (length > LONGEST -> LONGEST : length);
    assert(length <= LONGEST)
}

/* -- the program's side ----------------------------------------------------------------------- */

active proctype Host_Interface()
{
    short identifier;
    byte number, length, place;
    bool sent;

ready:
    if
    :: host ? transmit(identifier, length) -> goto checking
    :: host ? abort(_, number) -> goto aborting
    :: host ? filter(identifier, number) -> goto filtering
    :: host ? configure(_, number) -> goto configuring
    :: host ? wake(_, _) -> goto ready
    :: ended ? place, sent -> goto freeing
    fi;

checking:
    if
    :: identifier >= 0 && identifier < IDENTIFIERS
    :: else -> irq ! failed, identifier; goto ready          /* there is no such identifier */
    fi;
    atomic {
        cut_length(length);
        assert(identifier >= 0 && identifier <= 2047);
        place = 0;
        do
        :: place < BOXES && box[place].used -> place++
        :: else -> break
        od;
        if
        :: place == BOXES -> goto refusing
        :: else -> assert(place < BOXES && !box[place].used)
        fi;
        box[place].identifier = identifier;
        box[place].length = length;
        box[place].used = true
    };
    if
    :: queued ! place
    :: ended ? number, sent ->                              /* another one was ready first */
        assert(number < BOXES && number != place);
        box[number].used = false;
        queued ! place
    fi;
    goto ready;

refusing:
    irq ! failed, identifier;
    goto ready;

aborting:
    if
    :: number < BOXES && box[number].used -> single = true   /* it is not tried again */
    :: else -> irq ! failed, 0
    fi;
    goto ready;

filtering:
    atomic {
        if
        :: number >= FILTERS -> goto refusing
        :: else
        fi;
        if
        :: identifier < 0 -> identifier = 0
        :: identifier >= IDENTIFIERS -> identifier = IDENTIFIERS - 1
        :: else
        fi;
        assert(number < FILTERS && identifier >= 0 && identifier < IDENTIFIERS);
        goto ready
    };

configuring:
    if
    :: number == 0 -> single = false
    :: number == 1 -> single = true
    :: number > 1 -> irq ! failed, 0
    fi;
    goto ready;

freeing:
    atomic { assert(place < BOXES && box[place].used); box[place].used = false };
    if
    :: sent -> irq ! done, 0
    :: else -> irq ! failed, 0
    fi;
    goto ready
}

/* -- sending ---------------------------------------------------------------------------------- */

active proctype Sender()
{
    short identifier;
    byte length, place, attempts;

free:
    assert(!on_the_bus);
    queued ? place;
    atomic {
        assert(place < BOXES && box[place].used);
        identifier = box[place].identifier;
        length = box[place].length;
        attempts = 0
    };

waiting:
    atomic {
        assert(length <= LONGEST);
        if
        :: status != off -> on_the_bus = true
        :: else -> goto giving_up                           /* a node that is off sends nothing */
        fi
    };
    medium ! start_frame, identifier, length;
    if
    :: sending ? acknowledged ->
        atomic { on_the_bus = false; count_sent(true) };
        ended ! place, true;
        goto free
    :: sending ? lost ->                                    /* a smaller identifier goes first: no fault */
        on_the_bus = false;
        goto again
    :: sending ? fault ->
        atomic { on_the_bus = false; count_sent(false) };
        goto again
    fi;

again:
    atomic {
        attempts = (attempts < ATTEMPTS -> attempts + 1 : attempts);
        assert(attempts <= ATTEMPTS);
        if
        :: single && attempts == ATTEMPTS -> goto giving_up
        :: else -> goto waiting
        fi
    };

giving_up:
    assert(!on_the_bus);
    ended ! place, false;
    goto free
}

/* -- receiving -------------------------------------------------------------------------------- */

active proctype Receiver()
{
    short identifier;
    byte length;
    bit held;                                               /* whether the host has not yet taken a frame */

listen:
    if
    :: hearing ? frame(identifier, length) -> goto got
    :: hearing ? remote(identifier, length) -> goto got      /* announces how much is asked for */
    :: hearing ? damaged(_, _) ->
        if
        :: status == on -> medium ! error_flag, 0, 0     /* a passive node does not disturb */
        :: else
        fi;
        atomic { count_heard(false); goto listen }
    :: hearing ? silence(_, _) ->
        atomic { held = 0; count_silence(); goto listen }
    fi;

got:
    if
    :: status == off -> goto listen
    :: else
    fi;
    if
    :: identifier < 0 || identifier >= IDENTIFIERS ->        /* more than eleven bits: no frame of ours */
        atomic { count_heard(false); goto listen }
    :: else
    fi;
    cut_length(length);
    medium ! confirm, identifier, length;
    atomic { count_heard(true) };
    if
    :: identifier >= 1792 -> goto listen                    /* the filter lets only the others through */
    :: else
    fi;
    assert(identifier >= 0 && identifier < 1792 && length <= LONGEST);
    if
    :: held == 0 -> held++; irq ! received, identifier
    :: else -> irq ! overrun, identifier
    fi;
    assert(held <= 1);
    goto listen
}
