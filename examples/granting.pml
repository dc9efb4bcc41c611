/* Two processes: one sends requests of kind `a` and `b`, the other grants them with `c`.  Does it stay bounded? */
mtype = { c, b, a };

chan AB = [25] of { mtype };
chan BA = [25] of { mtype };

active proctype A() {
start:
    if
    :: BA?c ->
        AB!b;
        AB!b;
        goto few
    :: BA?c ->
        AB!b;
        AB!b;
        AB!b;
        AB!b;
        goto many
    fi;
few:
    BA?c;
    AB!a;
    AB!a;
    AB!b;
    goto many;
many:
    BA?c;
    AB!a;
    AB!a;
    goto few
}

active proctype B() {
    BA!c;
    BA!c;
    do
    :: AB?a ->
        AB?b;
        BA!c
    od
}
