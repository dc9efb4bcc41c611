/* Control goes with the message: the receiver inside `atomic` goes on before the sender. */
chan box = [0] of { byte };
byte trail;
active proctype sender() {
    atomic {
        box!1;
        trail = trail * 10 + 2
    }
}
active proctype receiver() {
    byte got;
    atomic {
        box?got;
        trail = trail * 10 + 1;
        assert(trail == 1)
    }
}
