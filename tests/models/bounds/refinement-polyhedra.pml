/* The condition has two disjuncts: each is left for ever after a few rounds. */
mtype = { msg };
chan ch = [1] of { mtype };

active proctype C() {
    int x1 = 6;
    int x2 = -1;

    do
    :: (x1 > 2 - x2 || x2 < 1) ->
        ch!msg;
        x1 = x1 - 2;
        x2 = x2 + 1
    od
}
