/* What is received into a global variable is there before the sender goes on. */
chan box = [0] of { byte };
byte seen;
active proctype sender() {
    box!7;
    assert(seen == 7);
    seen = 1
}
active proctype receiver() { box?seen }
