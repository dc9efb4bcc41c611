/* The same proctype with different channels: only the second instance feeds itself. */
mtype = { token };
chan C = [2] of { mtype };
chan D = [2] of { mtype };

proctype doubling(chan source; chan sink) {
    do
    :: source?token ->
        sink!token;
        sink!token
    od
}

init {
    C!token;
    D!token;
    run doubling(C, D);
    run doubling(D, D)
}
