/* After the assignment both names mean the same queue, which then feeds itself. */
mtype = { token };
chan C = [2] of { mtype };
chan D = [2] of { mtype };

active proctype doubling() {
    D!token;
    C = D;
    do
    :: C?token ->
        D!token;
        D!token
    od
}
