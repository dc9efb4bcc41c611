/* An automatic door; a sensor outside of the model reports people. */
mtype = { person };
env chan sensor = [1] of { mtype };
bool occupied = false;

active proctype door() {
    timer closing, leaving;

shut:
    sensor?person;
arrived:
    set(closing, 3); /* the door closes three ticks after the last report */
    occupied = true;
    set(leaving, 2); /* a person needs two */
    do
    :: sensor?person ->
        goto arrived
    :: expire(leaving) ->
        occupied = false
    :: expire(closing) ->
        break
    od;
    assert(!occupied);
    reset(leaving);
    goto shut
}
