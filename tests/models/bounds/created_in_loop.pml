/* Each child sends one message, and there is no end of children. */
mtype = { token };
chan C = [2] of { mtype };

proctype child() {
    C!token
}

active proctype parent() {
    do
    :: run child()
    od
}
