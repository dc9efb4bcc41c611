/* A lift: buttons and sensors are outside, and may say anything at any time.

   Door timers: the door stays open for a while, longer if somebody is between its wings; when it has been held open too
   often, it closes slowly whatever the sensor says.  The operator may stop the lift and reset it, at any moment of its
   work.  What may go wrong: a number of a floor that there is not, a call while the door is open, a reset in motion. */

#define FLOORS 5
#define TOP 4
#define OPEN 3          /* ticks that the door stays open */
#define TRAVEL 2        /* ticks from floor to floor */
#define PATIENCE 2      /* how often a sensor may hold the door open */

mtype = { call, weight, blocked, free, halt, restart, arrived, refused };

chan button = [1] of { mtype, byte };
env button ? call, weight;
chan sensor = [1] of { mtype };
env sensor ? blocked, free;
chan operator = [1] of { mtype };
env operator ? halt, restart;
env chan display = [1] of { mtype, byte };

bool door_open;
bool moving;
byte visits[FLOORS];

active proctype Lift()
{
    timer step;
    byte at, want, load, number;

idle:
    assert(!door_open && !moving);
    if
    :: button ? call(number) ->
        if
        :: number <= TOP -> want = number
        :: else -> display ! refused(number); goto idle
        fi
    :: button ? weight(load) ->
        if
        :: load > 100 -> load = 100         /* the scale shows no more */
        :: else
        fi;
        assert(load <= 100);
        goto idle
    :: operator ? halt -> goto stopped
    :: operator ? restart -> goto home
    :: sensor ? blocked -> goto idle
    :: sensor ? free -> goto idle
    fi;
    if
    :: load > 80 -> goto idle               /* too heavy to go */
    :: else
    fi;
    do
    :: at < want ->
        moving = true;
        set(step, TRAVEL);
        if
        :: expire(step) -> at++
        :: operator ? halt -> moving = false; goto stopped
        fi;
        assert(at <= TOP)
    :: at > want ->
        moving = true;
        set(step, TRAVEL);
        if
        :: expire(step) -> at--
        :: operator ? halt -> moving = false; goto stopped
        fi;
        assert(at < TOP)
    :: at == want -> break
    od;
    moving = false;
    visits[at] = 1;
    display ! arrived(at);
    number = 0;
    door_open = true;
    set(step, OPEN);
waiting:
    if
    :: expire(step)
    :: sensor ? blocked ->
        if
        :: number < PATIENCE -> number++; set(step, OPEN); goto waiting
        :: else -> goto waiting             /* it has waited long enough */
        fi
    :: sensor ? free -> goto waiting
    fi;
    assert(!moving && number <= PATIENCE);
    door_open = false;
    goto idle;

stopped:                                    /* the operator must say what is next */
    reset(step);
    if
    :: operator ? restart
    :: operator ? halt -> goto stopped
    :: button ? call(_) -> goto stopped
    :: button ? weight(load) ->
        if
        :: load > 100 -> load = 100
        :: else
        fi;
        goto stopped
    :: sensor ? blocked -> goto stopped
    :: sensor ? free -> goto stopped
    fi;
home:                                       /* down, one floor after the other */
    assert(!door_open);
    want = 0;
    do
    :: at > want ->
        moving = true;
        set(step, TRAVEL);
        expire(step);
        at--
    :: else -> break
    od;
    moving = false;
    assert(at == 0);
    goto idle
}
