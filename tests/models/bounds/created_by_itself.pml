/* Each process starts another of its kind and sends one message. */
mtype = { token };
chan C = [2] of { mtype };

proctype self() {
    run self();
    C!token
}

init {
    run self()
}
