/* Two processes take turns; only the variable `x` keeps the right one from sending for ever. */
mtype = { a, b };
chan ch1 = [1] of { mtype };
chan ch2 = [1] of { mtype };

active proctype Left() {
    do
    :: ch2?b -> ch1!a
    od
}

active proctype Right() {
    byte x;

    x = 0;
    do
    :: (x == 0) ->
        ch2!b;
        x = 1
    :: (x == 1) ->
        ch1?a;
        x = 0
    od
}
