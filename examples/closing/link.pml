/* A link layer with retransmission, alternating bit: a sender and a receiver on two sides of a line that loses frames.

   The users above both of them are the environment: they hand frames over for sending, with any contents, and take
   what arrives.  The line management is outside, too: it may say how good the line is, which decides about how long
   the sender waits for an acknowledgement. */

#define TRIES 3

mtype = { data, ack, send, deliver, quality, broken };

env chan upper = [1] of { mtype, byte };   /* the user of the sender: frames to send, news that the line is broken */
env chan lower = [1] of { mtype, byte };   /* the user of the receiver: frames that arrived */
chan forth = [1] of { mtype, bit, byte };  /* the line */
chan back = [1] of { mtype, bit };

byte underway;  /* frames that were accepted and not delivered: each is delivered once, before the next */

active proctype Sender() {
    timer resend;
    byte frame, load, tries;
    bit number;

idle:
    atomic {
        if
        :: upper ? send(frame) -> tries = 0; assert(underway == 0); underway = 1; goto sending
        :: upper ? quality(load) -> goto idle
        :: back ? ack(_) -> goto idle  /* a late one */
        fi
    };
sending:
    if
    :: forth ! data(number, frame)
    :: skip  /* lost on the line */
    fi;
    atomic {
        tries++;
        if
        :: load > 5 -> set(resend, 4)
        :: else -> set(resend, 2)
        fi
    };
waiting:
    if
    :: atomic { back ? ack(eval(number)) -> reset(resend); number = 1 - number; goto idle }
    :: atomic { back ? ack(eval(1 - number)) -> goto waiting }
    :: atomic { upper ? quality(load) -> goto waiting }
    :: atomic { expire(resend) && tries < TRIES -> goto sending }
    :: atomic { expire(resend) && tries >= TRIES -> tries = 0; goto complaining }
    fi;
complaining:
    upper ! broken(load);
    goto sending
}

active proctype Receiver() {
    byte contents;
    bit expected, got;

listen:
    forth ? data(got, contents);
    if
    :: atomic { got == expected -> expected = 1 - expected; assert(underway == 1); underway = 0 };
       lower ! deliver(contents)
    :: got != expected -> skip
    fi;
    if
    :: back ! ack(got)
    :: skip  /* lost on the line */
    fi;
    goto listen
}
