/* A gauge sends two samples for each acknowledgement; the logger acknowledges two samples at once. */
#ifndef SIZE
#define SIZE 4
#endif

mtype = { sample, ack };
chan samples = [SIZE] of { mtype };
chan acks = [SIZE] of { mtype };

active proctype gauge() {
    samples!sample;
    samples!sample;
end:
    do
    :: acks?ack ->
        samples!sample;
        samples!sample
    od
}

active proctype logger() {
end:
    do
    :: samples?sample ->
        samples?sample;
        acks!ack
    od
}
