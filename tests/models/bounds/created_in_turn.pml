/* first starts second, which starts third, which starts first again; first sends. */
mtype = { token };
chan C = [2] of { mtype };

proctype first() {
    run second();
    C!token
}

proctype second() {
    run third()
}

proctype third() {
    run first()
}

init {
    run first()
}
