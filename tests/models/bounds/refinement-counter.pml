/* A cycle that sends at most four messages, since it counts them. */
mtype = { msg };
chan ch = [1] of { mtype };

active proctype Sender() {
    int i = 0;

    do
    :: (i < 4) ->
        ch!msg;
        i++
    od
}
