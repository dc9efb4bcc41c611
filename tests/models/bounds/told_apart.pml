/* Messages are told apart by their type, and `exact` ones also by whether they carry 5. */
mtype = { exact, inexact };
chan C = [2] of { mtype, int };

active proctype reader() {
    int x;

    do
    :: C?exact, 5
    :: C?exact, x
    :: C?inexact, x
    od
}

active proctype writer() {
    int n;
    mtype kind = exact;

    if
    :: kind = exact
    :: kind = inexact
    fi;
    do
    :: n++
    :: break
    od;
    C!kind, n
}
