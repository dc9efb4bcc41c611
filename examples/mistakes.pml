/* A model with mistakes of many kinds; `penstock check examples/mistakes.pml` finds them all at once. */

#define LIMIT 3
#define STEP(variable) variable = variable + stepp

mtype = { request, reply };
chan line = [2] of { mtype, byte };
byte step, counters[LIMIT];

inline answer(message, value) {
    line!message(valeu)
}

active proctype Client() {
    byte i;

    line!request;
    for (i : 0..LIMIT) {
        counters = i;
        STEP(i)
    }
    if
    :: !full(line) -> line!reply(1)
    :: else -> goto finish
    fi;
    answer(reply, i)
}

init {
    run Cleint(3);
    break
}
