/* A medium-access controller: in each round it grants slots on a shared medium to whoever asked for some.

   Mobile stations are the environment: they ask for slots with any data, at any time.  One station is inside, the
   management, for which two slots are kept.  What is asked for goes through a record with several fields.
   However the stations ask, no more slots are granted than there are. */

#define SLOTS 4   /* in a round */
#define MANAGER 0

mtype = { request, grant, measure };

typedef demand {
    byte station;
    byte slots;
    bit urgent;
    byte quality
};

chan uplink = [2] of { mtype, byte, byte, bit, byte };  /* request: station, slots, urgent, quality */
env uplink ? request, measure;
env chan radio = [1] of { mtype, byte, byte };          /* grants to the stations outside */
chan inside = [1] of { mtype, byte, byte };             /* grants to the management */

active proctype Controller() {
    timer round;
    demand now;
    byte left = SLOTS, given, worst;  /* worst: the last measurement */

    set(round, 2);
collect:
    if
    :: uplink ? request(now.station, now.slots, now.urgent, now.quality) -> goto decide
    :: uplink ? measure(_, _, _, worst) -> goto collect
    :: expire(round) -> atomic { left = SLOTS; set(round, 2); goto collect }
    fi;
decide:
    if
    :: now.station == MANAGER && now.urgent && left >= 2 -> given = 2  /* two slots are kept for this */
    :: now.station != MANAGER && now.slots > 1 && now.quality > 3 && left > 3 -> given = 2
    :: now.station != MANAGER && now.slots > 0 && left > 2 -> given = 1
    :: else -> given = 0
    fi;
    assert(given <= left);
    left = left - given;
    if
    :: now.station == MANAGER -> inside ! grant(now.station, given)
    :: else -> radio ! grant(now.station, given)
    fi;
    goto collect
}

active proctype Management() {
    timer due;
    byte granted;
    bool asked;

    set(due, 3);
again:
    atomic {
        if
        :: expire(due) -> goto asking
        :: inside ? grant(_, granted) -> goto again  /* somebody used the number of the management */
        fi
    };
asking:
    if
    :: uplink ! request(MANAGER, 2, 1, 0) -> asked = true
    :: inside ? grant(_, granted) -> goto asking
    fi;
    set(due, 3);
    goto again
}
