/* Exercise 8.  A sender does not wait for anything.  Let at most two packets be on their way that are not yet
   acknowledged; two at a time must stay possible. */
mtype = { packet, ack };
chan packets = [8] of { mtype };
chan acks = [8] of { mtype };

active proctype sender() {
    packets!packet;
    packets!packet;
end:
    do
    :: acks?ack ->
        packets!packet
    od
}

active proctype receiver() {
end:
    do
    :: packets?packet ->
        acks!ack
    od
}

/* -- what is asked; nothing below has to change ---------------------------------------------- */
ltl never_two { [](len(packets) < 2) } /* must be violated: two may be on their way */
