/* Four messages at a time: what sets the counter back also takes four from the channel. */
mtype = { msg };
chan ch = [1] of { mtype };

active proctype Sender() {
    int i = 0;

    do
    :: (i < 4) ->
        ch!msg;
        i++
    :: (i == 4) ->
        ch?msg;
        ch?msg;
        ch?msg;
        ch?msg;
        i = 0
    od
}
