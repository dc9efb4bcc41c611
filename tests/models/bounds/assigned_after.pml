/* The assignment comes after the loop and cannot change what the loop does. */
mtype = { token };
chan C = [2] of { mtype };
chan D = [2] of { mtype };

active proctype doubling() {
    C!token;
    do
    :: C?token ->
        D!token;
        D!token
    :: break
    od;
    C = D
}
