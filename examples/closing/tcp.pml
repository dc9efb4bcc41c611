/* One end of a TCP connection: the network and the program that uses it are outside.

   Segments carry a number, an acknowledged number and a window.  The network may lose and double them, send those of other
   connections, and numbers that mean nothing.  Numbers are counted modulo SPACE, windows are clamped, acknowledgements
   outside of what was sent are ignored, and what is not acknowledged in time is sent again, a few times. */

#define SPACE 8
#define WINDOW 3
#define TRIES 2
#define RESEND 4
#define LINGER 6

mtype = { syn, synack, ack, data, fin, rst, open, listen, send, close, opened, delivered, closed };

chan net = [1] of { mtype, byte, byte, byte };      /* kind, number, acknowledged, window */
env net ? syn, synack, ack, data, fin, rst;
env chan wire = [1] of { mtype, byte, byte, byte };
chan user = [1] of { mtype };
env user ? open, listen, send, close;
env chan app = [1] of { mtype, byte };

bool connected;

/* How much the other side can take, never more than we keep. */
inline hear_window(window)
{
    if
    :: window > WINDOW -> window = WINDOW
    :: else
    fi;
    assert(window <= WINDOW)
}

/* Forget what is acknowledged: everything before `number`, if that is among what was sent. */
inline hear_acknowledged(number)
{
    if
    :: number < SPACE ->
        do
        :: unacknowledged > 0 && first != number ->
            first = (first + 1) % SPACE;
            unacknowledged--;
            tries = 0
        :: else -> break
        od
    :: else                                         /* there is no such number */
    fi;
    assert(unacknowledged <= WINDOW && first < SPACE)
}

