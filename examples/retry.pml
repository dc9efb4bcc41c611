/*
 * A sender that tries again until it is answered, over a line that may lose what is sent.
 * The line is fast; the receiver takes a while for its answer, and the sender waits longer than that.
 */
mtype = { data, ack };

chan line = [1] of { mtype };
chan back = [1] of { mtype };

active proctype sender() {
    timer t; /* until the next try */
    byte tries;

again:
    if
    :: line!data
    :: skip /* lost on the way */
    fi;
    tries++;
    set(t, 3);
    if
    :: back?ack ->
        reset(t)
    :: tries < 3 && expire(t) ->
        goto again
    :: tries == 3 && expire(t) ->
        skip /* the line is dead */
    fi;
    assert(empty(back))
}

active proctype receiver() {
    timer work; /* what the answer takes */

end:
    do
    :: line?data ->
        set(work, 2);
        expire(work);
        back!ack
    od
}