active proctype Endpoint()
{
    timer resend, linger;
    byte number, acknowledged, window;              /* of the last segment */
    byte first, unacknowledged, next;               /* what was sent: from `first` on, so many */
    byte expected, tries;

shut:
    connected = false;
    unacknowledged = 0;
    tries = 0;
    reset(resend);
    if
    :: user ? open -> wire ! syn(first, 0, WINDOW); set(resend, RESEND); goto syn_sent
    :: user ? listen -> goto listening
    :: user ? send -> goto shut
    :: user ? close -> goto shut
    :: net ? rst(_, _, _) -> goto shut
    :: net ? syn(number, _, _) -> wire ! rst(0, number, 0); goto shut
    :: net ? synack(number, _, _) -> wire ! rst(0, number, 0); goto shut
    :: net ? ack(number, _, _) -> goto shut
    :: net ? data(number, _, _) -> wire ! rst(0, number, 0); goto shut
    :: net ? fin(number, _, _) -> goto shut
    fi;

listening:
    if
    :: net ? syn(number, _, window) ->
        if
        :: number >= SPACE -> goto listening
        :: else -> expected = (number + 1) % SPACE
        fi;
        hear_window(window);
        wire ! synack(first, expected, WINDOW);
        set(resend, RESEND);
        goto syn_received
    :: net ? synack(_, _, _) -> goto listening
    :: net ? ack(_, _, _) -> goto listening
    :: net ? data(_, _, _) -> goto listening
    :: net ? fin(_, _, _) -> goto listening
    :: net ? rst(_, _, _) -> goto listening
    :: user ? close -> goto shut
    :: user ? open -> goto listening
    :: user ? listen -> goto listening
    :: user ? send -> goto listening
    fi;

syn_sent:
    assert(!connected && unacknowledged == 0);
    if
    :: net ? synack(number, acknowledged, window) ->
        if
        :: number >= SPACE || acknowledged != (first + 1) % SPACE -> wire ! rst(0, 0, 0); goto syn_sent
        :: else
        fi;
        expected = (number + 1) % SPACE;
        hear_window(window);
        goto go_on
    :: net ? syn(number, _, window) ->                      /* both sides open at once */
        if
        :: number >= SPACE -> goto syn_sent
        :: else -> expected = (number + 1) % SPACE
        fi;
        hear_window(window);
        goto syn_received
    :: net ? rst(_, _, _) -> goto shut
    :: net ? ack(_, _, _) -> goto syn_sent
    :: net ? data(_, _, _) -> goto syn_sent
    :: net ? fin(_, _, _) -> goto syn_sent
    :: user ? close -> goto shut
    :: user ? open -> goto syn_sent
    :: user ? listen -> goto syn_sent
    :: user ? send -> goto syn_sent
    :: expire(resend) ->
        if
        :: tries < TRIES -> tries++; wire ! syn(first, 0, WINDOW); set(resend, RESEND); goto syn_sent
        :: else -> app ! closed(0); goto shut
        fi
    fi;

syn_received:
    assert(expected < SPACE && tries <= TRIES);
    if
    :: net ? ack(_, acknowledged, window) ->
        if
        :: acknowledged == (first + 1) % SPACE -> hear_window(window); goto go_on
        :: else -> goto syn_received
        fi
    :: net ? syn(_, _, _) -> goto syn_received
    :: net ? synack(_, _, _) -> goto syn_received
    :: net ? data(_, _, _) -> goto syn_received
    :: net ? fin(_, _, _) -> goto syn_received
    :: net ? rst(_, _, _) -> goto shut
    :: user ? close -> goto shut
    :: user ? open -> goto syn_received
    :: user ? listen -> goto syn_received
    :: user ? send -> goto syn_received
    :: expire(resend) ->
        if
        :: tries < TRIES -> tries++; wire ! synack(first, expected, WINDOW); set(resend, RESEND); goto syn_received
        :: else -> goto shut
        fi
    fi;

go_on:
    reset(resend);
    tries = 0;
    first = (first + 1) % SPACE;
    next = first;
    connected = true;
    app ! opened(window);

established:
    assert(connected && unacknowledged <= WINDOW && window <= WINDOW);
    if
    :: user ? send ->
        if
        :: unacknowledged < window ->
            unacknowledged++;
            assert(unacknowledged <= WINDOW);
            wire ! data(next, expected, WINDOW);
            next = (next + 1) % SPACE;
            set(resend, RESEND)
        :: else                                             /* no room: the program tries again */
        fi;
        goto established
    :: net ? data(number, acknowledged, window) ->
        hear_window(window);
        hear_acknowledged(acknowledged);
        if
        :: number == expected ->
            assert(number < SPACE);
            expected = (expected + 1) % SPACE;
            app ! delivered(number)
        :: else                                             /* not now: say again what is expected */
        fi;
        wire ! ack(next, expected, WINDOW);
        goto established
    :: net ? ack(_, acknowledged, window) ->
        hear_window(window);
        hear_acknowledged(acknowledged);
        goto established
    :: net ? fin(number, _, _) ->
        if
        :: number == expected -> expected = (expected + 1) % SPACE; wire ! ack(next, expected, WINDOW); goto close_wait
        :: else -> goto established
        fi
    :: net ? rst(number, _, _) ->
        if
        :: number == expected -> app ! closed(0); goto shut
        :: else -> goto established                         /* not ours: ignored */
        fi
    :: net ? syn(_, _, _) -> goto established
    :: net ? synack(_, _, _) -> wire ! ack(next, expected, WINDOW); goto established
    :: user ? close -> wire ! fin(next, expected, WINDOW); goto fin_wait
    :: user ? open -> goto established
    :: user ? listen -> goto established
    :: unacknowledged > 0 && expire(resend) ->
        if
        :: tries < TRIES -> tries++; wire ! data(first, expected, WINDOW); set(resend, RESEND); goto established
        :: else -> app ! closed(0); goto shut
        fi
    fi;

close_wait:
    assert(connected && expected < SPACE);
    if
    :: user ? close -> wire ! fin(next, expected, WINDOW); set(linger, LINGER); goto last
    :: user ? open -> goto close_wait
    :: user ? listen -> goto close_wait
    :: user ? send -> goto close_wait
    :: net ? rst(_, _, _) -> goto shut
    :: net ? ack(_, _, _) -> goto close_wait
    :: net ? syn(_, _, _) -> goto close_wait
    :: net ? synack(_, _, _) -> goto close_wait
    :: net ? data(_, _, _) -> goto close_wait
    :: net ? fin(_, _, _) -> wire ! ack(next, expected, WINDOW); goto close_wait
    fi;

fin_wait:
    set(linger, LINGER);
last:
    if
    :: expire(linger)
    :: net ? fin(number, _, _) ->
        if
        :: number < SPACE -> wire ! ack(next, (number + 1) % SPACE, WINDOW); goto last
        :: else -> goto last
        fi
    :: net ? ack(_, _, _) -> goto last
    :: net ? data(_, _, _) -> wire ! ack(next, expected, WINDOW); goto last
    :: net ? rst(_, _, _) -> reset(linger)
    :: net ? syn(_, _, _) -> goto last
    :: net ? synack(_, _, _) -> goto last
    fi;
    app ! closed(1);
    goto shut
}
